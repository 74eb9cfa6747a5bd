"""Go and Gomoku in SGF FF[4]: https://www.red-bean.com/sgf.

sgfmill takes the text apart into nodes and properties; what they mean is said here. A node without
a move speaks of the move before it. Stones are set up before the first move or not at all.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from sgfmill import sgf_grammar
from sgfmill.sgf_grammar import Coarse_game_tree

from tengen.core import Record, RecordedMove, TengenError
from tengen.records.charset import codec_of, decode
from tengen.records.fault import Fault, FaultyGameError, fault_of, one_line
from tengen.records.fit import hoisted
from tengen.records.games import load, outcome_shown
from tengen.records.notes import Notes
from tengen.records.sgf_header import Header, moves_by_text, read_header, root_move
from tengen.records.sgf_notes import Node, read_notes
from tengen.records.sgf_split import BRACKET, START, closed, last_start, split
from tengen.records.sgf_write import write_games
from tengen.records.unplayed import Unplayed, begun_or_fault, unplayed_in, with_unplayed

__all__ = ["BETWEEN", "SUFFIXES", "is_it", "last_start", "read_games", "write_games"]

SUFFIXES = (".sgf",)
BETWEEN = b""
MOST_NESTED = 100
"""Variations inside variations; deeper ones are found only in damaged files."""
MOST_BRACKETS = 10_000
"""Brackets inside brackets; some programs put each move of a game in its own."""

_MOVE = re.compile(rb";\s*([BW])\[([a-z]{0,2})\]")
_PLAIN_END = re.compile(rb"(?:;\s*[BW]\[[a-z]{0,2}\]\s*)++\)\s*")
_WIDE = {"utf-16", "utf-16-le", "utf-16-be"}
"""Charsets in which the declaration would not be found: it has been read from one already."""
_CHARSET = re.compile(rb"CA\s*\[([^\]]*)\]")
_HAS_NODE = re.compile(rb"\(\s*;")
_NO_NODE = re.compile(rb"\[(?:[^\]\\]++|\\.)*+\]?|\(\s*(?=[A-Za-z])", re.DOTALL)


def is_it(data: bytes) -> bool:
    """Return whether a game tree begins near the front of `data`."""
    return START.search(data, 0, 1000) is not None


def read_games(data: bytes) -> Iterator[Record | Fault]:
    """Yield the games of a collection; what is not SGF between them is passed over."""
    data = _to_utf8(data)
    for piece in split(data):
        try:
            yield begun_or_fault(_read_game(piece))
        except TengenError as error:
            yield fault_of(error)


def _to_utf8(data: bytes) -> bytes:
    """Return `data` in UTF-8: in other charsets a letter may hold the byte of a bracket."""
    declared = {codec_of(name.decode("latin-1")) for name in _CHARSET.findall(data)} - _WIDE
    if data.isascii() or ((not declared or "utf-8" in declared) and _is_utf8(data)):
        return data.removeprefix(b"\xef\xbb\xbf")
    if len(declared) < 2:
        return decode(data, next(iter(declared), None)).encode("utf-8", "replace")
    return b"\n".join(_piece_to_utf8(piece) for piece in split(data))


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _piece_to_utf8(piece: bytes) -> bytes:
    charset = _CHARSET.search(piece)
    declared = charset[1].decode("latin-1") if charset else None
    return decode(piece, declared).encode("utf-8", "replace")


def _read_game(piece: bytes) -> Record:
    """Return the record of a game tree.

    Raises:
        TengenError: when it is not whole, not of a game we know or against the format.
    """
    tree, cut = _tree_of(piece)
    header = read_header(tree)
    moves, left_over = _Reader(header).line(tree, 0, 0)
    notes = header.notes + left_over
    outcome = header.outcome
    if outcome is not None and header.is_reason_stated:
        # The board may show more than the words: the stones of a row.
        shown = outcome_shown(load(header.game, header.settings), moves)
        same = shown and (shown.winner, shown.reason) == (outcome.winner, outcome.reason)
        outcome = shown if same else outcome
    record = Record(
        game=header.game,
        settings=header.settings,
        moves=moves,
        outcome=outcome,
        players=header.players,
        meta=header.meta,
        comment=notes.comment,
        marks=notes.marks,
    )
    return record if cut is None else with_unplayed(record, _not_closed(len(moves) + 1, cut))


def _tree_of(piece: bytes) -> tuple[Coarse_game_tree, bytes | None]:
    """Return the tree of a game; of one that is not closed, what is left behind its last node, too.

    Raises:
        FaultyGameError: when not even the beginning is SGF.
    """
    try:
        return _parse_plain(piece) or _parse(piece), None
    except ValueError as error:
        for whole, rest in closed(piece):
            with suppress(ValueError):
                return _parse(whole), rest
        raise FaultyGameError(f"not SGF: {error}") from None


def _not_closed(move: int, rest: bytes) -> Unplayed:
    """Return what is left of a game whose file ends inside of it: words that are not SGF."""
    text = rest.decode("utf-8", "replace")
    return Unplayed("text", move, reason="the game is not closed", text=text)


def _parse(piece: bytes) -> Coarse_game_tree:
    """Return the tree of a game; some programs leave out the ``;`` behind a ``(``.

    Raises:
        FaultyGameError: when its brackets are nested deeper than any game.
        ValueError: when it is not whole or not SGF.
    """
    if piece.count(b"(") > MOST_BRACKETS and _depth(piece) > MOST_BRACKETS:
        raise FaultyGameError(f"brackets inside {MOST_BRACKETS} others")
    if _HAS_NODE.match(piece):
        with suppress(ValueError):
            return sgf_grammar.parse_sgf_game(piece)
    mended = _NO_NODE.sub(lambda at: b"(;" if at[0].startswith(b"(") else at[0], piece)
    return sgf_grammar.parse_sgf_game(mended)


def _depth(piece: bytes) -> int:
    """Return how deep the brackets of a tree are nested."""
    deepest = depth = 0
    for token in BRACKET.finditer(piece):
        if token[0] == b"[":
            break  # it is not closed
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        deepest = max(deepest, depth)
    return deepest


def _parse_plain(piece: bytes) -> Coarse_game_tree | None:
    """Return the tree of a game that ends in moves alone, None of another; thrice as fast."""
    first = _MOVE.search(piece)
    if first is None or not _PLAIN_END.fullmatch(piece, first.start()):
        return None
    try:
        tree = sgf_grammar.parse_sgf_game(piece[: first.start()] + b")")
    except ValueError:
        return None  # it was inside a text
    nodes = _MOVE.findall(piece, first.start())
    tree.sequence += [{"B" if colour == b"B" else "W": [point]} for colour, point in nodes]
    return tree


class _TooDeepError(FaultyGameError):
    """Variations are nested as only damaged files have them."""


@dataclass(slots=True)
class _Line:
    """A line that is being read: the game itself, or a variation."""

    depth: int = 0
    """How many variations it is inside of."""
    moves: list[RecordedMove] = field(default_factory=list)
    others: list[tuple[RecordedMove, ...]] = field(default_factory=list)
    """Variations instead of the next move."""
    beside: list[Coarse_game_tree] = field(default_factory=list)
    """Where they are read from."""
    before: Notes = field(default_factory=Notes)
    """What is said before the first move."""

    def note(self, notes: Notes, *, first: bool = False) -> None:
        """Add notes to the last move, or to what is said before the first."""
        if self.moves:
            self.moves[-1] = notes.beside(self.moves[-1], first=first)
        else:
            self.before += notes


class _Reader:
    """Reads the moves of one game tree."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._plain = moves_by_text(header.game, header.size)
        # Who moves at even plies, then at odd ones; true after free handicap stones.
        self._colours = header.colour_of(header.free), header.colour_of(header.free + 1)
        if header.free % 2:
            self._colours = self._colours[::-1]

    def line(
        self, tree: Coarse_game_tree, ply: int, depth: int
    ) -> tuple[tuple[RecordedMove, ...], Notes]:
        """Return the moves of a tree's first line, the others as variations of them.

        Args:
            tree: where the line begins.
            ply: moves played before it.
            depth: how many variations it is inside of.

        Returns:
            the moves, and what is said before the first of them.
        """
        if depth > MOST_NESTED:
            raise _TooDeepError(f"variations inside {MOST_NESTED} others", ply + 1)
        line = _Line(depth)
        nodes = tree.sequence if depth else [root_move(tree.sequence[0]), *tree.sequence[1:]]
        while self._take(line, tree, nodes, ply) and tree.children:
            for other in tree.children[1:]:
                moves, left_over = self._variation(other, ply + len(line.moves), depth + 1)
                if moves:
                    line.others += hoisted([moves])
                    line.beside.append(other)
                line.note(left_over)
            tree = tree.children[0]
            nodes = tree.sequence
        if line.others:
            line.moves += _promoted(line.others)
        return self._ended(line.moves, line.before, ply, depth)

    def _take(self, line: "_Line", tree: Coarse_game_tree, nodes: Sequence[Node], ply: int) -> bool:
        """Add what nodes of a tree say to a line; return whether all of them can be played."""
        moves, others = line.moves, line.others
        for at, node in enumerate(nodes):
            if len(node) == 1 and not others and moves:
                values = node.get(self._colours[(ply + len(moves)) & 1])
                if values and (move := self._plain.get(values[0])) and len(values) == 1:
                    moves.append(move)
                    continue
            try:
                line.before += self._read_node(node, moves, others, ply)
            except FaultyGameError as error:
                if line.depth and not moves:
                    raise  # a variation is then kept as a whole
                rest = _rest_of([_behind(tree, nodes[at:]), *line.beside], error)
                line.note(rest, first=True)
                others.clear()
                return False
            if not others:
                line.beside.clear()
        return True

    def _variation(
        self, tree: Coarse_game_tree, ply: int, depth: int
    ) -> tuple[tuple[RecordedMove, ...], Notes]:
        """Return what `line` does, or a variation as what cannot be played."""
        try:
            return self.line(tree, ply, depth)
        except _TooDeepError:
            raise
        except FaultyGameError as error:
            return (), _rest_of([tree], error)

    def _ended(
        self, moves: list[RecordedMove], before: Notes, ply: int, depth: int
    ) -> tuple[tuple[RecordedMove, ...], Notes]:
        """Return a line; what is said before the first move of a variation stands with it."""
        part = next(unplayed_in(before.marks), None)
        if part is not None and depth and moves:
            raise FaultyGameError(part.reason, ply + 1)  # it has no move to stand with
        if depth and moves:
            moves[0], before = before.beside(moves[0], first=True), Notes()
        return tuple(moves), before

    def _read_node(
        self,
        node: Node,
        moves: list[RecordedMove],
        others: list[tuple[RecordedMove, ...]],
        ply: int,
    ) -> Notes:
        """Add a node's move to `moves`, or what it says to the move before; return what is left."""
        number = ply + len(moves) + 1
        colour = self._header.colour_of(number - 1)
        action = self._action(node, colour, number)
        notes = read_notes(node, colour if action is not None else other_colour(colour))
        if action is not None:
            moves.append(notes.beside(RecordedMove(action, variations=tuple(others))))
            others.clear()
        elif moves:
            moves[-1] = notes.beside(moves[-1])
        else:
            return notes
        return Notes()

    def _action(self, node: Node, colour: str, number: int) -> int | None:
        """Return the move of a node, None when it has none."""
        if number > 1 and (
            node.keys() & {"AB", "AW", "AE"}
            or node.get("PL", [colour.encode()]) != [colour.encode()]
        ):
            raise FaultyGameError("stones are set up during the game", number)
        if (other := other_colour(colour)) in node:
            raise FaultyGameError(f"{other} moves where {colour} is to move", number)
        if colour not in node:
            return None
        values = node[colour]
        move = self._plain.get(values[0].strip()) if len(values) == 1 else None
        if move is None:
            text = "][".join(value.decode() for value in values)
            raise FaultyGameError(f"{colour}[{text}] is no point of the board", number)
        return move.action


def _behind(tree: Coarse_game_tree, nodes: Sequence[Node]) -> Coarse_game_tree:
    """Return the last nodes of a tree, with what follows them."""
    rest = Coarse_game_tree()
    rest.sequence, rest.children = list(nodes), tree.children
    return rest


def _rest_of(trees: list[Coarse_game_tree], error: FaultyGameError) -> Notes:
    """Return a note of trees that cannot be played, in the words of the file."""
    parts = [sgf_grammar.serialise_game_tree(tree, wrap=None).strip() for tree in trees]
    return Unplayed("SGF", error.move or 0, one_line(error), b"".join(parts).decode()).notes


def other_colour(colour: str) -> str:
    """Return ``W`` for ``B``, and the other way round."""
    return "W" if colour == "B" else "B"


def _promoted(others: list[tuple[RecordedMove, ...]]) -> tuple[RecordedMove, ...]:
    """Return the first of the variations of a move that is not there, with the others as its own."""
    (first, *rest), *variations = others
    return (replace(first, variations=(*first.variations, *variations)), *rest)
