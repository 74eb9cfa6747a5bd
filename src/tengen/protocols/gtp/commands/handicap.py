"""Handicap stones. Go Text Protocol 2, 4.1 and 6.3.2."""

import numpy as np

from tengen.core import NotationError
from tengen.games import load
from tengen.games.go.notation import fixed_handicap, format_position, max_fixed_handicap
from tengen.games.stones import Setup
from tengen.protocols.gtp.arguments import Arguments, check_count, parse_whole
from tengen.protocols.gtp.history import History
from tengen.protocols.gtp.session import Session
from tengen.protocols.gtp.vertex import format_vertex, parse_vertex


def fixed(session: Session, arguments: Arguments) -> str:
    """Place stones on the usual points and tell where."""
    stones = _number(session, arguments)
    size = len(session.history.state.board())
    if stones > max_fixed_handicap(size):
        raise NotationError("invalid number of stones")
    return _place(session, fixed_handicap(size, stones))


def place_free(session: Session, arguments: Arguments) -> str:
    """Place stones as the player likes: on the usual points, more of them far apart."""
    stones = _number(session, arguments)
    size = len(session.history.state.board())
    usual = min(stones, max_fixed_handicap(size))
    points = list(fixed_handicap(size, usual)) if usual >= 2 else []
    while len(points) < stones:
        points.append(_loneliest(points, size))
    return _place(session, tuple(sorted(points)))


def set_free(session: Session, arguments: Arguments) -> str:
    """Place stones where the controller says."""
    _check_empty(session)
    game = session.history.start
    points = {parse_vertex(game, vertex) for vertex in arguments}
    area = session.history.state.board().size
    if not 2 <= len(points) == len(arguments) < area or max(points) >= area:
        raise NotationError("bad vertex list")
    _place(session, tuple(sorted(points)))
    return ""


def _number(session: Session, arguments: Arguments) -> int:
    check_count(arguments, 1)
    stones = parse_whole(arguments[0])
    _check_empty(session)
    if not 2 <= stones < session.history.state.board().size:
        raise NotationError("invalid number of stones")
    return stones


def _check_empty(session: Session) -> None:
    if session.history.state.board().any():
        raise NotationError("board not empty")


def _loneliest(points: list[int], size: int) -> int:
    """Return the empty point farthest from `points` and from the edge."""
    y, x = np.mgrid[:size, :size]
    room = np.minimum.reduce([x, y, size - 1 - x, size - 1 - y]) * 2 + 1
    for point in points:
        room = np.minimum(room, abs(y - point // size) + abs(x - point % size))
    return int(room.argmax())


def _place(session: Session, points: tuple[int, ...]) -> str:
    rules = session.rules
    size = len(session.history.state.board())
    position = format_position(Setup(to_play=1, black=points), size)
    settings = {**rules.settings, "handicap": len(points), "position": position}
    session.take_up(History(load(rules.name, **settings)))
    return " ".join(format_vertex(rules, point) for point in points)


COMMANDS = {
    "fixed_handicap": fixed,
    "place_free_handicap": place_free,
    "set_free_handicap": set_free,
}
