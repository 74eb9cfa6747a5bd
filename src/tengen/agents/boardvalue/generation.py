"""Generations of games one move ahead: each side takes the board that its net likes best."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.boardvalue.targets import BOARD_VALUES, BellmanSettings, bellman
from tengen.core import Evaluator, Game, Outcome, Record
from tengen.core.game import pack_planes
from tengen.games.face import NativeGame, NativeState
from tengen.learning.jobs import Net
from tengen.learning.opened import OpenedGame, open_game
from tengen.learning.samples import WEIGHT, PlayedGame, Samples, empty_samples
from tengen.search.one_ply import OnePly, passing
from tengen.search.scorers import AfterStateScorer


class GenerationSettings(BaseModel):
    """How a generation is played."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    games: int = Field(default=200, gt=0)
    """Games of a generation, all played at once by one process."""
    opening_plies: int = Field(default=6, ge=0)
    """At most so many random moves open a game; how many is drawn evenly from none up."""
    longest: int = Field(default=200, gt=0)
    """A game of more actions than this ends as a draw."""
    renewal: int = Field(default=500, gt=0)
    """The opponent is a copy of the net, renewed every so many generations, and when a run is
    resumed; with 1 it is the net itself."""
    bellman: BellmanSettings = BellmanSettings()


@dataclass(slots=True)
class _Game:
    """A game under way."""

    opened: OpenedGame
    seat: int
    """The player who learns: only its boards are learned from."""
    planes: list[NDArray[np.int8]] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    """Of the boards that the seat made, for it."""
    signs: list[float] = field(default_factory=list)
    """-1 where the opponent was to move on them, 1 inside a capture."""

    @property
    def learns(self) -> bool:
        """Whether the seat is to move."""
        return self.opened.state.to_play == self.seat


class Generation:
    """Plays the games of one generation, a move in each at a time."""

    def __init__(
        self,
        game: NativeGame,
        learner: Evaluator,
        opponent: Evaluator,
        settings: GenerationSettings,
        rng: np.random.Generator,
    ) -> None:
        """Prepare games of `learner`, whose boards are learned from, against `opponent`."""
        self.game = game
        self.settings = settings
        self._learner, self._opponent = AfterStateScorer(learner), AfterStateScorer(opponent)
        self._rng = rng
        self._games = [self._new_game() for _ in range(settings.games)]

    def __len__(self) -> int:
        """Return how many games go on."""
        return len(self._games)

    @property
    def is_over(self) -> bool:
        """Whether every game has ended."""
        return not self._games

    def step(self) -> list[PlayedGame]:
        """Make the best move in every game that goes on; return those that ended by it."""
        learners = [game for game in self._games if game.learns]
        others = [game for game in self._games if not game.learns]
        self._move(learners, self._learner)
        self._move(others, self._opponent)
        ended = [game for game in self._games if self._has_ended(game)]
        self._games = [game for game in self._games if not self._has_ended(game)]
        return [self._finish(game) for game in ended]

    def _move(self, games: Sequence[_Game], scorer: AfterStateScorer) -> None:
        """Make the move in each game that a scorer likes best."""
        if not games:
            return
        moves = OnePly.of([game.opened.state for game in games], planes=True)
        assert moves.after.planes is not None
        values = scorer.values(moves, self.game.num_actions)
        chosen = self._best(moves, values)
        packed = pack_planes(moves.after.planes[chosen])
        for game, row, planes in zip(games, chosen, packed, strict=True):
            if game.learns:
                game.planes.append(planes)
                game.values.append(float(values[row]))
                game.signs.append(float(moves.signs[row]))
            game.opened.play(int(moves.actions[row]))

    def _best(self, moves: OnePly, values: NDArray[np.float32]) -> NDArray[np.int64]:
        """Return ``[G]``, of each game the best move; a pass where it wins or none else is left."""
        passes = (moves.actions == passing(self.game)) & (values < 1)
        order = np.lexsort((self._rng.random(len(values)), -values, passes, moves.rows))
        return order[np.searchsorted(moves.rows, np.arange(moves.rows[-1] + 1))]

    def _has_ended(self, game: _Game) -> bool:
        return game.opened.is_over or len(game.opened) >= self.settings.longest

    def _new_game(self) -> _Game:
        seat, plies = int(self._rng.integers(2)), self.settings.opening_plies
        opened = open_game(self.game, plies, self._rng, choices=NativeState.sensible_actions)
        return _Game(opened, seat)

    def _finish(self, game: _Game) -> PlayedGame:
        """Return the game; one that lasted too long is a draw."""
        outcome = game.opened.state.outcome() or Outcome(None, "too long")
        result = outcome.value_for(game.seat)
        samples = empty_samples(self.game, BOARD_VALUES, len(game.values))
        if game.values:
            values = np.array(game.values, np.float32)
            learned = bellman(values, result=result, settings=self.settings.bellman)
            samples["planes"][:] = np.stack(game.planes)
            samples["value"][:] = learned * np.array(game.signs, np.float32)
        samples[WEIGHT][:] = 1
        figures = {"win_or_draw_rate": float(result >= 0), "draw_rate": float(result == 0)}
        return PlayedGame(game.opened.record(outcome), samples, figures)


