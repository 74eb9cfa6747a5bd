"""Any program that plays Gomoku as a brain of Gomocup's managers."""

from tengen.agents.gomocup.agent import Options, can_play, create
from tengen.agents.method import Method

METHOD = Method(
    name="gomocup",
    about="Any program that plays Gomoku as a brain of Gomocup's managers.",
    create=create,
    options=Options,
    can_play=can_play,
    offered=(),
    runs_programs=True,
)
