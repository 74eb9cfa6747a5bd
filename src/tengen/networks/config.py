"""What a network looks like, apart from the game it is for."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class NetworkConfig(BaseModel):
    """Shape of a network; stored beside its weights. Each kind reads the settings that it has."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["residual", "dense", "alphazero", "dqn", "policy", "qlearning", "board"] = (
        "residual"
    )
    """``residual`` plays any board size; ``dense`` judges the pieces on one board alone, fast enough
    for alpha-beta; the others are the nets of the sources, for one board size."""
    blocks: int = Field(default=4, ge=1, le=80)
    """Residual blocks of two 3x3 convolutions each."""
    channels: int = Field(default=32, ge=8, le=1024)
    """Width of the trunk; multiples of 16 run fastest."""
    head_channels: int = Field(default=32, ge=4, le=512)
    """Width of the 1x1 convolution that both heads read."""
    value_hidden: int = Field(default=64, ge=4, le=1024)
    """Width of the value head's hidden layer."""
    pool_every: int = Field(default=2, ge=1)
    """Every so many blocks, one adds a bias computed from the pooled board."""
    owners: bool = False
    """Whether a ``residual`` net also learns whose each point will be, in games where that is so."""
    hidden: tuple[int, ...] = (128, 32)
    """Widths of the hidden layers of a ``dense`` network."""
