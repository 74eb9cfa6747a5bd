"""What a page is told of a whole table: plain data."""

from dataclasses import asdict
from typing import Any

from tengen.studio.sitting import counting
from tengen.studio.sitting.history import History
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.sitting.timekeeper import describe_clock
from tengen.studio.sitting.turns import is_given_up
from tengen.studio.sitting.view import (
    describe_choices,
    describe_game,
    describe_move,
    describe_position,
)
from tengen.studio.thinking.levels import level_of
from tengen.studio.thinking.thinker import Job


def describe_table(sheet: Sheet, history: History) -> dict[str, Any]:
    """Return the game from its start to now."""
    plies = range(len(sheet.moves))
    return {
        "id": sheet.id,
        "game": describe_game(history.game),
        "people": list(sheet.terms.people),
        "opponent": sheet.terms.opponent,
        "level": _describe_level(sheet, history),
        "learns": sheet.terms.learn,
        "control": sheet.terms.clock and sheet.terms.clock.model_dump(),
        "opening": sheet.opening,
        "begun": sheet.begun,
        "positions": [
            *(describe_position(history, ply, None) for ply in plies),
            describe_now(sheet, history),
        ],
        "moves": [describe_move(history, ply, sheet.moves[ply].seconds) for ply in plies],
        "values": sheet.values,
    }


def _describe_level(sheet: Sheet, history: History) -> dict[str, Any] | None:
    """Return how strong the opponent is known to be: as it thinks when nobody says for how long."""
    if sheet.terms.strength.limit() is not None:
        return None
    return level_of(history.game, sheet.terms.opponent)


def describe_now(sheet: Sheet, history: History) -> dict[str, Any]:
    """Return the present position, with how the game ended."""
    return describe_position(history, len(sheet.moves), sheet.outcome)


def describe_status(
    sheet: Sheet, history: History, job: Job | None, unsaved: str | None
) -> dict[str, Any]:
    """Return what may be done now, and what is under way."""
    return {
        **describe_choices(history.state, over=sheet.outcome is not None),
        "givenUp": is_given_up(sheet, history),
        "auto": sheet.auto,
        "paused": sheet.paused,
        "thinking": job and {"purpose": job.purpose, "ply": job.state.ply, "place": job.place},
        "strength": sheet.terms.strength.model_dump(),
        "unsaved": unsaved,
        "learning": sheet.learning and asdict(sheet.learning),
        "teach": sheet.terms.teach,
        "slip": sheet.slip and asdict(sheet.slip),
        "count": _describe_count(sheet, history),
        "clock": describe_clock(sheet.clock, history.state.to_play),
        "offer": sheet.offer and asdict(sheet.offer),
    }


def _describe_count(sheet: Sheet, history: History) -> dict[str, Any] | None:
    if sheet.count is None or not counting.is_counted(history.state):
        return None
    return counting.describe(sheet.count, history.state, sheet.terms.people)
