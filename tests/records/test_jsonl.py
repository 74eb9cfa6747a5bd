"""Records in our own words."""

import json

import pytest

from tengen.core import Record, RecordedMove

from .texts import fault_in, read_all, read_one, written

ONE = Record("gomoku", {"size": 6}, (RecordedMove(3),), players=("\u9648", ""))


def test_lines_and_single_objects() -> None:
    """A file is an object a line, or one object over several lines."""
    assert read_all("JSON", written("JSON", ONE, ONE)) == [ONE, ONE]
    assert read_one("JSON", json.dumps(ONE.to_json(), indent=1)) == ONE
    assert read_one("JSON", "\ufeff" + json.dumps(ONE.to_json())) == ONE
    assert read_all("JSON", "") == []


def test_games_of_the_studio() -> None:
    """What the studio saved of a game has the record in it."""
    saved = {"format": 1, "id": "abcdefgh", "values": [None, 0.5], "record": ONE.to_json()}
    assert read_one("JSON", json.dumps(saved, indent=1)) == ONE
    assert read_all("JSON", json.dumps(saved)) == [ONE]


def test_one_object_of_many_lines_is_one_fault() -> None:
    """A file of settings, say, is told as a whole and not line by line."""
    text = json.dumps({"answer": [1, 2, 3], "more": {"and": "so on"}}, indent=1)
    assert "not a game record" in fault_in("JSON", text).reason


def test_a_bad_line_is_a_fault() -> None:
    """The games after it are read."""
    games = read_all("JSON", written("JSON", ONE) + '{"game": 3}\nhello\n' + written("JSON", ONE))
    assert [isinstance(game, Record) for game in games] == [True, False, False, True]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "not JSON"),
        ("[1]", "no object"),
        ("3", "no object"),
        ("{}", "no 'players'"),
        ("[" * 100_000, "not JSON"),
        ('{"a":' * 100_000, "not JSON"),
        ("1" * 10_000, ""),
    ],
)
def test_faults(text: str, words: str) -> None:
    """What is no record is said in one short line."""
    fault = fault_in("JSON", text)
    assert words in fault.reason
    assert len(fault.reason) < 200


def test_files_of_other_things() -> None:
    """Thousands of lines that are JSON, but of something else, are one fault."""
    assert "other JSON" in fault_in("JSON", '{"board": "...", "forbidden": []}\n' * 1000).reason


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "-1"])
def test_times_that_are_none(number: str) -> None:
    """A time that nobody can take is a fault of the game."""
    line = read_one("SGF", "(;GM[4];B[aa]XS[7])")
    text = written("JSON", line).replace('"seconds": 7.0', f'"seconds": {number}')
    assert "seconds of a move is" in fault_in("JSON", text).reason
