"""Any program that plays English draughts by the protocol Hub."""

from tengen.agents.hub.agent import Options, can_play, create
from tengen.agents.method import Method

METHOD = Method(
    name="hub",
    about="Any program that plays English draughts by the protocol Hub.",
    create=create,
    options=Options,
    can_play=can_play,
    offered=(),
    runs_programs=True,
)
