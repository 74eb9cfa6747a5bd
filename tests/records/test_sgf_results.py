"""SGF FF[4]: how games end."""

from dataclasses import replace

import pytest

from tengen.core import Outcome, Record, RecordedMove
from tengen.games import load

from .texts import read_one, written


def test_the_margin_of_a_game_that_was_counted() -> None:
    """RE states the points that the game's own count does, and they come back."""
    game = load("go", size=5, komi=7.5)
    *_, end = Record("go", dict(game.settings), (RecordedMove(25),) * 2).replay(game)
    record = Record("go", dict(game.settings), (RecordedMove(25),) * 2, end.outcome())
    text = written("SGF", record)
    assert "RE[W+7.5]" in text
    assert read_one("SGF", text) == record


@pytest.mark.parametrize("reason", ["White gave up] \\ at last", "3 points", "Black wins by 3", ""])
@pytest.mark.parametrize("winner", [0, 1, None])
def test_reasons_that_sgf_has_no_word_for(winner: int | None, reason: str) -> None:
    """Nothing of how a game ended is lost."""
    record = Record("go", dict(load("go", size=9).settings), outcome=Outcome(winner, reason))
    assert read_one("SGF", written("SGF", record)) == record


def test_a_row_is_why_gomoku_ends() -> None:
    """The reason is kept beside RE, and the stones of the row are those on the board."""
    game = load("gomoku", size=6)
    moves = tuple(map(RecordedMove, (0, 6, 1, 7, 2, 8, 3, 9, 4)))
    record = Record("gomoku", dict(game.settings), moves)
    *_, end = record.replay(game)
    record = replace(record, outcome=end.outcome())
    assert record.outcome is not None
    assert record.outcome.points
    text = written("SGF", record)
    assert "RE[B+]" in text
    assert read_one("SGF", text) == record
