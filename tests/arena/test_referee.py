"""One game: its record, its clocks, its verdicts."""

import time
from dataclasses import replace
from threading import Event

import pytest

import tengen
from tengen.arena import Conditions, UnfinishedError, play_game
from tengen.core import EngineError, IllegalMoveError, Limit, Outcome, Record, TimeControl

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
    assert [cost.moves for cost in played.costs] == [3, 2]
    assert all(cost.wall_seconds > 0 for cost in played.costs)


def test_record_survives_json():
    """A game can be saved, read and replayed."""
    record = play_game(GAME, (Scripted("a"), Scripted("b"))).record
    read = Record.from_json(record.to_json())
    assert read == record
    *_, last = read.replay(GAME)
    assert last.outcome() == record.outcome


def test_opening_is_played_first():
    """Opening moves are nobody's decision and cost nobody time."""
    played = play_game(
        GAME, (Scripted("a", [0, 1, 2]), Scripted("b", [5])), Conditions(opening=(12, 24))
    )
    assert [move.action for move in played.record.moves[:3]] == [12, 24, 0]
    assert [move.comment for move in played.record.moves[:3]] == ["opening", "opening", ""]
    assert played.record.moves[0].seconds is None


def test_limits_reach_their_side():
    """Each side thinks by its own limit."""
    a, b = Scripted("a"), Scripted("b")
    play_game(GAME, (a, b), Conditions(limits=(Limit(visits=7), None)))
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
        play_game(GAME, (Scripted("a"), Scripted("b")), Conditions(opening=(3, 3)))


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


class Slow(Scripted):
    """Takes its time over each move."""

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        time.sleep(0.03)
        return super().decide(state, limit)


def test_clocks_are_kept():
    """Each side is told what its clock allots, and the record what is left on it."""
    a, b = Scripted("a", [0, 1, 2]), Slow("b", [10, 11, 20])
    control = TimeControl(main=100, increment=1)
    played = play_game(GAME, (a, b), Conditions(controls=(None, control)))
    assert set(a.limits) == {None}
    assert b.limits[0].seconds == pytest.approx(4.8)
    assert b.limits[0].nodes == b.default_limit.nodes
    assert b.limits[0].clock.left == 100
    lefts = [move.clock for move in played.record.moves]
    assert lefts[0::2] == [None] * 3
    assert 100.5 < lefts[1] <= 100.97
    assert 101 < lefts[3] <= 101.94


def test_who_oversteps_the_time_loses():
    """A move that comes after the flag fell is not played."""
    played = play_game(
        GAME, (Scripted("a"), Slow("b")), Conditions(controls=(None, TimeControl(period=0.01)))
    )
    assert played.winner == 0
    assert played.forfeit.startswith("b lost on time")
    assert len(played.record.moves) == 1


def test_hops_of_one_capture_are_one_move():
    """A capture of several hops earns one increment, after its last hop."""
    draughts = tengen.load("draughts", position="B:W6,15,31,32:B1")
    control = TimeControl(main=10, increment=5)
    played = play_game(
        draughts, (Scripted("a"), Scripted("b")), Conditions(controls=(control, control))
    )
    states = list(played.record.replay(draughts))
    assert [state.to_play for state in states[:3]] == [0, 0, 1]
    first, second = (move.clock for move in played.record.moves[:2])
    assert 9.5 < first <= 10
    assert 14.5 < second <= 15


def test_verdict_on_another_program():
    """What is wrong with another program is the verdict, in its own words."""

    class Hanging(Scripted):
        def decide(self, state, limit=None, *, stop=None, on_progress=None):
            raise EngineError("did not answer within 10 s")

    played = play_game(GAME, (Hanging("gtp:x"), Scripted("b")))
    assert played.forfeit == "gtp:x did not answer within 10 s"


def test_resignation_loses():
    """Who resigns has lost without a fault, and what it would have played is not noted."""

    class Resigning(Scripted):
        def decide(self, state, limit=None, *, stop=None, on_progress=None):
            return replace(super().decide(state, limit), resigns=True)

    played = play_game(GAME, (Scripted("a", [12]), Resigning("b")))
    assert (played.winner, played.forfeit) == (0, None)
    assert played.record.outcome == Outcome(0, "resignation")
    assert [move.action for move in played.record.moves] == [12]


def test_who_does_not_get_ready_loses():
    """Both get ready before the first move, and what is wrong is the verdict as it stands."""

    class Missing(Scripted):
        def prepare(self):
            raise EngineError("did not start: nobody: No such file or directory")

    played = play_game(
        GAME, (Scripted("a"), Missing("b")), Conditions(controls=(TimeControl(main=1),) * 2)
    )
    assert played.winner == 0
    assert played.forfeit == "b did not start: nobody: No such file or directory"
    assert played.record.moves == ()


def test_failing_when_stopped_is_no_fault():
    """What fails because the game is stopped is not held against it."""
    stop = Event()

    class Ending(Scripted):
        def decide(self, state, limit=None, *, stop=None, on_progress=None):
            stop.set()
            raise EngineError("was ended by SIGTERM")

    with pytest.raises(UnfinishedError):
        play_game(GAME, (Ending("a"), Scripted("b")), stop=stop)
