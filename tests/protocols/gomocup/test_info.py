"""What a manager tells is kept to."""

import pytest

from tengen.core import Limit, NotationError
from tengen.protocols.gomocup.info import OWN_MEMORY, Info
from tengen.protocols.gomocup.margin import LEAST_SECONDS, Margin

OPEN = Limit(visits=10**6)


def seconds(info, game=0.0, move=0.0, margin=0.05):
    return info.limit(OPEN, game=game, move=move, margin=margin).seconds


def told(*lines):
    info = Info()
    for line in lines:
        info = info.told(*line.split(" ", 1))
    return info


def test_a_move_keeps_to_its_own_time():
    """The time for a move is used up to the margin, what is gone of it counted."""
    info = told("timeout_turn 5000")
    assert seconds(info) == pytest.approx(4.95)
    assert seconds(info, move=1.0) == pytest.approx(3.95)


def test_no_time_is_the_least_there_is():
    """Turns of 0 ms, turns shorter than the margin and a game without time are played at once."""
    for lines in (["timeout_turn 0"], ["timeout_turn 30"], ["time_left 0"], ["time_left -4000"]):
        assert seconds(told("timeout_turn 5000", *lines)) == 0.001


def test_the_time_of_the_game_is_shared_out():
    """A move takes a part of what is left, and never all of it."""
    info = told("timeout_turn 600000", "timeout_match 100000")
    assert 1 < seconds(info) < 20
    assert seconds(told("timeout_turn 600000", "time_left 50")) == 0.001
    assert seconds(info, game=99.99) == 0.001
    left = 100.0
    for _ in range(112):
        left -= seconds(info, game=100 - left) + 0.02
    assert left > 0


def test_what_is_left_counts_more_than_what_there_was():
    """`time_left` replaces the game's whole time; the largest number means no limit."""
    assert seconds(told("timeout_turn 60000", "timeout_match 900000", "time_left 10000")) < 1
    assert seconds(told("timeout_turn 60000", "time_left 2147483647")) == pytest.approx(59.95)
    assert seconds(told("timeout_turn 60000", "timeout_match 0")) == pytest.approx(59.95)


def test_the_agents_own_limit_holds_as_well():
    """A clock bounds, it does not replace."""
    assert told("timeout_turn 5000").limit(OPEN, game=0, move=0, margin=0).visits == 10**6
    quick = Limit(seconds=0.5)
    assert told("timeout_turn 5000").limit(quick, game=0, move=0, margin=0).seconds == 0.5


def test_memory_leaves_room_for_the_rest_of_the_process():
    """A search gets what is left beside Python and its libraries, and something in any case."""
    assert told("max_memory 0").search_memory is None
    assert told(f"max_memory {350 << 20}").search_memory == 350 - (OWN_MEMORY >> 20)
    assert told("max_memory 1000").search_memory == 8


def test_other_keys_change_nothing():
    """Keys of other programs are ignored, numbers or not."""
    assert told("cache many", "folder C:\\brains", "game_type 1", "pondering 4") == Info()


def test_bounds_of_a_search():
    """Positions, moves ahead, threads and the search's own memory; -1 and 0 are no bounds."""
    info = told("max_node 10000", "MAX_DEPTH 12", "thread_num 4", "hash_size 65536")
    assert (info.nodes, info.depth, info.threads, info.search_memory) == (10_000, 12, 4, 64)
    none = ("max_node -1", "max_depth 225", "thread_num 0", "hash_size 0")
    assert told(*none) == Info()
    limit = info.limit(Limit(visits=400, is_usual=True), game=0.0, move=0.0, margin=0.0)
    assert (limit.nodes, limit.visits) == (10_000, None)
    named = info.limit(Limit(nodes=500), game=0.0, move=0.0, margin=0.0)
    assert named.nodes == 500


def test_an_increment_is_used():
    """What a move gains may be spent on it."""
    plain, more = (
        told("timeout_match 10000", "time_left 10000", f"time_increment {ms}").limit(
            Limit(), game=0.0, move=0.0, margin=0.0
        )
        for ms in (0, 500)
    )
    assert plain.seconds < more.seconds <= plain.seconds + 0.5


def test_rule_2_is_renju_to_yixin_board():
    """To all others it is the continuous game."""
    assert told("rule 2").rule == 2
    assert Info(is_yixin=True).told("rule", "2").rule == 4


@pytest.mark.parametrize("value", ["", "soon", "1.5", "9" * 400, "1 2"])
def test_what_is_no_number_is_told(value):
    """A number is needed where there is one."""
    with pytest.raises(NotationError, match="whole number"):
        Info().told("timeout_turn", value)


@pytest.mark.parametrize("value", ["-5", "999999999999999999"])
def test_absurd_numbers_are_cut(value):
    """A limit below zero or of years is as good as the next possible one."""
    info = told(f"timeout_turn {value}", f"timeout_match {value}", f"time_left {value}")
    assert 0 < seconds(info) < 86_400


def test_the_margin_grows_by_what_was_late():
    """What an agent overstays is kept in hand from then on, and slowly forgotten."""
    margin = Margin()
    before = margin.seconds
    margin.learn(0.03)
    assert margin.seconds == pytest.approx(LEAST_SECONDS + 0.03)
    for _ in range(300):
        margin.learn(0.001)
    assert LEAST_SECONDS <= margin.seconds < before


def test_a_move_that_was_held_up_for_seconds_is_no_lesson():
    """What no margin can help against does not make all later moves hasty."""
    margin = Margin()
    margin.learn(5.0)
    assert margin.seconds < 0.1
