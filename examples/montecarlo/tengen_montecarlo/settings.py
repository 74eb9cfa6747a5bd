"""What can be set about Monte-Carlo control."""

from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.settings import MethodSettings, Recipe
from tengen.agents.yardstick import YardstickSettings
from tengen.learning.search_space import Real, Whole


class PlaySettings(BaseModel):
    """How games are played."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    games: int = Field(default=16, gt=0)
    """Games played at the same time by one process."""
    opening_plies: int = Field(default=4, ge=0)
    """At most so many random moves open a game."""
    longest: float = Field(default=3.0, gt=0)
    """A game of more moves than this many times the board's points is given up, no result."""
    epsilon: float = Field(default=0.1, ge=0, le=1)
    """Share of the moves that are random."""


class ControlSettings(MethodSettings):
    """How a net learns what boards are worth from the results of its own games."""

    play: PlaySettings = PlaySettings()
    yardstick: YardstickSettings = YardstickSettings(opponent="mcts?playouts=200")


RECIPE = Recipe(
    ControlSettings,
    presets={"default": {}, "greedy": {"play": {"epsilon": 0.01}}},
    search_space={
        "trainer.learning_rate": Real(3e-4, 1e-2, log=True),
        "play.epsilon": Real(0.01, 0.3, log=True),
        "play.opening_plies": Whole(0, 10),
    },
)
