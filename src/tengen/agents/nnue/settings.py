"""Everything that can be set about training incremental nets, and the presets."""

from typing import Annotated

from pydantic import Field

from tengen.agents.nnue.self_play import SelfPlaySettings
from tengen.agents.options import NamesFile
from tengen.agents.settings import Presets, Recipe, RunSettings
from tengen.agents.yardstick import YardstickSettings
from tengen.learning.parts import LearnerSettings
from tengen.learning.ring import ReplaySettings
from tengen.learning.search_space import Real, SearchSpace, Whole
from tengen.networks.config import TrainerSettings


class NnueSettings(RunSettings):
    """How a net learns from games of the search that plays with it."""

    play: SelfPlaySettings = SelfPlaySettings()
    own_positions: int = Field(default=80_000, ge=0)
    """So many positions are played with the game's own evaluation before the net plays."""
    score_share: float = Field(default=0.9, ge=0, le=1)
    """Lambda: the weight of the search's score in the target, the rest being the result's."""
    policy_weight: float = Field(default=0.3, ge=0)
    """Weight of the moves' loss, where the net has moves."""
    blend_with: Annotated[str, NamesFile("nnue")] = ""
    """A net that plays, a shipped one's name or a ``.nnue`` file, such as the one that the run starts
    from: the weights in the end are the mean of both (Wortsman et al. 2022). None if empty."""
    replay: ReplaySettings = ReplaySettings(smallest=250_000, largest=4_000_000)
    trainer: TrainerSettings = TrainerSettings(
        learning_rate=3e-3,
        weight_decay=1e-5,
        average_steps=100,
        cosine_from=0.5,
        warmup_steps=100,
    )
    learner: LearnerSettings = LearnerSettings(
        batch=512,
        replay_ratio=8.0,
        first_positions=10_000,
        publish_positions=20_000,
        publish_seconds=20.0,
        measure_seconds=150.0,
        checkpoint_seconds=60.0,
        kept_games=20,
    )
    yardstick: YardstickSettings = YardstickSettings(
        opponent="nnue:none?nodes=2000", games=40, seconds=30.0
    )
    yardstick_nodes: int = Field(default=2000, ge=1)
    """Positions a move of the net in training when it plays against the fixed opponent."""


SEARCH_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(3e-4, 1e-2, log=True),
    "trainer.weight_decay": Real(1e-7, 1e-3, log=True),
    "score_share": Real(0.0, 1.0),
    "policy_weight": Real(0.01, 1.0, log=True),
    "play.nodes": Whole(500, 20_000, log=True),
    "learner.replay_ratio": Real(1.0, 16.0, log=True),
}
"""What `tengen tune` varies."""

PRESETS: Presets = {
    "default": {},
    # As the chess engines that this method is from are trained: more nodes, results count more, no
    # game is given up before it is won on the board, and the rate falls from the beginning.
    "origin": {
        "score_share": 0.7,
        "play": {"nodes": 5000, "sure_value": 1.0, "drawn_plies": 0},
        "trainer": {"cosine_from": 0.0},
        "learner": {"batch": 16_384},
    },
    "quick": {
        "own_positions": 4_000,
        "play": {"nodes": 300},
        "replay": {"smallest": 20_000, "largest": 200_000},
        "trainer": {"warmup_steps": 20, "average_steps": 30},
        "learner": {
            "batch": 512,
            "first_positions": 2_000,
            "publish_positions": 4_000,
            "publish_seconds": 5.0,
            "measure_seconds": 30.0,
            "checkpoint_seconds": 20.0,
        },
        "yardstick": {"opponent": "nnue:none?nodes=300", "games": 10, "seconds": 5.0},
        "yardstick_nodes": 300,
    },
}

RECIPE = Recipe(NnueSettings, PRESETS, SEARCH_SPACE)
