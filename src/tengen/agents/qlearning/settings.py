"""Everything that can be set about Q-learning, and the presets."""

from typing import Literal

from pydantic import Field

from tengen.agents.settings import MethodSettings, Presets, Recipe
from tengen.agents.yardstick import YardstickSettings
from tengen.learning.parts import LearnerSettings
from tengen.learning.q_play import QPlaySettings
from tengen.learning.ring import ReplaySettings
from tengen.learning.search_space import Real, SearchSpace, Whole
from tengen.networks.config import TrainerSettings


class QLearningSettings(MethodSettings):
    """How a net learns the values of moves from its own games."""

    play: QPlaySettings = QPlaySettings(first_epsilon=0.5, steps=8, gamma=0.99)
    replay: ReplaySettings = ReplaySettings(smallest=100_000, largest=300_000)
    trainer: TrainerSettings = TrainerSettings(cosine_from=0.5)
    learner: LearnerSettings = LearnerSettings(
        replay_ratio=1.0, first_positions=5_000, publish_positions=5_000, publish_seconds=3.0
    )
    yardstick: YardstickSettings = YardstickSettings(opponent="mcts?playouts=200", games=40)
    export: Literal["int8", "fp32"] = "fp32"
    """Precision of the network in play on a CPU: without a search, small differences decide."""
    lesson_steps: int = Field(default=10, ge=1)
    """Gradient steps when it learns on from games that somebody played."""


PRESETS: Presets = {
    "default": {},
    # The source's own choices: a net that sees one move at a time, the game's result as the value
    # of every decision, a flat share of random rankings, plain SGD, one epoch over the buffer.
    "origin": {
        "network": {"kind": "qlearning"},
        "play": {"first_epsilon": 0.1, "last_epsilon": 0.1, "opening_plies": 0, "exact": False},
        "replay": {"smallest": 20_000, "largest": 20_000},
        "trainer": {
            "optimizer": "sgd",
            "learning_rate": 0.1,
            "warmup_steps": 0,
            "cosine_from": 1.0,
            "weight_decay": 0.0,
            "average_steps": 1,
            "gradient_limit": 0.0,
        },
        "learner": {
            "batch": 128,
            "first_positions": 1,
            "publish_games": 100,
            "publish_seconds": 0.0,
            "refit_epochs": 1,
        },
    },
    "cuda": {
        "network": {"blocks": 6, "channels": 96},
        "play": {"games": 512},
        "learner": {"batch": 1024},
    },
}

SEARCH_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(3e-4, 1e-2, log=True),
    "play.gamma": Real(0.95, 1.0),
    "play.steps": Whole(1, 32, log=True),
    "play.last_epsilon": Real(0.01, 0.2, log=True),
    "learner.replay_ratio": Real(0.5, 4.0, log=True),
    "trainer.average_steps": Whole(50, 2000, log=True),
}

ORIGIN_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(1e-2, 1.0, log=True),
    "play.first_epsilon": Real(0.02, 0.5, log=True),
    "play.last_epsilon": Real(0.02, 0.5, log=True),
    "learner.batch": Whole(32, 512, log=True),
    "learner.publish_games": Whole(20, 500, log=True),
    "learner.refit_epochs": Whole(1, 8, log=True),
}
"""The same with ``--preset origin``: only what has an effect there."""

RECIPE = Recipe(QLearningSettings, PRESETS, SEARCH_SPACE, {"origin": ORIGIN_SPACE})
