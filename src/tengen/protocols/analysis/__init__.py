"""KataGo's JSON analysis protocol: many positions at once, for Go, Gomoku and draughts."""

from collections.abc import Callable

from tengen.agents.protocol import Protocol


def _command() -> Callable[..., object]:
    from tengen.protocols.analysis.command import analysis

    return analysis


PROTOCOL = Protocol(name="analysis", command=_command)
