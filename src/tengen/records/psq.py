"""Gomoku as the Gomocup tournaments write it: PSQ, and the older ``.rec`` of their judge.

PSQ begins with ``Piskvorky 15x15, 11:11, 0``: the board, the engines' levels, and which of the
players named at the end moved first. Moves are ``x,y,milliseconds``, from 1, x to the right and
y downwards. Then come the players, a code of how the game ended, and ``1,Freestyle``: the winner
(0: nobody; -1, ours: not known) and the tournament, whose name begins with the rule.

A ``.rec`` has the players first, then moves counted from 0, then the code; its board is 20x20.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from tengen.core import Game, NotationError, Outcome, Record, RecordedMove, TengenError
from tengen.core.game import Setting
from tengen.records.charset import decode
from tengen.records.fault import Fault, FaultyGameError, fault_of
from tengen.records.fit import NoRoomError, refuse_others
from tengen.records.games import load, outcome_shown

SUFFIXES = (".psq", ".rec")
BETWEEN = b""
_HEADER = re.compile(r"Piskvorky\s+(\d{1,3})\s*x\s*(\d{1,3})\b([^\r\n]*)", re.IGNORECASE)
_START = re.compile(rb"[\r\n]\s*(?=Piskvorky\s+\d)", re.IGNORECASE)
_LEVELS = re.compile(r"\s*,\s*(-?\d+\s*:\s*-?\d+)\s*,\s*([01])\s*")
_MOVE = re.compile(r"\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*(?:,\s*(-?\d{1,12})\s*)?")
_VERDICT = re.compile(r"(-1|[012])\s*,\s*(\S*[^\d\s,].*)")
_CODE = re.compile(r"-?\d{1,9}")
_NOBODY = "?"
"""Stands for a player without a name."""
_RULES = ("freestyle", "standard", "renju", "caro")
JUDGES_SIZE = 20


def is_it(data: bytes) -> bool:
    """Return whether `data` begins as PSQ does."""
    return _HEADER.match(decode(data[:200]).lstrip()) is not None


def last_start(data: bytes) -> int:
    """Return where the last header stands, 0 if there is none but at the front."""
    return max((found.end() for found in _START.finditer(data)), default=0)


def read_games(data: bytes) -> Iterator[Record | Fault]:
    """Yield the games of a file; there is one in each but for files joined by hand."""
    lines = [line.strip() for line in decode(data).splitlines()]
    lines = [line for line in lines if line]
    starts = [number for number, line in enumerate(lines) if _HEADER.match(line)]
    bounds = [*starts, len(lines)] if starts else [0, len(lines)]
    for begin, end in pairwise(bounds):
        try:
            yield _read(lines[begin:end])
        except TengenError as error:
            yield fault_of(error)


def write_games(records: Iterable[Record], *, lossy: bool = False) -> Iterator[bytes]:
    """Yield each game as PSQ.

    Args:
        records: games of Gomoku.
        lossy: leave out what PSQ cannot hold.

    Raises:
        NotationError: when a record has what PSQ cannot hold.
    """
    for record in records:
        if not lossy:
            _refuse_what_does_not_fit(record)
        yield _write(record).encode("utf-8", "replace")


def _read(lines: list[str]) -> Record:
    header = _HEADER.match(lines[0]) if lines else None
    if header:
        return _read_psq(header, lines[1:])
    if len(lines) < 3 or not _MOVE.fullmatch(lines[2]):
        raise FaultyGameError("no PSQ: the header 'Piskvorky 15x15, 0:0, 0' is missing")
    body = lines[2:]
    count = _count_moves(body)
    return _record(JUDGES_SIZE, body[:count], 0, lines[:2], body[count:], {})


def _read_psq(header: re.Match[str], body: list[str]) -> Record:
    if header[1] != header[2]:
        raise FaultyGameError(f"board {header[1]}x{header[2]}: only square ones are played on")
    meta: dict[str, str] = {}
    second_begins = False
    if levels := _LEVELS.fullmatch(header[3]):
        second_begins = levels[2] == "1"
        if levels[1] != "0:0":
            meta["Levels"] = levels[1]
    count = _count_moves(body)
    rest = body[count:]
    names = rest[:2] if len(rest) > 1 and not _CODE.fullmatch(rest[0]) else []
    if second_begins:
        names.reverse()
    return _record(int(header[1]), body[:count], 1, names, rest[2 if names else 0 :], meta)


def _count_moves(lines: list[str]) -> int:
    """Return how many lines from the first on are moves."""
    for number, line in enumerate(lines):
        if not _MOVE.fullmatch(line):
            return number
    return len(lines)


def _record(
    size: int, moves: list[str], base: int, names: list[str], rest: list[str], meta: dict[str, str]
) -> Record:
    """Return the record of one game; `rest` is the code and the verdict, where they are."""
    verdict = next((found for line in rest if (found := _VERDICT.fullmatch(line))), None)
    if rest and _CODE.fullmatch(rest[0]) and rest[0] not in {"0", "-1"}:
        meta["Code"] = rest[0]
    settings: dict[str, Setting] = {"size": size}
    if verdict:
        rule = next((name for name in _RULES if verdict[2].lower().startswith(name)), "")
        settings |= {"rule": rule} if rule else {}
        if verdict[2].lower() != rule:
            meta["Tournament"] = verdict[2]
    game = load("gomoku", settings)
    played = tuple(_move(line, number, size, base) for number, line in enumerate(moves, 1))
    outcome = _outcome(game, played, verdict)
    first, second = ("" if name == _NOBODY else name for name in names or ("", ""))
    return Record("gomoku", dict(game.settings), played, outcome, (first, second), meta)


def _move(line: str, number: int, size: int, base: int) -> RecordedMove:
    match = _MOVE.fullmatch(line)
    assert match is not None
    x, y = int(match[1]) - base, int(match[2]) - base
    if not (0 <= x < size and 0 <= y < size):
        raise FaultyGameError(f"{line!r} is not on the {size}x{size} board", number)
    milliseconds = int(match[3] or 0)
    return RecordedMove(y * size + x, milliseconds / 1000 if milliseconds > 0 else None)


def _outcome(
    game: Game, moves: tuple[RecordedMove, ...], verdict: re.Match[str] | None
) -> Outcome | None:
    """Return the result: as the rules see it, else as the file states it."""
    by_rules = outcome_shown(game, moves)
    if verdict is None:
        return by_rules
    if verdict[1] == "-1":
        return None
    stated = {"0": None, "1": 0, "2": 1}[verdict[1]]
    if by_rules is not None and by_rules.winner == stated:
        return by_rules
    return Outcome(stated, "" if stated is not None else "draw")


def _refuse_what_does_not_fit(record: Record) -> None:
    """Raise NoRoomError, naming what PSQ cannot hold of this record."""
    refuse_others(record, ("times taken",), "PSQ")
    settings = record.settings
    if settings.get("position") or settings.get("win_length", 5) != 5:
        raise NoRoomError("PSQ has no room for set-up stones or other winning lengths")
    for key in record.meta:
        if key not in {"Levels", "Code", "Tournament"}:
            raise NoRoomError(f"PSQ has no room for {key}")
    tournament, rule = record.meta.get("Tournament", ""), str(settings.get("rule", _RULES[0]))
    if tournament and rule != _RULES[0] and not tournament.lower().startswith(rule):
        raise NoRoomError(f"PSQ has no room for {rule} rules in tournament {tournament!r}")
    for name in record.players:
        if name != " ".join(name.split()) or name == _NOBODY or _CODE.fullmatch(name):
            raise NoRoomError(f"PSQ has no room for a player called {name!r}")
        if _MOVE.fullmatch(name) or _VERDICT.fullmatch(name):
            raise NoRoomError(f"PSQ has no room for a player called {name!r}")


def _write(record: Record) -> str:
    if record.game != "gomoku":
        raise NotationError(f"PSQ is for Gomoku, not for {record.game}")
    if record.settings.get("opening", "free") != "free":
        raise NotationError(f"PSQ has no room for the opening {record.settings['opening']}")
    size, meta = int(record.settings.get("size", 15)), record.meta
    lines = [f"Piskvorky {size}x{size}, {meta.get('Levels', '0:0')}, 0"]
    for move in record.moves:
        y, x = divmod(move.action, size)
        lines.append(f"{x + 1},{y + 1},{round(1000 * (move.seconds or 0))}")
    if any(record.players):
        lines += [" ".join(name.split()) or _NOBODY for name in record.players]
    by_rules = outcome_shown(load("gomoku", record.settings), record.moves)
    lines.append(meta.get("Code", "-1" if by_rules is None else "0"))
    winner = -1
    if record.outcome is not None:
        winner = 0 if record.outcome.winner is None else record.outcome.winner + 1
    rule = str(record.settings.get("rule", _RULES[0]))
    lines.append(f"{winner},{meta.get('Tournament', rule.capitalize())}")
    return "\n".join(lines) + "\n"
