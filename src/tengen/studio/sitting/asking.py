"""What may be asked of a game under way, and what comes of it.

What is not allowed now is refused with a `RequestError`, or an `IllegalMoveError`.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace

from tengen.core import RecordedMove
from tengen.studio.sitting import agreeing
from tengen.studio.sitting.course import (
    Step,
    abandon,
    advance,
    check_open,
    go_on,
    has_fallen,
    is_answer_due,
    lose_on_time,
    play_answer,
    rewind,
    take_back_lesson,
    think,
)
from tengen.studio.sitting.effects import Hurry, Refuse, Renew, Save
from tengen.studio.sitting.requests import (
    Analyse,
    Command,
    Mark,
    Play,
    Request,
    SetPace,
    SetStrength,
    SetTeaching,
    Terms,
)
from tengen.studio.sitting.state import Sitting
from tengen.studio.sitting.turns import (
    has_engine_resigned,
    is_agreed,
    is_engines_turn,
    is_given_up,
    is_open,
    last_turn,
)
from tengen.studio.web.messages import RequestError

FOR_WATCHERS = ("stop", "unpause", "step", "pace")
"""What may be asked of a game without people, where each side has an engine of its own."""


def ask(s: Sitting, request: Request, watcher: Hashable, now: float) -> Step:
    """Do what `watcher` asks."""
    if s.is_watched_game and request.type not in FOR_WATCHERS:
        raise RequestError("not_your_turn", "no person plays this game")
    match request:
        case Play():
            return play(s, request.action, request.ply, now)
        case Analyse():
            return analyse(s, watcher, request, now)
        case Mark():
            return agreeing.mark(s, request.point, dead=request.dead)
        case SetTeaching():
            terms = s.sheet.terms.model_copy(update={"teach": request.teach})
            return _on_terms(s, terms), (Save(),)
        case SetStrength():
            return strengthen(s, request, now)
        case SetPace():
            return set_pace(s, request.seconds, now)
        case Command():
            return _COMMANDS[request.type](s, now)


def play(s: Sitting, action: int, ply: int, now: float) -> Step:
    """Play a person's move in the position after `ply` actions."""
    check_open(s)
    if s.sheet.auto or s.state.to_play not in s.sheet.terms.people:
        raise RequestError("not_your_turn", "it is not your turn")
    if ply != s.plies:
        raise RequestError("stale", f"position {ply} is not the present one")
    if has_fallen(s, now):
        s, effects = lose_on_time(s, now)
        return s, (*effects, Refuse("finished", "the game is over"))
    return advance(s, RecordedMove(action), now, by_person=True)


# -- going back


def undo(s: Sitting, now: float) -> Step:
    """Take back whole moves to a person's last turn; of a game ended otherwise, that alone.

    Where an engine has resigned it would again: a move of the person's goes as well.
    """
    is_ended = is_given_up(s.sheet, s.history) or is_agreed(s.sheet)
    ends_here = is_ended and not has_engine_resigned(s.sheet, s.history)
    ply = s.plies if ends_here else last_turn(s.sheet, s.history)
    if ply is None:
        raise RequestError("nothing_to_undo", "there is nothing to take back")
    s, effects = take_back_lesson(s)
    if s.sheet.outcome is not None:
        s = s.helped("back")  # its result stands
    s, more = rewind(s, ply, now, paused=not ends_here and not s.sheet.terms.people)
    return s, (*effects, *more)


def restart(s: Sitting, now: float) -> Step:
    """Begin again on the same terms; a lesson about this game goes on."""
    anew = replace(s.noting(learning=None, aids=()), lesson=None)
    s, effects = rewind(anew, s.sheet.begun, now)
    # Its net may have been trained since: the next game is against the newest.
    return s, (Renew(), *effects)


# -- the teacher, and looking


def insist(s: Sitting, now: float) -> Step:
    """Let a move stand that the teacher warns of."""
    return _written(s.noting(slip=None, unseen=False), now)


def hint(s: Sitting, now: float) -> Step:
    """Show the move that the teacher would play for the person to move."""
    check_open(s)
    if s.thought is not None and s.thought.purpose != "analysis":
        raise RequestError("not_your_turn", "it is not your turn")
    return think(s.helped("hint"), "hint", s.plies, now)


