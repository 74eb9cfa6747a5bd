"""Hub, version 2: the protocol of draughts programs, for English draughts by an extension."""

from collections.abc import Callable

from tengen.agents.method import Method
from tengen.agents.protocol import Protocol
from tengen.protocols.hub.agent import Options, can_play, create


def _command() -> Callable[..., object]:
    from tengen.protocols.hub.command import hub

    return hub


PROTOCOL = Protocol(
    name="hub",
    agent=Method(
        name="hub",
        about="Any program that plays English draughts by the protocol Hub.",
        create=create,
        options=Options,
        can_play=can_play,
        offered=(),
        runs_programs=True,
    ),
    command=_command,
)
