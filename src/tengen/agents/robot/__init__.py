"""The rule-based player: what people who know the game look for, without any training."""

from tengen.agents.method import Method
from tengen.agents.robot.agent import OFFERED, Options, can_play, create

METHOD = Method(
    name="robot",
    about="The rule-based player: what people who know the game look for, without any training.",
    create=create,
    options=Options,
    can_play=can_play,
    offered=OFFERED,
)
