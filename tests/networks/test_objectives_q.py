"""Double Q-learning by hand numbers: who chooses, who values, who counts how much."""

import math
from typing import Any

import pytest

pytest.importorskip("torch")
import torch
from torch import Tensor, nn

from tengen.networks.heads import Heads
from tengen.networks.objectives_q import QLearning, dueling, q_targets


class Table(nn.Module):
    """A net of two actions: each position names, by its one number, a row of logits."""

    def __init__(self, *rows: tuple[float, float], value: float = 0.0) -> None:
        super().__init__()
        self.rows = nn.Parameter(torch.tensor(rows))
        self.value = value

    def forward(self, planes: Tensor) -> Heads:
        names = planes.flatten(1)[:, 0].long()
        return Heads(self.rows[names], torch.full((len(names),), self.value))


def batch_of(**columns: list[Any]) -> dict[str, Tensor]:
    """Return a batch; positions are row numbers."""
    count = len(columns["action"])
    batch = {
        "planes": torch.zeros(count, 1, 1, 1),
        "next_planes": torch.ones(count, 1, 1, 1),
        "next_mask": torch.ones(count, 2, dtype=torch.bool),
        "reward": torch.zeros(count),
        "discount": torch.zeros(count),
        "chances": torch.ones(count),
        "progress": torch.tensor(0.0),
    }
    return batch | {name: torch.tensor(column) for name, column in columns.items()}


def test_dueling_heads_add_up() -> None:
    """Q is the value plus what a move is better than the mean of all."""
    heads = Heads(torch.tensor([[1.0, 2.0, 6.0]]), torch.tensor([0.5]))
    assert dueling(heads).tolist() == [[-1.5, -0.5, 3.5]]


def test_one_net_chooses_and_the_other_values() -> None:
    """The net in training likes the second move, the average finds -0.2 in it."""
    network = Table((0.0, 0.0), (-0.3, 0.3))
    average = Table((0.0, 0.0), (0.2, -0.2))
    batch = batch_of(action=[0, 0], reward=[0.0, 0.1], discount=[-0.9, 0.5])
    assert q_targets(network, average, batch).tolist() == pytest.approx([0.18, 0.0])


def test_only_moves_of_the_mask_are_chosen() -> None:
    """The best move that is not allowed does not count."""
    network = average = Table((0.0, 0.0), (-0.3, 0.3))
    batch = batch_of(action=[0], discount=[-0.9], next_mask=[[True, False]])
    assert q_targets(network, average, batch).tolist() == pytest.approx([0.27])


def test_without_discount_the_reward_is_all() -> None:
    """Neither net is asked about the next position, which may be none."""
    network, average = Table((0.0, 0.0), (math.nan, math.nan)), Table((0.0, 0.0), (math.nan, 0.0))
    batch = batch_of(action=[0], reward=[1.0])
    assert q_targets(network, average, batch).tolist() == [1.0]


def test_values_of_the_future_are_bounded() -> None:
    """No net may promise more than a win."""
    network = average = Table((0.0, 0.0), (-5.0, 5.0))
    batch = batch_of(action=[0], discount=[-0.9])
    assert q_targets(network, average, batch).tolist() == pytest.approx([-0.9])


def test_the_loss_is_that_of_the_move_played() -> None:
    """Huber: half the square of a small error, linear beyond; priorities follow the error."""
    network = Table((-0.3, 0.3), (0.0, 0.0))
    batch = batch_of(action=[1, 0], reward=[0.5, 1.0])
    objective = QLearning(huber=1.0, priority=0.5, least_error=0.0)
    losses = objective(network, network, batch)
    assert losses.terms["q"].item() == pytest.approx((0.02 + (1.3 - 0.5)) / 2)
    assert losses.errors is not None
    assert losses.errors.tolist() == pytest.approx([0.2**0.5, 1.3**0.5])


def test_often_drawn_samples_count_less() -> None:
    """A sample drawn four times as often as it should be: half the weight at beta 0.5."""
    network = Table((0.0, 0.0), (0.0, 0.0))
    batch = batch_of(action=[0, 0], reward=[0.2, 0.4], chances=[4.0, 1.0])
    objective = QLearning(first_beta=0.5)
    early = objective(network, network, batch).terms["q"].item()
    assert early == pytest.approx((0.02 * 0.5 + 0.08) / 2)
    batch["progress"] = torch.tensor(1.0)
    late = objective(network, network, batch).terms["q"].item()
    assert late == pytest.approx((0.02 * 0.25 + 0.08) / 2)


def test_drawing_evenly_asks_for_no_priorities() -> None:
    """With priority 0 the samples keep their weights."""
    network = Table((0.0, 0.0), (0.0, 0.0))
    batch = batch_of(action=[0], reward=[0.2])
    assert QLearning(priority=0.0)(network, network, batch).errors is None


def test_the_loss_moves_the_move_towards_its_target() -> None:
    """A step lowers the loss, and the average gives no gradient."""
    network, average = Table((0.0, 0.0), (0.0, 0.0)), Table((0.0, 0.0), (0.4, 0.0))
    batch = batch_of(action=[0], discount=[-0.9])
    QLearning()(network, average, batch).terms["q"].backward()
    assert average.rows.grad is None
    assert network.rows.grad is not None
    assert network.rows.grad[0].tolist() == pytest.approx([0.09, -0.09])


def test_all_moves_that_were_looked_at_are_learned() -> None:
    """Beside the move played each known move counts, the promising one more; unknown ones none."""
    network = Table((-0.1, 0.1), (0.0, 0.0))
    batch = batch_of(action=[0], reward=[-0.1], survey=[[math.nan, 0.3]])
    losses = QLearning(survey=2.0)(network, network, batch)
    assert losses.terms["q"].item() == pytest.approx(0.0)
    # One known move has all of the softmax and all of the even share.
    assert losses.terms["survey"].item() == pytest.approx(2.0 * 2 * 0.02)
    losses.terms["survey"].backward()
    gradient = network.rows.grad
    assert gradient is not None
    assert gradient[0, 1].item() < 0


def test_promising_moves_count_more() -> None:
    """The same error weighs more in a good move than in a bad one."""
    network = Table((-0.5, 0.5), (0.0, 0.0))
    good = batch_of(action=[0], reward=[-0.5], survey=[[-0.5, 0.7]])
    bad = batch_of(action=[0], reward=[-0.5], survey=[[-0.7, 0.5]])
    losses = [QLearning()(network, network, b).terms["survey"].item() for b in (good, bad)]
    assert losses[0] > 1.5 * losses[1] > 0
