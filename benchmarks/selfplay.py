"""Self-play beside the bare net, and beside OpenSpiel's AlphaZero search with the same net.

OpenSpiel's actor is its Python `mcts.MCTSBot` asking ONNX Runtime about one position at a time,
as its `alpha_zero` does; it gets the very file that Tengen plays with.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from common import announce, print_rows
from tengen.bench import Row, load
from tengen.bench.selfplay import CLAIM, SEED, SIZE, export_nets
from tengen.bench.timing import rates
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games import load as load_game

SIMULATIONS = 100
CACHE = 2**16


def main() -> None:
    """Measure, and print both comparisons."""
    announce(CLAIM, seed=SEED)
    rows = load("selfplay").measure()
    print_rows([*rows, *beside_open_spiel(rows)])


def beside_open_spiel(rows: list[Row]) -> list[Row]:
    """Return the measured rates beside those of OpenSpiel's search; none where it is absent."""
    try:
        import pyspiel
        from open_spiel.python.algorithms import mcts
    except ImportError:
        return []
    game = load_game("gomoku", size=SIZE)
    with tempfile.TemporaryDirectory() as folder:
        files = export_nets(game, Path(folder))
        works = [
            _search(pyspiel, mcts, OnnxEvaluator(files[row.case], game, threads=1)) for row in rows
        ]
        peers = rates(*works, seconds=2.0)
    peer = "open_spiel AlphaZero search (Python), same net"
    return [
        Row(row.bench, row.case, row.value, row.unit, peer, rate)
        for row, rate in zip(rows, peers, strict=True)
    ]


def _search(pyspiel: Any, mcts: Any, net: OnnxEvaluator) -> Callable[[], int]:
    game = pyspiel.load_game("gomoku", {"size": SIZE})
    legal = np.ones((1, SIZE**2), np.bool_)

    class NetEvaluator(mcts.Evaluator):  # type: ignore[misc] # pyspiel ships no types
        """Asks the net, with a cache of what it was asked, as OpenSpiel's own evaluator does."""

        def __init__(self) -> None:
            self.known: dict[bytes, tuple[Any, Any]] = {}

        def _ask(self, state: Any) -> tuple[Any, Any]:
            observation = np.asarray(state.observation_tensor(), np.float32)
            key = observation.tobytes()
            if key not in self.known:
                if len(self.known) >= CACHE:
                    self.known.clear()
                planes = np.zeros((1, 4, SIZE, SIZE), np.float32)
                planes[0, :3] = observation.reshape(3, SIZE, SIZE)
                logits, value = net.evaluate(planes, legal)
                self.known[key] = logits[0], float(value[0])
            return self.known[key]

        def evaluate(self, state: Any) -> Any:
            _, value = self._ask(state)
            return np.array([value, -value] if state.current_player() == 0 else [-value, value])

        def prior(self, state: Any) -> Any:
            logits, _ = self._ask(state)
            actions = state.legal_actions()
            weights = np.exp(logits[actions] - logits[actions].max())
            return list(zip(actions, weights / weights.sum(), strict=True))

    rng = np.random.RandomState(SEED)
    bot = mcts.MCTSBot(
        game,
        2.0,
        SIMULATIONS,
        NetEvaluator(),
        solve=False,
        random_state=rng,
        child_selection_fn=mcts.SearchNode.puct_value,
        dirichlet_noise=(0.25, 0.3),
    )
    state = [game.new_initial_state()]

    def move() -> int:
        if state[0].is_terminal():
            state[0] = game.new_initial_state()
        state[0].apply_action(bot.step(state[0]))
        return SIMULATIONS

    return move


if __name__ == "__main__":
    main()
