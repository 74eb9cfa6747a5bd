"""How a game takes its course: whose thought begins, whose time runs, what a move or an end does.

All functions here return the sitting afterwards and what has to be done in the world.
"""

from dataclasses import replace

from tengen.core import Outcome, RecordedMove, TengenError
from tengen.games.go.game import Go
from tengen.studio.sitting import counting
from tengen.studio.sitting.effects import (
    Abandon,
    Effect,
    EndLesson,
    Estimate,
    Save,
    Think,
)
from tengen.studio.sitting.sheet import Learning
from tengen.studio.sitting.state import Answer, Purpose, Sitting, Thought
from tengen.studio.sitting.turns import (
    is_engine_to_move,
    is_engines_turn,
    is_open,
    is_persons_time,
    move_to_teach,
)
from tengen.studio.web.messages import RequestError, without_folders

PACE_SECONDS = 0.12
"""An engine's move takes at least as long, so that a person can follow it."""
BEAT_SECONDS = 5.0
"""Running clocks are written down so often: a server that is killed loses no more of a turn."""

BEATEN = -0.96
"""Two chances in a hundred to win."""
BEATEN_MOVES = 6
"""So many of its own in a row, before an engine resigns to a person."""
HOPE = -0.8
"""One chance in ten."""

Step = tuple[Sitting, tuple[Effect, ...]]


def check_open(s: Sitting) -> None:
    """Refuse what may not be done once the game is over or its stones are counted."""
    if s.sheet.outcome is not None:
        raise RequestError("finished", "the game is over")
    if s.sheet.count is not None:
        raise RequestError("counting", "the stones are being counted")


def go_on(s: Sitting, now: float) -> Step:
    """Begin what should be thought about now, unless a thought is under way."""
    due = None if s.thought else _due_thought(s)
    return (keep_time(s, now), ()) if due is None else think(s, *due, now)


def _due_thought(s: Sitting) -> tuple[Purpose, int] | None:
    taught = move_to_teach(s.sheet, s.history)
    if taught is not None:
        return "check", taught
    if is_engine_to_move(s.sheet, s.history):
        return "move", s.plies
    for ply in s.wanted():
        if ply not in s.thoughts and s.history.states[ply].outcome() is None:
            return "analysis", ply
    return None


def think(s: Sitting, purpose: Purpose, ply: int, now: float, *, is_single: bool = False) -> Step:
    """Begin a thought about the position after `ply` actions, in place of any other."""
    s, effects = abandon(s)
    position, clock = s.history.states[ply], s.sheet.clock if purpose == "move" else None
    number, timed = s.count + 1, clock is not None
    thought = Thought(number, purpose, ply, now, is_timed=timed, is_single=is_single)
    hint = None if purpose == "hint" else s.hint
    s = replace(s.noting(fault=""), thought=thought, count=number, hint=hint)
    mover = position.to_play
    left = None if clock is None else clock.left(mover, now)[mover]
    return keep_time(s, now), (*effects, Think(number, purpose, position, left))


def abandon(s: Sitting) -> Step:
    """Want no answer of the thought under way."""
    if s.thought is None:
        return s, ()
    return replace(s, thought=None), (Abandon(s.thought.number),)


# -- time


def keep_time(s: Sitting, now: float, since: float | None = None) -> Sitting:
    """Let time run for whoever has to think now, or for nobody.

    Args:
        s: the game.
        now: the present moment.
        since: when that began, where it was a little earlier.
    """
    clock = s.sheet.clock
    if clock is None:
        return s
    began = now if since is None else since
    kept = clock.start(began) if _has_time_to_run(s) else clock.stop(began)
    if kept is clock:
        return s
    return replace(s.noting(clock=kept), save_at=s.save_at if s.unsaved else now + BEAT_SECONDS)


def _has_time_to_run(s: Sitting) -> bool:
    if s.thought is not None and s.thought.purpose == "move":
        return s.thought.is_thinking
    looks_back = any(ply < s.plies for ply in s.wanted())
    return is_persons_time(s.sheet, s.history) and bool(s.watchers) and not looks_back


def has_fallen(s: Sitting, now: float) -> bool:
    """Tell whether the time of the side to move is over in a game that goes on."""
    clock = s.sheet.clock
    return clock is not None and is_open(s.sheet) and clock.falls_in(s.state.to_play, now) < 0


def lose_on_time(s: Sitting, now: float) -> Step:
    """End the game where the flag of the side to move has fallen."""
    return end(s, Outcome(1 - s.state.to_play, "time"), now)


# -- moves


def advance(s: Sitting, move: RecordedMove, now: float, *, by_person: bool = False) -> Step:
    """Play a move.

    Raises:
        IllegalMoveError: when it is against the rules.
    """
    history, mover, sheet = s.history.after(move.action), s.state.to_play, s.sheet
    s, quiet = abandon(s)
    whole = history.state.to_play != mover or history.state.outcome() is not None
    clock = sheet.clock and sheet.clock.play(mover, now, completed=whole)
    left = None if clock is None else round(clock.stands[-1][mover].left, 3)
    s = s.noting(
        moves=(*sheet.moves, replace(move, clock=left)),
        values=(*sheet.values, None),
        clock=clock,
        offer=sheet.offer if sheet.offer is not None and sheet.offer.by == mover else None,
        unseen=by_person,
        slip=None,
        fault="",
    )
    s = replace(s, history=history, hint=None)
    if sheet.terms.people and counting.is_counted(history.state):
        return s, (*quiet, Estimate())
    s, more = moved(s, now)
    return s, (*quiet, *more)


