"""The games of a tournament, taken into the rating data base."""

from tengen.agents.identity import identify
from tengen.arena.plan import Plan
from tengen.arena.ratings_db import RatedGame, RatingsDb, default_path
from tengen.arena.settings import Entrant
from tengen.arena.shapes import Report
from tengen.core import TimeControl


def add_to_ratings(plan: Plan, figures: Report) -> None:
    """Keep the games of a tournament for ratings; those that are there already change nothing.

    Args:
        plan: the tournament.
        figures: as `Account.report` returns them.

    Raises:
        RatingsError: when the data base cannot be written.
    """
    who = {
        player.name: identify(entrant.spec, plan.game, _terms(entrant, control))
        for player, entrant, control in zip(
            plan.players, plan.settings.players, plan.controls, strict=True
        )
    }
    games = [
        RatedGame(
            key=f"arena/{figures['id']}/{game['round']}.{game['match']}.{game['game']}",
            game=plan.game,
            players=(who[game["players"][0]], who[game["players"][1]]),
            winner=game["winner"],
            ended=game["time"],
            forfeit=game["forfeit"],
        )
        for game in figures["played"]
    ]
    with RatingsDb(default_path()) as ratings:
        ratings.add(games)


def _terms(entrant: Entrant, control: TimeControl | None) -> str:
    """Return how long a player thinks: another time makes another player."""
    told = [str(control)] if control else []
    told += [f"{entrant.visits} visits"] if entrant.visits else []
    told += [f"{entrant.seconds:g} s a move"] if entrant.seconds else []
    return ", ".join(told)
