"""The count of Go after two passes: dead stones proposed, mended by the players, agreed on.

While the count is open the game is neither over nor does it go on.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeGuard

from tengen.core import Outcome, State
from tengen.games.face import NativeState
from tengen.games.go import scoring
from tengen.games.go.board import EMPTY, chain_at
from tengen.games.go.borders import Standing, stand
from tengen.games.go.game import Go
from tengen.studio.web.messages import RequestError

PLAYERS = 2
PASSES = 2
"""Actions that end the game, and are taken back where it goes on."""


@dataclass(frozen=True, slots=True)
class Count:
    """Which stones are marked dead; points are row-major, ascending, of whole chains."""

    proposed: tuple[int, ...]
    """The stones that look dead: what an engine at the table thinks of them."""
    dead: tuple[int, ...]
    """The stones that are marked dead."""
    unsettled: tuple[int, ...] = ()
    """Empty points of areas whose borders are open: there is more to play for than to count."""


def is_counted(state: State) -> TypeGuard[NativeState]:
    """Tell whether the game has ended here and its players have to count."""
    return isinstance(state.game, Go) and state.outcome() is not None


def restore(count: Count | None, state: State) -> Count | None:
    """Return a count as it was written down, None where `state` is not one to count.

    Raises:
        NotationError: when it marks stones that are not there.
    """
    if count is None or not is_counted(state):
        return None
    for points in (count.proposed, count.dead):
        scoring.score(state, points)
    return count


def estimate(state: NativeState) -> Standing:
    """Return which stones look dead and which borders open; takes some milliseconds."""
    return stand(state)


def mark(count: Count, state: State, point: int, *, dead: bool) -> Count:
    """Return `count` with the chain at `point` marked dead or alive.

    Raises:
        RequestError: when there is no stone.
    """
    board = state.board().ravel().tolist()
    if point >= len(board) or board[point] == EMPTY:
        raise RequestError("refused", "there is no stone")
    chain = chain_at(board, point, len(state.board()))
    marked = set(count.dead) | chain if dead else set(count.dead) - chain
    return replace(count, dead=tuple(sorted(marked)))


def disputed(count: Count, state: State, people: Collection[int]) -> tuple[int, ...]:
    """Return the stones on which an engine at the table does not give way.

    It does where the mark costs it nothing: people may give their own stones up.
    """
    board, marked = state.board().ravel(), set(count.dead)
    return tuple(
        point
        for point in sorted(marked ^ set(count.proposed))
        if (int(board[point]) - 1 in people) != (point in marked) and len(people) < PLAYERS
    )


def outcome(count: Count, state: NativeState) -> Outcome:
    """Return how the game ends by this count, in the words of its rules."""
    score = scoring.score(state, count.dead)
    if score.winner is None:
        return Outcome(None, "a draw by area")
    name = state.game.players[score.winner]
    return Outcome(score.winner, f"{name} wins by {abs(score.margin):g}")


def describe(count: Count, state: NativeState, people: Collection[int]) -> dict[str, object]:
    """Return the count as the page draws it.

    ``owners`` has a digit a point, 0 for nobody's, 1 for Black's, 2 for White's, and so many points are
    ``neutral``; ``sums`` tells of what each side's ``total`` is made. ``open`` says that borders are.
    """
    score = scoring.score(state, count.dead)
    totals = (score.black, score.white)
    return {
        "dead": list(count.dead),
        "disputed": list(disputed(count, state, people)),
        "owners": "".join(map(str, score.owners)),
        "sums": [_describe_sum(state, score, side, totals[side]) for side in range(PLAYERS)],
        "neutral": score.owners.count(EMPTY),
        "open": bool(count.unsettled),
        "winner": score.winner,
        "margin": abs(score.margin),
    }


def _describe_sum(state: State, score: scoring.Score, side: int, total: float) -> dict[str, float]:
    """Return a side's living stones, the points they surround, and what it is given."""
    board = state.board().ravel()
    own = [point for point, owner in enumerate(score.owners) if owner == side + 1]
    territory = sum(1 for point in own if board[point] != side + 1)
    komi = float(state.game.settings["komi"]) if side else 0.0
    return {
        "stones": len(own) - territory,
        "territory": territory,
        "komi": komi,
        "handicap": total - len(own) - komi,
        "total": total,
    }
