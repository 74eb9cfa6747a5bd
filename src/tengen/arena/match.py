"""A match: many games between two players, colours changing, each opening played twice."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tengen.arena.adjudication import Adjudication, Adjudicator
from tengen.arena.player import Player, StandingPlayer, as_player, files_of, moved
from tengen.arena.referee import Conditions, PlayedMatchGame, UnfinishedError, play_out, play_steps
from tengen.arena.result import MatchResult
from tengen.core import (
    Agent,
    Game,
    Limit,
    Opening,
    Record,
    RecordedMove,
    SettingsError,
    Stop,
    TimeControl,
)
from tengen.core.luggage import Luggage
from tengen.core.pool import DiedError, Pool, Work, blame
from tengen.core.runner import Runner
from tengen.openings.drawn import DEFAULT_PLIES, Judge, draw_openings
from tengen.openings.lines import deal

_LOOK_SECONDS = 0.2
"""Between two looks whether games in other processes shall end."""


class MatchSettings(BaseModel):
    """How a match is played."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    games: int = Field(default=100, gt=0)
    """Games in all; an even number gives each side every opening once with each colour."""
    seed: int = Field(default=0, ge=0)
    """Of the openings and, one drawn for each game, of the players."""
    openings: tuple[Opening, ...] | None = None
    """What openings are drawn from, none twice before all have been; None for the game's own book
    where it has one. Without any they are random."""
    opening_plies: int = Field(default=DEFAULT_PLIES, ge=0)
    """Plies of a random opening; 0 starts from the initial position."""
    limits: tuple[Limit | None, Limit | None] = (None, None)
    """Of A's and of B's decisions; None for the agent's own."""
    controls: tuple[TimeControl | None, TimeControl | None] = (None, None)
    """The time A and B have for a game; None for as much as they like."""
    workers: int | None = Field(default=1, gt=0)
    """Workers that play games side by side; None for as many as the runner has room for. The result
    does not depend on it."""


class MatchInterrupt(KeyboardInterrupt):
    """Ctrl-C during a match."""

    def __init__(self, result: MatchResult) -> None:
        super().__init__()
        self.result = result
        """Of the games that had ended."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played, complete: it can be sent to another process."""

    number: int
    players: tuple[Player, Player]
    """The game's first and second player."""
    seeds: tuple[int, int]
    opening: Opening
    limits: tuple[Limit | None, Limit | None]
    controls: tuple[TimeControl | None, TimeControl | None]
    adjudication: Adjudication | None = None
    is_told: bool = False
    """Whether each move is told when it is made."""

    @property
    def files(self) -> list[str]:
        """Where the files may be that the players play with."""
        return [path for player in self.players for path in files_of(player)]

    def turned(self) -> "Pairing":
        """Return the same game with colours changed."""
        return replace(
            self,
            players=self.players[::-1],
            seeds=self.seeds[::-1],
            limits=self.limits[::-1],
            controls=self.controls[::-1],
        )

    def play(self, stop: Stop | None = None) -> PlayedMatchGame:
        """Play it with agents made for it; see `play_game`."""
        return play_out(self.play_steps(stop))

    def play_steps(
        self, stop: Stop | None = None, luggage: Luggage | None = None
    ) -> Generator[Record | RecordedMove | None, None, PlayedMatchGame]:
        """Play it step by step, wherever this is; see `referee.play_steps`.

        Args:
            stop: ends the game within a move when set.
            luggage: has the files that the players play with, where they are not on this disk.
        """
        with (luggage or Luggage()).unpack(self.files) as places:
            makers = [moved(player, places) for player in self.players]
            first, second = (make(seed) for make, seed in zip(makers, self.seeds, strict=True))
        try:
            game = play_steps(
                self.opening.game,
                (first, second),
                Conditions(
                    opening=self.opening.actions,
                    opening_name=self.opening.name,
                    limits=self.limits,
                    controls=self.controls,
                    adjudicator=Adjudicator(self.adjudication) if self.adjudication else None,
                ),
                stop,
            )
            return (yield from game) if self.is_told else (yield from _hushed(game))
        finally:
            for maker, agent in zip(self.players, (first, second), strict=True):
                if not isinstance(maker, StandingPlayer):
                    agent.close()


def _hushed(
    game: Generator[object, None, PlayedMatchGame],
) -> Generator[None, None, PlayedMatchGame]:
    """Take the same steps without telling what they are."""
    while True:
        try:
            next(game)
        except StopIteration as end:
            played: PlayedMatchGame = end.value
            return played
        yield


