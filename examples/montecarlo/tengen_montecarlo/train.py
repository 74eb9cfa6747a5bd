"""Monte-Carlo control with a net (Sutton and Barto 2018, section 5.4).

Games are played epsilon-greedily; every board is then worth, to the side to move, how its game ended.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.agents.order import Order
from tengen.agents.training import Training, conduct
from tengen.core import Game, Outcome
from tengen.core.game import pack_planes
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games.face import NativeGame
from tengen.learning.jobs import Net, PlayJob
from tengen.learning.many_games import ManyGames
from tengen.learning.parts import LearningParts
from tengen.learning.replay import Replay
from tengen.learning.run import Trained
from tengen.learning.samples import WEIGHT, Columns, PlayedGame, Samples, empty_samples
from tengen.networks.objectives import Value
from tengen.search.scorers import AfterStateScorer
from tengen_montecarlo.settings import RECIPE, ControlSettings, PlaySettings

COLUMNS: Columns = {"planes": "planes", "value": "number", WEIGHT: "number"}


def train(game: Game, out: Path, **order: Any) -> Trained:
    """Train on `game` into the run folder `out`; see `Order` for the rest."""
    return conduct("montecarlo", Order(game, out, **order), RECIPE, _build)


def _build(training: Training[ControlSettings]) -> LearningParts:
    trainer = training.make_trainer(Value())
    memory = Replay(training.game, COLUMNS, training.settings.replay, training.run.replay)

    def measure(path: Path) -> Mapping[str, Any]:
        return training.play_yardstick(path, trainer.steps)

    return LearningParts(
        trainer,
        memory,
        PlayJob.of(training.game, functools.partial(Player, training.settings.play)),
        export=functools.partial(training.export, trainer, memory),
        news=lambda path, _: Net.read(path.with_suffix(".onnx")),
        measure=measure,
    )


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was made."""

    planes: NDArray[np.int8]
    """``[C, H, W]``, packed, of the board before it."""
    to_play: int
    action: int


class Player:
    """Plays many games at once; each step is a move in all of them."""

    def __init__(
        self, settings: PlaySettings, game: NativeGame, news: Net, rng: np.random.Generator
    ) -> None:
        self._settings, self._game, self._rng = settings, game, rng
        self._games = ManyGames[Turn](game, settings, self._learn, rng)
        self.counters: Mapping[str, int] = {}
        self.use(news)

    def use(self, news: Net) -> None:
        """Go on with a newer net."""
        self._scorer = AfterStateScorer(news.open(OnnxEvaluator, self._game))

    def step(self) -> Sequence[PlayedGame]:
        """Make a move in every game and return the games that ended."""
        states, turns = self._games.states, []
        for state, scores in zip(states, self._scorer.score(states), strict=True):
            assert scores.values is not None
            best = int(scores.actions[scores.values.argmax()])
            explores = self._rng.random() < self._settings.epsilon
            action = int(self._rng.choice(scores.actions)) if explores else best
            turns.append(Turn(pack_planes(state.planes()), state.to_play, action))
        self.counters = {"moves": self.counters.get("moves", 0) + len(turns)}
        return self._games.play(turns)

    def _learn(self, turns: Sequence[Turn], outcome: Outcome | None) -> Samples:
        known = turns if outcome is not None else ()
        samples = empty_samples(self._game, COLUMNS, len(known))
        samples[WEIGHT][:] = 1
        for row, turn in enumerate(known):
            assert outcome is not None
            samples["planes"][row] = turn.planes
            samples["value"][row] = outcome.value_for(turn.to_play)
        return samples
