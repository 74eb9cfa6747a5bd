"""Any program that plays Go or Gomoku by the Go Text Protocol."""

from tengen.agents.gtp.agent import Options, can_play, create
from tengen.agents.method import Method

METHOD = Method(
    name="gtp",
    about="Any program that plays Go or Gomoku by the Go Text Protocol.",
    create=create,
    options=Options,
    can_play=can_play,
    offered=(),
    runs_programs=True,
)
