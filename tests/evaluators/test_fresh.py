"""A network that was begun afresh is not asked before it has learned something."""

from pathlib import Path

import numpy as np

from tengen import load
from tengen.evaluators.fresh import open_network
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.export import export_onnx
from tengen.networks.store import seeded_build


def test_a_fresh_network_says_what_it_is_taken_to_say(tmp_path: Path) -> None:
    """Nobody asks it, and it would have answered the same."""
    game = load("go", size=5)
    blueprint = Blueprint.of(NetworkConfig(blocks=1, channels=16), game)
    network = seeded_build(blueprint, 1)
    export_onnx(tmp_path / "net.onnx", network, blueprint)
    state = game.initial_state().apply(7)
    asked = state.planes()[None], state.legal_mask()[None]
    fresh = open_network(tmp_path / "net.onnx", game)
    assert not isinstance(fresh, OnnxEvaluator)
    exact = OnnxEvaluator(tmp_path / "net.onnx", game).evaluate(*asked)
    for ours, theirs in zip(fresh.evaluate(*asked), exact, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    network.get_parameter("value.bias").data.fill_(0.1)
    export_onnx(tmp_path / "net.onnx", network, blueprint)
    assert isinstance(open_network(tmp_path / "net.onnx", game), OnnxEvaluator)
