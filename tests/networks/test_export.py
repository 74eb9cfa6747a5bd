"""The exported file says what the network says."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from onnx.numpy_helper import to_array
from torch import nn

from tengen import load
from tengen.core import Game, PolicyLayout, State
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.networks.blueprint import Blueprint
from tengen.networks.calibration import Calibration, observe
from tengen.networks.config import NetworkConfig
from tengen.networks.export import export_onnx, to_model
from tengen.networks.graph import NOTHING, GraphWriter
from tengen.networks.origins import LAYERED
from tengen.networks.rounding import LARGEST, LARGEST_PAIR, Moments, partners
from tengen.networks.store import build, seeded_build

SMALL = NetworkConfig(blocks=2, channels=16, head_channels=8, value_hidden=16)
ORIGIN = NetworkConfig(kind="alphazero")


def opinionated(network: nn.Module) -> nn.Module:
    """Give every weight a value: a fresh network answers zero, which proves nothing."""
    generator = torch.Generator().manual_seed(3)
    for name, parameter in network.named_parameters():
        if parameter.ndim > 1:
            scale = (2.0 / parameter[0].numel()) ** 0.5
            parameter.data.normal_(0, scale, generator=generator)
        elif "norm.weight" not in name:
            parameter.data.normal_(0, 0.1, generator=generator)
    for name, buffer in network.named_buffers():
        if name.endswith("running_mean"):
            buffer.normal_(0, 0.1, generator=generator)
        if name.endswith("running_var"):
            buffer.uniform_(0.5, 1.5, generator=generator)
    return network.eval()


def positions(count: int, size: int) -> NDArray[np.float32]:
    return (np.random.default_rng(5).random((count, 4, size, size)) < 0.2).astype(np.float32)


def ask(network: nn.Module, planes: NDArray[np.float32]) -> tuple[NDArray, NDArray]:
    with torch.inference_mode():
        heads = network(torch.from_numpy(planes))
    return heads.logits.numpy(), heads.value.numpy()


@pytest.mark.parametrize("config", [SMALL, ORIGIN], ids=["residual", "origin"])
@pytest.mark.parametrize("size", [6, 8])
def test_fp32_agrees_with_torch(tmp_path: Path, config: NetworkConfig, size: int) -> None:
    """Folding the normalisation and writing the graph by hand changes nothing but rounding."""
    game = load("gomoku", size=size)
    blueprint = Blueprint.of(config, game)
    network = opinionated(seeded_build(blueprint, 1))
    export_onnx(tmp_path / "net.onnx", network, blueprint)
    planes = positions(7, size)
    legal = np.ones((7, game.num_actions), np.bool_)
    logits, values = OnnxEvaluator(tmp_path / "net.onnx", game).evaluate(planes, legal)
    expected_logits, expected_values = ask(network, planes)
    assert np.ptp(expected_logits) > 0.1
    np.testing.assert_allclose(logits, expected_logits, atol=2e-4)
    np.testing.assert_allclose(values, expected_values, atol=2e-4)


def test_owners_and_lead_are_exported(tmp_path: Path) -> None:
    """A net that has learned of owners says them, as shares and in points, beside the rest."""
    game = load("go", size=6)
    blueprint = Blueprint.of(SMALL.model_copy(update={"owners": True}), game)
    network = opinionated(seeded_build(blueprint, 1))
    export_onnx(tmp_path / "net.onnx", network, blueprint)
    planes = np.random.default_rng(5).random((7, *game.planes_shape)).astype(np.float32)
    evaluator = OnnxEvaluator(tmp_path / "net.onnx", game)
    logits, values = evaluator.evaluate(planes, np.ones((7, game.num_actions), np.bool_))
    expected_logits, expected_values = ask(network, planes)
    assert evaluator.heads == ["logits", "value", "owners", "lead"]
    assert evaluator.tells_points
    np.testing.assert_allclose(logits, expected_logits, atol=2e-4)
    np.testing.assert_allclose(values, expected_values, atol=2e-4)
    told = evaluator.judge(planes, np.ones((7, game.num_actions), np.bool_))
    with torch.inference_mode():
        heads = network(torch.from_numpy(planes))
    np.testing.assert_allclose(told.logits, logits, atol=1e-6)
    np.testing.assert_allclose(told.values, values, atol=1e-6)
    np.testing.assert_allclose(told.leads, 10 * heads.lead.numpy(), atol=2e-3)
    np.testing.assert_allclose(told.owners, 2 * heads.owner_logits.sigmoid().numpy() - 1, atol=2e-4)
    assert np.ptp(told.owners) > 0.1


def test_owners_that_were_not_learned_are_left_out(tmp_path: Path) -> None:
    """A fresh head says 0 of every point, which is no opinion."""
    game = load("go", size=6)
    blueprint = Blueprint.of(SMALL.model_copy(update={"owners": True}), game)
    export_onnx(tmp_path / "net.onnx", seeded_build(blueprint, 1), blueprint)
    evaluator = OnnxEvaluator(tmp_path / "net.onnx", game)
    assert evaluator.heads == ["logits", "value"]
    assert not evaluator.tells_points


@pytest.mark.parametrize("config", [SMALL, ORIGIN], ids=["residual", "origin"])
def test_int8_stays_close(tmp_path: Path, config: NetworkConfig) -> None:
    """Eight bits keep the opinions: the logits correlate with the exact ones."""
    game = load("gomoku", size=8)
    blueprint = Blueprint.of(config, game)
    network = opinionated(seeded_build(blueprint, 1))
    planes = positions(64, 8)
    export_onnx(tmp_path / "net.onnx", network, blueprint, calibration=planes)
    legal = np.ones((64, game.num_actions), np.bool_)
    evaluator = OnnxEvaluator(tmp_path / "net.onnx", game)
    logits, values = evaluator.evaluate(planes, legal)
    expected_logits, expected_values = ask(network, planes)
    assert evaluator.metadata["tengen.precision"] == "int8"
    assert np.corrcoef(logits.ravel(), expected_logits.ravel())[0, 1] > 0.99
    assert np.abs(values - expected_values).max() < 0.2
    assert np.abs(logits - expected_logits).max() > 0  # it really is rounded


@pytest.mark.parametrize(
    ("config", "rounded", "heads", "floats"),
    [(SMALL, 5, 1, 1), (ORIGIN, 3, 2, 0)],
    ids=["residual", "origin"],
)
def test_int8_convolutions_run_in_8_bits(
    tmp_path: Path, config: NetworkConfig, rounded: int, heads: int, floats: int
) -> None:
    """ONNX Runtime takes all in 8 bits but a residual net's last, which is of 1x1 points.

    What the heads read first are products of matrices, whose answers are not rounded.
    """
    import onnx
    import onnxruntime

    blueprint = Blueprint.of(config, load("gomoku", size=8))
    network = opinionated(seeded_build(blueprint, 1))
    export_onnx(tmp_path / "net.onnx", network, blueprint, calibration=positions(64, 8))
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(tmp_path / "fused.onnx")
    onnxruntime.InferenceSession(
        str(tmp_path / "net.onnx"), options, providers=["CPUExecutionProvider"]
    )
    operations = [node.op_type for node in onnx.load(tmp_path / "fused.onnx").graph.node]
    assert operations.count("QLinearConv") == rounded
    assert operations.count("MatMulIntegerToFloat") == heads
    assert sum(operations.count(each) for each in ("Conv", "FusedConv")) == floats


def test_residual_weights_play_other_sizes(tmp_path: Path) -> None:
    """A net exported for 8x8 answers on 11x11, as torch does there."""
    blueprint = Blueprint.of(SMALL, load("gomoku", size=8))
    network = opinionated(seeded_build(blueprint, 2))
    export_onnx(tmp_path / "net.onnx", network, blueprint)
    larger = load("gomoku", size=11)
    planes = positions(3, 11)
    evaluator = OnnxEvaluator(tmp_path / "net.onnx", larger)
    logits, values = evaluator.evaluate(planes, np.ones((3, 121), np.bool_))
    assert logits.shape == (3, 121)
    assert values.shape == (3,)
    np.testing.assert_allclose(logits, ask(network, planes)[0], atol=2e-4)


@pytest.mark.parametrize("points", [(), (1, 7, 8, 29)])
def test_action_layout_with_moves_off_the_board(points: tuple[int, ...]) -> None:
    """Several actions a point come point by point, and those off the board come last."""
    layout = PolicyLayout(per_point=4, extra=1, points=points)
    actions = 4 * (len(points) or 30) + 1
    blueprint = Blueprint(SMALL, "toy", {}, (3, 5, 6), layout, actions)
    assert Blueprint.from_json(blueprint.to_json()) == blueprint
    network = opinionated(seeded_build(blueprint, 4))
    planes = positions(2, 8)[:, :3, :5, :6].copy()
    logits, _ = ask(network, planes)
    assert logits.shape == (2, actions)
    everywhere = replace(blueprint, layout=PolicyLayout(4, 1), num_actions=121)
    all_points = build(everywhere)
    all_points.load_state_dict(network.state_dict())
    all_logits = ask(all_points.eval(), planes)[0]
    chosen = [4 * point + k for point in points or range(30) for k in range(4)]
    np.testing.assert_array_equal(logits, all_logits[:, [*chosen, 120]])

    import onnxruntime

    model = to_model(network, blueprint).SerializeToString()
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    (exported,) = session.run(("logits",), {"planes": planes})
    np.testing.assert_allclose(exported, logits, atol=2e-4)


def test_quantised_weights_leave_room_for_two_products() -> None:
    """AVX2's 16-bit sums of two products cannot overflow, and no more room is left than it takes."""
    from onnx import numpy_helper

    blueprint = Blueprint.of(SMALL, load("gomoku", size=8))
    network = opinionated(seeded_build(blueprint, 1))
    model = to_model(network, blueprint, observe(network, positions(16, 8)))
    weights = [numpy_helper.to_array(c) for c in model.graph.initializer]
    weights = [w.astype(int) for w in weights if w.dtype == np.int8 and w.ndim > 1]
    assert [w.ndim for w in weights] == [4, 4, 4, 4, 4, 2]  # stem, four in the blocks, head
    for weight in weights:
        rows = (
            weight.T if weight.ndim == 2 else weight.transpose(0, 2, 3, 1).reshape(len(weight), -1)
        )
        pairs = np.pad(rows, ((0, 0), (0, rows.shape[1] % 2))).reshape(len(rows), -1, 2)
        sums = np.stack([pairs.clip(0).sum(2), (-pairs).clip(0).sum(2)]).max((0, 2))
        assert np.abs(rows).max() <= LARGEST
        assert sums.max() <= LARGEST_PAIR
        assert np.maximum(sums, np.abs(rows).max(1) + 1).min() > LARGEST_PAIR - 16
    assert 255 * LARGEST_PAIR < 2**15


