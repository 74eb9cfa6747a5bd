"""How strong a net in training is: quick games against an opponent that never changes."""

import time
from threading import Event
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, PlayedMatchGame, Tally, play_match, rate
from tengen.core import Game


class YardstickSettings(BaseModel):
    """The match that gives a run its curve of Elo against minutes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    opponent: str = "mcts?playouts=3000"
    """Spec of the fixed opponent."""
    games: int = Field(default=20, ge=1)
    """Games of a match."""
    seconds: float = Field(default=10.0, gt=0)
    """A match that takes longer ends after the game under way."""


class _EnoughError(Exception):
    """Ends a match early."""


def measure(
    spec: str, game: Game, settings: YardstickSettings, *, seed: int, stop: Event
) -> dict[str, Any]:
    """Play the agent `spec` against the fixed opponent and return what a metrics line needs."""
    tally = Tally()
    until = time.monotonic() + settings.seconds

    def count(number: int, played: PlayedMatchGame) -> None:
        nonlocal tally
        ours = number % 2
        if played.winner is None:
            tally += Tally(draws=1)
        else:
            tally += Tally(wins=1) if played.winner == ours else Tally(losses=1)
        if stop.is_set() or time.monotonic() > until:
            raise _EnoughError

    try:
        match = MatchSettings(games=settings.games, seed=seed)
        players = SpecPlayer(spec, game), SpecPlayer(settings.opponent, game)
        play_match(*players, game, match, on_game=count)
    except _EnoughError:
        pass
    rating = rate(tally.wins, tally.draws, tally.losses)
    return {
        "opponent": settings.opponent,
        "match_games": rating.games,
        **tally.to_json(),
        "score": round(rating.score, 4),
        "interval": [round(bound, 4) for bound in rating.interval],
        "elo": None if rating.elo is None else round(rating.elo, 1),
        "elo_interval": [bound and round(bound, 1) for bound in rating.elo_interval],
    }
