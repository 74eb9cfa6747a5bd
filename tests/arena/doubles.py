"""Agents that behave in a known way."""

from dataclasses import dataclass

from tengen.core import Agent, Decision, Limit


class Scripted(Agent):
    """Plays its moves in order where they are legal, else the first legal action."""

    default_limit = Limit(nodes=1)

    def __init__(self, name, moves=()):
        self.name = name
        self.moves = list(moves)
        self.limits = []
        self.closed = False

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        self.limits.append(limit)
        legal = set(state.legal_actions().tolist())
        action = next((move for move in self.moves if move in legal), min(legal))
        return Decision(action, value=0.25 + 1e-8)  # as single precision has it

    def close(self):
        self.closed = True


class Raising(Scripted):
    """Fails at every move."""

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        raise RuntimeError("out of\nideas")


class Illegal(Scripted):
    """Answers with a fixed action, whatever the position."""

    def __init__(self, name, action):
        super().__init__(name)
        self.action = action

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        return Decision(self.action, value=None)


@dataclass(frozen=True)
class Maker:
    """A player that makes a fresh agent for each game and remembers the seeds."""

    name: str
    make: object
    seeds: list

    def __call__(self, seed):
        self.seeds.append(seed)
        return self.make(self.name)

    def for_game(self, game):
        return self
