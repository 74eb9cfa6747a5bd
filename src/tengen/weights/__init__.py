"""The nets that ship: ``NAME.onnx`` or ``NAME.nnue`` with its card ``NAME.md``.

``index.json`` lists them with the method that plays them and the game they were trained for;
``matches.json`` tells how the methods that look ahead with them fared against each other.
"""

import json
import math
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from tengen.core import Game, WeightsError
from tengen.core.files import write_bytes
from tengen.core.game import Setting
from tengen.core.words import there_are
from tengen.games import unmet_bonds
from tengen.games.face import NativeGame

USUAL_SECONDS = 0.3
"""A move, of an engine that is not told."""
_INCREMENTAL = ".nnue"
_SUFFIXES = (".onnx", _INCREMENTAL)


class Entry(TypedDict):
    """A net's line in the index."""

    method: str
    game: str
    settings: dict[str, Any]
    """Those it was trained for, as `Game.settings`."""


class PlayedMatch(TypedDict):
    """A match of the methods that look ahead."""

    game: str
    settings: dict[str, Any]
    """As `Game.settings`."""
    seconds: float
    """A move."""
    scores: dict[str, float]
    """By method."""
    games: int
    seed: int


def shipped(method: str | None = None) -> list[str]:
    """Return the names of the shipped nets, those of one method alone if it is given."""
    return sorted(
        name for name, entry in _index().items() if method is None or entry["method"] == method
    )


def entries(method: str) -> list[Entry]:
    """Return the game and settings that each shipped net of a method was trained for."""
    return [entry for _, entry in sorted(_index().items()) if entry["method"] == method]


def listed() -> dict[str, Entry]:
    """Return each shipped net by its name: its method, its game, the settings it was trained for."""
    return dict(sorted(_index().items()))


def check_free(name: str) -> None:
    """Check that a net may be called `name`.

    Raises:
        WeightsError: when one is called that already, or it is no name of a file.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9._-]*", name):
        raise WeightsError(f"bad name of a net {name!r}: small letters, digits, '-', '_' and '.'")
    if name in _index():
        raise WeightsError(f"there is a net {name!r} in the box already")


def add_entry(name: str, method: str, game: str, settings: Mapping[str, Setting]) -> None:
    """Write a line for a net whose file is in the box into the index."""
    entry: Entry = {"method": method, "game": game, "settings": dict(settings)}
    lines = [f" {json.dumps(key)}: {json.dumps(each)}" for key, each in _with(name, entry)]
    write_bytes(folder() / "index.json", ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def _with(name: str, entry: Entry) -> list[tuple[str, Entry]]:
    return sorted((_index() | {name: entry}).items())


def find(name: str) -> Path:
    """Return the file of the shipped net `name`.

    Raises:
        WeightsError: when none is called that.
    """
    if name not in shipped():
        raise WeightsError(f"no shipped net {name!r}: {there_are(shipped())}")
    (path,) = (path for suffix in _SUFFIXES if (path := folder() / f"{name}{suffix}").is_file())
    return path


def best_for(game: Game, method: str = "alphazero") -> Path:
    """Return the shipped net of a method that fits `game` best: its size before its rule.

    A net made for another rule or komi will do, since the search plays by the right one; what it
    knows of another size is worth less. A net made for another number of anything else will not do.

    Raises:
        WeightsError: when no shipped net of the method plays this game.
    """
    fits = _fits(game, method)
    if not fits:
        raise WeightsError(f"no shipped net plays {game}: name a weights file, {method}:FILE")
    return find(fits[0].name)


def foreign_size(game: Game, method: str) -> int | None:
    """Return the board size that the net of `best_for` learned; None for the game's, or without a net."""
    fits = _fits(game, method)
    return _index()[fits[0].name]["settings"]["size"] if fits and fits[0].apart else None


def strongest(game: Game, seconds: float = USUAL_SECONDS) -> list[str]:
    """Return the methods that play a game well with the nets that ship, the strongest first.

    The match that was played under the nearest rules, size and time decides; where it was even, or
    there was none, a net that was trained for these very rules comes first.

    Args:
        seconds: a move.
    """
    scores = _nearest_match(game, seconds)
    found = [(fits[0], method) for method in searched() if (fits := _fits(game, method))]
    found.sort(key=lambda each: (-scores.get(each[1], 0.5), each[0]))
    return [method for _, method in found]


def searched() -> list[str]:
    """Return the methods whose nets are asked by a search: those that played the matches."""
    return sorted({method for match in matches() for method in match["scores"]})


def matches() -> list[PlayedMatch]:
    """Return what was played: game, settings, seconds a move, score by method, games, seed."""
    played: list[PlayedMatch] = json.loads((folder() / "matches.json").read_text(encoding="utf-8"))
    return played


def _nearest_match(game: Game, seconds: float) -> dict[str, float]:
    """Return the score of each method in the match nearest to these rules, size and time."""

    def distance(match: PlayedMatch) -> tuple[int, int, float]:
        rules, size = dict(match["settings"]), game.planes_shape[-1]
        apart = abs(rules.pop("size", size) - size)
        others = sum(game.settings.get(key) != value for key, value in rules.items())
        return others, apart, abs(math.log(match["seconds"] / seconds))

    played = [match for match in matches() if match["game"] == game.name]
    return min(played, key=distance)["scores"] if played else {}


class _Fit(NamedTuple):
    """How well a net fits a game, the best the least."""

    apart: int
    """Of the sizes."""
    smaller: bool
    """Whether its board is the smaller one, of which it has seen less."""
    others: int
    """Settings that it was not trained for, besides the size."""
    name: str


def _fits(game: Game, method: str) -> list[_Fit]:
    """Return the nets of a method that can play a game, the fittest first."""
    size = game.planes_shape[-1]
    fits = []
    for name, entry in _index().items():
        learned = dict(entry["settings"])
        if (entry["method"], entry["game"]) != (method, game.name) or _unmet(name, learned, game):
            continue
        own = learned.pop("size", size)
        others = sum(game.settings.get(key) != value for key, value in learned.items())
        fits.append(_Fit(abs(own - size), own < size, others, name))
    return sorted(fits)


def _unmet(name: str, learned: Mapping[str, Setting], game: Game) -> set[str]:
    """Return the settings that keep a net from playing a game."""
    unmet = set(unmet_bonds(learned, game))
    if isinstance(game, NativeGame) and find(name).suffix == _INCREMENTAL:
        unmet &= {*game.engine_bonds}
    return unmet


def _index() -> dict[str, Entry]:
    index: dict[str, Entry] = json.loads((folder() / "index.json").read_text(encoding="utf-8"))
    return index


def folder() -> Path:
    """Return the box: the folder that the nets lie in."""
    return Path(str(resources.files(__name__)))
