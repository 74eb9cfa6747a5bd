"""Gomocup's protocol, which Gomoku programs and their managers speak."""

from collections.abc import Callable

from tengen.agents.method import Method
from tengen.agents.protocol import Protocol
from tengen.protocols.gomocup.agent import Options, can_play, create


def _command() -> Callable[..., object]:
    from tengen.protocols.gomocup.command import gomocup

    return gomocup


PROTOCOL = Protocol(
    name="gomocup",
    agent=Method(
        name="gomocup",
        about="Any program that plays Gomoku as a brain of Gomocup's managers.",
        create=create,
        options=Options,
        can_play=can_play,
        offered=(),
        runs_programs=True,
    ),
    command=_command,
)
