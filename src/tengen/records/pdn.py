"""English draughts in PDN 3.0.

A result of 1-0 says that Black won, who moves first. A position that is set up in the middle of
a game ends one record and begins another. Where moves follow a draw by the rules, nobody claimed
it: the record's setting `draws` says so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tengen.core import Outcome, Record, RecordedMove, State, TengenError
from tengen.games.draughts.game import Draughts
from tengen.records.charset import decode
from tengen.records.fault import Fault, FaultyGameError, fault_of, one_line
from tengen.records.fit import hoisted
from tengen.records.games import load
from tengen.records.notes import Notes
from tengen.records.pdn_notes import read_notes
from tengen.records.pdn_rest import closing_of, first_unclosed, text_of, word_of
from tengen.records.pdn_starts import last_start
from tengen.records.pdn_text import (
    DRAWS,
    FORCED,
    Game,
    Token,
    View,
    comment_text,
    games,
    glyph,
    tokens_of,
    view_of,
)
from tengen.records.pdn_write import BETWEEN, write_games
from tengen.records.unplayed import Unplayed, begun_or_fault, first_unplayed

__all__ = ["BETWEEN", "SUFFIXES", "is_it", "last_start", "read_games", "write_games"]

SUFFIXES = (".pdn",)
MOST_NESTED = 100
"""Variations inside variations; deeper ones are found only in damaged files."""
_LOOKS = re.compile(r'\s*(\[\s*[A-Za-z]\w*\s*"|1\.\s*\d+\s*[-x])')
_WINNERS = {"1-0": 0, "2-0": 0, "0-1": 1, "0-2": 1, "1-1": None, **dict.fromkeys(DRAWS)}
PLAIN = tuple(RecordedMove(action) for action in range(128))
"""Moves without notes, the same ones for all records."""


class _DrawnAlreadyError(FaultyGameError):
    """A move follows a draw by the rules."""


class TooDeepError(FaultyGameError):
    """Variations are nested as only damaged files have them."""


def is_it(data: bytes) -> bool:
    """Return whether `data` begins with a tag or a numbered move."""
    return _LOOKS.match(decode(data[:400])) is not None


def read_games(data: bytes) -> Iterator[Record | Fault]:
    """Yield the games of a file."""
    for game in games(_text(data)):
        try:
            yield from map(begun_or_fault, _read(game))
        except TengenError as error:
            yield fault_of(error)


def _text(data: bytes) -> str:
    """Return the text with one kind of line end and of blank, and without NULs."""
    text = decode(data).replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ")
    return text.replace("\0", "")


def _read(game: Game) -> list[Record]:
    """Return the record of a game; several where positions are set up inside of it.

    Raises:
        TengenError: when it is of another game, or a part cannot be read or played.
    """
    header = _Header.of(game)
    try:
        return _read_as(header, game)
    except _DrawnAlreadyError:
        return _read_as(replace(header, draws="claimed"), game)


def _read_as(header: "_Header", game: Game) -> list[Record]:
    rules = _rules(header.position, header.draws)
    if game.words is not None and not header.view.numbers_from_white:
        actions, error = rules.parse_moves(rules.initial_state(), game.words)
        if error is None:
            return [header.record(rules, tuple(map(PLAIN.__getitem__, actions)))]
    if game.words is not None:
        game.tokens = tokens_of(game.words)
    found = _Reader(header).read(game.tokens)
    if header.knows_corner or not any(map(first_unplayed, found)) or not _has_letters(game.tokens):
        return found
    other = _Reader(replace(header, view=View(letters_from_black=False))).read(game.tokens)
    return max(found, other, key=lambda records: sum(len(record.moves) for record in records))


def _has_letters(tokens: list[Token]) -> bool:
    """Return whether squares are named by letters."""
    return any(token.kind == "move" and token.text[0].isalpha() for token in tokens)


def _rules(position: str, draws: str) -> Draughts:
    rules = load("draughts", {"position": position, "draws": draws})
    assert isinstance(rules, Draughts)
    return rules


@dataclass(frozen=True, slots=True)
class _Header:
    """What the tags say."""

    position: str
    view: View
    knows_corner: bool
    """Whether the game type says where a1 is."""
    players: tuple[str, str]
    outcome: Outcome | None
    meta: dict[str, str]
    draws: str
    """``claimed`` where the game goes on after a draw that nobody claimed."""

    @classmethod
    def of(cls, game: Game) -> "_Header":
        """Return what a game's tags, and the result after its moves, say."""
        tags = dict(game.tags)
        game_type = tags.pop("GameType", "")
        view = view_of(game_type) if game_type else View()
        if view is None:
            raise FaultyGameError(f"GameType {game_type!r}: only English draughts (21) is read")
        position = tags.pop("FEN", "")
        if position:
            tags.pop("SetUp", None)
        outcome = _pop_outcome(tags, game.result)
        players = (tags.pop("Black", ""), tags.pop("White", ""))
        draws = tags.pop("Draws") if tags.get("Draws") == "claimed" else "automatic"
        return cls(position, view, "A" in game_type, players, outcome, tags, draws)

    def record(
        self,
        rules: Draughts,
        moves: tuple[RecordedMove, ...],
        lead: Notes | None = None,
    ) -> Record:
        """Return the record of a game with this header."""
        return Record(
            game="draughts",
            settings=dict(rules.settings),
            moves=moves,
            outcome=self.outcome,
            players=self.players,
            meta=self.meta,
            comment=lead.comment if lead else "",
            marks=lead.marks if lead else (),
        )


