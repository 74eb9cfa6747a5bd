"""Random openings that favour neither side, so that a match is not one game played over and over.

Each is played twice, with colours changed, so what little advantage is left falls to both.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tengen.core import Game, Limit, SettingsError, State
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.games.face import NativeGame, NativeState
from tengen.search.mcts import MIB, SearchSettings, TreeSearch

Judge = Callable[[State], float]
"""Guesses the value of a position in [-1, 1], for the side to move."""
Choices = Callable[[State], NDArray[np.int32]]
"""The actions ``[N]`` that an opening may go on with."""

CANDIDATES = 8
"""Openings looked at for each one taken."""
DEFAULT_PLIES = 4


def draw_openings(
    game: Game,
    count: int,
    rng: Generator,
    *,
    plies: int = DEFAULT_PLIES,
    judge: Judge | None = None,
    others: Sequence[tuple[int, ...]] = (),
    choices: Choices = lambda state: state.legal_actions(),
) -> list[tuple[int, ...]]:
    """Return `count` openings of random legal actions, different while the game has enough.

    Of some candidates the most even one is taken; one after which either side could win with
    its next move is never taken. A game too short for `plies` (a quarter of its longest) gets
    shorter openings.

    Args:
        judge: guesses values; None for a short search by random games.
        others: openings that are not to be drawn again.
        choices: what is drawn from, if not all that is legal.
    """
    judge = judge or search_judge(game, rng)
    plies = min(plies, game.max_plies // 4)
    if plies <= 0:
        return [()] * count
    taken: list[tuple[int, ...]] = []
    seen = {game.initial_state().apply_all(actions) for actions in others}
    for _ in range(count):
        candidates = [_draw_calm(game, plies, rng, choices) for _ in range(CANDIDATES)]
        fresh = [candidate for candidate in candidates if candidate[1] not in seen] or candidates
        values = [abs(judge(state)) for _, state in fresh]
        opening, state = fresh[int(np.argmin(values))]
        seen.add(state)
        taken.append(opening)
    return taken


def inner_actions(state: State) -> NDArray[np.int32]:
    """Return the legal actions ``[N]`` a quarter of the board from its edges; else all there are.

    Men that move are where they are: of theirs all are returned.
    """
    legal, layout = state.legal_actions(), state.game.policy_layout
    if layout.per_point > 1:
        return legal
    height, width = state.board().shape
    points = [layout.point_of(int(action), state.game.num_actions) for action in legal]
    inner = [
        point is not None
        and height // 4 <= point // width < height - height // 4
        and width // 4 <= point % width < width - width // 4
        for point in points
    ]
    return legal[inner] if any(inner) else legal


def _draw_calm(
    game: Game, plies: int, rng: Generator, choices: Choices
) -> tuple[tuple[int, ...], State]:
    """Return a random opening that leaves no immediate win, and the position after it."""
    for _ in range(1000):
        state = game.initial_state()
        opening: list[int] = []
        player = state.to_play
        # A capture of several hops is not broken off.
        while state.outcome() is None and (len(opening) < plies or state.to_play == player):
            player = state.to_play
            opening.append(int(rng.choice(choices(state))))
            state = state.apply(opening[-1])
        if is_calm(state):
            return tuple(opening), state
    # Every opening of this length decides the game: shorter ones are all there is.
    return _draw_calm(game, plies - 1, rng, choices) if plies > 1 else ((), game.initial_state())


def is_calm(state: State) -> bool:
    """Return whether the game goes on and neither side can win with one action.

    The opponent's chance is seen by letting the side to move play two quiet actions in turn:
    whoever has a winning action has it after at least one of them.
    """
    if state.outcome() is not None or wins_at_once(state):
        return False
    replies = [state.apply(int(action)) for action in state.legal_actions()[:2]]
    return not any(reply.to_play != state.to_play and wins_at_once(reply) for reply in replies)


def wins_at_once(state: State) -> bool:
    """Return whether the side to move has an action that wins."""
    for action in state.legal_actions():
        outcome = state.apply(int(action)).outcome()
        if outcome is not None and outcome.winner == state.to_play:
            return True
    return False


def search_judge(game: Game, rng: Generator, *, playouts: int = 400) -> Judge:
    """Return a judge that searches by random games, for any native game."""
    if not isinstance(game, NativeGame):
        raise SettingsError(f"openings of {game.name} need a judge: its rules are not native")
    seed = int(rng.integers(2**31))
    search = TreeSearch(game, RolloutEvaluator(), SearchSettings(), memory=64 * MIB, seed=seed)

    def judge(state: State) -> float:
        assert isinstance(state, NativeState)
        return search.search(state, Limit(nodes=playouts)).value or 0.0

    return judge
