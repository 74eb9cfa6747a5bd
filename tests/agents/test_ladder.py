"""Ladders: which opponents there are for a game, and how strong."""

from functools import partial

import pytest

from tengen.agents import load_agent
from tengen.agents.ladder import Ladder, find_ladder, ladder, read_ladder, rung
from tengen.core import SettingsError, WeightsError
from tengen.games import load

long_ = partial(pytest.param, marks=pytest.mark.long)

OWN = """
game = "go"
anchor = "us"

[settings]
size = 5

[[rung]]
name = "us"
spec = "random"
elo = 0

[[rung]]
name = "nobody"
spec = "gtp:no-such-program --level 1"
needs = "no-such-program"
elo = 300.5
interval = [250, 350]
games = 40

[[rung]]
name = "stranger"
spec = "mcts?playouts=10"
"""


@pytest.mark.parametrize(
    ("name", "settings", "file"),
    [
        ("gomoku", {}, "gomoku-15x15"),
        ("gomoku", {"size": 8}, "gomoku-8x8"),
        long_("gomoku", {"size": 20}, "gomoku-20x20"),
        long_("gomoku", {"rule": "renju"}, "gomoku-15x15-renju"),
        long_("gomoku", {"rule": "standard"}, "gomoku-15x15-standard"),
        ("gomoku", {"opening": "swap2"}, "gomoku"),
        ("go", {"size": 5}, "go-5x5"),
        ("go", {"size": 5, "komi": 24.5}, "go-5x5"),
        ("go", {"size": 9}, "go-9x9"),
        long_("go", {"size": 9, "komi": 7.0}, "go-9x9-komi-7"),
        ("go", {"size": 9, "komi": 6.5}, "go"),
        long_("go", {"size": 13}, "go-13x13"),
        long_("go", {"size": 19}, "go-19x19"),
        long_("go", {"size": 13, "komi": 6.5}, "go"),
        ("draughts", {}, "draughts-automatic"),
        long_("draughts", {"draws": "claimed"}, "draughts"),
    ],
)
def test_shipped(name, settings, file):
    """The ladder taken is the one for these very rules, else that for any; all of ours can play."""
    game = load(name, **settings)
    found = find_ladder(game)
    assert found.path.stem == file
    assert len(found.ladder.levels) >= 10
    for one in found.ladder.levels:
        load_agent(one.spec, game).close()


def test_nets_only_where_they_play():
    """A rung that is a net is missing where no net fits the rules."""
    game = load("gomoku", size=7, win_length=4)
    with pytest.raises(WeightsError):
        load_agent("alphazero", game)
    for net in ("alphazero", "nnue"):
        assert not any(net in one.spec for one in ladder(game).rungs)
        assert any(net in one.spec for one in ladder(load("gomoku")).rungs)


def test_gnu_go_is_on_the_ladder():
    """Go's ladder has GNU Go's ten levels, which are no levels of ours."""
    found = ladder(load("go", size=9))
    assert sum("gnugo" in one.spec for one in found.rungs) == 10
    assert not any("gnugo" in one.spec for one in found.levels)


def test_no_rating_without_its_evidence():
    """A shipped rating stands beside its interval and games, and the file says how it was measured."""
    for path in find_ladder(load("go")).path.parent.glob("*.toml"):
        name = path.stem
        found = Ladder.model_validate(_toml(path))
        rated = [one for one in found.rungs if one.elo is not None]
        assert bool(rated) == bool(found.measured), name
        for one in rated:
            low, high = one.interval
            assert low <= one.elo <= high
            assert one.games > 0
        if rated:
            assert "tengen ladder measure" in found.measured["command"]


def test_levels():
    """Level 1 is the weakest, and there is no level beyond the last."""
    game = load("go", size=9)
    levels = ladder(game).levels
    assert rung(game, 1) == levels[0]
    assert rung(game, len(levels)) == levels[-1]
    for level in (0, len(levels) + 1):
        with pytest.raises(SettingsError, match=f"levels 1 to {len(levels)}"):
            rung(game, level)


def test_own_file(tmp_path):
    """A ladder of one's own names any program; one that is not installed cannot be played."""
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    found = read_ladder(path, load("go", size=5))
    assert [one.is_there for one in found.rungs] == [True, False, True]
    assert found.levels == ()
    assert [one.name for one in found.rated] == ["us"]
    with pytest.raises(SettingsError, match="not for go 9x9"):
        read_ladder(path, load("go", size=9))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = ", "no ladder"),
        ('game = "chess"\n[[rung]]\nname = "random"\nspec = "random"', "chess"),
        ('game = "go"', "rung"),
        ('game = "go"\n[[rung]]\nname = "a"\nspec = "random"', "anchor"),
        ('game = "go"\n[[rung]]\nname = "random"\nspec = "?"', "spec"),
        ('game = "go"\n[[rung]]\nname = "random"\nspec = "random"\nelo = "strong"', "rung.0.elo"),
        (
            'game = "go"\n[[rung]]\nname = "random"\nspec = "rndom"',
            "'random': unknown agent 'rndom'",
        ),
        (OWN.replace('"stranger"', '"us"'), "same name"),
        (OWN + "level = 2", "numbered from 1"),
        (OWN + "level = 1", "default"),
        (OWN + "eloo = 3", "eloo"),
    ],
)
def test_refused(tmp_path, text, words):
    """What is no ladder is refused in one line with the file's name."""
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(SettingsError, match=words) as caught:
        read_ladder(path, load("go", size=5))
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_file(tmp_path):
    """A file that is not there is told by name."""
    with pytest.raises(SettingsError, match=r"none\.toml"):
        read_ladder(tmp_path / "none.toml", load("go"))


def _toml(path):
    import tomllib

    return tomllib.loads(path.read_text())


def test_programs_elsewhere():
    """A program that is not on the PATH is named by its path; the ladder is told as it was."""
    old = ladder(load("gomoku"))
    here = old.with_programs({"pbrain-rapfi": "/opt/rapfi/pbrain-rapfi"})
    (moved,) = [one for one in here.rungs if "rapfi" in one.spec]
    assert moved.spec == "gomocup:/opt/rapfi/pbrain-rapfi?seconds=0.3&pause=0.03"
    assert moved.needs == "/opt/rapfi/pbrain-rapfi"
    assert here.with_programs_of(old) == old
    with pytest.raises(SettingsError, match="no rung needs a program 'rapfi'"):
        old.with_programs({"rapfi": "/opt/rapfi"})
    with pytest.raises(SettingsError, match="without blanks"):
        old.with_programs({"pbrain-rapfi": "/opt/my engines/rapfi"})


@pytest.mark.parametrize(
    ("name", "settings", "programs"),
    [
        ("gomoku", {}, ["pbrain-pela", "pbrain-rapfi"]),
        ("gomoku", {"rule": "renju"}, ["pbrain-pela", "pbrain-rapfi"]),
        ("gomoku", {"win_length": 4, "size": 7}, []),
        ("draughts", {}, ["cake.so"]),
        ("go", {"size": 9, "komi": 7.0}, ["katago", "/usr/local/bin/pachi", "/usr/games/gnugo"]),
        ("go", {"size": 13}, ["katago", "/usr/local/bin/pachi", "/usr/games/gnugo"]),
    ],
)
def test_other_peoples_programs(name, settings, programs):
    """The ladders have the best public engines as rungs, which are no levels of ours."""
    found = ladder(load(name, **settings))
    needed = {one.needs for one in found.rungs if one.needs is not None}
    assert needed >= set(programs)
    assert bool(needed) == bool(programs)
    assert not any(one.needs for one in found.levels)
