"""What a net of moves is fitted to, and how often it is said to be right."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen import load
from tengen.agents.policy.accuracy import interval_over_games, look
from tengen.core import Record, RecordedMove
from tengen.records import write
from tengen.records.dataset import build, open_dataset

pytest.importorskip("torch")
import torch

from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.objectives_policy import Policy
from tengen.networks.store import seeded_build

GAME = load("gomoku", size=5)


def test_results_that_nobody_knows_teach_nothing() -> None:
    """The value learns from known results alone; the policy from every move."""
    objective = Policy(smoothing=0.1, value_weight=2.0)
    network = seeded_build(Blueprint.of(NetworkConfig(blocks=1, channels=8), GAME), 0)
    batch = {
        "planes": torch.zeros(4, *GAME.planes_shape),
        "action": torch.arange(4, dtype=torch.int32),
        "avoid": torch.zeros(4),
        "result": torch.tensor([1.0, float("nan"), -1.0, float("nan")]),
    }
    terms = objective(network, network, batch).terms
    # A fresh net finds all moves alike and every game even.
    assert terms["policy"].item() == pytest.approx(np.log(GAME.num_actions), rel=1e-3)
    assert terms["value"].item() == pytest.approx(2.0)
    (terms["policy"] + terms["value"]).backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in network.parameters())
    batch["result"] = torch.full((4,), float("nan"))
    assert objective(network, network, batch).terms["value"].item() == 0


def test_ranks_are_what_would_be_played(tmp_path: Path) -> None:
    """Of moves found alike the first is played, so a net without opinion is not always right."""
    moves = tuple(RecordedMove(action) for action in (7, 3, 24, 0))
    write([Record(GAME.name, dict(GAME.settings), moves)], tmp_path / "game.jsonl")
    build([tmp_path / "game.jsonl"], tmp_path / "set", shares={"train": 1.0})
    split = open_dataset(tmp_path / "set").splits["train"]

    def judge(planes: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return np.zeros((len(planes), 25), np.float32), np.zeros(len(planes), np.float32)

    found = look(judge, split, np.arange(len(split)))
    assert (found.ranks == split.moves).all()
    assert found.losses == pytest.approx(np.log(25))


def test_the_interval_counts_games_not_positions() -> None:
    """Positions of one game that are right or wrong together say as much as one."""
    hits, games = np.repeat([True, False] * 10, 50), np.repeat(np.arange(20), 50)
    low, high = interval_over_games(hits, games.astype(np.int32))
    assert (low, high) == pytest.approx((0.275, 0.725), abs=0.01)
    assert interval_over_games(hits[:50], games[:50].astype(np.int32)) == (0.0, 1.0)
