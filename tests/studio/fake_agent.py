"""An agent that is quick, the same every time, and thinks for as long as it is told."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tengen.core import Agent, Candidate, Decision, Game, Limit, SpecError, State, Stop, parse_spec


class FirstLegal(Agent):
    """Plays the first legal action; a limit in seconds is spent to the full."""

    default_limit = Limit(visits=10)

    def __init__(self, name: str) -> None:
        self.name = name
        self.closed = False

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Return the first legal action after as many seconds as the limit says."""
        decision = self._look(state)
        end = time.monotonic() + ((limit and limit.seconds) or 0.0)
        nodes = 0
        while time.monotonic() < end and not (stop and stop.is_set()):
            nodes += 1
            if on_progress:
                on_progress(replace(decision, nodes=nodes))
            time.sleep(0.02)
        return decision

    def close(self) -> None:
        """Remember it."""
        self.closed = True

    def _look(self, state: State) -> Decision:
        legal = [int(action) for action in state.legal_actions()]
        share = 1 / len(legal)
        candidates = tuple(
            Candidate(
                action,
                visits=max(1, 40 - 4 * rank),
                prior=share,
                value=0.5 - rank / len(legal),
                pv=_line(state, action),
            )
            for rank, action in enumerate(legal)
        )
        return Decision(legal[0], 0.5, candidates, candidates[0].pv, nodes=40, seconds=0.01)


def _line(state: State, action: int) -> tuple[int, ...]:
    """Return an action and the first legal ones after it, four in all where the game goes on."""
    line = [action]
    while (state := state.apply(line[-1])).outcome() is None and len(line) < 4:
        line.append(int(state.legal_actions()[0]))
    return tuple(line)


class Valuing(FirstLegal):
    """Has a value for each move, no policy, and looks at each but once."""

    def _look(self, state: State) -> Decision:
        decision = super()._look(state)
        plain = [replace(move, visits=1, prior=0.0) for move in decision.candidates]
        return replace(decision, candidates=tuple(plain))


class LastLegal(FirstLegal):
    """Plays the last legal action, which is to pass where that can be done."""

    def _look(self, state: State) -> Decision:
        last = int(state.legal_actions()[-1])
        return replace(super()._look(state), action=last, pv=(last,))


class Even(FirstLegal):
    """Hopes for nothing in any position."""

    def _look(self, state: State) -> Decision:
        return replace(super()._look(state), value=0.0)


class Late(FirstLegal):
    """Thinks until it is stopped, whatever its limit."""

    def decide(self, state: State, limit: Limit | None = None, **asked: Any) -> Decision:  # type: ignore[override]
        """Return the first legal action when it is told to."""
        return super().decide(state, Limit(seconds=3600), **asked)


class Broken(FirstLegal):
    """Fails when it is asked."""

    def decide(self, state: State, limit: Limit | None = None, **_: object) -> Decision:  # type: ignore[override]
        """Raise."""
        raise RuntimeError("the engine is on fire")


def load_fake(spec: str, game: Game) -> Agent:
    """Return the test double for any spec, but for names nobody has."""
    name = parse_spec(spec).name
    if name == "nobody":
        raise SpecError("unknown agent 'nobody': there are alphazero, mcts, random")
    special = {
        "broken": Broken,
        "valuing": Valuing,
        "passing": LastLegal,
        "even": Even,
        "late": Late,
    }
    return special.get(name, FirstLegal)(spec)
