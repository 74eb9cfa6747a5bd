"""How strong the person at this computer is, by the games that were finished here."""

from typing import TypedDict

from tengen.arena.glicko import Result, Standing, after
from tengen.core import Game
from tengen.studio.archive.store import Store
from tengen.studio.sitting.requests import Aid
from tengen.studio.sitting.sheet import Sheet, results_of
from tengen.studio.thinking.levels import Level, describe_levels

OF_A_LEVEL = 40.0
"""Deviation of a level's rating, Elo: that of its distance from the levels near it."""


class Mine(TypedDict):
    """A person's own standing, on the scale of the levels."""

    rating: float
    anchor: str | None
    """Name of the level above which that is."""
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
    aids: list[Aid]
    """What kept it from counting; nothing where it counts, or would not have counted anyway."""


def describe_standing(store: Store, game: Game, levels: list[Level]) -> Mine | None:
    """Return how strong the person is; None before the first game against a level that is rated.

    What counts is noted on a game's sheet when it ends, and stands from then on: nothing with an
    engine's help, a teacher's warnings, or an opponent that was given its own time.
    """
    rated = _rated(levels)
    begins = next((rated.get(level["spec"]) for level in levels if level["default"]), None)
    if begins is None:
        return None
    standing, games = Standing(begins), 0
    for is_over, winner, sheet in store.library.played(game.name, dict(game.settings)):
        terms = sheet["terms"]
        if terms["opponent"] not in rated or len(terms["people"]) != 1:
            continue
        for each in results_of(sheet, is_over=is_over, winner=winner):
            result = _result(each, terms["people"][0], rated[terms["opponent"]])
            standing, games = after(standing, [result]), games + 1
    if not games:
        return None
    nearest = min(rated, key=lambda spec: abs(rated[spec] - standing.rating))
    number = next(level["number"] for level in levels if level["spec"] == nearest)
    return {
        "rating": standing.rating,
        "anchor": levels[0]["anchor"],
        "deviation": standing.deviation,
        "games": games,
        "spec": nearest,
        "number": number,
    }


def describe_after(store: Store, sheet: Sheet) -> After:
    """Return how strong the person is after a game, and why it did not count; for a thread."""
    game = sheet.load_game()
    levels = describe_levels(game)["levels"]
    aids = list(sheet.aids) if sheet.terms.opponent in _rated(levels) else []
    return {"mine": describe_standing(store, game, levels), "aids": aids}


def _rated(levels: list[Level]) -> dict[str, float]:
    return {level["spec"]: level["elo"] for level in levels if level["elo"] is not None}


def _result(winner: int | None, person: int, elo: float) -> Result:
    return Result(elo, OF_A_LEVEL, 0.5 if winner is None else float(winner == person))
