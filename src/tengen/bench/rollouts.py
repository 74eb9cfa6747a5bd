"""Pure Monte-Carlo tree search, a random game for each leaf, beside OpenSpiel's in C++."""

from tengen.bench import open_spiel
from tengen.bench.row import Row
from tengen.bench.timing import Work, rates
from tengen.core import Limit
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.search.mcts import SearchSettings, TreeSearch

CLAIM = "random playouts on 15x15: at least 10 times open_spiel's MCTSBot"
SIZE = 15
SIMULATIONS = 20_000
PEER_SIMULATIONS = 2_000
SEED = 0


def measure() -> list[Row]:
    """Return simulations a core-second, each with one random game to its end."""
    works = [_ours()]
    peer = open_spiel.rollouts("gomoku", {"size": SIZE}, PEER_SIMULATIONS, SEED)
    if peer:
        works.append(peer)
    measured = rates(*works)
    return [
        Row(
            "rollouts",
            f"{SIZE}x{SIZE}",
            measured[0],
            "playouts per core-second",
            open_spiel.NAME if peer else None,
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
