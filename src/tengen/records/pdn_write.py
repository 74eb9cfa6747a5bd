"""Records of English draughts as strict PDN 3.0."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tengen.core import IllegalMoveError, NotationError, Outcome, Record, RecordedMove, State
from tengen.core.record import Marks
from tengen.records.fit import NoRoomError, hoisted, refuse_others
from tengen.records.games import load
from tengen.records.pdn_notes import comments_of, has_odd_time, lines_of
from tengen.records.unplayed import unplayed_in, without_unplayed

WIDTH = 80
BETWEEN = b"\n"
GAME_TYPE = "21,B,8,8,N1,0"
_IDENTIFIER = re.compile(r"[A-Z][a-zA-Z0-9_]*", re.ASCII)
_COMMANDS = {"[%clk", "[%emt", "[%eval"}
_OTHERS_TAGS = {"Black", "White", "GameType", "FEN"}
"""Tags that a record has other places for."""
ROOM_FOR = ("times taken", "values", "comments", "clocks", "glyphs", "variations", "marks")


def write_games(records: Iterable[Record], *, lossy: bool = False) -> Iterator[bytes]:
    """Yield each game, a star after it.

    Args:
        records: games of draughts.
        lossy: leave out what PDN cannot hold.

    Raises:
        NotationError: when a record has what PDN cannot hold.
        IllegalMoveError: at a move against the rules, which has no name.
    """
    for number, record in enumerate(records):
        if record.game != "draughts":
            raise NotationError(f"PDN is for draughts, not for {record.game}")
        if not lossy:
            refuse_others(record, ROOM_FOR, "PDN")
        text = _Writer(record, lossy=lossy).text()
        yield (BETWEEN if number else b"") + text.encode("utf-8", "replace")


class _Writer:
    """Writes one game."""

    def __init__(self, record: Record, *, lossy: bool) -> None:
        self._record = record
        self._lossy = lossy
        self._game = load("draughts", record.settings)
        self._are_claimed = self._game.settings["draws"] == "claimed"

    def text(self) -> str:
        """Return the game: tags, an empty line, moves and a star."""
        start = self._game.initial_state()
        tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in self._tags())
        comments = [self._comment(line) for line in lines_of(self._record.comment)]
        moves = self._line(self._record.moves, start, start.to_play)
        words = [*comments, *self._unplayed(self._record.marks), *moves, "*"]
        return f"{tags}\n{_wrapped(words)}\n"

    def _tags(self) -> Iterator[tuple[str, str]]:
        record = self._record
        meta = {name: value for name, value in record.meta.items() if self._is_tag(name, value)}
        for name in ("Event", "Site", "Date", "Round"):
            if name in meta:
                yield name, meta.pop(name)
        for name, player in zip(("Black", "White"), record.players, strict=True):
            if player:
                yield name, player
        result = meta.pop("Result", "*")
        yield "Result", result if record.outcome is None else _result(record.outcome)
        if record.outcome and record.outcome.reason not in {"", "draw"}:
            yield "Termination", record.outcome.reason
            meta.pop("Termination", None)
        yield from meta.items()
        yield "GameType", GAME_TYPE
        if position := str(self._game.settings["position"]):
            yield "SetUp", "1"
            yield "FEN", position
        if self._are_claimed:
            yield "Draws", "claimed"

    def _is_tag(self, name: str, value: str) -> bool:
        claims = name == "Draws" and (self._are_claimed or value.split() == ["claimed"])
        if _IDENTIFIER.fullmatch(name) and name not in _OTHERS_TAGS and not claims:
            return True
        if self._lossy:
            return False
        raise NoRoomError(f"PDN has no room for {name}")

    def _line(self, moves: Sequence[RecordedMove], state: State, ply: int) -> Iterator[str]:
        """Yield the words of a line.

        Args:
            moves: of the line.
            state: where it begins.
            ply: whole moves before it, counted as if Black had begun.
        """
        if (names := self._plain_names(moves, state)) is not None:
            yield from _numbered(names, ply)
            return
        needs_number = True
        at = 0
        while at < len(moves):
            end, after = self._whole_move(moves, at, state, ply)
            chain = moves[at:end]
            name = self._game.format_line(state, [move.action for move in chain])[0]
            if state.to_play == 0 or needs_number:
                name = f"{ply // 2 + 1}.{'..' if state.to_play else ''} {name}"
            notes = [word for move in chain for word in self._notes(move, state.to_play)]
            variations = [
                word for line in _variations(chain) for word in self._branch(line, state, ply)
            ]
            rest = [word for move in chain for word in self._unplayed(move.marks)]
            yield from (name, *notes, *variations, *rest)
            needs_number = bool(variations) or any(note.startswith("{") for note in notes)
            at, state, ply = end, after, ply + 1

    def _plain_names(self, moves: Sequence[RecordedMove], state: State) -> list[str] | None:
        """Return the names of a line's whole moves where nothing is noted beside any of them.

        Most games are of this kind, and native code names their moves ten times as fast.
        """
        if not all(move.is_plain for move in moves):
            return None
        try:
            return self._game.format_line(state, [move.action for move in moves])
        except IllegalMoveError:
            return None  # the other way says at which move

    def _unplayed(self, marks: Marks) -> Iterator[str]:
        """Yield what follows and cannot be played, as it was read."""
        others = without_unplayed(marks)
        if others and not self._lossy:
            raise NoRoomError(f"PDN has no room for the mark {others[0][0]}")
        for part in unplayed_in(marks):
            if part.format == "PDN":
                yield from part.text.split()
            elif not self._lossy:
                raise NoRoomError(f"PDN has no room for what cannot be played: {part.reason}")

    def _whole_move(
        self, moves: Sequence[RecordedMove], at: int, state: State, ply: int
    ) -> tuple[int, State]:
        """Return where the move that begins at `at` ends, and the position after it."""
        player = state.to_play
        for end in range(at, len(moves)):
            try:
                state = state.apply(moves[end].action)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {ply + 1}: {error}") from None
            if state.to_play != player or state.outcome() is not None:
                return end + 1, state
        return len(moves), state

    def _notes(self, move: RecordedMove, player: int) -> Iterator[str]:
        if has_odd_time(move) and not self._lossy:
            raise NoRoomError(
                f"PDN has no room for times of {move.seconds} or {move.clock} seconds"
            )
        yield from (f"${nag}" for nag in move.nags)
        yield from map(self._comment, comments_of(move, player))

    def _branch(self, moves: Sequence[RecordedMove], state: State, ply: int) -> list[str]:
        words = list(self._line(moves, state, ply))
        words[0] = f"({words[0]}"
        # Behind a glyph, a bracket would be read as a part of it.
        words[-1] += " )" if words[-1][-1] in "!?" else ")"
        return words

    def _comment(self, text: str) -> str:
        if "}" in text and not self._lossy:
            raise NoRoomError(f"PDN has no room for a '}}' in a comment: {text[:40]!r}")
        return "{" + text.replace("}", ")") + "}"


def _numbered(names: Iterable[str], ply: int) -> Iterator[str]:
    """Yield the names of whole moves, of which the first is at `ply`, with the numbers they need."""
    for at, name in enumerate(names, ply):
        if at % 2 == 0 or at == ply:
            yield f"{at // 2 + 1}.{'..' if at % 2 else ''} {name}"
        else:
            yield name


def _variations(chain: Sequence[RecordedMove]) -> Iterator[tuple[RecordedMove, ...]]:
    """Yield the lines instead of a whole move, each from its beginning."""
    if not any(move.variations for move in chain):
        return
    played: list[RecordedMove] = []
    for move in chain:
        for line in hoisted(move.variations):
            yield (*played, *line)
        played.append(replace(move, variations=()))


def _result(outcome: Outcome) -> str:
    return "1/2-1/2" if outcome.winner is None else ("1-0", "0-1")[outcome.winner]


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: Iterable[str]) -> str:
    """Return the words in lines of `WIDTH`; a longer comment is broken at its blanks."""
    lines, line = [], ""
    # Most words are moves, and there are many.
    for part in (part for word in words for part in (_parts(word) if "{" in word else (word,))):
        if line and len(line) + 1 + len(part) > WIDTH:
            lines.append(line)
            # At the front of a line these would be a remark, and might be a tag.
            line = f" {part}" if part[0] in "%[" else part
        else:
            line = f"{line} {part}" if line else part
    return "\n".join([*lines, line])


def _parts(word: str) -> list[str]:
    """Return the parts of a comment between which a line may end; commands are not broken."""
    parts: list[str] = []
    for part in word.split():
        if parts and parts[-1].lstrip("{(") in _COMMANDS:
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return parts
