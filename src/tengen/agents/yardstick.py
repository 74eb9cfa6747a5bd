"""How strong a net in training is: quick games against an opponent that never changes."""

import logging
from threading import Event

from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, Until, play_match
from tengen.core import Game

_log = logging.getLogger(__name__)


class YardstickSettings(BaseModel):
    """The match that gives a run its curve of Elo against minutes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    opponent: str = "mcts?playouts=3000"
    """Spec of the fixed opponent."""
    games: int = Field(default=20, ge=1)
    """Games of a match."""
    seconds: float = Field(default=10.0, gt=0)
    """A match that takes longer ends then; the game under way counts for nothing."""


def measure(
    spec: str, game: Game, settings: YardstickSettings, *, seed: int, stop: Event
) -> dict[str, object]:
    """Play the agent `spec` against the fixed opponent and return what a metrics line needs.

    Where no game ended in time there is no score.
    """
    players = SpecPlayer(spec, game), SpecPlayer(settings.opponent, game)
    match = MatchSettings(games=settings.games, seed=seed)
    result = play_match(*players, game, match, stop=Until(stop, settings.seconds))
    rating = result.rating
    told: dict[str, object] = {"opponent": settings.opponent, "match_games": rating.games}
    if not rating.games:
        if not stop.is_set():
            _log.info(
                "No game against %s ended within %g seconds (yardstick.seconds): nothing was "
                "measured",
                settings.opponent,
                settings.seconds,
            )
        return told
    return told | {
        **result.a.tally.to_json(),
        "score": round(rating.score, 4),
        "interval": [round(bound, 4) for bound in rating.interval],
        "elo": None if rating.elo is None else round(rating.elo, 1),
        "elo_interval": [bound and round(bound, 1) for bound in rating.elo_interval],
    }
