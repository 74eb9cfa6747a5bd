"""Whose turn it is at a table: questions about a game and who plays it."""

from tengen.studio.sitting.history import History, is_on_squares
from tengen.studio.sitting.sheet import Sheet


def is_open(sheet: Sheet) -> bool:
    """Tell whether moves can be played: the game is not over, and nobody counts."""
    return sheet.outcome is None and sheet.count is None


def is_given_up(sheet: Sheet, history: History) -> bool:
    """Tell whether the game is over though the rules would let it go on."""
    return sheet.outcome is not None and history.state.outcome() is None


def is_agreed(sheet: Sheet) -> bool:
    """Tell whether the game is over by a count on which the players agreed."""
    return sheet.outcome is not None and sheet.count is not None


def is_engines_turn(sheet: Sheet, history: History) -> bool:
    """Tell whether an engine is to move."""
    return is_open(sheet) and history.state.to_play not in sheet.terms.people


def is_engine_to_move(sheet: Sheet, history: History) -> bool:
    """Tell whether an engine is to move now: not in a pause, and in a person's place too."""
    if sheet.paused or sheet.slip is not None or not is_open(sheet):
        return False
    return sheet.auto or is_engines_turn(sheet, history) or _engine_goes_on(sheet, history)


def _engine_goes_on(sheet: Sheet, history: History) -> bool:
    """Tell whether the engine has begun a move, be it for a person, that needs a further hop."""
    states = history.states
    same = len(states) > 1 and states[-2].to_play == states[-1].to_play
    # People take no time.
    return same and is_on_squares(history.game) and sheet.moves[-1].seconds is not None


def is_persons_time(sheet: Sheet, history: History) -> bool:
    """Tell whether the game waits for a person whose time runs: not before the first move."""
    if sheet.paused or sheet.auto or not is_open(sheet):
        return False
    return history.state.to_play in sheet.terms.people and len(sheet.moves) > sheet.begun


def move_to_teach(sheet: Sheet, history: History) -> int | None:
    """Return the ply at which the move began that waits for the teacher's look, None without one.

    Only a whole move of a person waits, in a game that goes on; what an opening is decided by is
    none: until the colours are settled nobody can say what a stone gives away.
    """
    if sheet.terms.teach is None or not sheet.unseen or not is_open(sheet):
        return None
    start = history.start(len(sheet.moves) - 1)
    before = history.states[start]
    whole = before.to_play != history.state.to_play
    return start if whole and not before.is_opening else None


def has_engine_resigned(sheet: Sheet, history: History) -> bool:
    """Tell whether an engine has given up against a person, at its own turn."""
    outcome, people = sheet.outcome, sheet.terms.people
    if outcome is None or outcome.reason != "resignation" or outcome.winner not in people:
        return False
    return history.state.to_play not in people


def last_turn(sheet: Sheet, history: History) -> int | None:
    """Return the ply of the last whole move that may be taken back, None where there is none."""
    people, states = sheet.terms.people, history.states
    begins = [k for k in range(sheet.begun, len(sheet.moves)) if history.start(k) == k]
    turns = [k for k in begins if not people or states[k].to_play in people]
    return turns[-1] if turns else None
