"""Who teaches in a position: the search that an incremental net learns from, and a good player."""

from functools import lru_cache
from typing import TypedDict, cast

from tengen.agents import load_agent
from tengen.agents.nnue.self_play import SelfPlaySearch, SelfPlaySettings
from tengen.agents.reviewer import usual_reviewer, with_defaults
from tengen.core import Game, Limit, State
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import KernelNet

SECONDS = 0.3
"""A good player looks so long at a position."""
SEED = 1


class Score(TypedDict):
    """What a search of self-play found in a position, for the side to move."""

    score: int
    scale: float
    """k, the score units a logit."""
    nodes: int
    action: int
    """Its best move."""
    taught: bool
    """Whether a net learns from it: not where somebody is known to win, or something hangs."""


def score(state: State, net: KernelNet, scale: float) -> Score:
    """Return what the search of a usual training says of a position."""
    game = cast("NativeGame", state.game)
    found = SelfPlaySearch(game, net, scale, SelfPlaySettings(), SEED)(cast("NativeState", state))
    return {
        "score": found.score,
        "scale": scale,
        "nodes": found.nodes,
        "action": int(found.line[0]),
        "taught": found.is_quiet and not found.is_certain,
    }


@lru_cache(maxsize=256)
def advised(game: Game, actions: tuple[int, ...]) -> int:
    """Return the sensible move that the strongest player that ships makes after `actions`."""
    state = game.initial_state()
    for action in actions:
        state = state.apply(action)
    agent = load_agent(with_defaults(usual_reviewer(game)), game, seed=SEED)
    try:
        decision = agent.decide(state, Limit(seconds=SECONDS))
    finally:
        agent.close()
    return decision.among(frozenset(state.sensible_actions().tolist())).action
