"""One game: its record, its clocks, its verdicts."""

from threading import Event

import pytest

import tengen
from tengen.arena import UnfinishedError, play_game
from tengen.core import IllegalMoveError, Limit, Record

from .doubles import Illegal, Raising, Scripted

GAME = tengen.load("gomoku", size=5, win_length=3)


def test_first_player_wins_in_a_row():
    """The record holds every move, values to four decimals, who played and who won."""
    played = play_game(GAME, (Scripted("a", [0, 1, 2]), Scripted("b", [10, 11, 20])))
    assert [move.action for move in played.record.moves] == [0, 10, 1, 11, 2]
    assert played.winner == 0
    assert played.forfeit is None
    assert played.record.players == ("a", "b")
    assert [move.value for move in played.record.moves] == [0.25] * 5
    assert [clock.moves for clock in played.clocks] == [3, 2]
    assert all(clock.wall_seconds > 0 for clock in played.clocks)


def test_record_survives_json():
    """A game can be saved, read and replayed."""
    record = play_game(GAME, (Scripted("a"), Scripted("b"))).record
    read = Record.from_json(record.to_json())
    assert read == record
    *_, last = read.replay(GAME)
    assert last.outcome() == record.outcome


def test_opening_is_played_first():
    """Opening moves are nobody's decision and cost nobody time."""
    played = play_game(GAME, (Scripted("a", [0, 1, 2]), Scripted("b", [5])), opening=(12, 24))
    assert [move.action for move in played.record.moves[:3]] == [12, 24, 0]
    assert [move.comment for move in played.record.moves[:3]] == ["opening", "opening", ""]
    assert played.record.moves[0].seconds is None


def test_limits_reach_their_side():
    """Each side thinks by its own limit."""
    a, b = Scripted("a"), Scripted("b")
    play_game(GAME, (a, b), limits=(Limit(visits=7), None))
    assert set(a.limits) == {Limit(visits=7)}
    assert set(b.limits) == {None}


def test_raising_agent_loses():
    """An agent that raises loses, and the verdict is one line that says how."""
    played = play_game(GAME, (Scripted("a"), Raising("b")))
    assert played.winner == 0
    assert played.forfeit == "b raised RuntimeError: out of ideas"
    assert played.record.outcome.reason.startswith("forfeit: b raised")


@pytest.mark.parametrize("action", [99, -1, 12, None, "d3"])
def test_illegal_move_loses(action):
    """A move off the board, on a stone or of no kind at all loses the game."""
    played = play_game(GAME, (Scripted("a", [12]), Illegal("b", action)))
    assert played.winner == 0
    assert "played illegally" in played.forfeit
    assert [move.action for move in played.record.moves] == [12]


def test_opening_is_checked():
    """An opening against the rules is the caller's mistake, nobody's forfeit."""
    with pytest.raises(IllegalMoveError):
        play_game(GAME, (Scripted("a"), Scripted("b")), opening=(3, 3))


def test_stopped_game_is_none():
    """A game that is stopped ends after the move under way and is no game at all."""
    stop = Event()

    class Stopping(Scripted):
        def decide(self, state, limit=None, *, stop=None, on_progress=None):
            stop.set()
            return super().decide(state, limit)

    a, b = Scripted("a", [0, 1, 2]), Stopping("b", [10, 11, 20])
    with pytest.raises(UnfinishedError):
        play_game(GAME, (a, b), stop=stop)
    assert (len(a.limits), len(b.limits)) == (1, 1)
