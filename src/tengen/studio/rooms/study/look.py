"""An engine that looks at a study without an end: slice after slice, as long as somebody watches.

Each slice takes a turn in the studio's slots, so that games get theirs in between. A tree search
goes on with the tree that it has; a search that deepens begins anew, with a longer slice each time
and what it remembers of positions.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from tengen.agents.reviewer import NO_BOOK, with_defaults
from tengen.core import Agent, Candidate, Decision, Game, Limit, State, TengenError
from tengen.studio.rooms.study.tree import Node
from tengen.studio.sitting.view import DecisionView, describe_decision
from tengen.studio.thinking.engines import is_engine
from tengen.studio.thinking.searcher import AgentLoader
from tengen.studio.thinking.slots import Slots
from tengen.studio.thinking.thrift import MEMORY_MIB
from tengen.studio.web.messages import without_folders

_log = logging.getLogger(__name__)

FIRST_SECONDS, MOST_SECONDS = 1.0, 600.0
"""Of a slice; each is twice as long as the one before."""
FAIR_SECONDS = 0.5
"""After so long a slice ends as soon as another search waits."""
PROGRAM_SECONDS = 3.0
"""Another program may not hear that it shall stop: it looks once, so long."""
PROGRESS_SECONDS = 0.2
"""Pages are told no more often."""
OPTIONS = {"memory": MEMORY_MIB, "multipv": 5, **NO_BOOK}
"""What an agent that analyses is given where its method has such options: MiB, moves with a value,
and no book, which has moves but no opinion.
"""


class LookView(DecisionView):
    """What an engine sees in a node, with all slices so far."""

    node: int


OnThought = Callable[["Look", Node, LookView, Decision | None], None]
"""Told what an engine sees in a node; the decision only when a slice has ended."""


def analyst(spec: str) -> str:
    """Return the spec of an agent as it shall analyse.

    Raises:
        SpecError: when it cannot be read.
    """
    return spec if is_engine(spec) else with_defaults(spec, OPTIONS)


def past_forced(state: State) -> tuple[State, tuple[int, ...]]:
    """Return the next position with a choice, and the forced actions that lead to it.

    An engine has nothing to decide where only one move is legal, and would say at once that it has
    seen all, though what the position is worth shows only further on. Where the game ends before
    there is a choice, or it begins here, the position is `state` itself.
    """
    after, forced = state, list[int]()
    while after.outcome() is None:
        legal = after.legal_actions()
        if len(legal) > 1:
            return after, tuple(forced)
        forced.append(int(legal[0]))
        after = after.apply(forced[-1])
    return state, ()


def before_forced(
    decision: Decision, state: State, after: State, forced: tuple[int, ...]
) -> Decision:
    """Return what was decided in `after` as seen from `state`, which `past_forced` left."""
    if not forced:
        return decision
    if state.to_play != after.to_play:
        decision = seen_by_the_other(decision)
    pv = forced + (decision.pv or (decision.action,))
    visits = sum(each.visits for each in decision.candidates)
    only = Candidate(forced[0], visits, 1.0, decision.value, pv, decision.lead)
    return replace(decision, action=forced[0], candidates=(only,), pv=pv)


def seen_by_the_other(decision: Decision) -> Decision:
    """Return a decision whose value, lead and ownership are the opponent's."""
    value, lead, ownership = decision.value, decision.lead, decision.ownership
    return replace(
        decision,
        value=None if value is None else -value,
        lead=None if lead is None else -lead,
        ownership=None if ownership is None else -ownership,
    )


class SliceEnd(threading.Event):
    """Ends a slice when it is set, or when it has had its share and others wait."""

    def __init__(self, slots: Slots) -> None:
        super().__init__()
        self._slots = slots
        self._fair = time.monotonic() + FAIR_SECONDS

    def is_set(self) -> bool:
        """Tell whether to end; once that is so, it stays so."""
        if self._slots.is_wanted and time.monotonic() > self._fair:
            self.set()
        return super().is_set()


