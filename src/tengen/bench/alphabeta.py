"""Alpha-beta with its native judges: positions looked at, all that a search does included."""

from itertools import pairwise

import numpy as np

from tengen.bench.row import Row
from tengen.bench.timing import rates
from tengen.core import Limit
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.search.alphabeta import AlphaBeta
from tengen.search.judges import DenseJudge, Judge, MetricsJudge

CLAIM = "alpha-beta in draughts and Gomoku 15x15"
GAMES = {"draughts": {}, "gomoku": {"size": 15}}
HIDDEN = (64, 32)
"""Widths of the hidden layers of the dense net."""
NODES = 300_000
PLIES = 12
"""Random ones from the start to the position searched."""
SEED = 1


def measure() -> list[Row]:
    """Return nodes a core-second of each game and judge, the table empty at first.

    The dense net's weights are random: what it says costs what any other net's would.
    """
    rows = []
    for name, settings in GAMES.items():
        game = load(name, **settings)
        assert isinstance(game, NativeGame)
        state = _some_position(game)
        net = _dense_judge(game)
        widths = "-".join(str(len(bias)) for _, bias in net.layers)
        cases: dict[str, Judge] = {
            f"dense {net.layers[0][0].shape[1]}-{widths}": net,
            "metrics": MetricsJudge(),
        }
        for case, judge in cases.items():
            rate = _rate(state, judge)
            rows.append(Row("alphabeta", f"{name}, {case}", rate, "nodes per core-second"))
    return rows


def _rate(state: NativeState, judge: Judge) -> float:
    def search() -> int:
        return AlphaBeta(state.game, judge, seed=SEED).search(state, Limit(nodes=NODES)).nodes

    return rates(search)[0]


def _some_position(game: NativeGame) -> NativeState:
    rng = np.random.default_rng(SEED)
    state = game.initial_state()
    for _ in range(PLIES):
        state = state.apply(int(rng.choice(state.legal_actions())))
    return state


def _dense_judge(game: NativeGame) -> DenseJudge:
    rng = np.random.default_rng(SEED)
    planes = [plane for side in game.piece_planes for plane in side]
    _, height, width = game.planes_shape
    points = game.policy_layout.points or tuple(range(height * width))
    layers = [
        (rng.normal(0, inputs**-0.5, (outputs, inputs)), np.zeros(outputs))
        for inputs, outputs in pairwise((len(planes) * len(points), *HIDDEN, 1))
    ]
    return DenseJudge.from_arrays(planes, layers, points=points, goal_plane=game.goal_plane)