@pytest.mark.parametrize(("inputs", "kernel"), [(32, 3), (5, 5), (6, 3), (31, 1)])
def test_weights_are_multiplied_beside_their_partners(inputs: int, kernel: int) -> None:
    """ONNX Runtime's sums are exact where a weight of 127 has one of 1 beside it, on AVX2 as well."""
    import onnxruntime

    count = inputs * kernel**2
    beside = partners((inputs, kernel, kernel))
    pair = np.minimum(np.arange(count), beside)
    larger = (np.arange(count) < beside) ^ (np.random.default_rng(1).random(count) < 0.5)[pair]
    steps = np.where(larger, LARGEST, LARGEST_PAIR - LARGEST)
    weight = np.tile(steps, (16, 1)).reshape(16, inputs, kernel, kernel).astype(np.float32)
    moments = Moments(np.zeros(count), np.eye(count))
    ranges = {"in<": np.array([[0], [255]]), "out>": np.array([[0], [10**7]])}
    graph = GraphWriter(Calibration(ranges, {"layer": moments}))
    sums = graph.conv(graph.quantise("planes", "in<"), weight, np.zeros(16, np.float32), "layer")
    graph.node("Identity", [graph.quantise(sums, "out>").name], output="sums")
    model = graph.model({"planes": [1, inputs, 5, 5]}, {"sums": [1, 16, 5, 5]}).SerializeToString()
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    (sums,) = session.run(None, {"planes": np.full((1, inputs, 5, 5), 255, np.float32)})
    assert np.abs(sums[0, :, 2, 2] - 255 * steps.sum()).max() <= 1e7 / 255


