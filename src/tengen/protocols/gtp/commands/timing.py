"""Clocks: Go Text Protocol 2, 4.2 and 6.3.4.

``kgs-time_settings`` is of the KGS server, ``kata-time_settings`` KataGo's.
"""

from tengen.core import Clock, NotationError, TimeControl
from tengen.core.clock import MAX_SECONDS
from tengen.protocols.gtp.arguments import Arguments, check_count, parse_number, parse_whole
from tengen.protocols.gtp.session import Session
from tengen.protocols.gtp.vertex import parse_colour

KINDS = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3, "fischer": 2}
"""Kinds of control and how many numbers each has."""
MOST = 1000
"""Periods, and moves in one, that are told apart."""


def time_settings(session: Session, arguments: Arguments) -> str:
    """Set main time and Canadian overtime: seconds, seconds, stones; 0 stones for no overtime.

    A period without stones means no limit, and so does no time at all.
    """
    check_count(arguments, 3)
    main, period = map(_seconds, arguments[:2])
    stones = _count(arguments[2], 0)
    unlimited = not stones if period else not main
    session.clocks.set(None if unlimited else _canadian(main, period, stones))
    return ""


def kgs_time_settings(session: Session, arguments: Arguments) -> str:
    """Set one of the kinds of control that the KGS server has."""
    if arguments[:1] == ("fischer",):
        raise NotationError("syntax error: KGS has no such kind of time settings")
    return kata_time_settings(session, arguments)


def kata_time_settings(session: Session, arguments: Arguments) -> str:
    """Set a control of one of `KINDS`."""
    kind = arguments[0].replace("-", "") if arguments else ""
    if kind not in KINDS:
        raise NotationError(f"syntax error: the kinds of time settings are {', '.join(KINDS)}")
    check_count(arguments, 1 + KINDS[kind])
    session.clocks.set(_control(kind, arguments[1:]))
    return ""


def time_left(session: Session, arguments: Arguments) -> str:
    """Set what is left to one side: in main time, 0 stones; else of a period, and its stones.

    Under byo-yomi the KGS server tells how many periods are left instead of the stones.
    """
    check_count(arguments, 3)
    colour, seconds, stones = parse_colour(arguments[0]), _seconds(arguments[1]), arguments[2]
    session.clocks.of[colour] = _left(session.clocks.control, seconds, _count(stones, 0))
    return ""


def _left(control: TimeControl | None, seconds: float, count: int) -> Clock:
    if count == 0:
        control = control or TimeControl(main=max(seconds, 1.0))
        full = Clock.full(control)
        return Clock(control, seconds, full.periods, full.period, full.moves)
    control = control or TimeControl(period=max(seconds, 1.0), moves=count)
    if control.moves == 1 and control.periods > 1:
        return Clock(control, 0.0, count, seconds, 1)
    return Clock(control, 0.0, 1, seconds, count)


def _control(kind: str, numbers: Arguments) -> TimeControl | None:
    if kind == "none":
        return None
    main = _seconds(numbers[0])
    if kind == "absolute":
        return TimeControl(main=main)
    second = _seconds(numbers[1])
    if kind == "fischer":
        return TimeControl(main=main, increment=second)
    count = _count(numbers[2], 1)
    if kind == "canadian":
        return _canadian(main, second, count)
    return TimeControl(main=main, period=second, periods=count)


def _canadian(main: float, period: float, stones: int) -> TimeControl:
    if not stones:
        return TimeControl(main=main)
    return TimeControl(main=main, period=period, moves=stones)


def _seconds(text: str) -> float:
    """Return seconds; more than a day is as good as a day."""
    seconds = parse_number(text)
    if seconds < 0:
        raise NotationError(f"syntax error: {text!r} is no time")
    return min(seconds, MAX_SECONDS)


def _count(text: str, least: int) -> int:
    count = parse_whole(text)
    if count < least:
        raise NotationError(f"syntax error: {text!r} is too few")
    return min(count, MOST)


def list_time_settings(session: Session, arguments: Arguments) -> str:
    """Tell the kinds of control that can be set."""
    del session
    check_count(arguments, 0)
    return " ".join(KINDS)


COMMANDS = {
    "time_settings": time_settings,
    "time_left": time_left,
    "kgs-time_settings": kgs_time_settings,
    "kata-time_settings": kata_time_settings,
    "kata-list_time_settings": list_time_settings,
}