def analyse(s: Sitting, watcher: Hashable, request: Analyse, now: float) -> Step:
    """Look at a position, or stop looking."""
    ply = request.ply
    if ply is not None and ply > s.plies:
        raise RequestError("stale", f"position {ply} is not in this game")
    if request.on and is_open(s.sheet):
        s = s.helped("view")
    s, effects = look(s, watcher, {watcher: ply} if request.on else {})
    known = s.thoughts.get(s.plies if ply is None else ply)
    if request.on and known is not None:
        s = replace(s, shown=known)
    s, more = go_on(s, now)
    return s, (*effects, *more)


def look(s: Sitting, watcher: Hashable, where: dict[Hashable, int | None]) -> Step:
    """Note where `watcher` looks; an analysis that nobody waits for any more ends."""
    s = replace(s, looks={who: at for who, at in s.looks.items() if who != watcher} | where)
    thought = s.thought
    is_idle = thought is not None and thought.purpose == "analysis"
    return abandon(s) if is_idle and thought and thought.ply not in s.wanted() else (s, ())


# -- the engine


def strengthen(s: Sitting, request: SetStrength, now: float) -> Step:
    """Think for this long from the next thought on."""
    terms = s.sheet.terms.model_copy(update={"strength": request.strength})
    s = replace(_on_terms(s, terms), thoughts={})
    is_analysis = s.thought is not None and s.thought.purpose == "analysis"
    s, effects = abandon(s) if is_analysis else (s, ())
    s, more = _written(s, now)
    return s, (*effects, *more)


def move(s: Sitting, now: float) -> Step:
    """Let the engine play one move for whoever is to move, at once if it is thinking of it."""
    check_open(s)
    if s.thought is not None and s.thought.purpose == "move":
        return s, (Hurry(s.thought.number),)
    return think(s, "move", s.plies, now)


def step(s: Sitting, now: float) -> Step:
    """Play one move at once, whatever the pace, and stand still."""
    check_open(s)
    s = s.noting(paused=True, auto=False)
    if s.thought is None or s.thought.purpose != "move":
        s, effects = think(s, "move", s.plies, now, is_single=True)
        return s, (Save(), *effects)
    s = replace(s, thought=replace(s.thought, is_single=True))
    return play_answer(s, now) if is_answer_due(s, now) else (s, (Save(),))


def auto(s: Sitting, now: float) -> Step:
    """Let the engine play both sides until the end or until it is stopped."""
    check_open(s)
    return _written(s.noting(auto=True, paused=False), now)


def stop(s: Sitting, now: float) -> Step:
    """Abandon the thought about a move; the engine waits until it is asked."""
    if s.is_watched_game:
        check_open(s)
    is_move = s.thought is not None and s.thought.purpose == "move"
    s, effects = abandon(s) if is_move else (s, ())
    paused = s.sheet.clock is not None or is_engines_turn(s.sheet, s.history)
    s, more = _written(s.noting(auto=False, paused=paused), now)
    return s, (*effects, *more)


def unpause(s: Sitting, now: float) -> Step:
    """Let the game go on after a pause, the clock too."""
    check_open(s)
    thought = s.thought and replace(s.thought, is_single=False)
    return _written(replace(s.noting(paused=False), thought=thought), now)


def _on_terms(s: Sitting, terms: Terms) -> Sitting:
    """Return it on other terms; a game that goes on may then count no more, whatever follows."""
    return s.helped(*(terms.aids if is_open(s.sheet) else ())).noting(terms=terms)


def set_pace(s: Sitting, seconds: float, now: float) -> Step:
    """Play at another speed from now on; a move that waits for its time is played if that is so."""
    if not s.is_watched_game:
        raise RequestError("refused", "a pace is for games without people")
    s = s.noting(pace=seconds)
    return play_answer(s, now) if is_answer_due(s, now) else (s, (Save(),))


def _written(s: Sitting, now: float) -> Step:
    s, more = go_on(s, now)
    return s, (Save(), *more)


_COMMANDS: dict[str, Callable[[Sitting, float], Step]] = {
    "undo": undo,
    "restart": restart,
    "move": move,
    "step": step,
    "auto": auto,
    "stop": stop,
    "unpause": unpause,
    "resign": agreeing.resign,
    "offer": agreeing.offer,
    "accept": agreeing.accept,
    "decline": agreeing.decline,
    "settle": agreeing.settle,
    "resume": agreeing.resume,
    "insist": insist,
    "hint": hint,
}