def test_weights_are_rounded_by_what_their_layer_reads() -> None:
    """8 bits are nearer to 32 than with each weight rounded to its nearest step."""
    import onnxruntime

    blueprint = Blueprint.of(SMALL, load("gomoku", size=8))
    network = opinionated(seeded_build(blueprint, 1))
    seen, others = np.split(positions(512, 8), 2)
    calibration = observe(network, seen)
    nearest = {
        name: Moments(np.zeros_like(each.mean), np.eye(len(each.mean)))
        for name, each in calibration.inputs.items()
    }
    off = []
    for each in (calibration, replace(calibration, inputs=nearest)):
        model = to_model(network, blueprint, each).SerializeToString()
        session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
        (logits,) = session.run(("logits",), {"planes": others})
        off.append(np.square(logits - ask(network, others)[0]).mean())
    assert off[0] < 0.7 * off[1], off


def test_weights_too_small_to_count_become_zero() -> None:
    """Weights that decay has shrunk to almost nothing would make each answer many times slower."""
    blueprint = Blueprint.of(SMALL, load("gomoku", size=6, win_length=4))
    network = seeded_build(blueprint, 1)
    for parameter in network.parameters():
        if parameter.ndim > 1:
            parameter.data.view(-1)[::3] = 1e-39
    weights = [to_array(each).ravel() for each in to_model(network, blueprint).graph.initializer]
    floats = np.concatenate([each for each in weights if each.dtype == np.float32])
    assert (floats == 0).sum() > 1000
    assert not ((floats != 0) & (np.abs(floats) < NOTHING)).any()


