"""The judges of alpha-beta give the numbers of what they stand for."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.core import SettingsError
from tengen.games import load, metrics_of
from tengen.games.face import NativeGame, NativeState
from tengen.games.metrics import just_moved
from tengen.search.alphabeta import AlphaBeta
from tengen.search.judges import DenseJudge, MetricsJudge


def some_states(name: str, count: int, **settings: Any) -> list[NativeState]:
    """Return positions of a random game, none of them over."""
    game = load(name, **settings)
    assert isinstance(game, NativeGame)
    rng = np.random.default_rng(1)
    states = [game.initial_state()]
    while len(states) < count:
        after = states[-1].apply(int(rng.choice(states[-1].legal_actions())))
        states.append(game.initial_state() if after.outcome() else after)
    return states


def layers_of(rng: np.random.Generator, *widths: int) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    return [
        (rng.normal(0, inputs**-0.5, (outputs, inputs)), rng.normal(0, 0.1, outputs))
        for inputs, outputs in pairwise(widths)
    ]


@pytest.mark.parametrize("name", ["draughts", "gomoku", "go"])
def test_a_dense_net_is_that_of_torch(name: str) -> None:
    """The network trained with torch and the native judge agree, turned boards included."""
    torch = pytest.importorskip("torch")
    from tengen.networks.blueprint import Blueprint
    from tengen.networks.config import NetworkConfig
    from tengen.networks.origins import dense

    states = some_states(name, 80)
    game = states[0].game
    torch.manual_seed(1)
    config = NetworkConfig(kind="dense", hidden=(64, 32))
    network = dense(Blueprint.of(config, game))
    linear = [layer for layer in network.value if isinstance(layer, torch.nn.Linear)]
    own, theirs = game.piece_planes
    judge = DenseJudge.from_arrays(
        own + theirs,
        [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in linear],
        points=game.policy_layout.points or None,
        goal_plane=game.goal_plane,
    )
    with torch.no_grad():
        expected = network(torch.from_numpy(game.batch_planes(states))).value.numpy()
    np.testing.assert_allclose(judge.values(states), expected, atol=1e-5)
    assert np.std(expected) > 1e-3


def test_planes_of_fractions_count_as_they_are() -> None:
    """Any plane may be an input, whatever its numbers."""
    states = some_states("draughts", 60)
    (layer,) = layers_of(np.random.default_rng(2), 8 * 64, 1)
    judge = DenseJudge.from_arrays(range(8), [layer])
    planes = np.stack([state.planes() for state in states]).reshape(len(states), -1)
    expected = np.tanh(planes @ layer[0].T + layer[1])[:, 0]
    np.testing.assert_allclose(judge.values(states), expected, atol=1e-5)


@pytest.mark.parametrize("name", ["draughts", "gomoku", "go"])
def test_metrics_are_weighed_for_the_side_to_move(name: str) -> None:
    """Their sum is the last mover's, so that it changes sign, and it is kept below one."""
    states = some_states(name, 60)
    sums = metrics_of(states[0].game).sums(states)
    mine = np.where(just_moved(states) == [state.to_play for state in states], sums, -sums)
    expected = mine / (20 + np.abs(mine))
    np.testing.assert_allclose(MetricsJudge().values(states), expected, atol=1e-5)
    assert np.std(expected) > 1e-3


def test_no_positions_have_no_values() -> None:
    """Nothing asked, nothing answered."""
    assert len(MetricsJudge().values([])) == 0
    judge = DenseJudge.from_arrays((0,), layers_of(np.random.default_rng(0), 64, 1))
    assert len(judge.values([])) == 0


@pytest.mark.parametrize(
    ("planes", "points", "goal", "widths"),
    [
        ((0, 1), None, None, (64, 1)),
        ((0,), None, None, (64, 2)),
        ((8,), None, None, (64, 1)),
        ((0,), (64,), None, (1, 1)),
        ((0,), None, 8, (64, 1)),
        ((0,), None, None, (64,)),
    ],
)
def test_nets_that_do_not_fit_are_refused(
    planes: tuple[int, ...],
    points: tuple[int, ...] | None,
    goal: int | None,
    widths: tuple[int, ...],
) -> None:
    """Wrong inputs, several outputs, planes and points there are not, no layers at all."""
    layers = layers_of(np.random.default_rng(0), *widths)
    judge = DenseJudge.from_arrays(planes, layers, points=points, goal_plane=goal)
    game = some_states("draughts", 1)[0].game
    with pytest.raises(SettingsError, match="do not fit"):
        AlphaBeta(game, judge)


def test_layers_that_do_not_follow_one_another_are_refused() -> None:
    """The inputs of a layer are the outputs of the one before."""
    rng = np.random.default_rng(0)
    layers = layers_of(rng, 64, 8) + layers_of(rng, 9, 1)
    judge = DenseJudge.from_arrays((0,), layers)
    with pytest.raises(SettingsError, match="do not fit"):
        AlphaBeta(some_states("draughts", 1)[0].game, judge)


@pytest.mark.parametrize(
    "layer",
    [
        (np.zeros(64), np.zeros(1)),
        (np.zeros((1, 64)), np.zeros((1, 1))),
        (np.zeros((1, 64), np.int64), np.zeros(1)),
        (np.full((1, 64), np.nan), np.zeros(1)),
    ],
)
def test_arrays_that_are_no_layer_are_refused(layer: tuple[NDArray[Any], NDArray[Any]]) -> None:
    """Dimensions, kind and finiteness are checked at once."""
    with pytest.raises(SettingsError, match="dense net"):
        DenseJudge.from_arrays((0,), [layer])


@pytest.mark.parametrize(("weights", "scale"), [((1.0,) * 9, 20.0), ((1.0,) * 10, 0.0)])
def test_weights_that_fit_no_metrics_are_refused(weights: tuple[float, ...], scale: float) -> None:
    """A weight a metric, and a scale above zero."""
    with pytest.raises(SettingsError, match="metrics of draughts"):
        AlphaBeta(some_states("draughts", 1)[0].game, MetricsJudge(weights, scale))
