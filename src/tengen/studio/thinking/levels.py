"""Opponents by how strong they are: what the ladder of a game knows of our own agents."""

from functools import lru_cache
from typing import TypedDict

from tengen.agents.ladder import Ladder, Rung, ladder
from tengen.core import Game, SettingsError, parse_spec
from tengen.core.game import Setting
from tengen.games import load

APART = 90.0
"""Elo between two levels that are worth a choice; a measurement hardly tells less apart."""


class Level(TypedDict):
    """A rung of the ladder as pages receive it."""

    name: str
    spec: str
    elo: float | None
    interval: tuple[float, float] | None
    games: int
    casual: bool


class NumberedLevel(Level):
    """A level and how many there are, counted from 1."""

    number: int
    of: int


class Levels(TypedDict):
    """The levels of a game, the weakest first, and what their ratings are above."""

    anchor: str | None
    measured: dict[str, object] | None
    levels: list[Level]


def describe_levels(game: Game) -> Levels:
    """Return the levels of a game, the weakest first, and what their ratings are above.

    A rating stands there only where it was measured by these very rules; the last may have none, if
    it thinks for longer than anybody measured. Without any the levels are in the order expected.
    """
    found = _ladder_of(game)
    if found is None:
        return {"anchor": None, "measured": None, "levels": []}
    measured = found.measured
    return {
        "anchor": found.anchor if measured else None,
        "measured": {key: measured.get(key) for key in ("date", "games")} if measured else None,
        "levels": [_describe(rung) for rung in _levels(found)],
    }


def level_of(game: Game, spec: str) -> NumberedLevel | None:
    """Return the level at which `spec` is offered for `game`, counted from 1; None for others."""
    found = _ladder_of(game)
    rungs = [] if found is None else _levels(found)
    for number, rung in enumerate(rungs, 1):
        if rung.spec == spec:
            return {"number": number, "of": len(rungs), **_describe(rung)}
    return None


def _describe(rung: Rung) -> Level:
    return {
        "name": rung.name,
        "spec": rung.spec,
        "elo": rung.elo,
        "interval": rung.interval,
        "games": rung.games,
        "casual": _is_casual(rung),
    }


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


def _levels(found: Ladder) -> list[Rung]:
    ours = [rung for rung in found.rated if rung.is_ours]
    if not ours:
        return [rung for rung in found.levels if _is_quick(rung)]
    strongest = found.levels[-1]
    unrated = [strongest] if strongest.elo is None and _is_quick(strongest) else []
    return _spread([rung for rung in ours if _is_worth_playing(rung, found)]) + unrated


def _spread(rated: list[Rung]) -> list[Rung]:
    """Return rungs that are well apart; of some close together rather one that plays as people."""
    kept: list[Rung] = []
    for rung in rated:
        if not kept or _elo(rung) - _elo(kept[-1]) >= APART:
            kept.append(rung)
        elif _is_casual(rung) or rung is rated[-1]:
            kept[-1] = rung
    return kept


def _is_worth_playing(rung: Rung, found: Ladder) -> bool:
    """Tell whether it plays better than at random."""
    random = [_elo(each) for each in found.rated if each.spec.startswith("random")]
    return not random or _elo(rung) >= random[0]


def _is_quick(rung: Rung) -> bool:
    """Tell whether a person who waits for it has an answer in seconds on a board of any size."""
    return parse_spec(rung.spec).name != "mcts" or _is_casual(rung)


def _is_casual(rung: Rung) -> bool:
    return "oversight" in parse_spec(rung.spec).options


def _elo(rung: Rung) -> float:
    return rung.elo or 0.0
