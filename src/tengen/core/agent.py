"""Whoever decides on a move: a search, a net, a rule, another program."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from threading import Event
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tengen.core.errors import IllegalMoveError, SpecError
from tengen.core.limit import Limit

if TYPE_CHECKING:
    from tengen.core.game import Game, State

Stop = Event
"""Set it to make a running decision return its best answer so far."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One legal action as the search saw it; values are for the side to move at the root."""

    action: int
    visits: int
    prior: float
    """The policy before search; 0 where the agent has none."""
    value: float | None
    """In [-1, 1]; None when never looked at."""
    pv: tuple[int, ...] = ()
    """The expected continuation, this action first."""
    lead: float | None = None
    """As `Decision.lead`, after this action; for the side to move at the root."""
    pv_visits: tuple[int, ...] = ()
    """Of what each action of `pv` leads to; empty where the search does not count them."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent decided, and what it saw."""

    action: int
    value: float | None
    """Expected outcome in [-1, 1] for the side to move; None when the agent has no opinion."""
    candidates: tuple[Candidate, ...] = ()
    """Best first; may name every legal action."""
    pv: tuple[int, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    resigns: bool = False
    """Whether the agent gives the game up; `action` is then any legal one."""
    lead: float | None = None
    """Points by which the side to move is expected to be ahead in the end, what the second player
    is given counted; None without an opinion, or in games that count no points."""
    ownership: NDArray[np.float32] | None = field(default=None, compare=False, repr=False)
    """``[H, W]`` in [-1, 1]: 1 where a point will be the side to move's, -1 the opponent's; None
    without an opinion, or in games without owners."""

    def among(self, actions: Collection[int]) -> "Decision":
        """Return the decision as if only `actions`, of which there are some, had been legal.

        It is this one where it was; else the best candidate that is left, or the first action.
        """
        candidates = tuple(each for each in self.candidates if each.action in actions)
        if self.action in actions:
            return replace(self, candidates=candidates)
        best = next(iter(candidates), None) or Candidate(min(actions), 0, 0.0, None)
        line = best.pv or (best.action,)
        return replace(
            self,
            action=best.action,
            value=best.value,
            candidates=candidates,
            pv=line,
            resigns=False,
        )


class Agent(ABC):
    """Decides on moves. One agent plays one side of one game at a time."""

    name: str
    """How it is named to people, usually its spec."""
    default_limit: Limit
    """The thinking it does when not told otherwise."""
    net: str | None = None
    """The trained net behind it: the name of a shipped one, or a file; None without a net."""
    caveat: str | None = None
    """What people should know about that net in this game, ``trained for size 8, not 15``."""

    def caveat_line(self, spec: str) -> str | None:
        """Return `caveat` as a sentence about the agent named `spec`, None where there is none."""
        if self.caveat is None:
            return None
        return f"{spec} uses {self.net}, {self.caveat}" if self.net else f"{spec}: {self.caveat}"

    @abstractmethod
    def decide(
        self,
        state: "State",
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Return a legal action of `state`, which must not be finished.

        Args:
            state: the position; the side to move is the one played for.
            limit: bounds of this decision; None for `default_limit`.
            stop: ends the decision early when set, with the best answer so far.
            on_progress: called now and then, on the deciding thread, with the answer so far.
        """

    def prepare(self) -> None:
        """Get ready before a clock runs, as a program must start; the default always is.

        Raises:
            EngineError: when another program does not get ready.
        """
        return

    def close(self) -> None:
        """Release what the agent holds; the default holds nothing."""
        return


def check_asked(name: str, game: "Game", state: "State") -> None:
    """Check that the agent `name`, loaded for `game`, can be asked about `state`.

    Raises:
        SpecError: when the position is of other rules.
        IllegalMoveError: when the game is over.
    """
    if state.game != game:
        raise SpecError(f"agent {name} was loaded for {game!r}, not {state.game!r}")
    if state.outcome() is not None:
        raise IllegalMoveError("the game is over: there is no move to decide on")
