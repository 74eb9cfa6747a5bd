"""Who may take part: the agents that the studio offers, each as strong as one likes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tengen import agents
from tengen.core import Game, SpecError, TengenError, parse_spec
from tengen.studio.sitting.requests import Contestant
from tengen.studio.sitting.sheet import read_rules
from tengen.studio.sitting.view import describe_board
from tengen.studio.thinking.catalogue import Offer, describe_games, describe_opponents, loads
from tengen.studio.thinking.engines import PREFIX, is_engine
from tengen.studio.thinking.levels import describe_levels, level_of
from tengen.studio.thinking.trained import find_runs


@dataclass(frozen=True)
class Exhibition:
    """A game that is worth watching."""

    players: tuple[tuple[str, int | None], ...]
    """Their specs, with the visits of who is bound by them."""
    opening: Literal["none", "book", "balanced"]


EXHIBITIONS: Mapping[str, Exhibition] = {
    "gomoku": Exhibition((("nnue?nodes=2000", None), ("alphazero", 200)), "balanced"),
    # `person` plays another game each time.
    "go": Exhibition((("person?level=13", None), ("alphazero?visits=3", None)), "none"),
    "draughts": Exhibition((("boardvalue", None), ("nnue?nodes=1100", None)), "book"),
}
"""Two methods that play well, and about as well as each other.

In Gomoku `alphazero` scored 54 % of 24 games (seed 3, random openings), in draughts `boardvalue`
52.5 % of 40 (seed 5). In Go only `person` is near to `alphazero`, where that hardly searches: their levels stand
beside each other on the ladder.
"""


def describe_entrants(game: Game, offer: Offer) -> dict[str, object]:
    """Return who may take part in games by these rules, as the form offers them.

    ``levels`` are the rungs of the game's ladder, the weakest first, with their Elo where it was
    measured; ``anchor`` is the level whose Elo is 0, None where none was; ``book`` is how many
    openings the game has.
    """
    ladder = describe_levels(game)
    levels, anchor = ladder["levels"], ladder["anchor"]
    # A level whose method cannot play by these rules is nobody's.
    methods = {parse_spec(level["spec"]).name: level["spec"] for level in levels}
    able = {name for name, spec in methods.items() if loads(spec, game, offer.load_agent)}
    return {
        **describe_opponents(game, offer),
        "levels": [level for level in levels if parse_spec(level["spec"]).name in able],
        "anchor": next((level["number"] for level in levels if level["name"] == anchor), None),
        "book": len(game.book()),
        "tables": game.has_tables,
        "players": list(game.players),
    }


def describe_exhibitions() -> list[dict[str, object]]:
    """Return for each game, as it is played unasked, its empty board, the two who play, and how it begins.

    ``level`` is the number of the level that a player is, None where it is none.
    """
    return [_describe_exhibition(told) for told in describe_games() if told["name"] in EXHIBITIONS]


def _describe_exhibition(told: Mapping[str, object]) -> dict[str, object]:
    name, settings = str(told["name"]), told["settings"]
    rules = read_rules(name, json.dumps(settings))
    players = [
        {"spec": spec, "visits": visits, "level": level["number"] if level else None}
        for spec, visits in EXHIBITIONS[name].players
        for level in [level_of(rules, spec)]
    ]
    return {
        "game": name,
        "settings": settings,
        "board": describe_board(rules),
        "players": players,
        "opening": EXHIBITIONS[name].opening,
    }


def check_specs(players: Sequence[Contestant], game: Game, offer: Offer) -> None:
    """Check that a page may name these players.

    Raises:
        SpecError: when one runs a program, or weights that lie elsewhere than in a run.
    """
    for spec in {who.spec for who in players}:
        if is_engine(spec):
            if spec not in offer.engines:
                name = spec.removeprefix(PREFIX)
                raise SpecError(f"the studio was started without an engine {name!r}")
            continue
        read = parse_spec(spec)
        if agents.runs_programs(read.name):
            raise SpecError("programs are named when the studio is started, by --engine SPEC")
        if read.source is not None and not _is_trained(spec, game, offer):
            raise SpecError(f"agent {read.name}: no run here has left that net for {game}")


def _is_trained(spec: str, game: Game, offer: Offer) -> bool:
    try:
        return any(run.spec == spec for run in find_runs(offer.runs, game))
    except (TengenError, OSError):
        return False


def name_all(players: Sequence[Contestant]) -> tuple[str, ...]:
    """Return a name for each player, no two alike."""
    names: list[str] = []
    for who in players:
        name, number = _name(who), 1
        while (told := name if number == 1 else f"{name} ({number})") in names:
            number += 1
        names.append(told)
    return tuple(names)


def _name(who: Contestant) -> str:
    if who.name.strip():
        return " ".join(who.name.split())
    if is_engine(who.spec):
        title = who.spec.removeprefix(PREFIX)
    else:
        read = parse_spec(who.spec)
        options = " ".join(f"{key} {value}" for key, value in read.options.items())
        title = read.options.get("name") or f"{read.name} {options}".strip()
    bound = f" {who.visits} visits" if who.visits else ""
    bound += f" {who.seconds:g} s" if who.seconds else ""
    return title[: 60 - len(bound)] + bound
