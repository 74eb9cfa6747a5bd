"""Engines of CheckerBoard: shared libraries with the function ``getmove``."""

from tengen.agents.method import Method
from tengen.agents.protocol import Protocol
from tengen.protocols.cb.agent import Options, can_play, create

PROTOCOL = Protocol(
    name="cb",
    agent=Method(
        name="cb",
        about="Any engine of CheckerBoard, a shared library; it plays English draughts.",
        create=create,
        options=Options,
        can_play=can_play,
        offered=(),
        runs_programs=True,
    ),
)
