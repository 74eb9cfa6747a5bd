"""Clocks keep time as players and arbiters do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import Clock, Limit, SettingsError, TimeControl, parse_control

BYO_YOMI = TimeControl(main=10, period=5, periods=3)
CANADIAN = TimeControl(main=10, period=20, moves=4)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10", TimeControl(main=10)),
        ("10+0.1", TimeControl(main=10, increment=0.1)),
        ("5m/3x30s", TimeControl(main=300, period=30, periods=3)),
        ("1h/25in10m", TimeControl(main=3600, period=600, moves=25)),
        ("100ms/move", TimeControl(period=0.1)),
        (".5+1", TimeControl(main=0.5, increment=1)),
    ],
)
def test_control_is_read(text: str, control: TimeControl) -> None:
    """A control's text is read, and the control's own text gives the same one."""
    assert parse_control(text) == control
    assert parse_control(str(control)) == control


@pytest.mark.parametrize(
    "text",
    ["", "x", "10+", "10/", "0", "-5", "10/3x", "10/0x5", "10+1/move", "1e9", "99h", "10/2x3/move"],
)
def test_bad_control_is_refused(text: str) -> None:
    """What is no time control gets one line that says so."""
    with pytest.raises(SettingsError, match="time control"):
        parse_control(text)


def test_sudden_death() -> None:
    """Main time alone runs out."""
    clock = Clock.full(TimeControl(main=10)).spend(4)
    assert clock.left == 6
    assert not clock.spend(6).has_fallen
    assert clock.spend(6.5).has_fallen


def test_increment_is_added_after_the_move() -> None:
    """An increment does not save a move that came too late."""
    clock = Clock.full(TimeControl(main=10, increment=2))
    assert clock.spend(4).left == 8
    assert clock.spend(10.5).has_fallen


def test_byo_yomi() -> None:
    """A period of byo-yomi lasts for each move, and is lost where a move outlasts it."""
    clock = Clock.full(BYO_YOMI).spend(12)
    assert (clock.main, clock.periods, clock.period) == (0, 3, 5)
    assert clock.spend(4.9) == clock
    later = clock.spend(7)
    assert (later.periods, later.period) == (2, 5)
    assert not clock.spend(15).has_fallen
    assert clock.spend(15.1).has_fallen


def test_canadian_overtime() -> None:
    """A period of Canadian overtime renews when its moves have been played, not before."""
    clock = Clock.full(CANADIAN).spend(11)
    assert (clock.main, clock.period, clock.moves) == (0, 19, 3)
    clock = clock.spend(9).spend(9)
    assert (clock.period, clock.moves) == (1, 1)
    assert clock.spend(1.5).has_fallen
    assert clock.spend(1).period == 20


CONTROLS = st.one_of(
    st.builds(TimeControl, main=st.floats(0.05, 100), increment=st.floats(0, 10)),
    st.builds(
        TimeControl,
        main=st.floats(0, 100),
        period=st.floats(0.05, 30),
        periods=st.integers(1, 5),
    ),
    st.builds(
        TimeControl, main=st.floats(0, 100), period=st.floats(0.05, 30), moves=st.integers(1, 30)
    ),
)


@given(CONTROLS)
def test_who_takes_what_is_allotted_never_loses_on_time(control: TimeControl) -> None:
    """Whatever the control, its allotments last for a game of 400 moves."""
    clock = Clock.full(control)
    for _ in range(400):
        seconds = clock.allot()
        if clock.left < 0.001:
            return  # only a control without increment comes that near to its end
        clock = clock.spend(seconds)
        assert not clock.has_fallen


def test_increments_leave_a_reserve() -> None:
    """A long game under an increment keeps some of them in hand."""
    clock = Clock.full(TimeControl(main=2, increment=0.1))
    for _ in range(300):
        clock = clock.spend(clock.allot())
    assert 0.4 < clock.left < 0.6


def test_limit_under_a_clock() -> None:
    """A clock bounds a limit and replaces none of its other bounds."""
    clock = Clock.full(TimeControl(period=0.5))
    limit = Limit(visits=800).under(clock, margin=0.1)
    assert (limit.seconds, limit.visits, limit.clock) == (pytest.approx(0.4), 800, clock)
    assert Limit(seconds=0.2).under(clock).seconds == 0.2
