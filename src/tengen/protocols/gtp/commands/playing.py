"""The board, moves, and the moves of the player: Go Text Protocol 2, 6.3.

``gg-undo`` is GNU Go's, ``gogui-play_sequence`` GoGui's; ``rectangular_boardsize`` and
``set_position`` are KataGo's.
"""

import math
import time

import numpy as np

from tengen.core import Decision, IllegalMoveError, NotationError, SettingsError, TengenError
from tengen.games.go.game import MAX_KOMI
from tengen.protocols.gtp.arguments import Arguments, check_count, parse_number, parse_whole
from tengen.protocols.gtp.drawing import draw
from tengen.protocols.gtp.history import History
from tengen.protocols.gtp.session import Session
from tengen.protocols.gtp.vertex import format_vertex, parse_colour, parse_vertex, with_vertex
from tengen.protocols.turns import set_up

RESIGN_AT = -0.96
"""Two chances in a hundred to win."""
RESIGN_AFTER = 3
"""Decisions in a row, of the same side."""
RESIGN_VISITS = 300
"""Of the moves decided on, in all of them together: a glance or two is no ground to resign."""
PATIENT_AFTER = 10
"""After so many decisions in a row, however little they rest on."""


def boardsize(session: Session, arguments: Arguments) -> str:
    """Start a new game on a board of another size; KataGo gives width and height as well."""
    check_count(arguments, 1, 2)
    if len({parse_whole(size) for size in arguments}) > 1:
        raise SettingsError("unacceptable size")  # no board here has sides of two lengths
    try:
        session.begin(size=parse_whole(arguments[0]))
    except SettingsError:
        raise SettingsError("unacceptable size") from None
    return ""


def rectangular_boardsize(session: Session, arguments: Arguments) -> str:
    """Start a new game on a board of some width and height, which must be the same."""
    check_count(arguments, 2)
    return boardsize(session, arguments)


def clear_board(session: Session, arguments: Arguments) -> str:
    """Start a new game."""
    check_count(arguments, 0)
    session.begin()
    return ""


def komi(session: Session, arguments: Arguments) -> str:
    """Set what White gets, any number; in Gomoku there is nothing to get."""
    check_count(arguments, 1)
    points = max(-MAX_KOMI, min(MAX_KOMI, parse_number(arguments[0])))
    if points * 2 % 1:
        points = math.floor(points) + 0.5  # decides every game as the fraction would
    if "komi" in session.history.start.settings:
        session.change(komi=float(points))
    return ""


def get_komi(session: Session, arguments: Arguments) -> str:
    """Tell what White gets."""
    check_count(arguments, 0)
    return f"{session.history.start.settings['komi']:g}"


def play(session: Session, arguments: Arguments) -> str:
    """Play a move of either colour."""
    check_count(arguments, 2)
    colour = parse_colour(arguments[0])
    action = parse_vertex(session.history.start, arguments[1])
    try:
        session.history.play(colour, action)
    except IllegalMoveError as error:
        reason = with_vertex(session.history.start, action, str(error))
        raise IllegalMoveError(f"illegal move: {reason}") from None
    return ""


def play_sequence(session: Session, arguments: Arguments) -> str:
    """Play moves, ``b D4 w Q16``: all, or none where one is illegal."""
    if len(arguments) % 2:
        raise NotationError("syntax error: a colour without a point")
    played = 0
    try:
        for pair in zip(arguments[::2], arguments[1::2], strict=True):
            play(session, pair)
            played += 1
    except TengenError:
        for _ in range(played):
            session.history.undo()
        raise
    return ""


def undo(session: Session, arguments: Arguments) -> str:
    """Take moves back: one, or as many as are said."""
    check_count(arguments, 0, 1)
    moves = parse_whole(arguments[0]) if arguments else 1
    if not 0 <= moves <= len(session.history.steps):
        raise NotationError("cannot undo")
    for _ in range(moves):
        session.history.undo()
    session.bleak = [(), ()]
    return ""


def genmove(session: Session, arguments: Arguments) -> str:
    """Decide on a move and play it."""
    check_count(arguments, 1)
    colour = parse_colour(arguments[0])
    return take(session, colour, session.decide(colour))


def reg_genmove(session: Session, arguments: Arguments) -> str:
    """Decide on a move without playing it; it never resigns."""
    check_count(arguments, 1)
    return format_vertex(session.history.start, session.decide(parse_colour(arguments[0])).action)


def take(session: Session, colour: int, decision: Decision) -> str:
    """Play what was decided, or resign; return which."""
    clock = session.clocks.of[colour]
    if clock is not None:
        session.clocks.of[colour] = clock.spend(time.perf_counter() - session.arrived)
    if _is_hopeless(session, colour, decision):
        session.history.resigned = colour
        return "resign"
    session.history.play(colour, decision.action)
    return format_vertex(session.history.start, decision.action)


def _is_hopeless(session: Session, colour: int, decision: Decision) -> bool:
    """Whether the player resigns, or has thought for some moves that it can hardly win any more."""
    if decision.resigns:
        return True
    visits = max((c.visits for c in decision.candidates if c.action == decision.action), default=0)
    value = decision.value
    is_bleak = value is not None and value <= RESIGN_AT
    bleak = (*session.bleak[colour], visits) if is_bleak else ()
    session.bleak[colour] = bleak
    is_late = len(session.history.steps) >= session.history.state.board().size // 4
    is_sure = len(bleak) >= PATIENT_AFTER or sum(bleak) >= RESIGN_VISITS
    return session.params.resigns and is_late and is_sure and len(bleak) >= RESIGN_AFTER


def set_position(session: Session, arguments: Arguments) -> str:
    """Start from stones, ``b D4 w Q16``, with Black to move; of a game, not a move."""
    if len(arguments) % 2:
        raise NotationError("syntax error: a colour without a point")
    rules = session.rules
    board = np.zeros(session.history.state.board().shape, np.int8)
    for colour, vertex in zip(arguments[::2], arguments[1::2], strict=True):
        point = parse_vertex(rules, vertex)
        if point >= board.size or board.flat[point]:
            raise NotationError(f"{vertex} cannot have a stone")
        board.flat[point] = 1 + parse_colour(colour)
    session.take_up(History(set_up(rules, board, 0)))
    return ""


def showboard(session: Session, arguments: Arguments) -> str:
    """Draw the board, for people."""
    check_count(arguments, 0)
    return "\n" + draw(session.history.state)


COMMANDS = {
    "boardsize": boardsize,
    "rectangular_boardsize": rectangular_boardsize,
    "clear_board": clear_board,
    "komi": komi,
    "play": play,
    "genmove": genmove,
    "reg_genmove": reg_genmove,
    "undo": undo,
    "gg-undo": undo,
    "gogui-play_sequence": play_sequence,
    "set_position": set_position,
    "showboard": showboard,
}
GO_COMMANDS = {"get_komi": get_komi}
