"""A generation is learned from when it is over, all of it, and once."""

from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from tengen import load
from tengen.core import SettingsError
from tengen.learning.generation import Generation
from tengen.learning.overrides import override
from tengen.learning.parts import LearnerSettings
from tengen.learning.ring import ReplaySettings
from tengen.learning.samples import WEIGHT, Columns, Samples

GAME = load("gomoku", size=3, win_length=3)
COLUMNS: Columns = {"planes": "planes", "value": "number", WEIGHT: "number"}
RNG = np.random.default_rng(1)


def samples(*values: float) -> Samples:
    """Return boards that are told apart by their values."""
    planes = np.zeros((len(values), *GAME.planes_shape), np.int8)
    planes[:, 0, 0, 0] = 64  # no symmetry of the board leaves this where it is
    numbers = np.array(values, np.float32)
    return {"planes": planes, "value": numbers, WEIGHT: np.ones(len(values), np.float32)}


def make(folder: Path | None = None, *, games: int = 2, epochs: int = 3) -> Generation:
    settings = ReplaySettings(smallest=10, largest=10)
    return Generation(GAME, COLUMNS, settings, folder, games=games, epochs=epochs)


def epoch_of(memory: Generation, batch: int) -> list[list[float]]:
    """Return the values of the batches that are still owed."""
    drawn = []
    while memory.owed:
        drawn.append(memory.sample(batch, RNG).columns["value"].tolist())
    return drawn


def test_nothing_is_owed_before_the_generation_is_over() -> None:
    """One game of two is not yet learned from."""
    memory = make()
    memory.add(samples(1, 2))
    assert memory.owed == 0
    memory.add(samples(3))
    assert memory.owed == 9


def test_each_epoch_has_every_sample_once() -> None:
    """The last batch of an epoch is smaller; no batch crosses into the next one."""
    memory = make()
    memory.add(samples(1, 2, 3, 4, 5), games=2)
    drawn = epoch_of(memory, 2)
    assert [len(batch) for batch in drawn] == [2, 2, 1] * 3
    assert [sorted(chain(*drawn[i : i + 3])) for i in (0, 3, 6)] == [[1, 2, 3, 4, 5]] * 3


def test_a_whole_game_is_one_step() -> None:
    """A batch larger than the game takes all of it."""
    memory = make(games=1, epochs=1)
    memory.add(samples(1, 2, 3))
    assert [sorted(batch) for batch in epoch_of(memory, 100)] == [[1, 2, 3]]


def test_old_generations_are_not_learned_again() -> None:
    """What was learned is past: the next generation has its own samples alone."""
    memory = make(epochs=1)
    memory.add(samples(1, 2), games=2)
    epoch_of(memory, 4)
    memory.add(samples(3), games=2)
    assert epoch_of(memory, 4) == [[3]]


def test_games_that_come_too_early_wait() -> None:
    """Players that are ahead lose nothing: their games are the next generation."""
    memory = make(epochs=1)
    memory.add(samples(1, 2), games=2)
    first = memory.sample(1, RNG).columns["value"].tolist()
    memory.add(samples(3, 4), games=2)
    memory.add(samples(5), games=1)
    assert sorted([*first, *chain(*epoch_of(memory, 4))]) == [1, 2, 3, 4, 5]


def test_boards_are_shown_as_they_were_seen() -> None:
    """No symmetry is drawn: the source learns what it saw."""
    memory = make(epochs=8)
    memory.add(samples(1, 2, 3), games=2)
    planes = np.concatenate([memory.sample(3, RNG).columns["planes"] for _ in range(8)])
    assert (planes[:, 0, 0, 0] == 64).all()


def test_a_resumed_run_begins_with_a_new_generation(tmp_path: Path) -> None:
    """Its games are counted, and none of them is learned from again."""
    memory = make(tmp_path)
    memory.add(samples(1, 2), games=1)
    memory.save()
    again = make(tmp_path)
    again.load()
    assert (again.total, again.games, again.owed) == (2, 1, 0)
    again.add(samples(3), games=2)
    assert {value for batch in epoch_of(again, 4) for value in batch} == {3}


def test_epochs_need_a_generation() -> None:
    """How many games it has must be said."""
    with pytest.raises(SettingsError, match="refit_epochs needs publish_games"):
        override(LearnerSettings(), ["refit_epochs=2"])
