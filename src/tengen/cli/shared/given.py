"""Positions to be solved: as text, as a line of JSON, or the last one of a game in a file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tengen.cli.shared.options import load_game
from tengen.cli.shared.positions import read_record, replay_to
from tengen.cli.shared.words import count
from tengen.core import Game, NotationError, SettingsError, State, TengenError
from tengen.games import load
from tengen.games.gomoku.notation import format_position
from tengen.games.stones import COLOURS, Setup

FILES = (".sgf", ".psq", ".pdn", ".json", ".jsonl", ".rec")
"""What names a file, even one that is not there."""


_SHOWN = 60
"""Letters of a text that is no position."""


@dataclass(frozen=True, slots=True)
class Given:
    """What the command line says of the game."""

    game: str
    size: int | None = None
    rule: str | None = None
    changes: Sequence[str] = ()

    def load(self, position: str) -> Game:
        """Return the game that starts from a position."""
        more = [f"position={position}"] if position else []
        return load_game(self.game, self.size, self.rule, [*self.changes, *more])


def position_of(text: str, number: int, ply: int | None, given: Given) -> State:
    """Return the position that a text describes, or that a file of this name holds.

    Args:
        text: the name of a file, a position of the game, or one as `read_puzzle` takes it.
        number: which game or line of the file, from 1.
        ply: after how many moves of the game; None for all.
        given: the game, as far as the file does not tell it.

    Raises:
        TengenError: when there is no such position.
        OSError: when the file cannot be read.
    """
    path = Path(text)
    if not (path.suffix.lower() in FILES or (text and _is_file(path))):
        if (number, ply) != (1, None):
            raise SettingsError("--number and --ply are for a file, and there is none")
        return _from_text(text, given).initial_state()
    puzzle = _puzzle_in(path, number)
    if puzzle is None:
        return _last_of_game(path, number, ply, given)
    if ply is not None:
        raise SettingsError("--ply is for a game, and this file has positions")
    try:
        return given.load(read_puzzle(puzzle, _size_of(given))).initial_state()
    except TengenError as error:
        raise type(error)(f"{path}, position {number}: {error}") from None


def read_puzzle(data: Mapping[str, object], size: int) -> str:
    """Return the text of a position from plain data.

    Args:
        data: ``{"to_play": "black", "black": [[x, y], ...], "white": [...]}``, the top left corner
            ``[0, 0]``.
        size: of the board.

    Raises:
        NotationError: when that is not what it is.
    """
    if (to_play := data.get("to_play")) not in _NAMES:
        raise NotationError(f"bad position: to_play is {to_play!r:.60}, not black or white")
    colour = _NAMES.index(to_play)
    stones = [_points(data.get(name), name, size) for name in _NAMES]
    if len({*stones[0], *stones[1]}) < len(stones[0]) + len(stones[1]):
        raise NotationError("bad position: a point is taken twice")
    return format_position(Setup(colour, *stones), size) or COLOURS[colour]


_NAMES = ("black", "white")


def _points(pairs: object, name: str, size: int) -> tuple[int, ...]:
    if not isinstance(pairs, list):
        raise NotationError(f"bad position: {name} is {pairs!r:.60}, expected [[x, y], ...]")
    return tuple(sorted(_point(pair, size) for pair in pairs))


def _point(pair: object, size: int) -> int:
    match pair:
        case [int(x), int(y)] if not (isinstance(x, bool) or isinstance(y, bool)):
            if 0 <= x < size and 0 <= y < size:
                return y * size + x
    raise NotationError(f"bad position: {pair!r:.60} is not on the {size}x{size} board")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a long position is no name of a file
        return False


def _from_text(text: str, given: Given) -> Game:
    if len(text) > 1 and ":" not in text and "{" not in text:
        shown = repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")
        raise NotationError(f"{shown} is neither a file nor a position such as B:Bh8,i9:Wg8")
    if not text.lstrip().startswith("{"):
        return given.load(text)
    try:
        puzzle = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"bad position: no JSON: {error}") from None
    return given.load(read_puzzle(puzzle, _size_of(given)))


def _size_of(given: Given) -> int:
    return int(given.load("").settings.get("size", 0))


def _puzzle_in(path: Path, number: int) -> dict[str, object] | None:
    """Return a line of a file of positions, None for a file that has games."""
    if path.suffix.lower() not in (".json", ".jsonl"):
        return None
    with path.open(encoding="utf-8", errors="replace") as file:
        lines = (line for line in file if line.strip())
        first = next(lines, "")
        if not _is_puzzle(first):
            return None
        line = first if number == 1 else next(islice(lines, number - 2, None), None)
    if line is None:
        with path.open(encoding="utf-8", errors="replace") as file:
            there = count(sum(bool(line.strip()) for line in file), "position")
        raise NotationError(f"{path} has {there}, so there is no number {number}")
    if not _is_puzzle(line):
        raise NotationError(f"{path}, position {number}: no position in JSON")
    puzzle: dict[str, object] = json.loads(line)
    return puzzle


def _is_puzzle(line: str) -> bool:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "to_play" in data and "black" in data


def _last_of_game(path: Path, number: int, ply: int | None, given: Given) -> State:
    record = read_record(path, number)
    if (given.size, list(given.changes)) != (None, []):
        raise SettingsError("the record says its game: no --size or --set")
    settings = dict(record.settings)
    if given.rule is not None:
        settings["rule"] = given.rule
    try:
        return replay_to(record, load(record.game, **settings), ply)
    except TengenError as error:
        raise type(error)(f"{path}: {error}") from None
