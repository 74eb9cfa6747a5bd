"""How strong a robot is to be."""

from pydantic import BaseModel, ConfigDict, Field

LEVELS = range(1, 6)
"""From careless to as strong as the rules of thumb go."""


class LevelOptions(BaseModel):
    """What ``robot?...`` understands in every game."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: int = Field(default=3, ge=LEVELS[0], le=LEVELS[-1])
    """Strength, from 1 to 5."""


class DraughtsOptions(LevelOptions):
    """What it understands in draughts."""

    depth: int | None = Field(default=None, ge=1, le=20)
    """In draughts alone: look so many moves ahead by the metrics' own weights, not by a level."""
