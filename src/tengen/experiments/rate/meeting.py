"""Two players meet: an opening, played twice with colours changed, into the rating data base."""

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Event

from tengen.agents.identity import identify
from tengen.agents.ladder import Rung
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, PlayedMatchGame, play_match
from tengen.arena.ratings_db import Counts, Identity, RatedGame, RatingsDb, rules_of
from tengen.core import EngineError, Game


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody who is rated, or rated against."""

    name: str
    """As people know it."""
    identity: Identity

    @classmethod
    def of(cls, rung: Rung, game: Game) -> "Contender":
        """Return the one on a rung."""
        return cls(rung.name, identify(rung.spec, game))


@dataclass(frozen=True, slots=True)
class Meetings:
    """Where and how contenders meet."""

    game: Game
    base: RatingsDb
    seed: int
    """With the contenders and how often they have met, it decides openings and all chance."""

    def meet(self, a: Contender, b: Contender, met: int, stop: Event) -> list[RatedGame]:
        """Play two games and keep each as it ends.

        Args:
            met: games between the two that the data base has.
            stop: ends the meeting within a move when set.

        Raises:
            EngineError: when one of them forfeits both games: what it is worth would not show.
            TengenError: when one of them cannot be made, or a game cannot be kept.
        """
        number, name = met // 2, f"{self.seed} {rules_of(self.game)} {a.identity} {b.identity}"
        key = f"{hashlib.sha256(name.encode()).hexdigest()[:24]}-{number}"
        kept = []

        def keep(turn: int, played: PlayedMatchGame) -> None:
            kept.append(self._rated(f"{key}-{turn}", (a, b) if turn == 0 else (b, a), played))
            if played.forfeit is None:
                self.base.add(kept[-1:])

        first, second = (SpecPlayer(who.identity.spec, self.game) for who in (a, b))
        settings = MatchSettings(games=2, seed=zlib.crc32(f"{name} {number}".encode()))
        play_match(first, second, self.game, settings, on_game=keep, stop=stop)
        _check_played(kept)
        self.base.add(kept)
        return kept

    def _rated(
        self, key: str, players: tuple[Contender, Contender], played: PlayedMatchGame
    ) -> RatedGame:
        return RatedGame(
            key=key,
            game=self.game,
            players=(players[0].identity, players[1].identity),
            winner=played.winner,
            ended=datetime.now(UTC).isoformat(timespec="seconds"),
            forfeit=played.forfeit,
        )


def _check_played(meeting: Sequence[RatedGame]) -> None:
    forfeited = [game for game in meeting if game.forfeit and game.winner is not None]
    losers = {game.players[1 - (game.winner or 0)] for game in forfeited}
    if len(forfeited) == 2 and len(losers) == 1:
        raise EngineError(
            f"both games of a meeting were forfeited, so nothing was measured: {forfeited[0].forfeit}"
        )


def tally(counts: Counts, a: Identity, b: Identity) -> tuple[int, int, int]:
    """Return the wins, draws and losses of `a` against `b`, with both colours together."""
    first, second = counts.get((a, b), (0, 0, 0)), counts.get((b, a), (0, 0, 0))
    return first[0] + second[2], first[1] + second[1], first[2] + second[0]


def games_of(counts: Counts, players: Sequence[Identity]) -> list[int]:
    """Return how many games each of some players has against the others of them."""
    among = set(players)
    return [
        sum(sum(row) for pair, row in counts.items() if player in pair and set(pair) <= among)
        for player in players
    ]
