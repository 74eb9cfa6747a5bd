"""What becomes of a game when something happens: pure, and all of the rules of play in the studio.

`become` takes a sitting, what happened and when; it returns the sitting afterwards and what has to
be done in the world, in that order. Nothing here waits, reads a clock, a disk, or thinks.
"""

from dataclasses import replace

from tengen.studio.sitting.asking import ask, look
from tengen.studio.sitting.counting import Count
from tengen.studio.sitting.course import (
    BEAT_SECONDS,
    Step,
    fail,
    go_on,
    has_fallen,
    is_answer_due,
    is_lesson_due,
    keep_time,
    lose_on_time,
    moved,
    note_lesson,
    pace_of,
    play_answer,
)
from tengen.studio.sitting.effects import (
    Answered,
    Asked,
    Begun,
    Checked,
    Clocked,
    Effect,
    Estimated,
    Event,
    Failed,
    Hinted,
    Joined,
    Learned,
    Left,
    Placed,
    Progressed,
    Renew,
    Save,
    Saved,
    Teach,
    Ticked,
)
from tengen.studio.sitting.sheet import Learning
from tengen.studio.sitting.state import Sitting
from tengen.studio.sitting.view import REVIEWER, DecisionView, for_first

_LATE_SECONDS = 0.005
"""After which a flag that falls has fallen for certain."""
FIRST_SECONDS = 2.0
"""After which what could not be saved is tried again, then after twice as long, and so on."""
SLOWEST_SECONDS = 60.0
"""Between two such tries at most."""


def become(s: Sitting, event: Event, now: float) -> Step:
    """Return the game after `event`, and what has to be done.

    Raises:
        RequestError: when what is asked is not allowed now.
        IllegalMoveError: when a move is against the rules.
    """
    match event:
        case Asked():
            return ask(s, event.request, event.watcher, now)
        case Joined() | Left() | Begun():
            return _attend(s, event, now)
        case Saved():
            return _saved(s, event.error, now)
        case Learned():
            return _learned(s, event)
        case Ticked():
            return _tick(s, now)
        case Estimated():
            return moved(s.noting(count=Count(event.dead, event.dead, event.unsettled)), now)
        case _:
            return _heard(s, event, now)


def wakes_at(s: Sitting, now: float) -> float | None:
    """Return when the game wants to be told that time has passed; None where it does not."""
    moments = []
    if s.thought is not None and s.thought.answer is not None:
        moments.append(s.thought.began + pace_of(s))
    if s.unsaved is not None:
        moments.append(s.save_at)
    clock = s.sheet.clock
    if clock is not None and clock.is_running:
        flag = now + clock.falls_in(s.state.to_play, now) + _LATE_SECONDS
        moments += [flag, s.save_at]
    return min(moments, default=None)


def _attend(s: Sitting, event: Joined | Left | Begun, now: float) -> Step:
    """Note who comes and goes; who comes lets a game go on that the end of a server cut short."""
    if isinstance(event, Begun):
        s, effects = go_on(s, now) if s.is_watched_game else (s, ())
        return s, (Save(), *effects)
    if isinstance(event, Joined):
        s, effects = go_on(replace(s, watchers=s.watchers | {event.watcher}), now)
        s, more = _teach(s)
        return s, (*effects, *more)
    clock = s.sheet.clock
    s, effects = look(replace(s, watchers=s.watchers - {event.watcher}), event.watcher, {})
    s, more = go_on(s, now)
    return s, (*effects, *more, *(() if s.sheet.clock is clock else (Save(),)))


# -- what engines say


def _heard(
    s: Sitting,
    event: Placed | Clocked | Progressed | Answered | Checked | Hinted | Failed,
    now: float,
) -> Step:
    """Take what came of a thought, if it is still the one under way."""
    thought = s.thought
    if thought is None or thought.number != event.number:
        return s, ()
    match event:
        case Placed():
            return replace(s, thought=replace(thought, place=event.place)), ()
        case Clocked():
            is_thinking = event.is_thinking and thought.is_timed
            s = replace(s, thought=replace(thought, is_thinking=is_thinking))
            return keep_time(s, now, event.since), ()
        case Progressed():
            return _note(s, event.analysis), ()
        case Answered():
            return _answered(s, event, now)
        case Checked():
            s = replace(s.noting(slip=event.slip, unseen=False), thought=None)
            return _then_go_on(s, now, Save())
        case Hinted():
            return _then_go_on(replace(s, thought=None, hint=event.hint), now)
        case Failed():
            return fail(s, event.text, now)


def _answered(s: Sitting, event: Answered, now: float) -> Step:
    thought = s.thought
    assert thought is not None
    if event.analysis is None:
        mover = s.history.states[thought.ply].to_play
        s = _note_value(s, thought.ply, for_first(event.answer.value, mover))
    else:
        s = _note(s, event.analysis)
    if thought.purpose != "move":
        return _then_go_on(replace(s, thought=None), now, Save())
    s = replace(s, thought=replace(thought, answer=event.answer, place=0))
    return play_answer(s, now) if is_answer_due(s, now) else (s, ())


def _note(s: Sitting, seen: DecisionView) -> Sitting:
    ply = seen["ply"]
    s = _note_value(s, ply, seen["value"], is_reviewed=seen["agent"] == REVIEWER)
    if seen["done"]:
        s = replace(s, thoughts={**s.thoughts, ply: seen})
    return replace(s, shown=seen)


def _note_value(s: Sitting, ply: int, value: float | None, *, is_reviewed: bool = False) -> Sitting:
    if value is None:
        return s
    values, reviewed = s.sheet.values, set(s.sheet.reviewed) - {ply}
    return s.noting(
        values=(*values[:ply], value, *values[ply + 1 :]),
        reviewed=tuple(sorted(reviewed | {ply} if is_reviewed else reviewed)),
    )


def _then_go_on(s: Sitting, now: float, *first: Effect) -> Step:
    s, effects = go_on(s, now)
    return s, (*first, *effects)


# -- time, the disk, lessons


def _tick(s: Sitting, now: float) -> Step:
    if has_fallen(s, now):
        return lose_on_time(s, now)
    if is_answer_due(s, now):
        return play_answer(s, now)
    is_running = s.sheet.clock is not None and s.sheet.clock.is_running
    if now < s.save_at or not (is_running or s.unsaved):
        return s, ()
    return replace(s, save_at=now + BEAT_SECONDS), (Save(),)


def _saved(s: Sitting, error: str | None, now: float) -> Step:
    """Note whether the game is on the disk: where it is not, it is tried again and again."""
    if error is not None:
        wait = min(SLOWEST_SECONDS, FIRST_SECONDS * 2.0 ** min(s.tries, 10))
        s = replace(s, unsaved=error, tries=s.tries + 1, save_at=now + wait)
        is_due = s.sheet.learning == Learning("learning") and s.lesson is None
        return (s.noting(learning=Learning("failed", text=error)) if is_due else s), ()
    if s.sheet.learning == Learning("failed", text=s.unsaved or "-"):
        s = note_lesson(s)
    return _teach(replace(s, unsaved=None, tries=0, save_at=now + BEAT_SECONDS))


def _teach(s: Sitting) -> Step:
    """Let the opponent learn from a game that is on the disk, where that is due."""
    if not is_lesson_due(s):
        return s, ()
    return replace(s, count=s.count + 1, lesson=s.count + 1), (Teach(s.count + 1),)


def _learned(s: Sitting, event: Learned) -> Step:
    if event.number == s.lesson:
        s = replace(s.noting(learning=event.learning), lesson=None)
    return s, (Renew(), Save())
