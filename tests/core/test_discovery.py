"""What other people's packages offer is found; what is broken in them is told and left out."""

import logging
from dataclasses import dataclass
from importlib.metadata import EntryPoint

import pytest

from tengen.core import discovery
from tengen.core.discovery import BrokenPackageError, Discovery


@dataclass(frozen=True)
class Thing:
    """What is looked for."""

    name: str


GOOD, MISNAMED, WRONG, LATE = Thing("good"), Thing("other"), "no thing", Thing("late")
HERE = __name__


def __getattr__(name):
    if name == "LEAVES":
        raise SystemExit(3)
    raise AttributeError(f"module {HERE!r} has no attribute {name!r}")


def try_out(thing):
    """Fail for one that can be loaded, and fails when it is used."""
    if thing is LATE:
        raise ZeroDivisionError("it fails\nat work")


@pytest.fixture
def offer(monkeypatch):
    """Looks into no folders, and finds the entry points that are given."""

    def make(**values):
        points = [EntryPoint(name, value, "things") for name, value in values.items()]
        monkeypatch.setattr(discovery, "entry_points", lambda group: points)
        return Discovery("things", [], "THING", Thing, try_out)

    return make


def test_what_a_package_offers_is_found(offer):
    """An entry point's value goes by its name."""
    found = offer(good=f"{HERE}:GOOD")
    assert found.names() == ["good"]
    assert found.has("good")
    assert found.find("good") is GOOD
    assert not found.has("none")
    with pytest.raises(KeyError):
        found.find("none")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (f"{HERE}:LEAVES", "cannot be used: SystemExit: 3"),
        ("no.such.package:THING", "No module named 'no'"),
        (f"{HERE}:MISSING", "has no attribute 'MISSING'"),
        (f"{HERE}:WRONG", "is no Thing"),
        (f"{HERE}:MISNAMED", "calls itself 'other'"),
    ],
)
def test_a_broken_one_is_one_line(offer, caplog, value, told):
    """It is said once what is wrong with it; the others are there, and asked for it says why."""
    found = offer(broken=value, good=f"{HERE}:GOOD")
    with caplog.at_level(logging.WARNING):
        assert found.names() == found.names() == ["good"]
    (line,) = caplog.messages
    assert told in line
    assert value in line
    assert "\n" not in line
    with pytest.raises(BrokenPackageError) as refusal:
        found.find("broken")
    assert str(refusal.value) == line


def test_one_that_fails_at_work_is_broken(offer, caplog):
    """Each is tried out once: what only fails when it is used would take the others with it."""
    found = offer(late=f"{HERE}:LATE", good=f"{HERE}:GOOD")
    assert found.names() == ["good"]
    assert "ZeroDivisionError: it fails at work" in caplog.text
    with pytest.raises(BrokenPackageError):
        found.find("late")


def test_the_house_keeps_its_names(monkeypatch, caplog):
    """A package that offers a name of a folder, or one offered already, is told and left out."""
    points = [EntryPoint(name, f"{HERE}:GOOD", "tengen.games") for name in ("go", "good", "good")]
    monkeypatch.setattr(discovery, "entry_points", lambda group: points)
    from tengen import games

    found = Discovery("tengen.games", games.__path__, "THING", Thing)
    assert found.names().count("go") == 1
    assert found.find("good") is GOOD
    assert len([line for line in caplog.messages if "is taken" in line]) == 2
