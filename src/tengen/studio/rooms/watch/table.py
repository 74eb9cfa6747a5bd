"""The table of a tournament as pages receive it: plain data."""

from collections.abc import Mapping, Sequence
from typing import Any

from tengen.arena.following import Follower
from tengen.arena.report import Account
from tengen.arena.schedule import Key, unplayed
from tengen.arena.store import StoredGame
from tengen.core import parse_spec
from tengen.core.errors import SpecError
from tengen.studio.sitting.view import describe_game

NEXT = 12
"""Games to come that are told."""


def describe_tournament(follower: Follower) -> dict[str, object]:
    """Return what stays the same while it is played."""
    plan = follower.plan
    settings = plan.settings
    return {
        "name": plan.name,
        "kind": settings.kind,
        "game": describe_game(plan.game),
        "matchGames": settings.games,
        "swissRounds": settings.rounds,
        "time": settings.time,
        "openings": settings.openings.source or "book",
        "anchor": plan.names[plan.anchor],
    }


def describe_counts(account: Account) -> dict[str, object]:
    """Return how many games were played, of how many; quicker than the table."""
    return {
        "played": len(account.results),
        "expected": account.expected,
        "complete": account.is_complete,
    }


def describe_table(account: Account) -> dict[str, object]:
    """Return who stands where, who did how against whom, and the rounds."""
    told = account.report()
    return {
        "players": [_describe_player(player) for player in told["players"]],
        "cross": told["cross_table"],
        "rounds": told["rounds"],
        "sprt": told["sprt"],
        "firstMove": told["first_move_elo"],
    }


def _describe_player(player: Mapping[str, Any]) -> dict[str, object]:
    kept = (
        *("place", "name", "elo", "interval", "points", "games", "wins", "draws", "losses"),
        *("buchholz", "byes", "rounds_won", "forfeits", "superiority_over_next"),
    )
    told = {key: player[key] for key in kept}
    return told | {"method": _method(player["spec"]), "seconds": player["seconds_per_move"]}


def _method(spec: str) -> str:
    """Return the method alone: a spec may hold a command or a folder."""
    try:
        return parse_spec(spec).name
    except SpecError:
        return ""


def describe_result(game: StoredGame, names: Sequence[str]) -> dict[str, object]:
    """Return a line about a finished game."""
    assert game.record.outcome is not None
    return {
        "key": name_of(game.key),
        "players": [names[player] for player in game.players],
        "winner": game.result.winner,
        "reason": game.record.outcome.reason,
        "forfeit": game.forfeit,
        "plies": len(game.record.moves),
        "time": game.time,
    }


def describe_next(account: Account, under_way: Sequence[Key]) -> list[dict[str, object]]:
    """Return the first of the games that are known to come."""
    plan = account.plan
    if account.is_complete:
        return []
    known = plan.schedule.fixtures(account.results)
    waiting = [f for f in unplayed(known, account.results) if f.key not in under_way]
    return [
        {"key": name_of(f.key), "players": [plan.names[player] for player in f.players]}
        for f in waiting[:NEXT]
    ]


def name_of(key: Key) -> str:
    """Return ``2.1.4``: round, match, game."""
    return ".".join(map(str, key))


def key_of(name: str) -> Key | None:
    """Read what `name_of` wrote; None where it is something else."""
    parts = name.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    if max(map(len, parts)) > 9:
        return None
    return int(parts[0]), int(parts[1]), int(parts[2])
