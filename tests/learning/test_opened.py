"""Games to learn from begin with random moves, and never with one side about to win by them."""

import numpy as np
import pytest

from tengen import load
from tengen.games.face import NativeGame
from tengen.learning.opened import make_record, most_moves, open_game


def native(**settings) -> NativeGame:
    game = load("gomoku", size=5, win_length=4, **settings)
    assert isinstance(game, NativeGame)
    return game


def test_openings_have_every_length_and_leave_the_game_open():
    """None up to the most plies are played, and nobody can win at once after them."""
    game, rng = native(), np.random.default_rng(0)
    opened = [open_game(game, 6, rng) for _ in range(200)]
    assert {len(one.opening) for one in opened} == set(range(7))
    for one in opened:
        assert one.state == list(make_record(game, one.opening, (), None).replay(game))[-1]
        assert one.state.outcome() is None
        assert not one.state.native.wins_at_once()


def test_openings_are_drawn_from_the_choices():
    """Who names the moves that may open a game gets no others."""
    opened = open_game(
        native(), 6, np.random.default_rng(1), choices=lambda state: state.legal_actions()[:1]
    )
    assert opened.opening == list(range(len(opened.opening))) != []


def test_an_opened_game_goes_on():
    """Moves made later are told apart from the random ones, and all are in the record."""
    game = open_game(native(), 2, np.random.default_rng(1))
    opening = list(game.opening)
    action = int(game.state.legal_actions()[0])
    game.play(action)
    assert (game.opening, game.actions, len(game)) == (opening, [action], len(opening) + 1)
    assert list(game.record(None).replay(native()))[-1] == game.state
    assert game.record(None).laid_out_plies == len(opening)


def test_a_set_up_win_is_played():
    """Where the game itself begins with a win at hand, there is nothing to wait for."""
    game = native(position="B:Ba1,b1,c1:Wa5,b5,c5")
    opened = open_game(game, 0, np.random.default_rng(0))
    assert (opened.state, opened.opening) == (game.initial_state(), [])


def test_records_tell_where_the_opening_ends():
    """The record has all moves, and says how many were random."""
    record = make_record(native(), [3, 4], [5], None)
    assert [move.action for move in record.moves] == [3, 4, 5]
    assert record.laid_out_plies == 2
    assert record.outcome is None


@pytest.mark.parametrize(("share", "moves"), [(2.0, 50), (0.5, 12), (0.001, 1)])
def test_longest_game_goes_by_the_board(share, moves):
    """A game may last so many moves a point, and at least one."""
    assert most_moves(native(), share) == moves


def test_a_share_of_the_games_begins_by_the_book() -> None:
    """Book openings are played before the random moves; a game without a book has none."""
    game, rng = load("draughts"), np.random.default_rng(3)
    assert isinstance(game, NativeGame)
    book = {opening.actions for opening in game.book()}
    opened = [open_game(game, 0, rng, book_share=0.5) for _ in range(200)]
    from_book = [tuple(one.opening) in book for one in opened]
    assert 60 < sum(from_book) < 140
    assert all(one.opening == [] for one, known in zip(opened, from_book, strict=True) if not known)
    assert open_game(native(), 0, rng, book_share=1.0).opening == []
