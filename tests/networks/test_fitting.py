"""How nets begin and are fitted: first weights, optimisers, decay, clipping, steps on one batch."""

import sys

import numpy as np
import pytest
import torch
from torch import nn

from tengen import load
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import InitialSettings, NetworkConfig, TrainerSettings
from tengen.networks.objectives import PolicyValue
from tengen.networks.optimizers import make_optimizer
from tengen.networks.store import seeded_build
from tengen.networks.trainer import Trainer

from .test_trainer import batch

BLUEPRINT = Blueprint.of(NetworkConfig(kind="policy"), load("gomoku", size=15))


def parameters(initial: InitialSettings | None) -> tuple[torch.Tensor, torch.Tensor]:
    """Return all weights and all biases of the policy's net, each in a row."""
    network = seeded_build(BLUEPRINT, 1, initial)
    every = [p.detach() for p in network.parameters()]
    return tuple(
        torch.cat([p.flatten() for p in every if (p.ndim > 1) == big]) for big in (True, False)
    )


def test_normal_first_weights() -> None:
    """Weights and biases alike have the deviation that was said, and go far beyond two of it."""
    weights, biases = parameters(InitialSettings(weights="normal", biases="drawn", deviation=0.1))
    assert float(weights.std()) == pytest.approx(0.1, rel=0.01)
    assert float(biases.std()) == pytest.approx(0.1, rel=0.1)
    assert float(weights.abs().max()) > 0.3


def test_truncated_first_weights() -> None:
    """None is beyond two deviations, and every bias is the constant."""
    weights, biases = parameters(InitialSettings(weights="truncated", biases="constant", bias=0.1))
    assert float(weights.abs().max()) <= 0.2
    assert float(weights.std()) == pytest.approx(0.088, rel=0.02)  # of what truncation leaves
    assert bool((biases == 0.1).all())


def test_usual_first_weights_are_left_alone() -> None:
    """What no setting changes is what the layers themselves draw, to the bit."""
    for one, other in zip(parameters(None), parameters(InitialSettings()), strict=True):
        assert torch.equal(one, other)


@pytest.mark.parametrize("name", ["adamw", "adam", "nadam", "adadelta", "sgd"])
def test_decay_spares_biases_and_the_first_layers(name: str) -> None:
    """Without any gradient of a loss, only the matrices that decay shrink."""
    network = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
    before = {key: value.clone() for key, value in network.state_dict().items()}
    optimizer = make_optimizer(name, network, decay=0.5, undecayed=1)  # type: ignore[arg-type]
    for group in optimizer.param_groups:
        group["lr"] = 0.1
    for parameter in network.parameters():
        parameter.grad = torch.zeros_like(parameter)
    optimizer.step()
    changed = [key for key, value in network.state_dict().items() if not value.equal(before[key])]
    assert changed == ["1.weight"]


@pytest.mark.parametrize("name", ["adamw", "adam", "nadam", "adadelta", "sgd"])
def test_no_optimiser_loads_the_compiler(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step, and what is saved and loaded again, need nothing of torch.compile."""
    monkeypatch.setitem(sys.modules, "torch._dynamo", None)  # to import it is an error now
    network = nn.Linear(4, 4)
    optimizer = make_optimizer(name, network, decay=0.5)  # type: ignore[arg-type]
    network(torch.ones(1, 4)).sum().backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    optimizer.load_state_dict(optimizer.state_dict())
    assert network.weight.grad is None


@pytest.mark.parametrize("name", ["nadam", "adadelta"])
def test_resumed_optimisers_go_on(name: str, tmp_path) -> None:
    """Saved, loaded and gone on with, the weights are those of never having stopped."""
    settings = TrainerSettings(optimizer=name, average_steps=1, warmup_steps=0)  # type: ignore[arg-type]
    trainers = [Trainer(small(), settings, PolicyValue(), seed=1) for _ in range(2)]
    for step in range(3):
        trainers[0].train(batch(step), progress=0.0)
    trainers[0].save(tmp_path / "c.safetensors", {})
    trainers[1].load(tmp_path / "c.safetensors")
    for trainer in trainers:
        trainer.train(batch(3), progress=0.0)
    one, other = (trainer.network.state_dict() for trainer in trainers)
    assert all(torch.equal(one[key], other[key]) for key in one)


def small() -> Blueprint:
    config = NetworkConfig(blocks=1, channels=16, head_channels=8, value_hidden=16)
    return Blueprint.of(config, load("gomoku", size=6))


def step_of(limit: float) -> float:
    """Return how far one plain gradient step of a wild batch goes under a limit."""
    settings = TrainerSettings(
        optimizer="sgd", learning_rate=1.0, warmup_steps=0, weight_decay=0, gradient_limit=limit
    )
    trainer = Trainer(small(), settings, PolicyValue(value_weight=1000), seed=1)
    before = [p.detach().clone() for p in trainer.network.parameters()]
    trainer.train(batch(), progress=0.0)
    moved = [p.detach() - q for p, q in zip(trainer.network.parameters(), before, strict=True)]
    return float(torch.cat([p.flatten() for p in moved]).norm())


def test_clipping_can_be_off() -> None:
    """A long gradient is shortened to the limit, and with 0 left as it is."""
    assert step_of(0.5) == pytest.approx(0.5, rel=1e-3)
    assert step_of(0.0) > 5


def test_steps_on_one_batch_end_where_the_policy_moved_far() -> None:
    """Several steps a batch, fewer where the policy moves by too much; the rate follows."""

    def trainer(rate: float) -> Trainer:
        settings = TrainerSettings(
            optimizer="adam", learning_rate=rate, warmup_steps=0, cosine_from=1.0,
            average_steps=1, repeats=5, kl_target=0.02,
        )  # fmt: skip
        return Trainer(small(), settings, PolicyValue(), seed=1)

    tame, wild = trainer(1e-6), trainer(0.3)
    for each in (tame, wild):
        each.train(batch(), progress=0.0)
    assert tame.steps == 5
    assert wild.steps < 5
    assert tame.rate(0.0) == pytest.approx(1.5e-6)
    assert wild.rate(0.0) == pytest.approx(0.2)


def test_the_rate_s_factor_is_kept(tmp_path) -> None:
    """A resumed run goes on at the rate it had come to."""
    settings = TrainerSettings(warmup_steps=0, repeats=2, kl_target=0.02, learning_rate=1e-6)
    first, second = (Trainer(small(), settings, PolicyValue(), seed=1) for _ in range(2))
    first.train({name: np.asarray(column) for name, column in batch().items()}, progress=0.0)
    first.save(tmp_path / "c.safetensors", {"note": "hello"})
    assert second.load(tmp_path / "c.safetensors") == {"note": "hello"}
    assert second.rate(0.0) == first.rate(0.0)
