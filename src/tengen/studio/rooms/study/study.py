"""A study that is open: its tree, the engines that look at it, and the pages that follow it."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any

from tengen.core import Decision, TengenError
from tengen.studio.parts import Studio
from tengen.studio.rooms.study.analysis import Analysis
from tengen.studio.rooms.study.describe import describe_node, describe_study
from tengen.studio.rooms.study.look import Look, LookView
from tengen.studio.rooms.study.sheet import StudySheet
from tengen.studio.rooms.study.tree import Node, Tree
from tengen.studio.web.messages import RequestError, without_folders
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)

TOPIC = "study"
KEEP_SECONDS = 3.0
"""What an engine sees is written down no more often while it looks on."""
KEEP: Any = object()
"""In `Study.write`: what is there stays."""


class Study:
    """Truth about one study; all its methods run on the event loop.

    Pages follow ``study/ID``: its state is `describe_study` with what the engines see now, and each
    node that has changed is appended to ``nodes`` anew: of two with one id the later counts.

    A reviewer walks ``study.tree.main_line()`` and, for each node it has judged, calls
    ``study.write(node, analysis=..., value=..., glyph=..., comment=...)``, which tells all pages,
    then ``await study.save()``. Variations it adds by `play`. Searches of its own go through
    `Studio.slots`; `study.tell(set={...})` adds keys of its own to the topic, and what it puts in
    `extras` stands in the snapshot.
    """

    def __init__(
        self, sheet: StudySheet, studio: Studio, write: Callable[[str, dict[str, object]], None]
    ) -> None:
        self.sheet = sheet
        self.topic = Topic(f"{TOPIC}/{sheet.id}", self.snapshot, self._on_empty)
        self.extras: dict[str, object] = {}
        """Keys of the state that others have added."""
        self.is_gone = False
        """Whether it was deleted: nothing writes it down again."""
        self.holders: set[object] = set()
        """Who goes on to write into it, pages or no pages, such as a review."""
        self._studio, self._write = studio, write
        self._looks: list[Look] = []
        self._thoughts: list[LookView | None] = [None, None]
        self._kept = [0.0, 0.0]
        """When each engine's view was written down last."""
        self._node: Node | None = None
        self._changes, self._saved = 0, 0
        self._unsaved: str | None = None
        self._saving, self._choosing = asyncio.Lock(), asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def tree(self) -> Tree:
        """Its moves."""
        return self.sheet.tree

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        is_busy = self.topic.is_followed or self._tasks or self._looks or self.holders
        return not is_busy and self._saved == self._changes

    def snapshot(self) -> dict[str, object]:
        """Return the state of its topic."""
        return describe_study(self.sheet) | {
            "look": self._describe_look(),
            "look0": self._thoughts[0],
            "look1": self._thoughts[1],
            "unsaved": self._unsaved,
            **self.extras,
        }

    # -- what may be changed

    async def play(self, node: Node, actions: Sequence[int]) -> Node:
        """Play actions in the position of `node` and return the last position; a new line is kept.

        Raises:
            IllegalMoveError: when one is not legal; those before it stay.
            RequestError: when there is no room.
        """
        changed = []
        try:
            for action in actions:
                before, known = node, len(self.tree)
                node = self.tree.add(node, action)
                if len(self.tree) != known:
                    changed += [before, node]
        finally:
            if changed:
                self._changed(dict.fromkeys(changed))
        if changed:
            await self.save()
        return node

    async def remove(self, node: Node) -> Node:
        """Delete a position with all that follows and return the one before."""
        parent = self.tree.remove(node)
        while parent.is_inside_move and parent.parent is not None and not parent.children:
            parent = self.tree.remove(parent)
        if self._node is not None and not self._has(self._node):
            self._turn_to(None)
        self._changed([parent])
        await self.save()
        return parent

    async def promote(self, node: Node, *, to_main: bool) -> None:
        """Put a line before the one it varies from, or before all."""
        changed = self.tree.promote(node, to_main=to_main)
        if changed:
            self._changed(changed)
            await self.save()

    def write(
        self,
        node: Node,
        *,
        comment: str = KEEP,
        glyph: int | None = KEEP,
        value: float | None = KEEP,
        analysis: Analysis | None = None,
    ) -> None:
        """Note something of a position and tell all pages; `save` writes it down.

        Args:
            node: the position.
            comment: what is said of it; what is not given stays.
            glyph: the judgement of the move that led to it, one of `tree.JUDGEMENTS`, or None.
            value: what it is worth to the first player, in [-1, 1], or None.
            analysis: an agent's opinion, beside those of other agents.
        """
        if comment is not KEEP:
            node.comment = comment
        if glyph is not KEEP:
            node.glyph = glyph
        if analysis is not None:
            node.note(analysis)
        if value is not KEEP:
            node.value = value
        self._changed([node])

    async def rename(self, title: str) -> None:
        """Give the study another title."""
        self.sheet.title = title
        self._changes += 1
        self.tell(set={"title": title})
        await self.save()

    async def save(self) -> None:
        """Return when all that has been changed is on the disk; if it is not, pages are told."""
        async with self._saving:
            if self._saved == self._changes or self.is_gone:
                return
            changes, data = self._changes, self.sheet.to_json()
            try:
                await asyncio.to_thread(self._write, self.sheet.id, data)
                self._saved, unsaved = changes, None
            except OSError as error:
                _log.warning("cannot save study %s: %s", self.sheet.id, error)
                unsaved = error.strerror or str(error)
            if unsaved != self._unsaved:
                self._unsaved = unsaved
                self.tell(set={"unsaved": unsaved})

    def tell(
        self,
        set: Mapping[str, object] | None = None,  # noqa: A002  as in `Topic.tell`
        append: Mapping[str, Sequence[object]] | None = None,
    ) -> None:
        """Tell all pages, by ``set`` and ``append`` as in `Topic.tell`."""
        self.topic.tell(set, append)

    # -- engines that look on

    async def analyse(self, node: Node, engines: Sequence[str]) -> None:
        """Let these engines look at a position until they are told otherwise.

        Raises:
            RequestError: when no page follows the study.
            TengenError: when an engine cannot be loaded.
        """
        async with self._choosing:
            if not self.topic.is_followed:
                raise RequestError("refused", "no page is open that would see the analysis")
            if tuple(engines) != tuple(look.spec for look in self._looks):
                await self._choose(engines)
            # While engines were loaded, the position may have been deleted or the page left.
            if self.topic.is_followed and self._has(node):
                self._turn_to(node)

    async def stop(self) -> None:
        """Let no engine look any more."""
        async with self._choosing:
            self._turn_to(None)

    async def close(self) -> None:
        """End all thinking, write everything down and release the engines."""
        async with self._choosing:
            await self._dismiss()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.save()

    async def _choose(self, engines: Sequence[str]) -> None:
        await self._dismiss()
        looks = [self._look(spec) for spec in engines]
        try:
            for look in looks:
                await look.prepare()
        # Another's agent may fail in any way.
        except Exception as error:
            if not isinstance(error, TengenError | OSError):
                _log.exception("an agent of %s cannot be loaded", engines)
            await asyncio.gather(*(look.close() for look in looks))
            text = without_folders(str(error)) or type(error).__name__
            raise RequestError("agent", text) from error
        self._looks = looks
        if self.sheet.engines != tuple(engines):
            self.sheet.engines = tuple(engines)
            self._changes += 1
            self.tell(set={"engines": list(engines)})

    async def _dismiss(self) -> None:
        """Release the engines."""
        looks, self._looks, self._node = self._looks, [], None
        await asyncio.gather(*(look.close() for look in looks))
        self._thoughts = [None, None]
        self._tell_look()

    def _look(self, spec: str) -> Look:
        game, studio = self.sheet.game, self._studio
        return Look(spec, studio.load_agent, game, studio.slots, self._on_thought, self._tell_look)

    def _turn_to(self, node: Node | None) -> None:
        if node is not self._node:
            self._thoughts = [None, None]
            self.tell(set={"look0": None, "look1": None})
        self._node = node
        for look in self._looks:
            look.turn_to(node)
        self._tell_look()

    def _on_thought(
        self, look: Look, node: Node, thought: LookView, decision: Decision | None
    ) -> None:
        if look not in self._looks or not self._has(node):
            return
        column = self._looks.index(look)
        if node is self._node:
            self._thoughts[column] = thought
            self.tell(set={f"look{column}": thought})
        if decision is not None and decision.candidates:
            self._keep(node, Analysis.of(node.state, decision, look.spec), thought, column)

    def _keep(self, node: Node, seen: Analysis, thought: LookView, column: int) -> None:
        """Keep what an engine has seen, unless it had seen more before or will soon see more."""
        now = time.monotonic()
        goes_on = node is self._node and not thought["done"]
        if goes_on and now - self._kept[column] < KEEP_SECONDS:
            return
        known = node.analyses.get(seen.agent)
        visits = sum(move.visits for move in seen.moves)
        if known is not None and sum(move.visits for move in known.moves) > visits:
            return
        self._kept[column] = now
        # The value is the first engine's: the graph is of one mind.
        value = thought["value"] if column == 0 and thought["value"] is not None else node.value
        self.write(node, analysis=seen, value=value)
        self._begin(self.save())

    def _describe_look(self) -> dict[str, object]:
        return {
            "node": None if self._node is None else self._node.id,
            "columns": [look.status for look in self._looks],
        }

    def _tell_look(self) -> None:
        self.tell(set={"look": self._describe_look()})

    def _on_empty(self) -> None:
        """Stop the engines: the last page has left."""
        self._begin(self._leave())

    async def _leave(self) -> None:
        async with self._choosing:
            if not self.topic.is_followed:
                await self._dismiss()

    # -- inside

    def _has(self, node: Node) -> bool:
        try:
            return self.tree.node(node.id) is node
        except RequestError:
            return False

    def _changed(self, nodes: Iterable[Node]) -> None:
        self._changes += 1
        self.tell(append={"nodes": [describe_node(node) for node in nodes]})

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
