"""Symmetries turn all columns of a sample alike."""

import numpy as np
import pytest

from tengen import load
from tengen.core.game import pack_planes
from tengen.learning.samples import Columns
from tengen.learning.turning import Turner

COLUMNS: Columns = {
    "planes": "planes",
    "policy": "policy",
    "mask": "mask",
    "action": "action",
    "weight": "number",
}


@pytest.mark.parametrize("name", ["gomoku", "go", "draughts"])
def test_action_mask_and_policy_point_at_the_same_move(name: str) -> None:
    """However a board is turned, the move, its probability and its legality stay together."""
    game = load(name)
    rng = np.random.default_rng(4)
    actions = rng.integers(game.num_actions, size=200).astype(np.int32)
    marked = np.eye(game.num_actions)[actions]
    planes = np.zeros((200, *game.planes_shape), np.float32)
    points = [game.policy_layout.point_of(int(a), game.num_actions) for a in actions]
    for row, point in enumerate(points):
        if point is not None:
            planes.reshape(200, game.planes_shape[0], -1)[row, 0, point] = 1
    turned = Turner(game, COLUMNS).turn(
        {
            "planes": pack_planes(planes),
            "policy": marked.astype(np.float16),
            "mask": marked > 0,
            "action": actions,
            "weight": np.arange(200, dtype=np.float32),
        },
        rng,
    )
    assert (turned["policy"].argmax(1) == turned["action"]).all()
    assert (turned["mask"].argmax(1) == turned["action"]).all()
    assert (turned["weight"] == np.arange(200)).all()
    assert (turned["action"] != actions).any()
    for row, action in enumerate(turned["action"]):
        point = game.policy_layout.point_of(int(action), game.num_actions)
        if point is not None:
            assert turned["planes"][row, 0].ravel().argmax() == point


def test_points_turn_with_the_board() -> None:
    """What is told of a point stays with the stone that lies there."""
    game = load("go", size=5)
    rng = np.random.default_rng(5)
    points = rng.integers(-1, 2, size=(50, 25)).astype(np.int8)
    planes = np.zeros((50, *game.planes_shape), np.float32)
    planes[:, 0] = points.reshape(50, 5, 5) == 1
    samples = {"planes": pack_planes(planes), "owners": points}
    turned = Turner(game, {"planes": "planes", "owners": "points"}).turn(samples, rng)
    assert ((turned["planes"][:, 0].reshape(50, 25) > 0) == (turned["owners"] == 1)).all()
    assert (turned["owners"] != points).any()