def study(
    game: NativeGame, evaluator: Evaluator, settings: GenerationSettings, record: Record
) -> Samples:
    """Return the boards that both sides made in a game that others played, with new values.

    Raises:
        IllegalMoveError: when a move is against the rules.
    """
    states = cast("list[NativeState]", list(record.replay(game)))
    outcome = record.outcome or Outcome(None, "unknown")
    made = [
        (after, before.to_play)
        for before, after in pairwise(states)
        if after.outcome() is None  # a finished board needs no net
    ]
    samples = empty_samples(game, BOARD_VALUES, len(made))
    if made:
        planes = game.batch_planes([after for after, _ in made])
        legal = np.broadcast_to(np.True_, (len(made), game.num_actions))
        _, judged = evaluator.evaluate(planes, legal)
        # For who made the board, and back for who is to move on it.
        signs = np.array([1 if after.to_play == maker else -1 for after, maker in made], np.float32)
        results = np.array([outcome.value_for(maker) for _, maker in made], np.float32)
        values = signs * judged
        for result in np.unique(results):
            same = results == result
            values[same] = bellman(values[same], result=float(result), settings=settings.bellman)
        samples["planes"][:] = pack_planes(planes)
        samples["value"][:] = signs * values
    samples[WEIGHT][:] = 1
    return samples


class GenerationPlayer:
    """Plays one generation with each network that is published, and waits for the next.

    The first opponent is the net as it is then; see `Player`.
    """

    def __init__(
        self,
        settings: GenerationSettings,
        open_evaluator: Callable[[Path, Game], Evaluator],
        game: NativeGame,
        net: Net,
        rng: np.random.Generator,
    ) -> None:
        """Play `game` with networks that `open_evaluator` reads."""
        self._settings = settings
        self._open = open_evaluator
        self._game = game
        self._rng = rng
        self._next: Net | None = None
        self._count = self._moves = 0
        self._generation = self._begin(net)

    def use(self, net: Net) -> None:
        """Begin the next generation when this one has been played."""
        self._next = net

    def step(self) -> list[PlayedGame] | None:
        """Make a move in every game."""
        if self._generation.is_over and self._next is not None:
            self._generation, self._next = self._begin(self._next), None
        if self._generation.is_over:
            return None
        self._moves += len(self._generation)
        return self._generation.step()

    @property
    def counters(self) -> dict[str, int]:
        """Return the moves so far."""
        return {"moves": self._moves}

    def _begin(self, net: Net) -> Generation:
        learner = net.open(self._open, self._game)
        if self._count % self._settings.renewal == 0:
            self._opponent = learner
        self._count += 1
        return Generation(self._game, learner, self._opponent, self._settings, self._rng)
