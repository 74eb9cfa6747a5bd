"""PDN 3.0: how games end, and the times beside moves."""

from dataclasses import replace

import pytest

from tengen.core import Outcome, Record
from tengen.records import NoRoomError

from .texts import read_all, read_one, written


@pytest.mark.parametrize("end", ["1/2", "1/2-1/2", "1/2 - 1/2", "\u00bd-\u00bd", "\u00bd"])
@pytest.mark.parametrize("note", ["", "{note} "])
def test_ends_of_drawn_games(end: str, note: str) -> None:
    """A draw is written in halves of several kinds, and ends the game."""
    games = read_all("PDN", f"1. 11-15 23-19 {note}{end}\n1. 9-14 1-0")
    assert [game.outcome for game in games if isinstance(game, Record)] == [
        Outcome(None, "draw"),
        Outcome(0, ""),
    ]


def test_the_result_after_the_moves_is_believed() -> None:
    """It is what was written last; the tag that says another goes."""
    record = read_one("PDN", '[Result "1-0"]\n1. 11-15 0-1')
    assert (record.outcome, record.meta) == (Outcome(1, ""), {})
    assert read_one("PDN", '[Result "1-0"]\n1. 11-15 *').outcome == Outcome(0, "")


@pytest.mark.parametrize("seconds", [0.12345678901234567, 1e-7, 59.9999999, 3599.5, 7322, 1e7 / 3])
def test_times_and_values_are_exact(seconds: float) -> None:
    """The clock of a computer counts finer than a thousandth, and all of it comes back."""
    record = read_one("PDN", "11-15 *")
    move = replace(record.moves[0], seconds=seconds, clock=seconds, value=1 / 3)
    record = replace(record, moves=(move,))
    assert read_one("PDN", written("PDN", record)) == record


@pytest.mark.parametrize("clock", [-1.0, 1e12])
def test_times_that_are_none(clock: float) -> None:
    """A clock below zero, or of years, is refused in one line, or left out when asked."""
    record = read_one("PDN", "11-15 *")
    move = replace(record.moves[0], clock=clock)
    with pytest.raises(NoRoomError, match="no room for times"):
        written("PDN", replace(record, moves=(move,)))
    assert read_one("PDN", written("PDN", replace(record, moves=(move,)), lossy=True)) == record
