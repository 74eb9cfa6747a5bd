"""Stones told one by one are positions of our rules."""

import pytest

from tengen import load
from tengen.core import IllegalMoveError, SettingsError
from tengen.protocols.gomocup.table import DEAD, OPPONENT, OWN, Table

RENJU, CONTINUOUS = 4, 2


def point(x, y, size=15):
    return y * size + x


def row(owner, xs, y):
    return [(point(x, y), owner) for x in xs]


def test_stones_that_alternate_are_a_game_that_was_played():
    """The position is the very one that our own rules reach, so that a search goes on in it."""
    table, state = Table(15), load("gomoku").initial_state()
    for number, played in enumerate((112, 113, 97, 127)):
        table.put(played, (OPPONENT, OWN)[number % 2])
        state = state.apply(played)
    assert table.state == state


def test_a_laid_position_is_the_played_one():
    """BOARD gives the position that TURN by TURN gives, whoever began."""
    for first in (OWN, OPPONENT):
        told, laid = Table(15), Table(15)
        order = [first, OWN + OPPONENT - first]
        points = [112, 113, 97, 127, 98][: 4 if first == OWN else 5]
        stones = [(p, order[number % 2]) for number, p in enumerate(points)]
        for stone in stones:
            told.put(*stone)
        laid.lay(stones)
        assert laid.state == told.state


def test_the_order_of_the_stones_does_not_matter():
    """A manager may list our stones first and then the opponent's."""
    table = Table(15)
    table.lay([*row(OWN, (7, 8), 7), *row(OPPONENT, (7, 8), 8)])
    assert table.state.ply == 4
    assert table.state.to_play == 0


def test_any_numbers_of_stones_are_laid():
    """A position that no game leads to is set up, with us to move."""
    table = Table(15)
    table.lay(row(OPPONENT, (1, 3, 5), 4))
    assert table.state.to_play == 1
    assert table.state.board()[4, [1, 3, 5]].tolist() == [1, 1, 1]
    table.lay(row(OWN, (1, 3, 5), 4))
    assert table.state.to_play == 0


def test_the_manager_may_allow_what_we_do_not():
    """Black's forbidden stone is on the board all the same, and White moves."""
    table = Table(15, RENJU)
    cross = [point(7, 5), point(7, 6), point(5, 7), point(6, 7)]
    far = [point(0, 0), point(2, 0), point(4, 0), point(14, 14)]
    for ours, other in zip(far, cross, strict=True):
        table.put(other, OPPONENT)
        table.put(ours, OWN)
    assert point(7, 7) not in table.state.legal_actions()
    table.put(point(7, 7), OPPONENT)
    assert table.state.board()[7, 7] == 1
    assert table.state.to_play == 1


def test_taking_back_gives_the_move_back():
    """The side whose stone is taken is to move; the position is as before."""
    table = Table(15)
    table.put(112, OPPONENT)
    before = table.state
    table.put(113, OWN)
    table.take(113)
    assert table.state == before
    with pytest.raises(IllegalMoveError, match="no stone at 8,7"):
        table.take(113)


def test_what_cannot_be_is_refused_and_changes_nothing():
    """An occupied point, a stone after the end and a second row are told, the board stays."""
    table = Table(15)
    table.lay([*row(OWN, range(4), 0), *row(OPPONENT, range(4), 2)])
    before = table.state
    with pytest.raises(IllegalMoveError, match="1,0 is occupied"):
        table.put(1, OPPONENT)
    with pytest.raises(IllegalMoveError, match="two stones at 1,0"):
        table.lay([(1, OWN), (1, OPPONENT)])
    with pytest.raises(SettingsError, match="over"):
        table.lay([*row(OWN, range(5), 0), *row(OPPONENT, range(5), 2)])
    assert table.state == before
    table.put(4, OWN)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        table.put(100, OPPONENT)


@pytest.mark.parametrize("size", [4, 21, 0])
def test_boards_out_of_range_are_refused(size):
    """Five in a row needs five points; our largest board is 20x20."""
    with pytest.raises(SettingsError, match="5 to 20"):
        Table(size)


def test_a_continuous_game_goes_on_around_dead_rows():
    """A row that has won is a wall: play goes on, and it counts for nobody."""
    table = Table(15, CONTINUOUS)
    table.lay([*row(OWN, range(4), 0), *row(OPPONENT, range(4), 2)])
    table.put(4, OWN)
    assert table.state.outcome() is None
    assert table.state.to_play == 1
    assert dict(table.stones)[4] == DEAD
    assert not set(range(5)) & set(table.state.legal_actions().tolist())
    table.put(point(4, 2), OPPONENT)
    assert table.state.outcome() is None
    assert table.state.to_play == 0


def test_dead_stones_complete_no_row():
    """A board full of dead stones has no five of either colour."""
    table = Table(8, CONTINUOUS)
    table.lay([(p, DEAD) for p in range(60)])
    assert table.state.outcome() is None
    assert len(table.state.legal_actions()) == 4
