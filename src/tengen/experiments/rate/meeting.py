"""Two players meet: an opening, played twice with colours changed, into the rating data base."""

import hashlib
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Event

from tengen.agents.identity import identify
from tengen.agents.ladder import Rung
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, PlayedMatchGame
from tengen.arena.match import Pairing, in_workers, pair, play_here, play_in
from tengen.arena.ratings_db import Counts, Identity, RatedGame, RatingsDb, rules_of
from tengen.core import EngineError, Game
from tengen.core.pool import Pool
from tengen.core.runner import Runner


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
class Meeting:
    """Two games of two contenders, one opening with both colours."""

    a: Contender
    b: Contender
    met: int
    """Games between the two before."""


class Meetings:
    """Where and how contenders meet.

    Args:
        game: the rules.
        base: keeps the games.
        seed: with the contenders and how often they have met, it decides openings and all chance.
        runner: has the workers that play; None for this thread.
        workers: games at a time; None for as many as the runner has room for.
    """

    def __init__(
        self,
        game: Game,
        base: RatingsDb,
        seed: int,
        runner: Runner | None = None,
        workers: int | None = 1,
    ) -> None:
        self.game = game
        self.base = base
        self.seed = seed
        self._runner = None if workers == 1 else runner
        self._workers = workers
        self._pool: Pool[int, Pairing, PlayedMatchGame] | None = None

    @contextmanager
    def among(self, contenders: Sequence[Contender]) -> Iterator[None]:
        """Have the workers ready for meetings of some contenders."""
        if self._runner is None:
            yield
            return
        players = [self._player(who) for who in contenders]
        work = in_workers(path for player in players for path in player.files)
        with Pool[int, Pairing, PlayedMatchGame](self._runner, self._workers, work) as self._pool:
            yield
        self._pool = None

    @property
    def at_once(self) -> int:
        """How many meetings the workers can play at a time."""
        return 1 if self._pool is None else max(1, self._pool.free // 2)

    def meet(self, meetings: Sequence[Meeting], stop: Event) -> list[RatedGame]:
        """Play them all and keep each game as it ends.

        Args:
            meetings: who meets.
            stop: ends them within a move when set.

        Raises:
            EngineError: when somebody forfeits both games: what it is worth would not show.
            TengenError: when one of them cannot be made, or a game cannot be kept.
        """
        pairings = [
            replace(pairing, number=2 * number + pairing.number)
            for number, meeting in enumerate(meetings)
            for pairing in self._pair(meeting)
        ]
        kept: dict[int, list[RatedGame]] = defaultdict(list)
        for number, played in self._play(pairings, stop):
            game = self._rated(meetings[number // 2], number % 2, played)
            kept[number // 2].append(game)
            if played.forfeit is None:
                self.base.add([game])
        for games in kept.values():
            _check_played(games)
            self.base.add(games)
        return [game for games in kept.values() for game in games]

    def _play(
        self, pairings: Sequence[Pairing], stop: Event
    ) -> Iterator[tuple[int, PlayedMatchGame]]:
        if self._pool is None:
            return play_here(pairings, stop)
        return play_in(self._pool, pairings, stop)

    def _player(self, who: Contender) -> SpecPlayer:
        return SpecPlayer(who.identity.spec, self.game)

    def _name(self, meeting: Meeting) -> str:
        rules = rules_of(self.game)
        return f"{self.seed} {rules} {meeting.a.identity} {meeting.b.identity}"

    def _pair(self, meeting: Meeting) -> list[Pairing]:
        seed = zlib.crc32(f"{self._name(meeting)} {meeting.met // 2}".encode())
        players = self._player(meeting.a), self._player(meeting.b)
        return pair(players, self.game, MatchSettings(games=2, seed=seed), None)

    def _rated(self, meeting: Meeting, turn: int, played: PlayedMatchGame) -> RatedGame:
        """Return the game of a meeting in which `b` moved first where `turn` is 1."""
        digest = hashlib.sha256(self._name(meeting).encode()).hexdigest()[:24]
        first, second = (meeting.a, meeting.b) if turn == 0 else (meeting.b, meeting.a)
        return RatedGame(
            key=f"{digest}-{meeting.met // 2}-{turn}",
            game=self.game,
            players=(first.identity, second.identity),
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
