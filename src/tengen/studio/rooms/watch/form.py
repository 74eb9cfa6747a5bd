"""A tournament that a page orders, as the file of settings that `tengen arena` reads."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from tengen.agents.player import SpecPlayer
from tengen.arena.config import Config
from tengen.arena.plan import Plan, make_plan
from tengen.core import Game, SettingsError
from tengen.studio.rooms.watch.entrants import name_all
from tengen.studio.rooms.watch.messages import TournamentTerms
from tengen.studio.rooms.watch.places import MARK

RESIGN = {"value": 0.95, "moves": 4}
"""When both players know who wins."""


def write_settings(terms: TournamentTerms, game: Game, spec_of: Callable[[str], str]) -> str:
    """Return the text of the file.

    Args:
        terms: what is ordered.
        game: the rules.
        spec_of: returns the spec that stands for what the page calls a player.
    """
    head = {
        "name": terms.name,
        "kind": terms.kind,
        "games": terms.games,
        "seed": terms.seed,
        "concurrency": terms.concurrency,
        "rounds": terms.rounds,
        "time": terms.time or None,
    }
    adjudication = {
        "tables": terms.tables or None,
        "longest": terms.longest,
        "resign": RESIGN if terms.resign else None,
    }
    openings = terms.openings
    plies = openings.plies if openings.source == "balanced" else None
    parts = [
        MARK + _lines(head),
        "[game]\n" + _lines({"name": game.name, **game.settings}),
        "[openings]\n" + _lines({"source": openings.source, "plies": plies}),
        "[adjudication]\n" + _lines(adjudication),
    ]
    for who, name in zip(terms.players, name_all(terms.players), strict=True):
        player = {"name": name, "spec": spec_of(who.spec)}
        bounds = {"visits": who.visits, "seconds": who.seconds}
        parts.append("[[players]]\n" + _lines({**player, **bounds}))
    return "\n".join(parts)


def restore_settings(plan: Plan, can_run: Callable[[str], bool]) -> str:
    """Return the text of a file that goes on with a tournament begun elsewhere.

    Args:
        plan: as its folder tells it.
        can_run: tells whether a page may have a player's spec run.

    Raises:
        SettingsError: when only the command line can go on with it.
    """
    settings = plan.settings
    if settings.openings.source not in {"", "book", "balanced", "none"}:
        raise SettingsError("its openings are from a file: only tengen arena can go on with it")
    if not all(can_run(entrant.spec) for entrant in settings.players):
        raise SettingsError("it runs programs: only tengen arena can go on with it")
    told = settings.model_dump(mode="json", exclude_none=True)
    tables = {
        key: told.pop(key) for key in ("game", "openings", "adjudication", "sprt") if key in told
    }
    players = told.pop("players")
    return "\n".join(
        [
            _lines(told | {"name": plan.name}),
            *(f"[{key}]\n" + _lines(values) for key, values in tables.items()),
            *("[[players]]\n" + _lines(player) for player in players),
        ]
    )


def check_settings(text: str, name: str) -> None:
    """Check that a tournament can be played: every player is made once.

    Raises:
        SettingsError: when it cannot.
    """
    try:
        make_plan(Config(Path(f"{name}.toml"), text), SpecPlayer)
    except SettingsError as error:
        # People who filled a form in have seen no file and no lines.
        raise SettingsError(re.sub(r"^.*?\.toml(, line \d+)?: ", "", str(error))) from None


def _lines(values: Mapping[str, object]) -> str:
    return "".join(
        f"{key} = {_toml(value)}\n" for key, value in values.items() if value is not None
    )


def _toml(value: object) -> str:
    """Return a value as TOML has it, which for these is JSON but for tables and one character."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_toml(item)}' for key, item in value.items())} }}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
