"""What the root of an SGF tree says of the game."""

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from sgfmill.sgf_grammar import Coarse_game_tree, main_sequence_iter

from tengen.core import Outcome, RecordedMove
from tengen.core.game import Setting
from tengen.games.go.notation import fixed_handicap, max_fixed_handicap
from tengen.records.fault import FaultyGameError
from tengen.records.games import load
from tengen.records.notes import Notes
from tengen.records.sgf_notes import Node, read_notes, read_text
from tengen.records.sgf_terms import (
    GAMES,
    REASON,
    RULES,
    UNSTATED,
    USUAL_SIZE,
    Setup,
    counts_territory,
    read_komi,
    read_result,
    read_rules,
    rules_named,
)

_SIZE = re.compile(r"\s*(\d+)\s*(?::\s*(\d+)\s*)?", re.ASCII)
MOST_DIGITS = 4
"""Longer sizes are not looked at."""

log = logging.getLogger(__name__)

MARKUP = {
    *("AR", "CR", "DD", "DM", "FG", "GB", "GW", "HO", "LB", "LN", "MA", "MN", "N", "PM", "SL"),
    *("SQ", "TB", "TR", "TW", "UC", "V", "VW"),
}
"""Root properties that are about the position and not about the game."""
NOTHING = {"", "-", "?"}
"""What files write where they do not know the komi or the rules."""
STATED = {"FF", "GM", "CA", "SZ", "KM", "B", "W", "C", "AB", "AW", "AE", "PL"}
"""Root properties that a record has a place for."""


@dataclass(frozen=True, slots=True)
class Header:
    """What is known before the first move."""

    game: str
    size: int
    settings: dict[str, Setting]
    first: int
    """Who moves first."""
    free: int
    """Handicap stones that Black places as moves, in a row."""
    players: tuple[str, str]
    outcome: Outcome | None
    is_reason_stated: bool
    """Whether the reason of the outcome is in words of its own."""
    meta: dict[str, str]
    notes: Notes

    def colour_of(self, ply: int) -> str:
        """Return who plays the move after `ply` others."""
        return colour_of(ply, self.first, self.free)


def colour_of(ply: int, first: int, free: int) -> str:
    """Return who plays the move after `ply` others, Black having `free` of them in a row."""
    if ply < free:
        return "B"
    return "BW"[(ply - free + (1 if free else first)) % 2]


def read_header(tree: Coarse_game_tree) -> Header:
    """Return what a tree says before its first move.

    Raises:
        FaultyGameError: when it is of a game we do not know, or a part cannot be read.
        SettingsError: when there are no such rules.
    """
    root: Node = tree.sequence[0]
    game = _game_of(root)
    size = _size_of(root, game)
    meta = _meta_of(root, game)
    start = _start_of(tree, game, size, meta)
    if game == "go" and (unstated := _unstated(root)):
        meta[UNSTATED] = unstated
    has_handicap = "handicap" in start.settings
    settings: dict[str, Setting] = {"size": size, **_rules_of(game, meta, handicap=has_handicap)}
    outcome = read_result(game, read_text(root["RE"])) if "RE" in root else None
    is_reason_stated = outcome is not None and REASON in meta
    if outcome is not None and is_reason_stated:
        outcome = replace(outcome, reason=meta.pop(REASON))
    if "RE" in root and (outcome is not None or read_text(root["RE"]).strip() in {"", "?"}):
        meta.pop("RE", None)
    if game == "go":
        settings["komi"] = _komi_of(root)
    return Header(
        game=game,
        size=size,
        settings=dict(load(game, settings | start.settings).settings),
        first=start.first,
        free=start.free,
        players=(meta.pop("PB", ""), meta.pop("PW", "")),
        outcome=outcome,
        is_reason_stated=is_reason_stated,
        meta=meta,
        notes=read_notes({k: v for k, v in root.items() if k in MARKUP or k == "C"}, "B"),
    )


def root_move(root: Node) -> Node:
    """Return the move that some files have in their root, as a node of its own."""
    return {key: values for key, values in root.items() if key in {"B", "W"}}


