"""What players send to the learner."""

import pickle

import numpy as np

from tengen.core import Outcome, Record
from tengen.core.record import RecordedMove
from tengen.learning.samples import PlayedGame


def test_a_game_is_the_same_wherever_it_goes() -> None:
    """Its record is read where somebody asks for it, also behind two journeys."""
    moves = RecordedMove(3, comment="opening"), RecordedMove(4, value=0.25)
    record = Record("gomoku", {"size": 5}, moves, Outcome(0, "five"), ("a", "b"), {"event": "e"})
    game = PlayedGame(record, {"value": np.ones(2, np.float32)}, {"entropy": 0.5})
    for _ in range(2):
        game = pickle.loads(pickle.dumps(game))
    assert game.told.plies == 2
    assert game.record == record
    assert game.figures == {"entropy": 0.5}
    np.testing.assert_array_equal(game.samples["value"], [1, 1])


def test_columns_of_every_kind_travel_as_one_piece() -> None:
    """Shapes, types and numbers are as they were, also of none, of parts of others and of bits."""
    numbers = np.arange(60, dtype=np.int8).reshape(5, 3, 2, 2)
    samples = {
        "planes": numbers[::2],
        "mask": np.array([[True, False, True]] * 3),
        "value": np.array([0.5, -1, np.nan], np.float32),
        "policy": np.ones((3, 7), np.float16) / 7,
        "action": np.array([1, 2, 3], np.int32),
    }
    record = Record("gomoku", {"size": 5}, (), None, ("a", "b"), {})
    for kept in (samples, {name: column[:0] for name, column in samples.items()}):
        travelled = pickle.loads(pickle.dumps(PlayedGame(record, kept), protocol=5)).samples
        assert travelled.keys() == kept.keys()
        for name, column in kept.items():
            assert travelled[name].dtype == column.dtype
            np.testing.assert_array_equal(travelled[name], column)


def test_a_game_is_packed_once() -> None:
    """What a worker packed is what the learner keeps; nobody packs it again."""
    record = Record("gomoku", {"size": 5}, (), None, ("a", "b"), {})
    game = PlayedGame(record, {"planes": np.full((2, 3, 5, 5), 64, np.int8)})
    travelled = pickle.loads(pickle.dumps(game))
    assert travelled.packed == game.packed
    assert travelled.packed is travelled.packed
    assert travelled.packed.columns()["planes"].dtype == np.uint8
    np.testing.assert_array_equal(travelled.samples["planes"], game.samples["planes"])
