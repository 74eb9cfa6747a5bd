"""What a network looks like, apart from the game it is for, and how it is fitted."""

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


class InitialSettings(BaseModel):
    """How the first weights are drawn."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    weights: Literal["usual", "normal", "truncated"] = "usual"
    """``usual`` are those of each kind of layer; ``normal`` are of a normal distribution around 0,
    ``truncated`` of the same without what is beyond two deviations."""
    biases: Literal["usual", "drawn", "constant"] = "usual"
    """``drawn`` are as the weights are, ``constant`` are all `bias`."""
    deviation: float = Field(default=0.1, gt=0)
    """Standard deviation of the distribution that is drawn from."""
    bias: float = 0.1
    """See `biases`."""


OptimizerName = Literal["adamw", "adam", "nadam", "adadelta", "sgd"]


class TrainerSettings(BaseModel):
    """How the network is fitted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    learning_rate: float = Field(default=2e-3, gt=0)
    """Rate after warm-up."""
    warmup_steps: int = Field(default=200, ge=0)
    """Steps over which the rate rises from zero."""
    cosine_from: float = Field(default=0.6, ge=0, le=1)
    """Share of the run after which the rate falls along a cosine; 1 keeps it flat."""
    final_rate: float = Field(default=0.05, gt=0, le=1)
    """The rate at the end, as a share of `learning_rate`."""
    weight_decay: float = Field(default=1e-3, ge=0)
    """Decay of the weights; decoupled from the gradient under AdamW. The others add it times the
    weight to the gradient, so that it is the L2 of PyTorch, and twice that of Keras."""
    undecayed: int = Field(default=0, ge=0)
    """The first so many layers are not decayed."""
    optimizer: OptimizerName = "adamw"
    """Who turns gradients into steps; ``sgd`` is the plain one, without momentum."""
    gradient_limit: float = Field(default=5.0, ge=0)
    """Longer gradients are shortened to this norm; with 0 none is."""
    repeats: int = Field(default=1, ge=1)
    """Steps on each batch, one after the other."""
    kl_target: float = Field(default=0.0, ge=0)
    """Above 0 these steps end when they have moved the policy by four times this (its KL divergence
    from what it was), and the rate falls where they move it by more than twice this, and rises where by
    less than half, by a factor of 1.5 each time."""
    average_steps: int = Field(default=500, ge=1)
    """The averaged copy remembers about this many steps."""
    precision: Literal["auto", "fp32", "bf16"] = "auto"
    """Of the forward and backward pass; ``auto`` takes bf16 where the hardware multiplies it:
    a CUDA GPU, or a CPU with AMX. Elsewhere bf16 is emulated and ten times slower."""
