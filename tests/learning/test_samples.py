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
