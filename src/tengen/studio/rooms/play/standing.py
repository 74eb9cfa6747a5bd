"""How strong the person at this computer is, by the games that were finished here."""

from typing import Any, TypedDict

from tengen.arena.glicko import Result, Standing, after
from tengen.core import Game
from tengen.studio.archive.store import Store
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.thinking.levels import Level, describe_levels

OF_A_LEVEL = 40.0
"""Deviation of a level's rating, Elo: that of its distance from the levels near it."""


class Mine(TypedDict):
    """A person's own standing, on the scale of the levels."""

    rating: float
    deviation: float
    games: int
    spec: str
    """Of the level that is nearest."""
    number: int
    """Of that level."""


class After(TypedDict):
    """What a finished game means for a person's standing."""

    mine: Mine | None
    """The standing with it."""
    counts: bool
    """False where it would have counted but for warnings, or a time that its opponent was given."""


def describe_standing(store: Store, game: Game, levels: list[Level]) -> Mine | None:
    """Return how strong the person is; None before the first game against a level that is rated.

    Games with a teacher's warnings do not count, nor those against whoever was given its own time.
    """
    rated = _rated(levels)
    begins = next((rated.get(level["spec"]) for level in levels if level["default"]), None)
    if begins is None:
        return None
    standing, games = Standing(begins), 0
    for winner, sheet in store.library.played(game.name, dict(game.settings)):
        result = _result(winner, sheet["terms"], rated)
        if result is not None:
            standing, games = after(standing, [result]), games + 1
    if not games:
        return None
    nearest = min(rated, key=lambda spec: abs(rated[spec] - standing.rating))
    number = next(level["number"] for level in levels if level["spec"] == nearest)
    return {
        "rating": standing.rating,
        "deviation": standing.deviation,
        "games": games,
        "spec": nearest,
        "number": number,
    }


def describe_after(store: Store, sheet: Sheet) -> After:
    """Return how strong the person is after a game, and whether it counted; for a thread."""
    game = sheet.load_game()
    levels = describe_levels(game)["levels"]
    rated, terms = _rated(levels), sheet.terms
    counts = terms.opponent not in rated or _result(None, terms.model_dump(), rated) is not None
    return {"mine": describe_standing(store, game, levels), "counts": counts}


def _rated(levels: list[Level]) -> dict[str, float]:
    return {level["spec"]: level["elo"] for level in levels if level["elo"] is not None}


def _result(winner: int | None, terms: dict[str, Any], rated: dict[str, float]) -> Result | None:
    people, elo = terms["people"], rated.get(terms["opponent"])
    told = any(value is not None for value in terms["strength"].values())
    if elo is None or len(people) != 1 or terms["teach"] is not None or told:
        return None
    score = 0.5 if winner is None else float(winner == people[0])
    return Result(elo, OF_A_LEVEL, score)
