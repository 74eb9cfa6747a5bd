"""Games of a learner against itself, many at once, a move in each at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import numpy as np

from tengen.core import Outcome
from tengen.games.face import NativeGame, NativeState
from tengen.learning.opened import OpenedGame, most_moves, open_game
from tengen.learning.samples import PlayedGame, Samples


class Made(Protocol):
    """A move that was made, and what is kept of it."""

    @property
    def action(self) -> int:
        """Return the move."""
        ...


Move = TypeVar("Move", bound=Made)


class ManyGamesSettings(Protocol):
    """How many games there are, how they begin, and when they are given up."""

    @property
    def games(self) -> int:
        """Return how many are played at once."""
        ...

    @property
    def opening_plies(self) -> int:
        """Return how many random moves open a game at most."""
        ...

    @property
    def longest(self) -> float:
        """Return how many moves a point of the board has at most."""
        ...


@dataclass(slots=True)
class _Game(Generic[Move]):
    """A game under way."""

    opened: OpenedGame
    moves: list[Move] = field(default_factory=list)
    """Those after the opening."""


class ManyGames(Generic[Move]):
    """Games under way; one that ends is followed by a new one."""

    def __init__(
        self,
        game: NativeGame,
        settings: ManyGamesSettings,
        learn: Callable[[Sequence[Move], Outcome | None], Samples],
        rng: np.random.Generator,
    ) -> None:
        """Begin the games.

        Args:
            game: the rules.
            settings: how many there are, and so on.
            learn: makes the samples of a game's moves and its end; None for one that was given up.
            rng: draws the openings.
        """
        self._game = game
        self._settings = settings
        self._learn = learn
        self._rng = rng
        self._longest = most_moves(game, settings.longest)
        self._games = [self._new_game() for _ in range(settings.games)]

    @property
    def states(self) -> list[NativeState]:
        """The position of each game."""
        return [game.opened.state for game in self._games]

    def play(self, moves: Sequence[Move]) -> list[PlayedGame]:
        """Make a move in each game, in their order; return the games that ended."""
        played = []
        for i, (game, move) in enumerate(zip(self._games, moves, strict=True)):
            game.moves.append(move)
            game.opened.play(move.action)
            outcome = game.opened.state.outcome()
            if outcome is not None or len(game.moves) >= self._longest:
                samples = self._learn(game.moves, outcome)
                played.append(PlayedGame(game.opened.record(outcome), samples))
                self._games[i] = self._new_game()
        return played

    def _new_game(self) -> _Game[Move]:
        return _Game(open_game(self._game, self._settings.opening_plies, self._rng))
