"""Games of strong players, from a public collection, where it is at hand."""

import re
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.go.notation import format_position
from tengen.games.go.scoring import Counting, estimate_dead, score
from tengen.games.stones import Setup

ARCHIVE = "kgs_2015_6d_19x19.tar.gz"
COUNTINGS: dict[str, Counting] = {
    "Japanese": "territory",
    "AGA": "aga",
    "Chinese": "area",
    "NZ": "area",
}


@dataclass(frozen=True)
class Played:
    """What a record says of a game that ended by counting."""

    rules: str
    margin: float
    """Black's lead as the players agreed on it."""
    end: NativeState


@pytest.mark.parametrize("count", [20, pytest.param(60, marks=pytest.mark.long)])
def test_games_of_strong_players_are_counted_as_they_agreed(count: int, data_dir: Path) -> None:
    """Guessed dead stones and the rules' own counting give the recorded result mostly.

    It cannot be all: playouts guess, and players sometimes agree on what is not so.
    """
    games = list(islice(_counted_games(data_dir / "go" / ARCHIVE), count))
    right = sum(_agrees(game) for game in games)
    assert right >= 0.7 * len(games)


@pytest.mark.long
def test_all_games_of_strong_players(data_dir: Path) -> None:
    """Over all counted games: territory agrees in three of four, area in nine of ten."""
    right = dict.fromkeys(COUNTINGS, 0)
    total = dict.fromkeys(COUNTINGS, 0)
    for game in _counted_games(data_dir / "go" / ARCHIVE):
        total[game.rules] += 1
        right[game.rules] += _agrees(game)
    print({rules: (right[rules], total[rules]) for rules in COUNTINGS})  # noqa: T201 - the table
    assert right["Japanese"] >= 0.74 * total["Japanese"] > 1000
    assert right["Chinese"] + right["AGA"] >= 0.85 * (total["Chinese"] + total["AGA"]) > 50


def _agrees(game: Played) -> bool:
    dead = estimate_dead(game.end, playouts=400, seed=1)
    return score(game.end, dead, COUNTINGS[game.rules]).margin == game.margin


def _counted_games(archive: Path) -> Iterator[Played]:
    if not archive.exists():
        pytest.skip(f"{archive} is not there")
    with tarfile.open(archive) as files:
        for member in files:
            file = files.extractfile(member)
            if file is None:
                continue
            text = file.read().decode("latin-1")
            result = re.search(r"RE\[([BW])\+([\d.]+)\]", text)
            end = _replay(text) if result is not None else None
            if result is None or end is None:
                continue
            margin = float(result[2]) * (1 if result[1] == "B" else -1)
            yield Played(_tag(text, "RU", "Japanese"), margin, end)


def _tag(text: str, name: str, default: str) -> str:
    found = re.search(rf"{name}\[([^\]]*)\]", text)
    return found[1] if found is not None else default


def _replay(text: str) -> NativeState | None:
    """Return the end of a game, None where it did not end with two passes."""
    komi, handicap = float(_tag(text, "KM", "0")), int(_tag(text, "HA", "0"))
    stones = re.search(r"AB((?:\s*\[[a-s]{2}\])+)", text)
    black = [] if stones is None else [_point(name) for name in re.findall(r"[a-s]{2}", stones[1])]
    game = load(
        "go",
        komi=komi,
        superko="simple",
        handicap=handicap if handicap > 1 else 0,
        compensation={"Chinese": "n", "AGA": "n-1"}.get(_tag(text, "RU", ""), "none"),
        position=format_position(Setup(int(bool(black)), tuple(black)), 19),
    )
    state = game.initial_state()
    for colour, name in re.findall(r";([BW])\[([a-t]{0,2})\]", text):
        assert state.to_play == "BW".index(colour)
        state = state.apply(_point(name))
        if state.outcome() is not None:
            assert isinstance(state, NativeState)
            return state
    return None


def _point(name: str) -> int:
    return 361 if name in {"", "tt"} else (ord(name[1]) - 97) * 19 + ord(name[0]) - 97