def _game_of(root: Node) -> str:
    text = read_text(root.get("GM", [b"1"])).strip()
    game = GAMES.get(int(text)) if text.isascii() and text.isdigit() and len(text) < 4 else None
    if game is None:
        raise FaultyGameError(f"GM[{text}]: only Go (1) and Gomoku (4) are read")
    return game


def _size_of(root: Node, game: str) -> int:
    if "SZ" not in root:
        log.info("no SZ: read as %dx%d", USUAL_SIZE[game], USUAL_SIZE[game])
        return USUAL_SIZE[game]
    text = read_text(root["SZ"]).strip()
    sides = _SIZE.fullmatch(text)
    if sides is None:
        raise FaultyGameError(f"SZ[{text[:30]}] is no size of a board")
    if (sides[2] or sides[1]) != sides[1]:
        raise FaultyGameError(f"SZ[{text}]: only square boards are played on")
    if len(sides[1]) > MOST_DIGITS:
        raise FaultyGameError(f"SZ[{text[:30]}]: there are no boards so large")
    return int(sides[1])


def _meta_of(root: Node, game: str) -> dict[str, str]:
    stated = STATED | MARKUP if game == "go" else (STATED | MARKUP) - {"KM"}
    return {key: read_text(values) for key, values in root.items() if key not in stated}


def _unstated(root: Node) -> str:
    """Return which of komi and rules a game does not state; files have them empty, too."""
    return " ".join(key for key in ("KM", "RU") if _said(root, key) in NOTHING)


def _said(root: Node, key: str) -> str:
    return read_text(root.get(key, ())).strip()


def _rules_of(game: str, meta: dict[str, str], *, handicap: bool) -> dict[str, Setting]:
    """Return the settings that RU names.

    A text we do not know stays in `meta`, and one that settings cannot say: to count territory.
    """
    usual = rules_named(game, next(iter(RULES[game])), handicap=handicap)
    if meta.get("RU", "").strip() in NOTHING:
        meta.pop("RU", None)
        return usual
    settings = read_rules(game, meta["RU"], handicap=handicap)
    if settings is None:
        return usual
    if not counts_territory(game, meta["RU"]):
        del meta["RU"]
    return settings


def _komi_of(root: Node) -> float:
    text = _said(root, "KM")
    komi = 0 if text in NOTHING else read_komi(text)
    if komi is None:
        raise FaultyGameError(f"KM[{text}] is no number")
    return komi


@dataclass(frozen=True, slots=True)
class _Start:
    """The position before the first move."""

    settings: dict[str, Setting]
    first: int
    free: int = 0


def _start_of(tree: Coarse_game_tree, game: str, size: int, meta: dict[str, str]) -> _Start:
    """Return the start, its handicap taken out of `meta` where it is a setting."""
    stones: dict[int, int] = {}
    to_play, moves = "", "".join(_colours(tree))
    for node in _before_moves(tree):
        _add_stones(node, stones, game, size)
        to_play = read_text(node.get("PL", ())).strip().upper()[:1] or to_play
    handicap = _handicap_of(meta) if game == "go" else 0
    if to_play not in {"B", "W"}:
        to_play = moves[:1] or ("W" if handicap else "B")
    first = "BW".index(to_play)
    black, white = ([p for p in stones if stones[p] == colour] for colour in (0, 1))
    position = Setup(black, white, first).text(point_names(game, size))
    if handicap and (start := _handicap_start(handicap, size, position, moves)):
        del meta["HA"]
        return start
    return _Start({"position": position} if position else {}, first)


def _handicap_start(handicap: int, size: int, position: str, moves: str) -> _Start | None:
    """Return how Black got his stones, None where there is no sign of them."""
    is_free = not position and moves[:handicap] == "B" * min(handicap, len(moves))
    if is_free and moves[handicap : handicap + 1] != "B":
        return _Start({"handicap": handicap, "handicap_placement": "free"}, 0, handicap)
    fixed = ""
    if handicap <= max_fixed_handicap(size):
        points = fixed_handicap(size, handicap)
        fixed = Setup(points, (), 1).text(point_names("go", size))
    if fixed and position in {fixed, "W"}:
        return _Start({"handicap": handicap}, 1)
    if position.count(":B") and len(position.split(":")[1].split(",")) < handicap:
        log.info("HA[%d], but fewer stones are set: not a handicap of that many", handicap)
        return None
    if ":" in position:
        return _Start({"handicap": handicap, "position": position}, int(position[0] == "W"))
    return None


