"""Pure Monte-Carlo tree search, a random game for each leaf, beside OpenSpiel's in C++."""

from collections.abc import Callable
from typing import Any

from tengen.bench.row import Row
from tengen.bench.timing import Work, rates
from tengen.core import Limit
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.search.mcts import SearchSettings, TreeSearch

SIZE = 15
SIMULATIONS = 20_000
PEER_SIMULATIONS = 2_000
SEED = 0


def measure() -> list[Row]:
    """Return simulations a core-second, each with one random game to its end."""
    works = [_ours()]
    peer = _open_spiel()
    if peer:
        works.append(peer)
    measured = rates(*works)
    return [
        Row(
            "rollouts",
            f"{SIZE}x{SIZE}",
            measured[0],
            "playouts per core-second",
            "open_spiel MCTSBot (C++)" if peer else None,
            measured[1] if peer else None,
        )
    ]


def _ours() -> Work:
    game = load("gomoku", size=SIZE)
    assert isinstance(game, NativeGame)
    state = game.initial_state()

    def search() -> int:
        tree = TreeSearch(game, RolloutEvaluator(), SearchSettings(), seed=SEED)
        return tree.search(state, Limit(nodes=SIMULATIONS)).nodes

    return search


def _open_spiel() -> Work | None:
    """Return the same work of OpenSpiel's bot; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("gomoku", {"size": SIZE})
    state = game.new_initial_state()

    def search() -> int:
        make_bot: Callable[..., Any] = pyspiel.MCTSBot
        evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
        bot = make_bot(
            game,
            evaluator,
            2.0,  # uct_c
            PEER_SIMULATIONS,
            1000,  # memory limit in MB
            True,  # solve
            SEED,
            False,  # verbose
        )
        bot.step(state)
        return PEER_SIMULATIONS

    return search
