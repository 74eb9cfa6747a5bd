"""What the new-game form offers: games with their settings, and opponents."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from tengen import agents, games, weights
from tengen.core import Agent, Game, TengenError, WeightsError, parse_spec
from tengen.core.game import Setting
from tengen.games.kind import GameKind
from tengen.studio.thinking.school import School
from tengen.studio.thinking.trained import find_runs

_log = logging.getLogger(__name__)

Field = dict[str, object]


def describe_games() -> list[dict[str, object]]:
    """Return every game with its settings as the form offers them."""
    return [_describe_game(name) for name in ordered_games()]


def ordered_games() -> list[str]:
    """Return the names of all games in the order of the page: those with most nets to search with first."""
    nets = Counter(
        entry["game"] for method in weights.searched() for entry in weights.entries(method)
    )
    return sorted(games.names(), key=lambda name: -nets[name])


def _describe_game(name: str) -> dict[str, object]:
    """Return one game, with what the page is to know about it beside its settings."""
    kind, game = games.kind_of(name), games.load(name)
    offered = kind.offered
    return {
        "name": name,
        "settings": _first_settings(game, kind),
        "players": list(game.players),
        "fields": [
            _describe_field(key, value, offered.get(key))
            | {"proposed": list(kind.proposed.get(key, ()))}
            for key, value in game.settings.items()
            if offered.get(key) != ()
        ],
        "quick": dict(kind.quick),
        "net": _has_net(game),
    }


def _first_settings(game: Game, kind: GameKind) -> dict[str, Setting]:
    """Return what the form begins with: a board that a shipped net was trained for.

    The usual one where there is a net of its size, else the one nearest to a board that is easily
    watched, the larger of two.
    """
    learned = [
        entry["settings"]
        for method in weights.searched()
        for entry in weights.entries(method)
        if entry["game"] == game.name
    ]
    usual = dict(game.settings)
    sizes: dict[int, dict[str, Setting]] = {
        each["size"]: each for each in learned if "size" in each
    }
    if not sizes or usual["size"] in sizes:
        return usual
    easy = kind.quick.get("size", usual["size"])
    assert isinstance(easy, int)
    return usual | sizes[min(sizes, key=lambda size: (abs(size - easy), -size))]


def _describe_field(name: str, value: Setting, offered: range | Sequence[Setting] | None) -> Field:
    field: Field = {"name": name, "value": value}
    if isinstance(offered, range):
        return field | {
            "kind": "number",
            "min": offered[0],
            "max": offered[-1],
            "step": offered.step,
        }
    if offered is not None:
        return field | {"kind": "choice", "choices": list(offered)}
    if isinstance(value, bool):
        return field | {"kind": "flag"}
    if isinstance(value, int | float):
        # A step would count from the field's value; which fractions go, the rules say.
        return field | {"kind": "number", "step": 1 if isinstance(value, int) else "any"}
    return field | {"kind": "text"}


def _has_net(game: Game) -> bool:
    try:
        weights.best_for(game)
    except WeightsError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Offer:
    """Where opponents come from, besides the methods."""

    load_agent: Callable[[str, Game], Agent]
    runs: Sequence[Path]
    """Folders of trained runs."""
    engines: Sequence[str]
    """Other programs, by the names that `load_agent` knows."""


class Opponents(TypedDict):
    """Who can play a game: methods, the strong ones first, other programs, trained runs."""

    opponents: list[str]
    pupils: list[str]
    """Those of them whose net learns from a game, in a copy of one's own."""
    visits: dict[str, int]
    """Visits a move that are proposed, of those whose strength is how long they think."""
    foreign: dict[str, int]
    """The size of the board that a method's net learned, of those who learned on another than this."""
    silent: list[str]
    """Those that have nothing to say of a position."""
    engines: list[str]
    runs: list[dict[str, object]]


def describe_opponents(game: Game, offer: Offer) -> Opponents:
    """Return who can play `game`: methods, the strong ones first, other programs, trained runs."""
    load_agent = offer.load_agent
    opponents = [spec for spec in _specs(game) if loads(spec, game, load_agent)]
    methods = {spec: agents.find_method(parse_spec(spec).name) for spec in opponents}
    return {
        "opponents": opponents,
        "pupils": [spec for spec in opponents if offer.runs and School.original_of(spec, game)],
        "visits": {spec: method.visits for spec, method in methods.items() if method.visits},
        "foreign": {
            method.name: size
            for method in methods.values()
            if (size := weights.foreign_size(game, method.name)) is not None
        },
        "silent": [spec for spec, method in methods.items() if not method.judges],
        "engines": [spec for spec in offer.engines if loads(spec, game, load_agent)],
        "runs": [
            {
                "spec": run.spec,
                "method": run.method,
                "name": run.name,
                "learns": School.is_pupil(run.spec, game),
            }
            for run in find_runs(offer.runs, game)
            if loads(run.spec, game, load_agent)
        ],
    }


def _specs(game: Game) -> Iterator[str]:
    """Yield the ways to play that methods offer, those that play the game well first."""
    for name in dict.fromkeys([*weights.strongest(game), *agents.names()]):
        offered = agents.find_method(name).offered
        yield from (f"{name}?{options}" if options else name for options in offered)


def loads(spec: str, game: Game, load_agent: Callable[[str, Game], Agent]) -> bool:
    """Tell whether an agent can be had that plays `game`."""
    try:
        load_agent(spec, game).close()
    except (TengenError, OSError) as error:
        _log.info("%s cannot play %r: %s", spec, game, error)
        return False
    return True