def _handicap_of(meta: dict[str, str]) -> int:
    text = meta.get("HA", "").strip()
    handicap = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    return handicap if handicap > 1 else 0


def _before_moves(tree: Coarse_game_tree) -> Iterator[Node]:
    """Yield the nodes up to the first that has a move, that one included."""
    for node in main_sequence_iter(tree):
        yield node
        if "B" in node or "W" in node:
            return


def _colours(tree: Coarse_game_tree) -> Iterator[str]:
    """Yield who moves, for as many moves as may tell a handicap."""
    colours = ("B" if "B" in n else "W" for n in main_sequence_iter(tree) if "B" in n or "W" in n)
    return islice(colours, 30)


def _add_stones(node: Node, stones: dict[int, int], game: str, size: int) -> None:
    """Add a node's set-up stones: player by point, row-major."""
    _refuse_twice_set(node, game, size)
    for key, player in (("AB", 0), ("AW", 1), ("AE", None)):
        for value in node.get(key, ()):
            for point in _points(value, game, size, key):
                if player is None:
                    stones.pop(point, None)
                else:
                    stones[point] = player


def _refuse_twice_set(node: Node, game: str, size: int) -> None:
    """Refuse a node that puts both colours on a point."""
    seen: dict[int, str] = {}
    for key in ("AB", "AW"):
        for value in node.get(key, ()):
            for point in _points(value, game, size, key):
                if (other := seen.setdefault(point, key)) != key:
                    name = point_names(game, size)[point]
                    raise FaultyGameError(f"{name} is set up by {other} and {key} at once")


def _points(value: bytes, game: str, size: int, key: str) -> Iterator[int]:
    """Yield the points of a value: one, or the rectangle between two corners."""
    corner, _, opposite = value.strip().partition(b":")
    ends = [moves_by_text(game, size).get(text) for text in (corner, opposite or corner)]
    if not corner or None in ends or any(end.action >= size * size for end in ends if end):
        raise FaultyGameError(f"{key}[{value.decode()}] is no point of the board")
    (y1, x1), (y2, x2) = (divmod(end.action, size) for end in ends if end)
    for y in range(min(y1, y2), max(y1, y2) + 1):
        for x in range(min(x1, x2), max(x1, x2) + 1):
            yield y * size + x


@lru_cache(maxsize=64)
def point_names(game: str, size: int) -> Sequence[str]:
    """Return our names of a board's points, row-major.

    Raises:
        SettingsError: when there is no such board.
    """
    # Small boards have no room for Go's usual komi.
    board = load(game, {"size": size, "komi": 0} if game == "go" else {"size": size})
    return tuple(board.format_move(point) for point in range(size * size))


@lru_cache(maxsize=64)
def moves_by_text(game: str, size: int) -> dict[bytes, RecordedMove]:
    """Return the moves by how SGF writes them: a column and a row from the top, ``dp``.

    Gomoku is also written with rows counted from the bottom, ``d4``. In Go, nothing is a pass,
    and so is ``tt`` where that is no point.

    Raises:
        SettingsError: when there is no such board.
    """
    names = point_names(game, size)
    moves = {}
    for action in range(size * size):
        move = RecordedMove(action)
        moves[point_text(action, size)] = move
        if game == "gomoku":
            moves[names[action].encode()] = moves[names[action].upper().encode()] = move
    if game == "go":
        moves[b""] = RecordedMove(size * size)
        if size <= 19:
            moves[b"tt"] = moves[b""]
    return moves


def point_text(action: int, size: int) -> bytes:
    """Return how SGF writes a point; nothing, a pass, for an action after the last one."""
    y, x = divmod(action, size)
    return bytes((97 + x, 97 + y)) if y < size else b""