def moved(s: Sitting, now: float) -> Step:
    """Take in what has become of the game by its last move."""
    outcome = None if s.sheet.count else s.state.outcome()
    is_on = s.sheet.count is None and outcome is None
    s = s.noting(
        outcome=outcome,
        values=(*s.sheet.values[:-1], None if outcome is None else outcome.value_for(0)),
        paused=s.sheet.paused and not s.sheet.terms.people,
        auto=s.sheet.auto and is_on,
    )
    return _written(note_lesson(note_result(s)), now)


def end(s: Sitting, outcome: Outcome, now: float) -> Step:
    """End the game before the rules do."""
    s, quiet = abandon(s)
    values = (*s.sheet.values[:-1], outcome.value_for(0))
    s = s.noting(outcome=outcome, values=values, offer=None, auto=False, paused=False)
    s, more = _written(note_lesson(note_result(s)), now)
    return s, (*quiet, *more)


def note_result(s: Sitting) -> Sitting:
    """Note who has won a game that is over and counts; once noted, a result stands."""
    outcome = s.sheet.outcome
    if outcome is None:
        return s
    s = s.helped(*s.sheet.terms.aids)
    return s if s.sheet.aids else s.noting(results=(*s.sheet.results, outcome.winner))


def rewind(s: Sitting, ply: int, now: float, *, paused: bool = False) -> Step:
    """Go back to the position after `ply` actions, in a game that goes on from there."""
    s, quiet = abandon(s)
    sheet, is_here = s.sheet, ply == s.plies
    s = s.noting(
        moves=sheet.moves[:ply],
        # Where nothing is taken back, it was given up here.
        values=(*sheet.values[:ply], None if is_here else sheet.values[ply]),
        reviewed=tuple(at for at in sheet.reviewed if at <= ply),
        count=sheet.count if is_here else None,
        outcome=None,
        slip=None,
        unseen=False,
        offer=None,
        auto=False,
        paused=paused,
        fault="",
        clock=sheet.clock and sheet.clock.rewind(ply),
    )
    s = replace(
        s,
        history=s.history.until(ply),
        thoughts={at: seen for at, seen in s.thoughts.items() if at <= ply},
        shown=s.shown if s.shown and s.shown["ply"] <= ply else None,
        hint=None,
        looks={who: at if at is None or at <= ply else None for who, at in s.looks.items()},
    )
    s, more = _written(s, now)
    return s, (*quiet, *more)


def _written(s: Sitting, now: float) -> Step:
    s, more = go_on(s, now)
    return s, (Save(), *more)


# -- what an engine answers


def pace_of(s: Sitting) -> float:
    """Return the seconds that an engine's move takes at least."""
    return PACE_SECONDS if s.sheet.pace is None else s.sheet.pace


def is_answer_due(s: Sitting, now: float) -> bool:
    """Tell whether an engine's move waits that may be played now."""
    thought = s.thought
    if thought is None or thought.answer is None:
        return False
    return thought.is_single or now >= thought.began + pace_of(s)


def play_answer(s: Sitting, now: float) -> Step:
    """Play the move that an engine has decided on."""
    thought = s.thought
    assert thought is not None
    assert thought.answer is not None
    if has_fallen(s, now):
        return lose_on_time(s, now)
    answer: Answer = thought.answer
    helps = s.state.to_play in s.sheet.terms.people
    decided = replace(s.helped("move") if helps else s, thought=None)
    if answer.resigns or _gives_up(decided, answer.value):
        return end(decided, Outcome(1 - s.state.to_play, "resignation"), now)
    try:
        # An agent's move is checked like a person's.
        return advance(decided, RecordedMove(answer.action, answer.seconds, answer.value), now)
    except TengenError as error:
        return fail(s, str(error), now)


def _gives_up(s: Sitting, value: float | None) -> bool:
    """Tell whether an engine resigns a game of Go to a person: beaten for long, and half the board is played.

    Who never saw a chance plays on: with a handicap that is how a game begins.
    """
    if not isinstance(s.state.game, Go) or s.is_watched_game:
        return False
    if s.state.to_play in s.sheet.terms.people or s.plies < s.state.board().size // 2:
        return False
    earlier = [move.value for move in s.sheet.moves[s.plies % 2 :: 2] if move.value is not None]
    lately = [value, *earlier[:-BEATEN_MOVES:-1]]
    is_beaten = len(lately) == BEATEN_MOVES and all(v is not None and v <= BEATEN for v in lately)
    return is_beaten and max(earlier) > HOPE


def fail(s: Sitting, text: str, now: float) -> Step:
    """Let the game wait: its engine has failed."""
    is_stuck = is_engines_turn(s.sheet, s.history)
    s = s.noting(auto=False, paused=is_stuck, fault=without_folders(text))
    s = keep_time(replace(s, thought=None, looks={}), now)
    return s, (Save(),) if s.is_watched_game else ()


# -- lessons: of each game one


def note_lesson(s: Sitting) -> Sitting:
    """Note that a lesson is due where the game has ended."""
    if not s.sheet.terms.learn or s.sheet.outcome is None or _is_learned(s):
        return s
    return s.noting(learning=Learning("learning"))


def is_lesson_due(s: Sitting) -> bool:
    """Tell whether a lesson was noted down that nobody gives, as after an end of the server."""
    learning = s.sheet.learning
    is_noted = learning is not None and learning.state == "learning"
    return is_noted and s.lesson is None and s.sheet.outcome is not None and s.unsaved is None


def take_back_lesson(s: Sitting) -> Step:
    """Give up a lesson that is not over: the game goes on."""
    if _is_learned(s):
        return s, ()
    effects = () if s.lesson is None else (EndLesson(s.lesson),)
    return replace(s.noting(learning=None), lesson=None), effects


def _is_learned(s: Sitting) -> bool:
    return s.sheet.learning is not None and s.sheet.learning.state == "learned"