def play_match(
    a: Agent | Player,
    b: Agent | Player,
    game: Game,
    settings: MatchSettings | None = None,
    *,
    runner: Runner | None = None,
    judge: Judge | None = None,
    on_game: Callable[[int, PlayedMatchGame], None] | None = None,
    stop: Stop | None = None,
) -> MatchResult:
    """Play a match between `a` and `b`.

    An agent that fails in a game loses that game, and the match goes on.

    Args:
        a: who the result is about, the first player of the even games; an `Agent` plays all
            games, a `Player` makes a fresh agent for each.
        b: the other side.
        game: the rules.
        settings: how many games, from which openings; None for the defaults.
        runner: has the workers; needed for more than one, who is this thread.
        judge: weighs openings, see `draw_openings`.
        on_game: called with each game's number, from 0, and the game, as they end; what it
            raises ends the match.
        stop: ends the match within a move when set; games under way count for nothing.

    Raises:
        SettingsError: when agents, which cannot be copied, should play in several workers, or
            nobody has any.
        TengenError: when a player cannot be made, or a worker process dies.
        MatchInterrupt: at Ctrl-C, with the result so far.
    """
    settings = settings or MatchSettings()
    players = as_player(a), as_player(b)
    if settings.workers != 1 and any(isinstance(player, StandingPlayer) for player in players):
        raise SettingsError("several workers need players that make agents, not agents")
    if settings.workers != 1 and runner is None:
        raise SettingsError("several workers need a runner that has them")
    pairings = pair(players, game, settings, judge)
    games: dict[int, PlayedMatchGame] = {}

    def result() -> MatchResult:
        names = players[0].name, players[1].name
        return MatchResult.of(
            game.name, dict(game.settings), settings.seed, names, games, settings.games
        )

    if runner is None or settings.workers == 1:
        ended = play_here(pairings, stop)
    else:
        ended = play_in_workers(pairings, runner, settings.workers, stop)
    try:
        for number, played in ended:
            games[number] = played
            if on_game is not None:
                on_game(number, played)
    except KeyboardInterrupt:
        raise MatchInterrupt(result()) from None
    return result()


def pair(
    players: tuple[Player, Player], game: Game, settings: MatchSettings, judge: Judge | None
) -> list[Pairing]:
    """Return the games of a match; the same settings give the same games."""
    rng = np.random.default_rng(settings.seed)
    openings = choose_openings(game, settings, rng, judge)
    pairings = []
    for number in range(settings.games):
        seeds = int(rng.integers(2**31)), int(rng.integers(2**31))
        opening = openings[number // 2]
        a, b = (who if opening.game == game else who.for_game(opening.game) for who in players)
        pairing = Pairing(number, (a, b), seeds, opening, settings.limits, settings.controls)
        pairings.append(pairing.turned() if number % 2 else pairing)
    return pairings


def choose_openings(
    game: Game, settings: MatchSettings, rng: np.random.Generator, judge: Judge | None = None
) -> list[Opening]:
    """Return an opening for every two games."""
    count = (settings.games + 1) // 2
    deck = game.book() if settings.openings is None else settings.openings
    if deck:
        return deal(deck, count, rng)
    drawn = draw_openings(game, count, rng, plies=settings.opening_plies, judge=judge)
    return [Opening(game, actions) for actions in drawn]


def play_here(
    pairings: Sequence[Pairing], stop: Stop | None
) -> Iterator[tuple[int, PlayedMatchGame]]:
    """Yield games and their numbers as they end, played in this thread."""
    for pairing in pairings:
        if stop is not None and stop.is_set():
            return
        try:
            played = pairing.play(stop)
        except UnfinishedError:
            return
        yield pairing.number, played


def play_in_workers(
    pairings: Sequence[Pairing], runner: Runner, workers: int | None, stop: Stop | None
) -> Iterator[tuple[int, PlayedMatchGame]]:
    """Yield games and their numbers as they end, played in fresh workers."""
    work = in_workers(path for pairing in pairings for path in pairing.files)
    with Pool[int, Pairing, PlayedMatchGame](runner, workers, work) as pool:
        yield from play_in(pool, pairings, stop)


def play_in(
    pool: Pool[int, Pairing, PlayedMatchGame], pairings: Sequence[Pairing], stop: Stop | None
) -> Iterator[tuple[int, PlayedMatchGame]]:
    """Yield games and their numbers as they end; one whose machine leaves is played again."""
    waiting, left = deque(pairings), {pairing.number: pairing for pairing in pairings}
    while left and not (stop is not None and stop.is_set()):
        while waiting and pool.free:
            pairing = waiting.popleft()
            pool.begin(pairing.number, pairing)
        for number, done in pool.wait(_LOOK_SECONDS):
            if isinstance(done, DiedError) and done.innocent:
                waiting.appendleft(left[number])
                continue
            if isinstance(done, Exception):
                raise blame(done)
            del left[number]
            yield number, done


def in_workers(files: Iterable[str]) -> Work[Pairing, PlayedMatchGame]:
    """Return how games are played on any machine, with the files they need, which are sent once."""
    return partial(Pairing.play_steps, luggage=Luggage.pack(files))
