"""Everything that can be set about AlphaZero training, and the presets."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.yardstick import YardstickSettings
from tengen.core import SettingsError
from tengen.learning.learner import LearnerSettings
from tengen.learning.overrides import validate
from tengen.learning.replay import ReplaySettings
from tengen.learning.self_play import SelfPlaySettings
from tengen.networks.config import NetworkConfig
from tengen.networks.trainer import TrainerSettings


class AlphaZeroSettings(BaseModel):
    """How a network learns from its own games."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    network: NetworkConfig = NetworkConfig()
    self_play: SelfPlaySettings = SelfPlaySettings()
    growth: tuple[tuple[float, float], ...] = ((0.3, 2.0), (0.6, 4.0))
    """Pairs of a share of the run and a factor: from there on, moves get so many times the
    simulations they started with."""
    replay: ReplaySettings = ReplaySettings()
    trainer: TrainerSettings = TrainerSettings()
    learner: LearnerSettings = LearnerSettings()
    yardstick: YardstickSettings = YardstickSettings()
    export: Literal["int8", "fp32"] = "int8"
    """Precision of the network in self-play on a CPU, and of the one that is played at the end."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where it is trained; ``auto`` takes a CUDA GPU if there is one."""
    threads: int = Field(default=1, ge=1)
    """Threads of a gradient step on a CPU."""

    def playing_at(self, progress: float) -> SelfPlaySettings:
        """Return how games are played when this share of the run is done."""
        factor = max((by for start, by in self.growth if progress >= start), default=1.0)
        return self.self_play.model_copy(
            update={
                "simulations": round(self.self_play.simulations * factor),
                "fast_simulations": round(self.self_play.fast_simulations * factor),
            }
        )


PRESETS: dict[str, dict[str, Any]] = {
    "default": {},
    # The source's own choices: PUCT with 400 playouts a move, visits as the policy target, the
    # result as the value target, every move recorded, a small buffer, a flat rate.
    "origin": {
        "growth": (),
        "network": {"kind": "origin"},
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
                "solver": False,
            },
        },
        "replay": {"smallest": 10_000, "largest": 10_000},
        "trainer": {
            "learning_rate": 2e-3,
            "warmup_steps": 0,
            "cosine_from": 1.0,
            "weight_decay": 1e-4,
            "average_steps": 1,
        },
        "learner": {"batch": 512},
        "export": "fp32",
    },
}

_ON_CUDA: dict[str, Any] = {
    "network": {"blocks": 10, "channels": 128},
    "self_play": {"games": 1024, "memory_mib": 8192},
    "learner": {"batch": 2048, "first_positions": 20_000, "publish_positions": 20_000},
    "replay": {"smallest": 100_000, "largest": 2_000_000},
    "trainer": {"learning_rate": 1e-3},
}


def settings_for(preset: str, *, cuda: bool) -> AlphaZeroSettings:
    """Return a preset's settings for a kind of machine.

    Raises:
        SettingsError: when there is no such preset.
    """
    if preset not in PRESETS:
        raise SettingsError(f"unknown preset {preset!r}: there is {', '.join(PRESETS)}")
    data = PRESETS[preset]
    if preset == "default" and cuda:
        data = _ON_CUDA
    merged = _merge(AlphaZeroSettings().model_dump(), data)
    return validate(AlphaZeroSettings, merged)


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return base | {
        key: _merge(base[key], value) if isinstance(value, dict) else value
        for key, value in changes.items()
    }