class Look:
    """One engine's eyes; all its methods run on the event loop.

    Args:
        spec: the engine, as pages name it.
        load: makes it.
        game: what it looks at.
        slots: where its slices wait for their turn.
        on_thought: told what it sees.
        on_status: told that `status` has changed.
    """

    def __init__(
        self,
        spec: str,
        load: AgentLoader,
        game: Game,
        slots: Slots,
        on_thought: OnThought,
        on_status: Callable[[], None],
    ) -> None:
        self.spec = spec
        self.status: dict[str, object] = {"spec": spec, "state": "idle"}
        """``state``: idle, waiting (with its ``place``), searching, done, failed (with ``text``)."""
        self._load, self._game, self._slots = load, game, slots
        self._on_thought, self._on_status = on_thought, on_status
        self._agent: Agent | None = None
        self._node: Node | None = None
        self._end = SliceEnd(slots)
        self._task: asyncio.Task[None] | None = None
        self._turn: asyncio.Task[tuple[Decision, float]] | None = None
        self._place = 0
        """In the queue for a search; 0 when it does not wait."""

    async def prepare(self) -> None:
        """Load the agent.

        Raises:
            TengenError: the spec names nobody, or it does not play the game.
        """
        agent = await asyncio.to_thread(self._load, analyst(self.spec), self._game)
        await asyncio.to_thread(agent.prepare)
        self._agent = agent

    def turn_to(self, node: Node | None) -> None:
        """Look at another node, or at none."""
        if node is self._node and node is not None and self.status["state"] != "failed":
            return
        self._node = node
        self._end.set()
        if node is None and self._place and self._turn is not None:
            self._turn.cancel()
        if self._task is None and node is not None:
            self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def close(self) -> None:
        """Look no more, and release the agent."""
        self.turn_to(None)
        if self._task is not None:
            await self._task
        agent, self._agent = self._agent, None
        if agent is not None:
            await asyncio.to_thread(agent.close)

    async def _go_on(self) -> None:
        """Look where it is told to, until it is told to look nowhere or has seen all."""
        try:
            while (node := self._node) is not None:
                if not await self._look_at(node) and self._node is node:
                    self._tell("done")
                    self._node = None
                    return
            self._tell("idle")
        # Another's agent may fail in any way; the page is told.
        except Exception as error:  # noqa: BLE001
            if not isinstance(error, TengenError):
                _log.error("agent %s failed", self.spec, exc_info=error)
            self._node = None
            self._tell("failed", text=without_folders(str(error)) or type(error).__name__)
        finally:
            self._task = None

    async def _look_at(self, node: Node) -> bool:
        """Look at one node in slices; return whether there is more to see."""
        if node.state.outcome() is not None:
            return False
        seconds = PROGRAM_SECONDS if is_engine(self.spec) else FIRST_SECONDS
        seen = _Seen()
        while self._node is node:
            came = await self._slice(node, seconds, seen)
            if came is None:
                return True
            decision, took = came
            more = took >= 0.9 * seconds or self._end.is_set()
            if seen.is_news(decision):
                whole = seen.with_all(decision)
                self._on_thought(self, node, self._describe(node, whole, not more), whole)
            seen.add(decision)
            if not more or is_engine(self.spec):
                return False
            seconds = min(2 * seconds, MOST_SECONDS)
        return True

    async def _slice(
        self, node: Node, seconds: float, seen: "_Seen"
    ) -> tuple[Decision, float] | None:
        """Return what one slice came to, and how many seconds it took.

        None where nobody wanted it any more while it waited.
        """
        loop, told = asyncio.get_running_loop(), time.monotonic()
        state, forced = past_forced(node.state)

        def tell(decision: Decision) -> None:
            nonlocal told
            now = time.monotonic()
            if now - told < PROGRESS_SECONDS or loop.is_closed() or not seen.is_news(decision):
                return
            told = now
            seen_here = before_forced(decision, node.state, state, forced)
            thought = self._describe(node, seen.with_all(seen_here), is_done=False)
            loop.call_soon_threadsafe(self._pass_on, node, thought)

        def work() -> tuple[Decision, float]:
            began = time.monotonic()
            assert self._agent is not None
            loop.call_soon_threadsafe(self._tell, "searching")
            limit = Limit(seconds=seconds)
            decision = self._agent.decide(state, limit, stop=self._end, on_progress=tell)
            took = time.monotonic() - began
            return before_forced(decision, node.state, state, forced), took

        self._end, self._place = SliceEnd(self._slots), 0
        self._turn = asyncio.create_task(self._slots.run(self, work, self._wait))
        await asyncio.wait([self._turn])
        return None if self._turn.cancelled() else self._turn.result()

    def _wait(self, place: int) -> None:
        self._place = place
        self._tell("waiting", place=place)
        if place and self._node is None and self._turn is not None:
            self._turn.cancel()  # it was told to stop before it came to the queue

    def _pass_on(self, node: Node, thought: LookView) -> None:
        if node is self._node:
            self._on_thought(self, node, thought, None)

    def _describe(self, node: Node, decision: Decision, is_done: bool) -> LookView:
        told = describe_decision(node.state, decision, self.spec, done=is_done)
        return {**told, "node": node.id}

    def _tell(self, state: str, **more: object) -> None:
        """Tell how it stands; of a slice that has ended in the meantime, nothing."""
        status = {"spec": self.spec, "state": state, **more}
        if status != self.status:
            self.status = status
            self._on_status()


class _Seen:
    """What the slices so far have looked at."""

    def __init__(self) -> None:
        self.nodes = 0
        self.seconds = 0.0
        self._visits = 0

    def is_news(self, decision: Decision) -> bool:
        """Tell whether a decision rests on more than the last slice's did."""
        return sum(move.visits for move in decision.candidates) >= self._visits

    def with_all(self, decision: Decision) -> Decision:
        """Return the decision of a slice with the nodes and the seconds of those before it."""
        nodes, seconds = self.nodes + decision.nodes, self.seconds + decision.seconds
        return replace(decision, nodes=nodes, seconds=seconds)

    def add(self, decision: Decision) -> None:
        """Note that a slice has ended with this decision."""
        self.nodes += decision.nodes
        self.seconds += decision.seconds
        self._visits = max(self._visits, sum(move.visits for move in decision.candidates))
