"""A teacher at the table: looks at a person's move before the opponent answers, and gives hints.

The teacher is whoever reviews games by these rules, whoever the opponent is: a hint and a review
have one opinion.
"""

from dataclasses import replace

from tengen import weights
from tengen.agents.reviewer import usual_reviewer, with_defaults
from tengen.core import Agent, Decision, Game, Limit, TengenError
from tengen.studio.sitting.history import History
from tengen.studio.sitting.sheet import Slip
from tengen.studio.sitting.view import HintView, describe_best, shorten
from tengen.studio.thinking.searcher import AgentLoader, Search, Searcher

SECONDS = 0.5
"""The teacher looks so long at a position, at two of them for a move it would not have played."""


def teacher_loader(load: AgentLoader) -> AgentLoader:
    """Return a loader of the teacher for a game; it is asked by no name."""

    def load_teacher(_: str, game: Game) -> Agent:
        for spec in (usual_reviewer(game), *[*weights.strongest(game)][1:]):
            try:
                return load(with_defaults(spec), game)
            except TengenError:  # not by these rules
                continue
        return load("mcts", game)

    return load_teacher


async def find_slip(
    teacher: Searcher, search: Search, history: History, bound: float
) -> Slip | None:
    """Return what was wrong with the last move, None where it gave away less than `bound`.

    Args:
        teacher: who looks.
        search: the position before the move.
        history: the game with the move.
        bound: percentage points of winning chance.
    """
    before, after, ply = search.state, history.state, len(history.states) - 2
    played, actions = history.name(ply), history.actions[history.start(ply) :]
    best = await _look(teacher, search)
    if best is None or best.value is None:
        return None
    if tuple(actions) in (best.pv[: len(actions)], (best.action,)):
        return None
    answer = await _look(teacher, replace(search, state=after))
    if answer is None or answer.value is None:
        return None
    loss = 50 * (best.value + answer.value)  # the answer's value is the opponent's
    if loss < bound:
        return None
    better = describe_best(before, best)
    return Slip(round(loss, 1), played, better["name"], tuple(better["path"]))


async def find_hint(teacher: Searcher, search: Search) -> HintView | None:
    """Return the move that the teacher would play now; None when `search` was abandoned."""
    best = await _look(teacher, search)
    if best is None:
        return None
    value = shorten(best.value)
    return {"ply": search.state.ply, "value": value, **describe_best(search.state, best)}


async def _look(teacher: Searcher, search: Search) -> Decision | None:
    answer = await teacher.think(search, Limit(seconds=SECONDS), _ignore, _ignore)
    return answer and answer[0]


def _ignore(*_: object) -> None:
    """Tell nobody of a thought under way."""
