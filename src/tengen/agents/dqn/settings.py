"""Everything that can be set about DQN training, and the presets."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.settings import MethodSettings, Presets, Recipe
from tengen.agents.yardstick import YardstickSettings
from tengen.learning.parts import LearnerSettings
from tengen.learning.q_play import QPlaySettings
from tengen.learning.ring import ReplaySettings
from tengen.learning.search_space import Real, SearchSpace, Whole
from tengen.networks.config import TrainerSettings


class LossSettings(BaseModel):
    """How far a net of action values is from its targets; see `networks.objectives_q`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    huber: float = Field(default=1.0, gt=0)
    """Errors above this count linearly."""
    priority: float = Field(default=0.6, ge=0, le=1)
    """Samples are drawn in proportion to their error to this power; 0 draws evenly."""
    first_beta: float = Field(default=0.4, ge=0, le=1)
    """How far gradients make up for uneven drawing at the start; fully in the end."""
    survey: float = Field(default=1.0, ge=0)
    """Weight of the loss for the moves that were looked at in play, beside the one played."""
    survey_spread: float = Field(default=0.1, gt=0)
    """Those moves count by the softmax of value / this, besides a share that all have alike."""


class BoardsSettings(BaseModel):
    """How games are played and judged by the boards after each move, as the source does it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    target: Literal["frozen", "review"] = "review"
    """Who says what the opponent's best next move is worth: the values that were found while the
    game was played, or a frozen copy of the net, asked when it is over, which is steadier."""
    frozen_steps: int = Field(default=500, ge=1)
    """The frozen copy is renewed every so many gradient steps."""
    gamma: float = Field(default=0.9, gt=0, le=1)
    """What a result is worth one move earlier."""
    epsilon: float = Field(default=0.1, ge=0, le=1)
    """Share of the moves that are random."""
    opening_plies: int = Field(default=0, ge=0)
    """At most so many random moves open a game; how many is drawn evenly from none up."""
    noise: float = Field(default=0.01, ge=0)
    """Up to so much is added to every value at random before the best one is taken."""
    games: int = Field(default=1, gt=0)
    """Games played at the same time by one process."""
    longest: float = Field(default=3.0, gt=0)
    """A game of more moves than this many times the board's points is given up, no result."""


class DQNSettings(MethodSettings):
    """How a net learns what moves are worth from its own games."""

    scores: Literal["moves", "boards"] = "moves"
    """What the net gives a value: all moves of a position at once, or the board after a move."""
    play: QPlaySettings = QPlaySettings(width=24)
    """Games for ``scores = "moves"``."""
    loss: LossSettings = LossSettings()
    boards: BoardsSettings = BoardsSettings()
    """Games for ``scores = "boards"``."""
    replay: ReplaySettings = ReplaySettings(smallest=50_000, largest=400_000)
    trainer: TrainerSettings = TrainerSettings(average_steps=200)
    learner: LearnerSettings = LearnerSettings(
        replay_ratio=3.0,
        first_positions=5_000,
        publish_positions=2_000,
        publish_seconds=5.0,
        kept_games=10_000,  # all of them
    )
    yardstick: YardstickSettings = YardstickSettings(opponent="mcts?playouts=1000")
    visits: int = Field(default=64, ge=1)
    """Positions a move that the network may search in matches with the fixed opponent."""
    lesson_steps: int = Field(default=10, ge=1)
    """Gradient steps when it learns on from games that somebody played."""


SEARCH_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(3e-4, 1e-2, log=True),
    "play.gamma": Real(0.9, 1.0),
    "play.steps": Whole(1, 16, log=True),
    "play.last_epsilon": Real(0.01, 0.2, log=True),
    "loss.priority": Real(0.0, 1.0),
    "learner.replay_ratio": Real(0.5, 8.0, log=True),
    "trainer.average_steps": Whole(20, 2000, log=True),
}
"""What `tengen tune` varies."""

PRESETS: Presets = {
    "default": {},
    # The source's own choices: boards after each move, a tenth of them at random, the values found
    # in play, squared error, plain Adam, one gradient step on the whole of every game.
    "origin": {
        "scores": "boards",
        "network": {"kind": "dqn"},
        "initial": {"weights": "normal", "biases": "drawn", "deviation": 0.1},
        "replay": {"smallest": 2_000, "largest": 2_000},
        "trainer": {
            "optimizer": "adam",
            "learning_rate": 1e-3,
            "warmup_steps": 0,
            "cosine_from": 1.0,
            "weight_decay": 0.0,
            "average_steps": 1,
            "gradient_limit": 0.0,
        },
        "learner": {
            "workers": 1,
            "batch": 2_000,  # more than any game has
            "first_positions": 1,
            "publish_games": 1,
            "publish_seconds": 0.0,
            "refit_epochs": 1,
        },
        "visits": 1,
        "lesson_steps": 1,
        "export": "fp32",
    },
    "cuda": {
        "network": {"blocks": 8, "channels": 96},
        "play": {"games": 256, "batch": 4096},
        "learner": {"batch": 2048, "first_positions": 50_000, "publish_positions": 50_000},
        "replay": {"smallest": 200_000, "largest": 2_000_000},
    },
}

ORIGIN_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(1e-4, 1e-2, log=True),
    "boards.gamma": Real(0.8, 1.0),
    "boards.epsilon": Real(0.01, 0.5, log=True),
    "boards.noise": Real(1e-3, 0.1, log=True),
    "initial.deviation": Real(0.03, 0.3, log=True),
    "learner.publish_games": Whole(1, 16, log=True),
    "learner.refit_epochs": Whole(1, 8, log=True),
}
"""The same with ``--preset origin``: only what has an effect there."""

RECIPE = Recipe(DQNSettings, PRESETS, SEARCH_SPACE, {"origin": ORIGIN_SPACE})
