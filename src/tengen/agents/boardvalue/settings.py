"""Everything that can be set about learning the values of boards, and the presets."""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tengen.agents.boardvalue.generation import GenerationSettings
from tengen.agents.boardvalue.searching import SearchPlaySettings
from tengen.agents.settings import MethodSettings, Presets, Recipe
from tengen.agents.yardstick import YardstickSettings
from tengen.learning.parts import LearnerSettings
from tengen.learning.ring import ReplaySettings
from tengen.learning.search_space import Real, SearchSpace, Whole
from tengen.networks.config import NetworkConfig, OptimizerName, TrainerSettings


class LessonSettings(BaseModel):
    """What is learned before the first game."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    positions: int = Field(default=10_000, ge=0)
    """Positions that the weighted metrics label; none for no such lessons."""
    explore: Literal["breadth", "games"] = "games"
    """Where they are from: breadth first from the start, or from random games."""
    metrics_epochs: int = Field(default=16, ge=1)
    """Epochs of the metrics model."""
    board_epochs: int = Field(default=16, ge=1)
    """Epochs of the net under the metrics model's labels."""
    expert_positions: int = Field(default=400_000, ge=1)
    """At most so many positions of the records are learned from."""
    expert_epochs: int = Field(default=4, ge=1)
    """Epochs of the net under the results of the records."""
    held_out: float = Field(default=0.1, gt=0, lt=1)
    """Share that is not learned from, to see how well is known what was never seen."""
    rate: float = Field(default=1e-3, gt=0)
    """Learning rate of the metrics model."""
    metrics_batch: int = Field(default=128, ge=1)
    """Positions of one of its steps."""
    metrics_optimizer: OptimizerName = "adam"
    """Who takes them."""
    metrics_decay: float = Field(default=0.0, ge=0)
    """Its decay, as `trainer.weight_decay`; the first layer is spared."""
    board_batch: int | None = Field(default=None, ge=1)
    """Positions of a step of the net; as in play if not given."""
    trainer: TrainerSettings | None = None
    """How the net is fitted here; as in play if not given."""
    kept: bool = False
    """Whether the metrics model and the net after its lessons are kept as opponents."""


class BoardValueSettings(MethodSettings):
    """How a net learns what boards are worth."""

    network: NetworkConfig = NetworkConfig(kind="dense")
    lessons: LessonSettings = LessonSettings()
    play: Literal["search", "generations"] = "search"
    """How it goes on: TD(lambda) on games with a shallow search, or generations of games one move
    ahead under the Bellman update of the source."""
    search: SearchPlaySettings = SearchPlaySettings()
    generations: GenerationSettings = GenerationSettings()
    replay: ReplaySettings = ReplaySettings(smallest=50_000, largest=400_000)
    trainer: TrainerSettings = TrainerSettings(weight_decay=1e-4)
    learner: LearnerSettings = LearnerSettings(
        batch=512, replay_ratio=8.0, publish_positions=20_000, publish_seconds=15.0, kept_games=10
    )
    yardstick: YardstickSettings = YardstickSettings(opponent="mcts?playouts=1000")
    export: Literal["int8", "fp32"] = "fp32"
    lesson_steps: int = Field(default=10, ge=1)
    """Gradient steps when it learns on from games that somebody played."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        # Who has played a generation waits for the next net: one that never comes would end nothing.
        if self.play == "generations":
            published, games = self.learner.publish_games, self.generations.games
            if published is None or published > games:
                raise ValueError(
                    f"play=generations needs learner.publish_games, at most generations.games, {games}"
                )
        return self


_PLAIN: Mapping[str, object] = {
    "warmup_steps": 0,
    "cosine_from": 1.0,
    "average_steps": 1,
    "gradient_limit": 0.0,
    "weight_decay": 0.02,  # Keras's L2 of 0.01
    "undecayed": 1,
}
"""What the source's two ways to fit its net have in common."""

PRESETS: Presets = {
    "default": {},
    # The source's own: its net, breadth-first positions, greedy games in generations of 200, on
    # which alone the net is fitted again. Its faults are mended; the README says which.
    "origin": {
        "network": {"kind": "board"},
        "lessons": {
            "explore": "breadth",
            "metrics_epochs": 32,
            "metrics_batch": 64,
            "metrics_optimizer": "nadam",
            "metrics_decay": 0.2,  # Keras's L2 of 0.1
            "rate": 2e-3,
            "board_epochs": 32,
            "board_batch": 64,
            "trainer": {**_PLAIN, "optimizer": "nadam", "learning_rate": 2e-3},
            "kept": True,
        },
        "play": "generations",
        "generations": {"bellman": {"draw_reward": 10.0}},
        "replay": {"smallest": 50_000, "largest": 50_000},
        "trainer": {**_PLAIN, "optimizer": "adadelta", "learning_rate": 1.0},
        "yardstick": {"opponent": "random", "games": 100},
        "learner": {
            "workers": 1,
            "measure_seconds": 240.0,
            "batch": 256,
            "first_positions": 1,
            "publish_games": 200,
            "publish_seconds": 0.0,
            "refit_epochs": 16,
            "generations": 500,
            "kept_games": 2,
        },
    },
}

SEARCH_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(3e-4, 1e-2, log=True),
    "search.share": Real(0.3, 1.0),
    "search.epsilon": Real(0.01, 0.2, log=True),
    "search.nodes": Whole(50, 1000, log=True),
    "learner.replay_ratio": Real(2.0, 16.0, log=True),
}

ORIGIN_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(0.1, 10.0, log=True),
    "trainer.weight_decay": Real(1e-4, 0.1, log=True),
    "generations.bellman.rate": Real(0.1, 1.0),
    "generations.bellman.draw_reward": Real(-10.0, 10.0),
    "generations.opening_plies": Whole(1, 12),
    "learner.publish_games": Whole(50, 200, log=True),
    "learner.refit_epochs": Whole(2, 32, log=True),
}
"""The same with ``--preset origin``: only what has an effect there."""

RECIPE = Recipe(BoardValueSettings, PRESETS, SEARCH_SPACE, {"origin": ORIGIN_SPACE})
