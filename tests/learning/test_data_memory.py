"""A data set as a learner's memory: epochs, symmetries, games that are added."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tengen import load
from tengen.core import LAID_OUT, Record, RecordedMove, TengenError
from tengen.learning.data_memory import DataMemory, samples_of
from tengen.learning.samples import Packed
from tengen.records import write
from tengen.records.dataset import Split, build, open_dataset

GAME = load("gomoku", size=5)


def random_game(rng: np.random.Generator, plies: int) -> Record:
    """Return the beginning of a game of random moves."""
    moves = rng.permutation(GAME.num_actions)[:plies]
    return Record(GAME.name, dict(GAME.settings), tuple(RecordedMove(int(m)) for m in moves))


@pytest.fixture
def split(tmp_path: Path) -> Split:
    """Return positions of random games."""
    rng = np.random.default_rng(3)
    write([random_game(rng, 6) for _ in range(12)], tmp_path / "games.jsonl")
    build([tmp_path / "games.jsonl"], tmp_path / "set", shares={"train": 1.0})
    return open_dataset(tmp_path / "set").splits["train"]


def test_each_position_is_drawn_once_an_epoch(
    split: Split, tmp_path: Path, rng: np.random.Generator
) -> None:
    """Batches go through the whole data set before any position comes again."""
    memory = DataMemory(GAME, split, tmp_path)
    rows = [row for _ in range(len(split)) for row in memory.sample(2, rng).rows]
    assert sorted(rows) == sorted(2 * list(range(len(split))))
    assert memory.total == 2 * len(split)
    memory.save()
    again = DataMemory(GAME, split, tmp_path)
    again.load()
    assert again.total == memory.total


def test_symmetries_turn_the_board_and_the_move_alike(
    split: Split, tmp_path: Path, rng: np.random.Generator
) -> None:
    """A move is on a free point of its turned board, and some are turned; without, none is."""
    for symmetries in (True, False):
        batch = DataMemory(GAME, split, tmp_path, symmetries=symmetries).sample(200, rng)
        planes, actions = batch.columns["planes"], batch.columns["action"]
        stones = planes[:, :2].reshape(200, 2, -1).any(1)
        assert not stones[np.arange(200), actions].any()
        same = (planes == split.packed_planes(batch.rows)).all((1, 2, 3))
        assert same.all() != symmetries
        assert (actions[same] == split.moves[batch.rows][same]).all() or symmetries


def test_added_games_are_half_of_each_batch(
    split: Split, tmp_path: Path, rng: np.random.Generator
) -> None:
    """What is learned on comes beside the data set, not in its place."""
    memory = DataMemory(GAME, split, tmp_path)
    memory.take([Packed.of(samples_of(GAME, [random_game(rng, 3)]))], games=1)
    rows = memory.sample(64, rng).rows
    assert (rows >= len(split)).sum() == 32
    assert len(memory) == len(split)


def test_an_opening_that_was_given_is_not_learned(rng: np.random.Generator) -> None:
    """Of a game just played the moves that somebody chose are learned, with what they met."""
    game = random_game(rng, 7)
    given = [replace(move, comment=LAID_OUT) for move in game.moves[:3]]
    all_of_it, rest = (
        samples_of(GAME, [replace(game, moves=(*moves, *game.moves[len(moves) :]))])
        for moves in ([], given)
    )
    assert all((all_of_it[name][3:] == rest[name]).all() for name in ("planes", "action"))
    whole = tuple(given[:3])
    assert len(samples_of(GAME, [replace(game, moves=whole)])["action"]) == 0


def test_damage_is_told(split: Split, tmp_path: Path) -> None:
    """A note of how much was drawn that says nothing is an error that names the file."""
    (tmp_path / "drawn.json").write_text("{}")
    with pytest.raises(TengenError, match=r"drawn\.json is damaged"):
        DataMemory(GAME, split, tmp_path).load()
