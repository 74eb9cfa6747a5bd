"""Records of Go and Gomoku as strict SGF FF[4] in UTF-8."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from sgfmill import sgf_grammar
from sgfmill.sgf_grammar import (
    Coarse_game_tree,
    escape_text,
    is_valid_property_identifier,
    is_valid_property_value,
)

from tengen.core import NotationError, Record, RecordedMove
from tengen.core.record import Marks
from tengen.records.fit import NoRoomError, hoisted
from tengen.records.games import load
from tengen.records.sgf_header import MARKUP, STATED, colour_of, point_text
from tengen.records.sgf_notes import NOT_NOTES, properties_of
from tengen.records.sgf_terms import (
    NUMBERS,
    REASON,
    UNSTATED,
    has_rules,
    read_result,
    write_result,
    write_rules,
)
from tengen.records.unplayed import unplayed_in, without_unplayed

Properties = dict[str, list[bytes]]
NOT_META = {*MARKUP, *STATED}


def write_games(records: Iterable[Record], *, lossy: bool = False) -> Iterator[bytes]:
    """Yield each game as a tree.

    Args:
        records: games of Go or Gomoku.
        lossy: leave out what SGF cannot hold.

    Raises:
        NotationError: when a record has what SGF cannot hold.
    """
    for record in records:
        if record.game not in NUMBERS:
            raise NotationError(f"SGF is for {' and '.join(NUMBERS)} here, not for {record.game}")
        if record.settings.get("opening", "free") != "free":
            raise NotationError(f"SGF has no room for the opening {record.settings['opening']}")
        yield sgf_grammar.serialise_game_tree(_Writer(record, lossy=lossy).tree())


class _Writer:
    """Writes one game."""

    def __init__(self, record: Record, *, lossy: bool) -> None:
        self._record = record
        self._lossy = lossy
        self._game = load(record.game, record.settings)
        self._settings = self._game.settings
        self._size = int(self._settings["size"])
        self._start = self._game.initial_state()
        is_free = self._settings.get("handicap_placement") == "free"
        self._free = int(self._settings["handicap"]) if is_free else 0

    def tree(self) -> Coarse_game_tree:
        """Return the whole game."""
        tree = Coarse_game_tree()
        tree.sequence = [self._root()]
        # The root's other properties are about the game; a node of its own keeps marks apart.
        after: Properties = {}
        marks = without_unplayed(self._record.marks)
        self._add_marks(after, [mark for mark in marks if mark[0] not in MARKUP])
        if after:
            tree.sequence.append(after)
        self._add_line(tree, self._record.moves, 0, self._unplayed(self._record.marks))
        return tree

    def _unplayed(self, marks: Marks) -> list[Coarse_game_tree]:
        """Return what follows a move and cannot be played, as it was read."""
        trees: list[Coarse_game_tree] = []
        for part in unplayed_in(marks):
            if part.format == "SGF":
                with suppress(ValueError):
                    read = sgf_grammar.parse_sgf_game(b"(;" + _bytes(part.text) + b")")
                    trees += read.children
                    continue
            if not self._lossy:
                raise NoRoomError(f"SGF has no room for what cannot be played: {part.reason}")
        return trees

    def _root(self) -> Properties:
        record = self._record
        root: Properties = {
            "FF": [b"4"],
            "GM": [str(NUMBERS[record.game]).encode()],
            "CA": [b"UTF-8"],
            "SZ": [str(self._size).encode()],
            "RE": [_text(self._result())],
        }
        if (end := record.outcome) is not None:
            read = read_result(record.game, write_result(end))
            if read is None or read.reason != end.reason:
                root[REASON] = [_text(end.reason)]
        for key, name in zip(("PB", "PW"), record.players, strict=True):
            if name:
                root[key] = [_text(name)]
        unstated = record.meta.get(UNSTATED, "").split()
        if "RU" not in unstated or not has_rules(record.game, self._settings, ""):
            root["RU"] = [_text(self._rules())]
        if (komi := self._settings.get("komi")) is not None and (komi or "KM" not in unstated):
            root["KM"] = [f"{float(komi):g}".encode()]
        if self._settings.get("handicap"):
            root["HA"] = [str(self._settings["handicap"]).encode()]
        root |= self._setup()
        self._add_meta(root)
        if record.comment:
            root["C"] = [_text(record.comment)]
        self._add_marks(root, [mark for mark in record.marks if mark[0] in MARKUP])
        return root

    def _rules(self) -> str:
        """Return the settings as RU has them, in the words that were read if they still hold."""
        read = self._record.meta.get("RU", "")
        if read and has_rules(self._record.game, self._settings, read):
            return read
        return write_rules(self._record.game, self._settings)

    def _result(self) -> str:
        read = self._record.meta.get("RE", "")
        return read if read and self._record.outcome is None else write_result(self._record.outcome)

    def _setup(self) -> Properties:
        """Return the stones on the board before the first move."""
        board = self._start.board().ravel()
        setup: Properties = {}
        for key, code in (("AB", 1), ("AW", 2)):
            points = [point_text(int(point), self._size) for point in (board == code).nonzero()[0]]
            if points:
                setup[key] = points
        if setup or self._start.to_play or self._free:
            setup["PL"] = [b"BW"[self._start.to_play : self._start.to_play + 1]]
        return setup

    def _add_meta(self, root: Properties) -> None:
        for key, value in self._record.meta.items():
            if key in {"RU", "RE", UNSTATED} or (key == "HA" and "HA" in root):
                continue
            name = key if is_valid_property_identifier(key) else key.upper()
            if is_valid_property_identifier(name) and name not in NOT_META and name not in root:
                root[name] = [_text(value)]
            elif not self._lossy:
                raise NoRoomError(f"SGF has no room for {key}")

    def _add_marks(self, node: Properties, marks: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        for name, values in marks:
            raw = [_bytes(value) for value in values]
            fits = is_valid_property_identifier(name) and all(map(is_valid_property_value, raw))
            if fits and raw and name not in node and name not in NOT_NOTES:
                node[name] = raw
            elif not self._lossy:
                raise NoRoomError(f"SGF has no room for the mark {name}{list(values)}")

    def _add_line(
        self,
        tree: Coarse_game_tree,
        moves: Sequence[RecordedMove],
        ply: int,
        rest: Sequence[Coarse_game_tree] = (),
    ) -> None:
        """Add moves to a tree, with their variations, and `rest` beside the first of them."""
        for number, move in enumerate(moves, ply):
            if move.variations or rest:
                main = Coarse_game_tree()
                lines = hoisted(move.variations)
                tree.children = [main, *(self._branch(line, number) for line in lines), *rest]
                tree = main
            tree.sequence.append(self._node(move, number))
            rest = self._unplayed(move.marks) if move.marks else ()
        if len(rest) == 1:
            tree.sequence += rest[0].sequence
            tree.children = rest[0].children
        elif rest:
            tree.children = list(rest)

    def _branch(self, moves: Sequence[RecordedMove], ply: int) -> Coarse_game_tree:
        tree = Coarse_game_tree()
        self._add_line(tree, moves, ply)
        return tree

    def _node(self, move: RecordedMove, ply: int) -> Properties:
        colour = colour_of(ply, self._start.to_play, self._free)
        if not 0 <= move.action <= self._size**2:
            raise NotationError(f"action {move.action} is no move on {self._size}x{self._size}")
        node: Properties = {colour: [point_text(move.action, self._size)]}
        node |= dict(properties_of(move, colour))
        self._add_marks(node, without_unplayed(move.marks) if move.marks else ())
        return node

    def text_of(self, moves: Sequence[RecordedMove], ply: int) -> str:
        """Return moves after `ply` others as the trees of SGF that they would be."""
        whole = Coarse_game_tree()
        whole.sequence = [{}]
        self._add_line(whole, moves, ply)
        trees = whole.children
        if len(whole.sequence) > 1:
            whole.sequence = whole.sequence[1:]
            trees = [whole]
        parts = (sgf_grammar.serialise_game_tree(tree, wrap=None).strip() for tree in trees)
        return b"".join(parts).decode()


def text_of(record: Record, moves: Sequence[RecordedMove], ply: int) -> str:
    """Return moves that a record of Go or Gomoku has after `ply` others, in SGF.

    Raises:
        NotationError: when they have what SGF cannot hold.
    """
    return _Writer(record, lossy=False).text_of(moves, ply)


def _text(text: str) -> bytes:
    escaped: bytes = escape_text(_bytes(text))
    return escaped


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