def _pop_outcome(tags: dict[str, str], stated: str) -> Outcome | None:
    """Return the result, its tags taken out; a result that is none of ours stays a tag.

    Where the end of the moves says another thing than the tag, it is the one that is believed.
    """
    result = tags.get("Result", "*").replace(" ", "")
    if result in {"*", ""} or stated in _WINNERS:
        result = stated
    if result not in _WINNERS:
        if tags.get("Result") in {"*", ""}:
            del tags["Result"]
        if result not in {"*", ""}:
            tags.setdefault("Result", result)
        return None
    tags.pop("Result", None)
    winner = _WINNERS[result]
    return Outcome(winner, tags.pop("Termination", "draw" if winner is None else ""))


@dataclass(slots=True)
class _Line:
    """A line that is being read: the game itself, or a variation."""

    state: State
    before: State
    """The position before the last whole move."""
    number: int
    """Of the move to come, from 1."""
    moves: list[RecordedMove] = field(default_factory=list)
    last: int = 0
    """Where in `moves` the last whole move begins."""
    lead: Notes = field(default_factory=Notes)
    """What is said before the first move."""
    begun: int = 0
    """Which token opens it."""

    @property
    def is_in_capture(self) -> bool:
        """Whether the last move is broken off inside a capture, which some programs write so."""
        over = self.state.outcome() is not None
        return bool(self.moves) and self.state.to_play == self.before.to_play and not over


def _fault(error: TengenError, text: str, line: _Line) -> FaultyGameError:
    """Return why a move could not be played; `text` is how it is written."""
    if outcome := line.state.outcome():
        kind = FaultyGameError if outcome.winner is not None else _DrawnAlreadyError
        return kind(f"{text}: the game is over, {outcome.reason}", line.number)
    words = str(error) if text in str(error) else f"{text}: {error}"
    return FaultyGameError(words, line.number)


