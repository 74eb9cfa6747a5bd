"""The Go Text Protocol, version 2, for Go and Gomoku, with the extensions that programs speak."""

from collections.abc import Callable

from tengen.agents.method import Method
from tengen.agents.protocol import Protocol
from tengen.protocols.gtp.agent import Options, can_play, create


def _command() -> Callable[..., object]:
    from tengen.protocols.gtp.command import gtp

    return gtp


PROTOCOL = Protocol(
    name="gtp",
    agent=Method(
        name="gtp",
        about="Any program that plays Go or Gomoku by the Go Text Protocol.",
        create=create,
        options=Options,
        can_play=can_play,
        offered=(),
        runs_programs=True,
    ),
    command=_command,
)
