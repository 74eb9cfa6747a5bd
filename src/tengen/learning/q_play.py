"""Games of a net of action values against itself, many at once, one forward pass a step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen.core import Evaluator, Game, Outcome, Record
from tengen.games.face import NativeGame, NativeState
from tengen.learning.jobs import Net
from tengen.learning.many_games import ManyGames
from tengen.learning.q_look import Look, Looker
from tengen.learning.samples import PlayedGame, Samples
from tengen.learning.transitions import Ply, make_transitions

Collect = Callable[[NativeGame, Sequence[Ply], Outcome | None], Samples]
"""Makes samples of a finished game, or of one that was given up; must be picklable."""


class QPlaySettings(BaseModel):
    """How games are played for Q-learning."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    games: int = Field(default=64, gt=0)
    """Games played at the same time by one process."""
    first_epsilon: float = Field(default=0.3, ge=0, le=1)
    """Share of the moves that are random, in the beginning."""
    last_epsilon: float = Field(default=0.05, ge=0, le=1)
    """The same in the end."""
    epsilon_share: float = Field(default=0.5, gt=0, le=1)
    """Share of the run over which the former becomes the latter."""
    opening_plies: int = Field(default=6, ge=0)
    """At most so many random moves open a game; how many is drawn evenly from none up."""
    steps: int = Field(default=5, gt=0)
    """Returns look so many moves ahead before they ask the net."""
    gamma: float = Field(default=0.97, gt=0, le=1)
    """What a result is worth one move earlier."""
    longest: float = Field(default=3.0, gt=0)
    """A game of more moves than this many times the board's points is given up, no result."""
    exact: bool = True
    """Whether moves that the rules know to win or lose at once are told apart from the others."""
    width: int = Field(default=0, ge=0)
    """The positions after so many of the best moves are looked at before a move is chosen, and
    what is found there is learned for all these moves; 0 looks at none."""
    batch: int = Field(default=64, gt=0)
    """Positions that a net judges together; on a CPU more are slower."""

    def epsilon_at(self, progress: float) -> float:
        """Return the share of random moves when this share of the run is done."""
        done = min(1.0, progress / self.epsilon_share)
        return self.first_epsilon + done * (self.last_epsilon - self.first_epsilon)

    def news(self, weights: Path, progress: float, *, knows: bool = True) -> "QPlayNews":
        """Return what the players are told of a network when this share of the run is done.

        What one that `knows` nothing yet says of the positions after a move is not worth the time:
        they are not looked at.
        """
        width = self.width if knows else 0
        return QPlayNews(Net.read(weights), self.epsilon_at(progress), width)


class QPlay:
    """Plays `settings.games` games at once; each step is one move in all of them.

    The best move is what the net values most among those that the rules do not know to lose at
    once; a share `epsilon` of the moves is drawn from the same ones evenly. One seed on one
    thread gives the same games.
    """

    def __init__(
        self,
        game: NativeGame,
        evaluator: Evaluator,
        settings: QPlaySettings,
        rng: np.random.Generator,
        *,
        epsilon: float,
        collect: Collect | None = None,
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self.settings = settings
        self.rng = rng
        self.epsilon = epsilon
        """Share of random moves."""
        self._collect = collect or self._bootstrap
        self._looker = Looker(
            game,
            gamma=settings.gamma,
            exact=settings.exact,
            width=settings.width,
            batch=settings.batch,
        )
        self._games = ManyGames(game, settings, self._learn, rng)

    def use(self, evaluator: Evaluator, epsilon: float, width: int) -> None:
        """Go on with another net, share of random moves, and number of moves looked at further."""
        self.evaluator, self.epsilon, self._looker.width = evaluator, epsilon, width

    def step(self) -> list[PlayedGame]:
        """Make a move in every game and return the games that ended."""
        states = self._games.states
        look = self._looker.look(self.evaluator, states)
        # Where the rules decide, there is nothing to explore.
        explores = (self.rng.random(len(states)) < self.epsilon) & np.isnan(look.certain)
        chosen = np.where(explores, self._draw(look.open), look.best)
        return self._games.play(_plies(look, states, chosen, ~explores))

    def study(self, record: Record) -> PlayedGame:
        """Return what can be learned from a game that others played, as if each move was meant.

        Raises:
            IllegalMoveError: when a move is against the rules.
        """
        states = cast("list[NativeState]", list(record.replay(self.game))[: len(record.moves)])
        actions = np.array([move.action for move in record.moves])
        look = self._looker.look(self.evaluator, states)
        plies = _plies(look, states, actions, np.ones(len(states), np.bool_))
        return PlayedGame(record, self._learn(plies, record.outcome))

    def _draw(self, allowed: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return ``[G]``, an allowed action of each row, all with the same chance."""
        drawn: NDArray[np.int64] = (self.rng.random(allowed.shape) * allowed).argmax(1)
        return drawn

    def _learn(self, plies: Sequence[Ply], outcome: Outcome | None) -> Samples:
        return self._collect(self.game, plies, outcome)

    def _bootstrap(
        self, game: NativeGame, plies: Sequence[Ply], outcome: Outcome | None
    ) -> Samples:
        settings = self.settings
        return make_transitions(game, plies, outcome, steps=settings.steps, gamma=settings.gamma)


def _plies(
    look: Look,
    states: Sequence[NativeState],
    actions: NDArray[np.int64],
    meant: NDArray[np.bool_],
) -> list[Ply]:
    """Return a ply for each position; `meant` says which moves were not drawn at random."""
    return [
        Ply(
            look.planes[i],
            look.open[i],
            state.to_play,
            int(actions[i]),
            bool(meant[i]),
            float(look.certain[i]),
            None if look.survey is None else look.survey[i],
        )
        for i, state in enumerate(states)
    ]


@dataclass(frozen=True, slots=True)
class QPlayNews:
    """What the learner tells the players."""

    net: Net
    """The newest network."""
    epsilon: float
    """Share of random moves from now on."""
    width: int
    """Of a position's best moves, so many are looked at further from now on."""


@dataclass(frozen=True, slots=True)
class QPlayerMaker:
    """Makes players of games by action values; can be pickled."""

    settings: QPlaySettings
    open_evaluator: Callable[[Path, Game], Evaluator]
    """Reads a network; must be picklable."""
    collect: Collect | None = None
    """Makes the samples; None for the transitions of `make_transitions`."""

    def __call__(self, game: NativeGame, news: QPlayNews, rng: np.random.Generator) -> "QPlayer":
        """Return a player; see `PlayJob`."""
        evaluator = news.net.open(self.open_evaluator, game)
        play = QPlay(
            game, evaluator, self.settings, rng, epsilon=news.epsilon, collect=self.collect
        )
        play.use(evaluator, news.epsilon, news.width)
        return QPlayer(play, self.open_evaluator)


class QPlayer:
    """Plays games, a move in each at a time; see `Player`."""

    def __init__(self, play: QPlay, open_evaluator: Callable[[Path, Game], Evaluator]) -> None:
        self._play = play
        self._open = open_evaluator
        self._steps = 0

    def use(self, news: QPlayNews) -> None:
        """Go on with the newest network."""
        evaluator = news.net.open(self._open, self._play.game)
        self._play.use(evaluator, news.epsilon, news.width)

    def step(self) -> list[PlayedGame]:
        """Make a move in every game."""
        self._steps += 1
        return self._play.step()

    @property
    def counters(self) -> dict[str, int]:
        """Return the moves so far."""
        return {"moves": self._steps * self._play.settings.games}