class _Reader:
    """Reads the tokens of one game."""

    def __init__(self, header: _Header) -> None:
        self._header = header
        self._records: list[Record] = []
        self._begin(_rules(header.position, header.draws), 1)

    def _begin(self, rules: Draughts, number: int) -> None:
        self._rules = rules
        start = rules.initial_state()
        self._lines = [_Line(start, start, number)]
        self._first = number

    def read(self, tokens: list[Token]) -> list[Record]:
        """Return the records of a game, up to what can be played.

        Raises:
            _DrawnAlreadyError: when a move follows a draw.
            TooDeepError: when variations are nested as only damaged files have them.
        """
        unclosed = first_unclosed(tokens)
        self._at = 0
        while self._at < len(tokens):
            token = tokens[self._at]
            try:
                if self._at == unclosed:
                    raise FaultyGameError("a variation is not closed", self._lines[0].number)
                getattr(self, f"_{token.kind}")(token.text)
                self._at += 1
            except (_DrawnAlreadyError, TooDeepError):
                raise
            except TengenError as error:
                self._keep(tokens, error)
        self._finish(self._header.outcome)
        return self._records

    def _keep(self, tokens: list[Token], error: TengenError) -> None:
        """Note what follows in a line as what cannot be played, and go on behind it."""
        line, begin, end = self._lines[-1], self._at, len(tokens)
        told = error.move if isinstance(error, FaultyGameError) else None
        # A position set up on the way begins another record, whose moves count from 1.
        number = (told or line.number) - self._first + 1
        if len(self._lines) > 1:
            end = closing_of(tokens, begin)
            if not line.moves:  # all of it is kept beside the move that it replaces
                begin, end = line.begun, end + 1
                self._lines.pop()
        text = text_of(tokens[begin:end], self._header.view)
        if text is None:  # it would be read as something else
            words = " ".join(token.text for token in tokens[begin:end])
            part = Unplayed("text", number, one_line(error), words)
        else:
            part = Unplayed("PDN", number, one_line(error), text)
        self._note(part.notes)
        self._at = end

    def _finish(self, outcome: Outcome | None) -> None:
        line = self._lines[0]
        header = replace(self._header, outcome=outcome)
        self._records.append(header.record(self._rules, tuple(line.moves), line.lead))

    def _move(self, text: str) -> None:
        line = self._lines[-1]
        squares = self._header.view.squares_of(text)
        try:
            actions = self._rules.parse_line(line.state, "-".join(squares))
        except TengenError as error:
            raise _fault(error, word_of(Token("move", text), self._header.view), line) from None
        if not line.is_in_capture:
            line.before, line.last = line.state, len(line.moves)
            line.number += 1
        for action in actions:
            line.state = line.state.apply(action)
            line.moves.append(PLAIN[action])
        if len(self._lines) > 1 and line.last == 0:
            self._note(line.lead)
            line.lead = Notes()
        if text.endswith("*"):
            self._note(Notes(nags=(FORCED,)))

    def _comment(self, text: str) -> None:
        line = self._lines[-1]
        self._note(read_notes(comment_text(text), line.before.to_play))

    def _prose(self, text: str) -> None:
        """Take words that stand without braces for a comment."""
        self._note(Notes(comment=text))

    def _nag(self, text: str) -> None:
        number = glyph(text)
        if number is None and not text.startswith("$"):
            raise FaultyGameError(f"{text!r} is no glyph", self._lines[-1].number)
        self._note(Notes(comment=text) if number is None else Notes(nags=(number,)))

    def _note(self, notes: Notes) -> None:
        """Add notes to the last move, or to what is said before the first."""
        line = self._lines[-1]
        if line.moves:
            line.moves[-1] = notes.beside(line.moves[-1])
        else:
            line.lead += notes

    def _open(self, text: str) -> None:
        line = self._lines[-1]
        if len(self._lines) > MOST_NESTED:
            raise TooDeepError(f"variations inside {MOST_NESTED} others", line.number)
        if not line.moves:
            raise FaultyGameError("a variation of no move", line.number)
        self._lines.append(_Line(line.before, line.before, line.number - 1, begun=self._at))

    def _close(self, text: str) -> None:
        if len(self._lines) == 1:
            raise FaultyGameError("a ')' without its '('", self._lines[-1].number)
        line, parent = self._lines.pop(), self._lines[-1]
        if not line.moves:
            self._note(line.lead)
            return
        replaced = parent.moves[parent.last]
        variations = (*replaced.variations, *hoisted([line.moves]))
        parent.moves[parent.last] = replace(replaced, variations=variations)

    def _setup(self, text: str) -> None:
        """Go on from a position; what was played until here is a record of its own."""
        line = self._lines[-1]
        if len(self._lines) > 1:
            raise FaultyGameError("a position is set up in a variation", line.number)
        rules = _rules(text.strip("/"), self._header.draws)
        if line.moves:
            self._finish(None)
        lead = Notes() if line.moves else line.lead
        self._begin(rules, line.number)
        self._lines[0].lead = lead

    def _junk(self, text: str) -> None:
        what = "a comment is not closed" if text.startswith("{") else f"{text[:30]!r} is no move"
        raise FaultyGameError(what, self._lines[-1].number)
