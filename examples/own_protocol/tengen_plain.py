"""A protocol of one's own, in one module: a game and its actions so far, answered by an action.

Whoever asks sends a line such as ``{"game": "gomoku", "settings": {"size": 9}, "actions": [40]}``;
the answer is the number of an action. ``quit`` ends the talk.
"""

import json
from collections.abc import Callable, Mapping
from typing import TypedDict

from tengen.agents.method import Method
from tengen.agents.options import read_options
from tengen.agents.program import ProgramOptions, program_agent
from tengen.agents.protocol import Protocol
from tengen.core import Agent, Decision, EngineError, Game, Limit, State, Stop
from tengen.core.game import Setting
from tengen.games import load
from tengen.programs.child import Child
from tengen.programs.client import Patience, deadline_for
from tengen.programs.lines import Lines, Writer
from tengen.protocols.turns import turns_to


class Asked(TypedDict):
    """A position."""

    game: str
    settings: dict[str, Setting]
    actions: list[int]


class PlainClient:
    """A program that is asked afresh for each move."""

    farewell = "quit"

    def __init__(self, child: Child, patience: Patience) -> None:
        self.child = child
        self._patience = patience

    def decide(
        self,
        state: State,
        limit: Limit | None,
        stop: Stop | None,
        on_progress: Callable[[Decision], None] | None,
    ) -> Decision:
        """Return its move.

        Raises:
            EngineError: when it answers nothing in time, or no number.
        """
        del on_progress  # it tells nothing on the way
        game = state.game
        actions = [turn.action for turn in turns_to(state)]
        asked = Asked(game=game.name, settings=dict(game.settings), actions=actions)
        self.child.send(json.dumps(asked))
        answer = self.child.line(deadline_for(limit, self._patience, stop)).strip()
        if not answer.isdecimal():
            raise EngineError(f"answered {answer!r}, which is no action")
        return Decision(int(answer), value=None, pv=(int(answer),))


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the program that `source` starts."""
    del seed  # its randomness is its own
    chosen = read_options("plain", options, ProgramOptions)
    return program_agent("plain", game, source, chosen, PlainClient)


def command() -> Callable[..., object]:
    """Return what ``tengen plain`` runs; the command line is loaded no sooner."""
    from tengen.cli.shared.engine import Spec, factory, standard_streams

    def plain(agent: Spec = None) -> None:
        """Play any game for a program that speaks plain."""
        make = factory(agent)
        with standard_streams() as (commands, replies):
            lines, write = Lines(commands), Writer(replies)
            while (line := lines.get()) is not None and line.strip() != "quit":
                write(f"{answer(json.loads(line), make)}\n")

    return plain


def answer(asked: Asked, make: Callable[[Game], Agent]) -> int:
    """Return an agent's action in the position that was asked about."""
    state = load(asked["game"], **asked["settings"]).initial_state()
    for action in asked["actions"]:
        state = state.apply(action)
    agent = make(state.game)
    try:
        return agent.decide(state).action
    finally:
        agent.close()


PROTOCOL = Protocol(
    name="plain",
    agent=Method(
        name="plain",
        about="Any program that plays any game by a line of JSON a move.",
        create=create,
        options=ProgramOptions,
        offered=(),
        runs_programs=True,
    ),
    command=command,
)
