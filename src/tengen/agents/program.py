"""Agents that are other programs: started when first needed, ended when they fail."""

import time
from collections.abc import Callable
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field

from tengen.core import (
    Agent,
    Decision,
    EngineError,
    Game,
    IllegalMoveError,
    Limit,
    SpecError,
    State,
    Stop,
    check_asked,
)
from tengen.core.clock import MAX_SECONDS
from tengen.programs.child import Child, split_command
from tengen.programs.client import Client, Patience

QUOTING = "; a ? of its command stands in quotes"
"""What helps where an option of the command was taken for one of the spec."""


class ProgramOptions(BaseModel):
    """What the spec of any program understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str | None = None
    """What people call it, instead of its whole command."""
    timeout: float = Field(default=60.0, gt=0, le=MAX_SECONDS)
    """Seconds without an answer, beyond those it is given to think, after which it has lost."""
    start: float = Field(default=60.0, gt=0, le=MAX_SECONDS)
    """Seconds it may take to get ready."""
    folder: str | None = None
    """Where it runs, for programs that look for their files there."""


class ProgramAgent(Agent):
    """Lets a program decide, in a process that lives until the agent is closed or it fails.

    After a failure the next decision is that of a fresh process.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        start: Callable[[], Client],
        default_limit: Limit,
        usual: Limit | None = None,
    ) -> None:
        """Remember how to start it.

        Args:
            start: starts the program and gets it ready.
            default_limit: the program's own, as far as it is known.
            usual: what it is told where nobody says how long; None to leave it to the program.
        """
        self.name = name
        self.default_limit = default_limit if usual is None else usual
        self._usual = usual
        self._game = game
        self._start = start
        self._client: Client | None = None

    def prepare(self) -> None:
        self._ready()

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        check_asked(self.name, self._game, state)
        began = time.perf_counter()
        client = self._ready()
        if limit is None or limit is self.default_limit:
            limit = self._usual
        try:
            decision = client.decide(state, limit, stop, on_progress)
            _check_legal(state, decision.action)
        except BaseException:
            # Whatever it was, what the program thinks of the game is not known any more.
            self._end(client, None)
            raise
        return replace(decision, seconds=time.perf_counter() - began)

    def close(self) -> None:
        if self._client is not None:
            self._end(self._client, self._client.farewell)

    def _end(self, client: Client, farewell: str | None) -> None:
        self._client = None
        client.child.close(farewell)

    def _ready(self) -> Client:
        if self._client is None:
            self._client = self._start()
        return self._client


def program_agent(
    method: str,
    game: Game,
    source: str | None,
    options: ProgramOptions,
    meet: Callable[[Child, Patience], Client],
    *,
    line_end: str = "\n",
    usual: Limit | None = None,
) -> Agent:
    """Return an agent that is the program which `source` starts.

    Args:
        meet: gets a program ready that has just been started.
        line_end: of what it is sent.
        usual: what it is told where nobody says how long; None to leave it to the program.

    Raises:
        SpecError: when the command cannot be read; whether the program is there shows when it is
            started.
    """
    if source is None:
        raise SpecError(f"agent {method} needs a command: {method}:PROGRAM ARGUMENTS")
    command = split_command(source)
    patience = Patience(options.start, options.timeout)

    def start() -> Client:
        child = Child(command, folder=options.folder, line_end=line_end)
        try:
            return meet(child, patience)
        except BaseException:
            child.close()
            raise

    return ProgramAgent(method, game, start, Limit(seconds=options.timeout), usual)


def _check_legal(state: State, action: int) -> None:
    try:
        state.apply(action)
    except IllegalMoveError as error:
        raise EngineError(f"played illegally: {error}") from None
