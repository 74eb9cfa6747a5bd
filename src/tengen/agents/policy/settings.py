"""Everything that can be set about learning from records, and the presets."""

from typing import Literal

from pydantic import Field

from tengen.agents.settings import MethodSettings, Presets, Recipe
from tengen.agents.yardstick import YardstickSettings
from tengen.learning.parts import LearnerSettings
from tengen.learning.search_space import Real, SearchSpace, Whole
from tengen.networks.config import NetworkConfig, TrainerSettings


class PolicySettings(MethodSettings):
    """How a network learns the moves of records."""

    network: NetworkConfig = NetworkConfig(blocks=6, channels=96)
    trainer: TrainerSettings = TrainerSettings(cosine_from=0.0, final_rate=0.02, average_steps=300)
    learner: LearnerSettings = LearnerSettings(
        batch=128,
        replay_ratio=None,
        first_positions=1,
        checkpoint_seconds=60.0,
        measure_seconds=90.0,
    )
    yardstick: YardstickSettings = YardstickSettings(opponent="mcts?playouts=300", seconds=5.0)
    export: Literal["int8", "fp32"] = "fp32"
    """Precision of the network that is played: it looks at one position a move."""
    threads: int = Field(default=2, ge=1)
    """Threads of a gradient step on a CPU."""
    smoothing: float = Field(default=0.05, ge=0, lt=1)
    """Share of the target that is spread over all moves (label smoothing)."""
    value_weight: float = Field(default=0.5, ge=0)
    """Weight of the squared error to the result beside the cross-entropy to the move."""
    held_out: float = Field(default=0.1, gt=0, lt=1)
    """Share of the games that is never learned from, to measure on."""
    symmetries: bool = True
    """Whether each sample is shown under a random symmetry of the board."""
    measured_positions: int = Field(default=4096, ge=1)
    """Held-out positions of a measurement under way."""
    final_positions: int = Field(default=50_000, ge=1)
    """And of the last one, of the finished network."""
    patience: int = Field(default=5, ge=1)
    """The run ends when so many measurements in a row have not lowered the held-out loss."""
    lesson_steps: int = Field(default=10, ge=1)
    """Steps on the positions of a game just played."""
    lesson_losses: Literal["avoid", "imitate"] = "avoid"
    """What such a game teaches of the moves of the side that lost: to leave them out, or to make
    them, as it does of the other side's."""


SEARCH_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(3e-4, 1e-2, log=True),
    "trainer.weight_decay": Real(1e-4, 1e-1, log=True),
    "learner.batch": Whole(64, 1024, log=True),
    "smoothing": Real(0.0, 0.2),
    "value_weight": Real(0.0, 2.0),
    "network.blocks": Whole(2, 10),
    "network.channels": Whole(32, 128, log=True),
}
"""What `tengen tune` varies."""

PRESETS: Presets = {
    "default": {},
    # The source's own choices: one plane for both colours, 5x5 convolutions, plain cross-entropy,
    # Adam at a flat rate, no value, no average, no symmetry. Its own fault, testing on what it
    # trained on, is not repeated.
    "origin": {
        "network": {"kind": "policy"},
        "initial": {"weights": "truncated", "biases": "constant", "deviation": 0.1, "bias": 0.1},
        "trainer": {
            "optimizer": "adam",
            "learning_rate": 1e-3,
            "warmup_steps": 0,
            "cosine_from": 1.0,
            "weight_decay": 0.0,
            "average_steps": 1,
            "gradient_limit": 0.0,
        },
        "smoothing": 0.0,
        "value_weight": 0.0,
        "symmetries": False,
        "lesson_losses": "imitate",
    },
    "cuda": {
        "network": {"blocks": 10, "channels": 128},
        "learner": {"batch": 1024},
    },
}

ORIGIN_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(1e-4, 1e-2, log=True),
    "trainer.weight_decay": Real(1e-6, 1e-2, log=True),
    "learner.batch": Whole(64, 1024, log=True),
    "smoothing": Real(0.0, 0.2),
    "initial.deviation": Real(0.02, 0.2, log=True),
}
"""The same with ``--preset origin``: only what has an effect there."""

RECIPE = Recipe(PolicySettings, PRESETS, SEARCH_SPACE, {"origin": ORIGIN_SPACE})