def test_fresh_network_is_neutral() -> None:
    """Before training every move is as good as any other and the value is even."""
    blueprint = Blueprint.of(SMALL, load("gomoku", size=8))
    logits, values = ask(seeded_build(blueprint, 9).eval(), positions(4, 8))
    assert not logits.any()
    assert not values.any()


def test_residual_sees_the_edge() -> None:
    """The same lone stone looks different in the corner and in the middle."""
    blueprint = Blueprint.of(SMALL, load("gomoku", size=15))
    network = opinionated(seeded_build(blueprint, 1))
    planes = np.zeros((2, 4, 15, 15), np.float32)
    planes[0, 0, 7, 7] = planes[1, 0, 0, 0] = 1
    logits, _ = ask(network, planes)
    boards = logits.reshape(2, 15, 15)
    assert abs(float(boards[0, 7, 7] - boards[1, 0, 0])) > 1e-3


@pytest.mark.parametrize("kind", [kind for kind in LAYERED if kind != "qlearning"])
@pytest.mark.parametrize("name", ["gomoku", "go", "draughts"])
def test_every_layered_net_is_exported_as_it_is(tmp_path: Path, kind: str, name: str) -> None:
    """Each layer's ONNX says what torch says, in every game; a missing head answers zeros."""
    game = load(name) if name == "draughts" else load(name, size=7)
    blueprint = Blueprint.of(NetworkConfig(kind=kind), game)
    network = opinionated(seeded_build(blueprint, 1))
    export_onnx(tmp_path / "net.onnx", network, blueprint)
    planes = np.stack([state.planes() for state in some_positions(game)])
    legal = np.ones((len(planes), game.num_actions), np.bool_)
    logits, values = OnnxEvaluator(tmp_path / "net.onnx", game).evaluate(planes, legal)
    expected_logits, expected_values = ask(network, planes)
    if not expected_logits.size:
        expected_logits = np.zeros_like(logits)
    assert np.ptp(expected_logits) + np.ptp(expected_values) > 0.01
    np.testing.assert_allclose(logits, expected_logits, atol=2e-4)
    np.testing.assert_allclose(values, expected_values, atol=2e-4)


def some_positions(game: Game) -> list[State]:
    """Return the first positions of a random game, both sides to move."""
    rng = np.random.default_rng(2)
    states = [game.initial_state()]
    for _ in range(9):
        states.append(states[-1].apply(int(rng.choice(states[-1].legal_actions()))))
    return states


def test_dense_net_sees_both_sides_alike() -> None:
    """A position and the same with the players exchanged, board turned, are worth the same."""
    game = load("draughts")
    blueprint = Blueprint.of(NetworkConfig(kind="dense"), game)
    network = opinionated(seeded_build(blueprint, 1))
    turned = next(symmetry for symmetry in game.symmetries() if symmetry.swaps_players)
    planes = np.stack([state.planes() for state in some_positions(game)])
    images = planes.reshape(len(planes), 8, -1)[:, :, turned.points].reshape(planes.shape)
    values, same = ask(network, planes)[1], ask(network, images)[1]
    assert np.ptp(values) > 0.01
    np.testing.assert_allclose(values, same, atol=1e-6)
