"""The clocks of a game, whatever happens to it."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tengen.core.clock import Clock, TimeControl
from tengen.studio.sitting.clock import GameClock

ONE_STUDIO = True

FEW = settings(max_examples=50, deadline=None)
CONTROLS = st.sampled_from(
    [
        TimeControl(60.0),
        TimeControl(30.0, increment=2.0),
        TimeControl(20.0, period=5.0, periods=3),
        TimeControl(period=4.0, periods=2),
    ]
)
TURNS = st.lists(
    st.tuples(st.lists(st.floats(0, 8), min_size=1, max_size=4), st.floats(0, 100), st.booleans()),
    max_size=12,
)
"""Each: pieces of time that run, a time between them in which none does, whether the move ends."""


def _play(control: TimeControl, turns: list) -> tuple[GameClock, list[tuple[Clock, Clock]], float]:
    """Play the turns; return the clock, the stand after each, and when it was."""
    clock, now, mover = GameClock.full(control), 1000.0, 0
    stands = [clock.left(0, now)]
    for pieces, pause, completed in turns:
        for seconds in pieces:
            clock = clock.start(now)
            now += seconds
            clock = clock.stop(now)
            now += pause
        clock = clock.play(mover, now, completed=completed)
        stands.append(clock.left(0, now))
        mover = 1 - mover if completed else mover
    return clock, stands, now


def _close(first: tuple[Clock, Clock], second: tuple[Clock, Clock]) -> bool:
    return all(abs(a.left - b.left) < 1e-6 for a, b in zip(first, second, strict=True))


@FEW
@given(CONTROLS, TURNS)
def test_only_time_that_runs_is_spent(control, turns):
    """Pauses cost nothing, pieces add up, and only the side to move pays."""
    clock, _, now = _play(control, turns)
    expected, mover = [Clock.full(control), Clock.full(control)], 0
    for pieces, _, completed in turns:
        spent = expected[mover].run(sum(pieces))
        expected[mover] = spent.press() if completed else spent
        mover = 1 - mover if completed else mover
    assert _close(clock.left(mover, now), (expected[0], expected[1]))


@FEW
@given(CONTROLS, TURNS, st.data())
def test_taking_back_gives_the_clocks_back(control, turns, data):
    """After a rewind both clocks stand as they stood when that position came about."""
    clock, stands, now = _play(control, turns)
    clock = clock.start(now)
    ply = data.draw(st.integers(0, len(turns)))
    clock = clock.rewind(ply)
    assert not clock.is_running
    assert clock.left(0, now + 50) == stands[ply]


@FEW
@given(CONTROLS, TURNS, st.floats(0, 8))
def test_a_written_clock_goes_on_where_it_was(control, turns, seconds):
    """Read again much later, it has lost the time that ran until it was written, and no more."""
    clock, _, now = _play(control, turns)
    clock = clock.start(now)
    written = clock.to_json(now + seconds)
    read = GameClock.from_json(control, written)
    assert read.left(1, 0.0) == clock.left(1, now + seconds)
    assert read.plies == clock.plies == len(turns)


@FEW
@given(CONTROLS, TURNS, st.floats(0.01, 0.99))
def test_the_flag_falls_when_it_is_foretold(control, turns, share):
    """Before that moment there is time, after it there is none."""
    clock, _, now = _play(control, turns)
    due = clock.falls_in(0, now)
    assume(due > 0.01)
    clock = clock.start(now)
    assert clock.falls_in(0, now + due * share) > 0
    assert clock.falls_in(0, now + due * (1 + share)) < 0


def test_an_opening_costs_no_time():
    """Actions that nobody thought about leave both clocks full."""
    control = TimeControl(60.0, increment=1.0)
    clock = GameClock.full(control)
    clock = clock.skip()
    clock = clock.skip()
    assert clock.plies == 2
    assert clock.left(0, 5.0) == (Clock.full(control), Clock.full(control))
