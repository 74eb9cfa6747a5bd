"""Everything that can be set about AlphaZero training, and the presets."""

from pydantic import Field

from tengen.agents.alphazero.best import BestSettings
from tengen.agents.settings import MethodSettings, Presets, Recipe
from tengen.learning.search_space import Real, SearchSpace, Whole
from tengen.learning.self_play import SelfPlaySettings


class AlphaZeroSettings(MethodSettings):
    """How a network learns from its own games."""

    self_play: SelfPlaySettings = SelfPlaySettings()
    growth: tuple[tuple[float, float], ...] = ((0.3, 2.0), (0.6, 4.0))
    """Pairs of a share of the run and a factor: from there on, moves get so many times the
    simulations they started with."""
    value_weight: float = Field(default=1.0, ge=0)
    """Weight of the value's squared error beside the policy's cross-entropy."""
    soft_weight: float = Field(default=0.0, ge=0)
    """Weight of the auxiliary soft policy, where the network has one; see the README."""
    owner_weight: float = Field(default=1.0, ge=0)
    """Weight of whose each point will be, where the network learns that."""
    lead_weight: float = Field(default=0.1, ge=0)
    """Weight of by how many points, beside it."""
    visits: int = Field(default=64, ge=1)
    """Visits a move of the net in training when it plays against the fixed opponent."""
    best: BestSettings = BestSettings()

    def playing_at(self, progress: float) -> SelfPlaySettings:
        """Return how games are played when this share of the run is done."""
        factor = max((by for start, by in self.growth if progress >= start), default=1.0)
        return self.self_play.model_copy(
            update={
                "simulations": round(self.self_play.simulations * factor),
                "fast_simulations": round(self.self_play.fast_simulations * factor),
            }
        )


SEARCH_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(3e-4, 1e-2, log=True),
    "trainer.weight_decay": Real(1e-5, 1e-2, log=True),
    "self_play.simulations": Whole(16, 128, log=True),
    "self_play.result_share": Real(0.0, 1.0),
    "self_play.search.c_scale": Real(0.05, 1.0, log=True),
    "learner.replay_ratio": Real(1.0, 8.0, log=True),
}
"""What `tengen tune` varies; a game won or lost counts the same however long it took."""

PRESETS: Presets = {
    "default": {"network": {"owners": True}, "self_play": {"search": {"sensible": True}}},
    # The source's own choices: PUCT with 400 playouts a move, visits as the policy target, the
    # result as the value target, every move recorded, a small buffer; after each game up to five
    # steps on one batch, at a rate that goes by how far they move the policy.
    "origin": {
        "growth": (),
        "network": {"kind": "alphazero"},
        "self_play": {
            "simulations": 400,
            "fast_simulations": 400,
            "full_share": 1.0,
            "opening_plies": 0,
            "sampled_plies": 400,
            "result_share": 1.0,
            "surprise_share": 0.0,
            "search": {
                "considered": 0,
                "c_puct": 5.0,
                "dirichlet_fraction": 0.25,
                "fpu_zero": True,
                "solver": False,
            },
        },
        "replay": {"smallest": 10_000, "largest": 10_000},
        "trainer": {
            "learning_rate": 2e-3,
            "warmup_steps": 0,
            "cosine_from": 1.0,
            "optimizer": "adam",
            "weight_decay": 1e-4,
            "average_steps": 1,
            "gradient_limit": 0.0,
            "repeats": 5,
            "kl_target": 0.02,
        },
        "learner": {
            "batch": 512,
            "first_positions": 512,
            "game_batches": 1.0,
            "publish_games": 1,
            "publish_seconds": 2.0,
            "measure_games": 50,
        },
        "yardstick": {"opponent": "mcts?playouts=1000", "games": 10, "seconds": 900.0},
        "visits": 400,
        "best": {"kept": True, "rise": 1000},
        "export": "fp32",
    },
    "cuda": {
        "network": {"blocks": 10, "channels": 128},
        "self_play": {"games": 256, "memory_mib": 8192},
        "learner": {"batch": 2048, "first_positions": 20_000, "publish_positions": 20_000},
        "replay": {"smallest": 100_000, "largest": 2_000_000},
        "trainer": {"learning_rate": 1e-3},
    },
}

ORIGIN_SPACE: SearchSpace = {
    "trainer.learning_rate": Real(3e-4, 1e-2, log=True),
    "trainer.weight_decay": Real(1e-5, 1e-2, log=True),
    "trainer.kl_target": Real(5e-3, 0.1, log=True),
    "self_play.simulations": Whole(50, 800, log=True),
    "self_play.search.c_puct": Real(1.0, 10.0, log=True),
    "self_play.search.dirichlet_fraction": Real(0.0, 0.5),
    "learner.game_batches": Real(0.5, 4.0, log=True),
}
"""The same with ``--preset origin``: only what has an effect there."""

RECIPE = Recipe(AlphaZeroSettings, PRESETS, SEARCH_SPACE, {"origin": ORIGIN_SPACE})
