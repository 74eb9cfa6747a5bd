"""A whole game under review: an agent looks at every position, and each move is judged."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from tengen.core import Agent, Decision, Game, Limit, Outcome, Record, SettingsError, State, Stop
from tengen.search.review.judgement import (
    FAULTS,
    POINTS,
    THRESHOLDS,
    UNCHOSEN,
    Grade,
    accuracy_of,
    chance,
    grade_of,
)
from tengen.search.review.moves import WholeMove, whole_moves

LINE = 8
"""Whole moves of a better line that are kept."""
_SUSPICIOUS = THRESHOLDS[-1][0]
_SUSPICIOUS_POINTS = POINTS[-1][0]


@dataclass(frozen=True, slots=True)
class MoveReview:
    """What a move did to its player's chances, in percent."""

    start: int
    """Actions of the game before it."""
    end: int
    player: int
    name: str
    before: float
    """The chances that the player had."""
    after: float
    """Those that the move left."""
    loss: float
    """Percentage points that it cost; 0 for the best move and where nobody chose."""
    grade: Grade
    best: tuple[int, ...]
    """The actions of the best move; those of the move itself where it is."""
    line: tuple[int, ...]
    """The best move and how the game could have gone on, `LINE` moves at most."""
    line_names: tuple[str, ...]
    """The moves of that line."""
    lead: float | None = None
    """Points by which the player is ahead after it, where the agent tells."""
    points: float | None = None
    """Points that it cost, where the agent tells; 0 for the best move and where nobody chose."""

    @property
    def is_fault(self) -> bool:
        """Whether it is an inaccuracy or worse."""
        return self.grade in FAULTS

    def for_first(self, percent: float) -> float:
        """Return chances of the player as the first player sees them."""
        return percent if self.player == 0 else 100.0 - percent


@dataclass(frozen=True, slots=True)
class Review:
    """What a review found; of a part of the game where it was stopped."""

    agent: str
    moves: tuple[MoveReview, ...]
    is_whole: bool
    """Whether all moves of the game were judged."""

    @property
    def chances(self) -> tuple[float, ...]:
        """The first player's, in percent, before the first move and after each."""
        if not self.moves:
            return (50.0,)
        first = self.moves[0]
        return (first.for_first(first.before), *(move.for_first(move.after) for move in self.moves))

    def accuracy(self, player: int) -> float | None:
        """Return how accurate `player` was, 0 to 100; None without a move that was chosen."""
        losses = [
            (number, move.loss)
            for number, move in enumerate(self.moves)
            if move.player == player and move.grade not in UNCHOSEN
        ]
        return accuracy_of(self.chances, losses)

    def decisive(self, most: int) -> list[int]:
        """Return the numbers, ascending, of the mistakes that lost most chances, `most` at the utmost.

        An inaccuracy decides nothing.
        """
        grave = [
            number
            for number, move in enumerate(self.moves)
            if move.is_fault and move.grade is not Grade.INACCURACY and move.loss >= _SUSPICIOUS
        ]
        return sorted(sorted(grave, key=lambda number: -self.moves[number].loss)[:most])

    def answer_to(self, number: int) -> tuple[str, ...]:
        """Return how the game would have gone on best after a move: why it was bad.

        Empty where the move was the last that was judged.
        """
        names: list[str] = []
        for move in self.moves[number + 1 :]:
            if move.grade is not Grade.FORCED:
                return (*names, *move.line_names)[:LINE]
            names.append(move.name)
        return tuple(names[:LINE])

    def count(self, player: int) -> Counter[Grade]:
        """Return how many moves of each grade `player` made."""
        return Counter(move.grade for move in self.moves if move.player == player)


OnMove = Callable[[MoveReview], None]


def review(
    record: Record,
    game: Game,
    agent: Agent,
    limit: Limit | None = None,
    *,
    stop: Stop | None = None,
    on_move: OnMove | None = None,
    known: Sequence[MoveReview] = (),
) -> Review:
    """Return what `agent` thinks of the moves of a game, looking at each within `limit`.

    A move that looks like a fault is compared with the best one a second time, both one move on,
    so that what the agent sees only later is held against neither.

    Args:
        record: the game; `game` are its rules.
        stop: ends the review when set, with the moves judged so far.
        on_move: told of each move as soon as it is judged.
        known: the first moves as a review of before judged them, which is gone on with.

    Raises:
        IllegalMoveError: at a move against the rules.
        SettingsError: when the agent has no opinion on who wins.
    """
    actions = [move.action for move in record.moves]
    moves = whole_moves(game.initial_state(), actions)
    laid_out = range(record.laid_out_plies)
    reviewer = _Reviewer(moves, record.outcome, laid_out, _Eye(agent, limit, stop))
    return reviewer.review(on_move, known)


def count_positions(record: Record, game: Game) -> int:
    """Return how many moves of a game a review will judge.

    Raises:
        IllegalMoveError: at a move against the rules.
    """
    return len(whole_moves(game.initial_state(), [move.action for move in record.moves]))


class StoppedError(Exception):
    """Nobody wants the rest of a review; its agent may raise it too."""


class _Sight(NamedTuple):
    """What is seen in a position, by the side to move or by the first player."""

    value: float
    """In [-1, 1]."""
    line: tuple[int, ...]
    """The best one."""
    lead: float | None
    """In points."""

    def turned(self, sign: int) -> "_Sight":
        """Return it as the other side sees it where `sign` is -1."""
        lead = None if self.lead is None else sign * self.lead
        return _Sight(sign * self.value, self.line, lead)


