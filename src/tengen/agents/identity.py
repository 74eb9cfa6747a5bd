"""Who a spec stands for: ratings are of a player as it was, not of whoever has its name later."""

import hashlib
from pathlib import Path

from tengen import __version__, weights
from tengen.agents import load_agent, runs_programs
from tengen.arena.ratings_db import Identity
from tengen.core import Agent, AgentSpec, Game, parse_spec
from tengen.programs.child import find_program
from tengen.weights.checksum import onnx_content


def identify(spec: str, game: Game, time: str = "") -> Identity:
    """Return who `spec` is when it plays `game`.

    Raises:
        TengenError: when it cannot.
    """
    read = parse_spec(spec)
    if runs_programs(read.name):
        return Identity(str(read), "", _checksum(_program_of(read)), time)
    agent = load_agent(read, game)
    agent.close()
    return Identity(str(read), __version__, _net_of(agent), time)


def _net_of(agent: Agent) -> str:
    if agent.net is None:
        return ""
    shipped = agent.net in weights.shipped()
    return _checksum(weights.find(agent.net) if shipped else Path(agent.net))


def _program_of(spec: AgentSpec) -> Path | None:
    """Return the file of the program that is run, None where it is not there."""
    return find_program(spec.source or "", spec.options.get("folder"))


def _checksum(path: Path | None) -> str:
    """Return the beginning of a file's SHA-256, empty where there is none.

    A checksum within a net is left out: it is the player that it was without.
    """
    if path is None or not path.is_file():
        return ""
    if path.suffix == ".onnx":
        return hashlib.sha256(onnx_content(path.read_bytes())).hexdigest()[:16]
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]
