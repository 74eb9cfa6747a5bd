"""Points and tie-breaks, against figures made by hand."""

from tengen.arena.crosstable import rank
from tengen.arena.schedule import Result, RoundRobin, unplayed
from tengen.arena.swiss import Swiss


def play(schedule, winner_of):
    """Return the results when `winner_of` says who of two players wins; None for a draw."""
    results = {}
    while waiting := unplayed(schedule.fixtures(results), results):
        for fixture in waiting:
            winner = winner_of(*sorted(fixture.players))
            side = None if winner is None else fixture.players.index(winner)
            results[fixture.key] = Result(fixture.players, side)
    return results


def test_tie_breaks_of_swiss():
    """Three players, each of whom rests once or meets the others: every figure counted by hand.

    Round 1: 0 beats 1 by 2 : 0, 2 rests (2 points). Round 2: 0 beats 2 by 2 : 0, 1 rests.
    """
    schedule = Swiss(3, 2, 2)
    rows = rank(schedule, 3, play(schedule, min))
    assert [row.player for row in rows] == [0, 1, 2]
    assert [row.points for row in rows] == [4, 2, 2]
    assert [row.byes for row in rows] == [0, 1, 1]
    assert [row.buchholz for row in rows] == [2 + 2, 4 + 2, 4 + 2]
    assert [row.berger for row in rows] == [2 * 2 + 2 * 2, 2 * 2, 2 * 2]


def test_equal_players_stay_in_order():
    """Sums of the same points in another order are the same: no rounding decides a place."""
    schedule = RoundRobin(6, 2)
    # The first two draw with each other and win all else; the rest draw in part.
    results = play(
        schedule,
        lambda low, high: None if high == 1 or (low, high) == (2, 4) else low,
    )
    rows = rank(schedule, 6, results)
    assert [row.player for row in rows[:2]] == [0, 1]
    assert rows[0].points == rows[1].points
    assert rows[0].berger == rows[1].berger
    assert [row.berger for row in rows] == sorted((row.berger for row in rows), reverse=True)
