"""Opponents by how strong they are: the levels of a game's ladder."""

from functools import lru_cache
from typing import TypedDict

from tengen.agents import find_method
from tengen.agents.ladder import Ladder, ladder
from tengen.core import Game, SettingsError
from tengen.core.game import Setting
from tengen.games import load

PERSON = "person"
"""The method whose agents play as people do; in records, the person at the table."""


class Level(TypedDict):
    """A level as pages receive it; `Rung` says what its fields are."""

    number: int
    of: int
    """How many there are."""
    name: str
    spec: str
    elo: float | None
    anchor: str | None
    """Name of the level above which that is; None where nothing was measured."""
    interval: tuple[float, float] | None
    games: int
    default: bool


class Levels(TypedDict):
    """The levels of a game, the weakest first, and what their ratings are above."""

    anchor: str | None
    measured: dict[str, object] | None
    levels: list[Level]


def describe_levels(game: Game) -> Levels:
    """Return the levels of a game, the weakest first, and what their ratings are above.

    A rating stands there only where it was measured by these very rules. Without any the levels are
    in the order expected.
    """
    found = _ladder_of(game)
    if found is None:
        return {"anchor": None, "measured": None, "levels": []}
    measured = found.measured
    return {
        "anchor": _anchor(found),
        "measured": {key: measured.get(key) for key in ("date", "games")} if measured else None,
        "levels": _describe(found),
    }


def level_of(game: Game, spec: str) -> Level | None:
    """Return the level at which `spec` is offered for `game`; None for others."""
    found = _ladder_of(game)
    levels = [] if found is None else _describe(found)
    return next((level for level in levels if level["spec"] == spec), None)


def with_level(spec: str) -> str:
    """Return the spec of an opponent, the level of a `person` in it where it is the usual one too.

    Without it the opponent would be called as records call the person at the table.
    """
    if spec != PERSON:
        return spec
    return f"{PERSON}?level={find_method(PERSON).options.model_fields['level'].get_default()}"


def beside(game: Game, spec: str, step: int) -> str:
    """Return the spec `step` levels above that of `spec`; `spec` where there is none."""
    level = level_of(game, spec)
    wanted = None if level is None else level["number"] + step
    levels = describe_levels(game)["levels"]
    return next((each["spec"] for each in levels if each["number"] == wanted), spec)


def _anchor(found: Ladder) -> str | None:
    return found.anchor if found.measured else None


def _describe(found: Ladder) -> list[Level]:
    rungs = found.levels
    return [
        {
            "number": number,
            "of": len(rungs),
            "name": rung.name,
            "spec": rung.spec,
            "elo": rung.elo,
            "anchor": _anchor(found),
            "interval": rung.interval,
            "games": rung.games,
            "default": rung.default,
        }
        for number, rung in enumerate(rungs, 1)
    ]


def _ladder_of(game: Game) -> Ladder | None:
    return _find(game.name, tuple(sorted(game.settings.items())))


@lru_cache(64)
def _find(name: str, settings: tuple[tuple[str, Setting], ...]) -> Ladder | None:
    usual = {key: value for key, value in settings if key != "position"}
    try:
        # A position set up does not change how well anybody plays.
        return ladder(load(name, **usual))
    except SettingsError:
        return None