class _Eye:
    """Looks at positions through an agent."""

    def __init__(self, agent: Agent, limit: Limit | None, stop: Stop | None) -> None:
        self.agent = agent
        self._limit = limit
        self._stop = stop

    def look(self, state: State) -> _Sight:
        """Return what the side to move expects."""
        decision = self._decide(state)
        foreseen = decision.pv[:1] == (decision.action,)
        line = decision.pv if foreseen else (decision.action,)
        value = _value_of(decision)
        if value is None:
            # A rule of thumb chose it, such as to block: the position after it is searched.
            value = self._value_after(state, decision.action)
        return _Sight(value, line, decision.lead)

    def _decide(self, state: State) -> Decision:
        decision = self.agent.decide(state, self._limit, stop=self._stop)
        if self._stop is not None and self._stop.is_set():
            raise StoppedError
        return decision

    def _value_after(self, state: State, action: int) -> float:
        """Return what the side to move expects after `action`."""
        after, mover = state.apply(action), state.to_play
        outcome = after.outcome()
        if outcome is not None:
            return outcome.value_for(mover)
        value = _value_of(self._decide(after))
        if value is None:
            raise SettingsError(
                f"agent {self.agent.name} does not say who is winning, so it cannot review"
            )
        return value if after.to_play == mover else -value

    def look_for(self, player: int, state: State) -> _Sight:
        """Return what `player` expects of a position, finished or not."""
        outcome = state.outcome()
        if outcome is not None:
            return _Sight(outcome.value_for(player), (), None)
        return self.look(state).turned(1 if state.to_play == player else -1)


def _value_of(decision: Decision) -> float | None:
    """Return what the best move is worth: the mean of a tree counts bad moves tried as well."""
    own = (c.value for c in decision.candidates if c.action == decision.action)
    value = next(own, None)
    return decision.value if value is None else value


class _Reviewer:
    """Judges the moves of one game, in their order."""

    def __init__(
        self,
        moves: Sequence[WholeMove],
        outcome: Outcome | None,
        laid_out: Collection[int],
        eye: _Eye,
    ) -> None:
        self._moves = moves
        self._outcome = outcome
        self._laid_out = laid_out
        self._eye = eye
        self._seen: dict[int, _Sight] = {}

    def review(self, on_move: OnMove | None, known: Sequence[MoveReview]) -> Review:
        """Judge all moves that are not known, or as many as there is time for."""
        judged = [*known]
        with suppress(StoppedError):
            for number in range(len(known), len(self._moves)):
                judged.append(self._judge(number))
                if on_move is not None:
                    on_move(judged[-1])
        return Review(self._eye.agent.name, tuple(judged), len(judged) == len(self._moves))

    def _sight(self, number: int) -> _Sight:
        """Return what the first player expects before a move, or after the last.

        Where a move is forced, that of the next position in which somebody chose.
        """
        while number < len(self._moves) and self._moves[number].is_forced:
            number += 1
        if number not in self._seen:
            self._seen[number] = self._look(number)
        return self._seen[number]

    def _look(self, number: int) -> _Sight:
        state = self._moves[number].before if number < len(self._moves) else self._moves[-1].after
        shown = state.outcome()
        if shown is not None:
            # In Go the players agree on dead stones, which the board does not show.
            return _Sight((self._outcome or shown).value_for(0), (), None)
        return self._eye.look(state).turned(1 - 2 * state.to_play)

    def _judge(self, number: int) -> MoveReview:
        move = self._moves[number]
        sign = 1 if move.player == 0 else -1
        sight, left = self._sight(number).turned(sign), self._sight(number + 1).turned(sign)
        before, after = chance(sight.value), chance(left.value)
        points = _lost(sight.lead, left.lead)
        if move.is_forced:
            return _judged(move, after, after, Grade.FORCED, [move], left.lead, points)
        if move.end - 1 in self._laid_out:
            return _judged(move, before, after, Grade.OPENING, [move], left.lead, points)
        better = self._whole(move.before, sight.line)
        if better[0].actions == move.actions:
            return _judged(move, before, after, Grade.BEST, better, left.lead, points)
        if before - after >= _SUSPICIOUS or (points or 0.0) >= _SUSPICIOUS_POINTS:
            again = self._eye.look_for(move.player, better[0].after)
            before = min(before, max(chance(again.value), after))
            later = _lost(again.lead, left.lead)
            points = points if points is None or later is None else min(points, later)
        grade = grade_of(before - after, points)
        return _judged(move, before, after, grade, better, left.lead, points)

    def _whole(self, state: State, line: Sequence[int]) -> list[WholeMove]:
        """Return the moves of a line; the first is played to its end, a later one left out."""
        moves = whole_moves(state, line)
        while len(moves) == 1 and moves[0].is_broken_off:
            more = self._eye.look(moves[0].after).line
            moves = whole_moves(state, (*moves[0].actions, *more))
        if moves[-1].is_broken_off:
            moves.pop()
        return moves[:LINE]


def _judged(
    move: WholeMove,
    before: float,
    after: float,
    grade: Grade,
    line: Sequence[WholeMove],
    lead: float | None,
    points: float | None,
) -> MoveReview:
    own = grade in (Grade.BEST, *UNCHOSEN)
    return MoveReview(
        start=move.start,
        end=move.end,
        player=move.player,
        name=move.name,
        before=before,
        after=after,
        loss=0.0 if own else max(0.0, before - after),
        grade=grade,
        best=line[0].actions,
        line=tuple(action for better in line for action in better.actions),
        line_names=tuple(better.name for better in line),
        lead=lead,
        points=0.0 if own and points is not None else points,
    )


def _lost(before: float | None, after: float | None) -> float | None:
    """Return the points that were lost of a lead, None where nobody tells it."""
    return None if before is None or after is None else max(0.0, before - after)
