"""What a learning method brings to the loop, and how the loop is set up."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from tengen.core import SettingsError
from tengen.core.runner import Job
from tengen.learning.replay import Memory
from tengen.learning.samples import PlayedGame, Samples
from tengen.learning.sinks import check_sinks
from tengen.networks.step import Step


class LearnerSettings(BaseModel):
    """How playing and training share the machine."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    workers: int = Field(default=0, ge=0)
    """Self-play processes; 0 means one for each core this process may use, or the cluster has."""
    batch: int = Field(default=256, ge=1)
    """Samples of a gradient step."""
    replay_ratio: float | None = Field(default=4.0, gt=0)
    """Samples trained for each new position; None trains all the time, as data sets allow."""
    game_batches: float | None = Field(default=None, gt=0)
    """Instead, so many batches for each new game."""
    first_positions: int = Field(default=2_000, ge=1)
    """Training begins when so many positions are remembered."""
    publish_positions: int = Field(default=2_000, ge=1)
    """The players get new weights every so many new positions."""
    publish_seconds: float = Field(default=10.0, ge=0)
    """But not sooner than this after the last time."""
    publish_games: int | None = Field(default=None, ge=1)
    """Instead of by positions, every so many new games: a generation."""
    refit_epochs: int | None = Field(default=None, ge=1)
    """With `publish_games`: a generation is learned from when it is over, all its positions in so
    many epochs, and no others; in place of `replay_ratio`."""
    checkpoint_seconds: float = Field(default=30.0, ge=0)
    """Time between checkpoints; a crash loses no more training than this, and no finished game."""
    measure_seconds: float = Field(default=75.0, gt=0)
    """Time between measurements, matches against the fixed opponent for most methods."""
    measure_games: int | None = Field(default=None, ge=1)
    """Instead of by time, every so many new games."""
    kept_games: int = Field(default=50, ge=0)
    """Games written to ``games/`` between two publications; the others are not kept."""
    kept_networks: int = Field(default=3, ge=3)
    """Networks that ``networks/`` keeps of those the players got, the newest; with more of them one
    can look back at how a run learned."""
    clock: Literal["wall", "cpu"] = "wall"
    """What all times are counted in, those of a run and of intervals: ``wall``, or ``cpu``, the
    processor time of the run's processes together, which is fair where a machine is busy."""
    positions: int | None = Field(default=None, ge=1)
    """Ends the run after so many positions, where the time does not end it sooner."""
    generations: int | None = Field(default=None, ge=1)
    """The same after so many generations: nets that the players got and have played with."""
    told: str = "tensorboard"
    """Who is told the figures beside the run's own file: ``tensorboard``, ``wandb`` (Weights &
    Biases), ``mlflow``; several joined by commas, or nobody."""

    @field_validator("told")
    @classmethod
    def _check_told(cls, told: str) -> str:
        try:
            check_sinks(told)
        except SettingsError as error:
            raise ValueError(str(error)) from None
        return told

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.refit_epochs is not None and self.publish_games is None:
            raise ValueError("refit_epochs needs publish_games, the games of a generation")
        return self

    @property
    def needed(self) -> str:
        """What must be played before the first gradient step, in words."""
        if self.refit_epochs is not None:
            return f"{self.publish_games} games"
        ratio = self.replay_ratio or math.inf
        return f"{max(self.first_positions, math.ceil(self.batch / ratio))} positions"


class Trainable(Protocol):
    """The part that knows about gradients."""

    steps: int

    def train(self, columns: Samples, *, progress: float) -> Step:
        """Take one step; FloatingPointError where the losses diverge."""
        ...

    def rate(self, progress: float) -> float:
        """Return the current learning rate."""
        ...

    def save(self, path: Path, extra: dict[str, str]) -> None:
        """Write a checkpoint."""
        ...

    def load(self, path: Path) -> dict[str, str]:
        """Read a checkpoint and return what was saved beside it."""
        ...


def _never(figures: Mapping[str, object]) -> bool:
    del figures
    return False


def _nothing() -> None:
    """Leave everything as it is."""


Tell: TypeAlias = Callable[[str, Mapping[str, object]], None]
"""Logs and shows figures, of a kind."""


@dataclass(frozen=True, slots=True)
class LearningParts:
    """What one learning method brings to the loop."""

    trainer: Trainable
    memory: Memory
    """Where the batches come from."""
    job: Job[Any, PlayedGame] | None
    """What the workers do. None where nobody plays."""
    export: Callable[[], Path]
    """Writes the network that workers shall play with, and returns its path."""
    news: Callable[[Path, float], object]
    """What to tell the workers: of the exported network and the share of the run that is done."""
    measure: Callable[[Path], Mapping[str, object]]
    """Measures an exported network, in a match or otherwise; returns figures to log."""
    is_done: Callable[[Mapping[str, object]], bool] = _never
    """Whether the run may end early, told what was measured last."""
    prepare: Callable[[Tell], None] | None = None
    """Lessons before the first game; they end early when the run is stopped. A checkpoint follows,
    and a run that ends before they do has them again."""
    figures: Callable[[], Mapping[str, object]] = dict
    """What is logged besides in every line."""
    conclude: Callable[[], None] = _nothing
    """Called when the run has ended, before the finished networks are written."""
