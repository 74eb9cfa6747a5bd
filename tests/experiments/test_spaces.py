"""What `tengen tune` varies has an effect: another value leads to another net."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training is not installed")
from safetensors.numpy import load_file

from tengen.agents.settings import preset_names
from tengen.agents.teachers import learning_of, methods
from tengen.contract.learning import train
from tengen.experiments.tune.space import assignment, preset_values, space_of
from tengen.games import load
from tengen.learning.search_space import Choice, Range, Value

# Whether a search of settings does what it should is in test_tune.py.
pytestmark = pytest.mark.long

GAME = load("gomoku", size=5, win_length=5)
QUICK = (
    "learner.workers=1", "learner.batch=16", "learner.first_positions=16",
    "learner.publish_positions=60", "learner.publish_seconds=0", "learner.measure_seconds=1e9",
    "learner.positions=120", "trainer.warmup_steps=0",
)  # fmt: skip
OWN = {
    "alphazero": (
        "self_play.games=4", "self_play.simulations=8", "self_play.fast_simulations=8", "visits=2",
        "learner.measure_games=1000", "yardstick.games=1",
    ),
    "boardvalue": (
        "lessons.positions=64", "lessons.metrics_epochs=1", "lessons.board_epochs=1",
        "search.nodes=20", "generations.games=8",
    ),
    "dqn": ("play.games=8",),
    "policy": ("measured_positions=16",),
    "qlearning": ("play.games=8",),
}  # fmt: skip
ORIGIN = {
    "boardvalue": ("learner.publish_games=8",),
    "qlearning": ("learner.publish_games=8",),
    "dqn": ("learner.publish_games=2",),
}
"""Small generations."""
CASES = [
    (method, preset, name)
    for method in methods()
    for preset in preset_names(learning_of(method).recipe().presets)
    for name in learning_of(method).recipe().space_of(preset)
    if method != "nnue"  # whose trainings are none of a moment
]


def other_than(range_: Range, usual: Value) -> Value:
    """Return an end of a range, or an option, that is not the usual value."""
    ends = range_.options if isinstance(range_, Choice) else (range_.low, range_.high)
    return next(end for end in ends if end != usual)


def weights(method: str, preset: str, out: Path, changes: Sequence[str]) -> dict[str, np.ndarray]:
    """Return the weights that a short training with some settings leads to."""
    own = (*QUICK, *OWN[method], *(ORIGIN.get(method, ()) if preset == "origin" else ()))
    trained = train(method, GAME, out, (*own, *changes), preset=preset, minutes=1e9, seed=1)
    assert trained.steps > 0
    return dict(load_file(out / "net.safetensors"))


@cache
def usual(method: str, preset: str, folder: Path) -> dict[str, np.ndarray]:
    """Return the weights with nothing changed."""
    return weights(method, preset, folder / f"{method}-{preset}", ())


def differ(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    """Tell whether any weight does."""
    return one.keys() != other.keys() or any(
        not np.array_equal(one[name], other[name]) for name in one
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For the runs that all cases of a preset are held against."""
    return tmp_path_factory.mktemp("usual")


def has_effect(method: str, preset: str, name: str, value: Value, folder: Path, out: Path) -> bool:
    """Tell whether a setting changes what is learned."""
    changed = weights(method, preset, out, (assignment(name, value),))
    return differ(usual(method, preset, folder), changed)


@pytest.mark.parametrize(("method", "preset", "name"), CASES)
def test_a_setting_that_is_tuned_has_an_effect(
    method: str, preset: str, name: str, folder: Path, tmp_path: Path
) -> None:
    """With another value, and nothing else changed, another net is learned."""
    space = space_of(method, preset, ())
    value = other_than(space[name], preset_values(method, preset, (), space).get(name, 0.0))
    assert has_effect(method, preset, name, value, folder, tmp_path / "run")


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("boards.gamma", 0.5, True),
        ("boards.frozen_steps", 7, False),
    ],
)
def test_a_setting_that_changes_nothing_is_found(
    name: str, value: Value, expected: bool, folder: Path, tmp_path: Path
) -> None:
    """The source's values are found in play: how old a frozen copy is, is nothing to it."""
    assert has_effect("dqn", "origin", name, value, folder, tmp_path / "run") == expected
