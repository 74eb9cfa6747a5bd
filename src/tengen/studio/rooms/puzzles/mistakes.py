"""A person's own mistakes as puzzles: a better move is asked for where a game was spoiled.

No solver can prove such a move right: whoever reviews games judges what is tried, as it judged what
was played. It looks as long as in a review that nobody bounds, so that both say the same of a move.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import cast

from tengen import puzzles
from tengen.agents.reviewer import usual_reviewer, with_defaults
from tengen.core import Agent, Game, NotationError, Record, SettingsError, State
from tengen.games import load
from tengen.puzzles import Puzzle, Refutation, Standing, Task
from tengen.puzzles.kind import whole_move
from tengen.search.review import Grade, MoveReview, Review, chance
from tengen.search.review.judgement import THRESHOLDS, grade_of
from tengen.search.review.moves import whole_moves
from tengen.studio.thinking.searcher import AgentLoader

KIND = "mistakes"
PERSON = "person"
"""What records of ours call whoever sat at the page."""
ANSWER = 3
"""Moves of the line that punishes a wrong one."""
_BAD = (Grade.MISTAKE, Grade.BLUNDER)
_LEAST = THRESHOLDS[-1][0]

OpenTask = Callable[[Puzzle], Task]


def task_opener(load_agent: AgentLoader) -> OpenTask:
    """Return what opens the task of a puzzle of any kind."""

    def open_task(puzzle: Puzzle) -> Task:
        return Mistake(puzzle, load_agent) if puzzle.kind == KIND else puzzles.open_task(puzzle)

    return open_task


def load_judge(load_agent: AgentLoader, game: Game) -> Agent:
    """Return whoever reviews games by these rules."""
    return load_agent(with_defaults(usual_reviewer(game)), game)


class Mistake(Task):
    """One position in which a person went wrong, to be done better.

    Raises:
        NotationError: when the puzzle is none.
    """

    def __init__(self, puzzle: Puzzle, load_agent: AgentLoader) -> None:
        self.start = puzzle.load_game().initial_state()
        self._load = load_agent
        try:
            goal = cast("Mapping[str, list[int]]", puzzle.goal)
            self._line = tuple(int(action) for action in goal["line"])
            self._before = float(cast("float", puzzle.goal["before"]))
            self._played = str(puzzle.goal["played"])
        except (KeyError, TypeError, ValueError) as error:
            raise NotationError(f"not a puzzle: {error}") from error
        self._best, _ = whole_move(self.start, self._line)

    def standing(self, before: Sequence[State], move: Sequence[int]) -> Standing:
        if tuple(move) == self._best:
            return "solved"
        _, after = whole_move(before[-1], move)
        value, _ = self._look(after)
        loss = self._before - chance(value)
        return "solved" if loss < _LEAST else "wrong"

    def refute(self, before: Sequence[State], move: Sequence[int]) -> Refutation:
        _, after = whole_move(before[-1], move)
        if after.outcome() is not None:
            return Refutation("ended")
        is_again = whole_moves(self.start, move)[0].name == self._played
        return Refutation("again" if is_again else "worse", self._look(after)[1])

    def reply(self, before: Sequence[State], after: State) -> tuple[int, ...]:
        del before, after
        return ()

    def solution(self, before: Sequence[State]) -> tuple[int, ...]:
        return self._line if len(before) == 1 else ()

    def _look(self, state: State) -> tuple[float, tuple[int, ...]]:
        """Return what the solver expects of a position, and how it goes on."""
        solver, outcome = self.start.to_play, state.outcome()
        if outcome is not None:
            return outcome.value_for(solver), ()
        with closing(load_judge(self._load, state.game)) as judge:
            decision = judge.decide(state)
        value = decision.value or 0.0
        line = decision.pv if decision.pv[:1] == (decision.action,) else (decision.action,)
        return (value if state.to_play == solver else -value), line[:ANSWER]


def mistakes_in(record: Record, review: Review, source: Mapping[str, object]) -> Iterator[Puzzle]:
    """Yield a puzzle for each mistake and blunder of a person in a game that was reviewed.

    Those that lost chances: where a game was decided, and points alone were lost, nothing was spoiled.
    Nor are those the person's that an engine made for them, which alone have a time beside them.
    """
    states = tuple(record.replay(load(record.game, **record.settings)))
    for move in review.moves:
        is_own = record.players[move.player] == PERSON
        is_lent = record.moves[move.start].seconds is not None
        if is_own and not is_lent and grade_of(move.loss) in _BAD:
            with suppress(SettingsError):  # no game begins there, as in the middle of a swap
                yield _puzzle(states[move.start], move, source)


def _puzzle(state: State, move: MoveReview, source: Mapping[str, object]) -> Puzzle:
    start = state.game.set_up(state.board(), state.to_play)
    return Puzzle(
        kind=KIND,
        game=start.name,
        settings=dict(start.settings),
        line=move.line_names[:1],
        grade=round(1000 + 10 * min(move.loss, 50)),
        goal={
            "line": list(move.line),
            "before": round(move.before, 1),
            "played": move.name,
            "loss": round(move.loss),
        },
        source={**source, "ply": move.start},
    )
