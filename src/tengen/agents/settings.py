"""What can be set about a training, read without loading PyTorch."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.yardstick import YardstickSettings
from tengen.core import SettingsError
from tengen.core.words import there_are
from tengen.learning.overrides import validate
from tengen.learning.parts import LearnerSettings
from tengen.learning.ring import ReplaySettings
from tengen.learning.search_space import SearchSpace
from tengen.networks.config import InitialSettings, NetworkConfig, TrainerSettings


class RunSettings(BaseModel):
    """What can be set about every run; each method adds its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    trainer: TrainerSettings = TrainerSettings()
    learner: LearnerSettings = LearnerSettings()
    yardstick: YardstickSettings = YardstickSettings()
    device: str = Field(default="auto", pattern=r"^(auto|cpu|mps|cuda|cuda:\d+(,cuda:\d+)*)$")
    """Where it is trained: cpu, cuda, mps, or GPUs such as cuda:0,cuda:1, the first of which trains;
    players ask all of them. ``auto`` takes all CUDA GPUs there are."""
    threads: int = Field(default=1, ge=1)
    """Threads of a gradient step on a CPU."""


class MethodSettings(RunSettings):
    """What can be set besides about methods whose networks look at planes."""

    network: NetworkConfig = NetworkConfig()
    initial: InitialSettings = InitialSettings()
    replay: ReplaySettings = ReplaySettings()
    export: Literal["int8", "fp32"] = "int8"
    """Precision of the network in play on a CPU, and of the one that is played at the end."""


Settings = TypeVar("Settings", bound=RunSettings)
Settings_co = TypeVar("Settings_co", bound=RunSettings, covariant=True)
Presets = Mapping[str, Mapping[str, object]]
"""Changes to a method's defaults by the preset's name; ``cuda`` holds those of ``default`` on a
machine with a GPU, and is no preset of its own."""


@dataclass(frozen=True, slots=True)
class Recipe(Generic[Settings_co]):
    """All that can be set about how a method learns."""

    settings: type[Settings_co]
    """Its settings, with the usual ones as their defaults."""
    presets: Presets
    """Changes to them by name."""
    search_space: SearchSpace = field(default_factory=dict)
    """What `tengen tune` varies; nothing for a method that it does not know how to tune."""
    other_spaces: Mapping[str, SearchSpace] = field(default_factory=dict)
    """What it varies instead where a preset leaves some of that without effect, by its name."""

    def space_of(self, preset: str | None) -> SearchSpace:
        """Return what `tengen tune` varies with a preset, the usual one if not given."""
        return self.other_spaces.get(preset or "default", self.search_space)


def preset_names(presets: Presets) -> list[str]:
    """Return the names of presets, the usual one first."""
    return ["default", *(name for name in presets if name not in ("default", "cuda"))]


def settings_for(recipe: Recipe[Settings], preset: str, *, cuda: bool = False) -> Settings:
    """Return a preset's settings, for a machine with a GPU where there is `cuda`.

    Raises:
        SettingsError: when there is no such preset.
    """
    known = preset_names(recipe.presets)
    if preset not in known:
        raise SettingsError(f"unknown preset {preset!r}: {there_are(known)}")
    changes = [preset, "cuda"] if preset == "default" and cuda else [preset]
    merged = recipe.settings().model_dump()
    for change in changes:
        merged = _merge(merged, recipe.presets.get(change, {}))
    return validate(recipe.settings, merged)


def _merge(base: object, changes: Mapping[str, object]) -> dict[str, object]:
    base = {} if base is None else base  # a group that is not there unless a preset has it
    assert isinstance(base, dict)
    return base | {
        key: _merge(base[key], value) if isinstance(value, Mapping) else value
        for key, value in changes.items()
    }
