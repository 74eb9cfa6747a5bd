"""The review of one study: a thread that judges its moves, and what it writes into the study."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace

from tengen.core import Limit, Record, RecordedMove, TengenError
from tengen.search.review import review
from tengen.search.review.annotating import (
    GLYPHS,
    better_comment,
    marks_of,
    value_of,
    with_summary,
    with_verdict,
    without_ours,
)
from tengen.search.review.moves import whole_moves
from tengen.search.review.reviewing import MoveReview, Review
from tengen.search.review.wording import Words
from tengen.studio.rooms.study.review.sheet import ReviewSheet
from tengen.studio.rooms.study.study import Study
from tengen.studio.rooms.study.tree import Node
from tengen.studio.thinking.queued import QueuedAgent
from tengen.studio.web.messages import RequestError, without_folders
from tengen.studio.web.topics import Topic

SAVE_SECONDS = 1.0
"""What a crash may cost of a review that is running."""


class Job:
    """A review of a study, done or under way; all its methods run on the event loop."""

    def __init__(
        self,
        study_id: str,
        sheet: ReviewSheet,
        write: Callable[[str, dict[str, object]], None],
        is_there: Callable[[], bool],
    ) -> None:
        self.study_id, self.sheet = study_id, sheet
        self.topic = Topic(f"review/{study_id}", self.snapshot)
        self._write, self._is_there = write, is_there
        self._stop = threading.Event()
        self._agent: QueuedAgent | None = None
        self._place: int | None = None
        self._task: asyncio.Task[None] | None = None
        self._saved = 0
        """Moves that are on the disk."""

    @property
    def is_running(self) -> bool:
        """Whether it goes on."""
        return self.sheet.status == "running"

    def snapshot(self) -> dict[str, object]:
        """Return the state of its topic; ``place`` is that in the queue of searches."""
        return self.sheet.describe() | {"place": self._place}

    def begin(
        self,
        study: Study,
        agent: QueuedAgent,
        sheet: ReviewSheet,
        words: Words,
        threads: Executor,
    ) -> None:
        """Judge the main line of `study`, from the first move that `sheet` has no verdict of.

        Raises:
            RequestError: when it is being reviewed, has no moves, or has others than `sheet`.
        """
        if self.is_running:
            raise RequestError("refused", "this game is being reviewed already")
        line = study.tree.main_line()
        if len(line) == 1:
            raise RequestError("refused", "there are no moves to review")
        moves = [node.action for node in line[1:] if node.action is not None]
        total = len(whole_moves(line[0].state, moves))
        ids = tuple(node.id for node in line)
        if sheet.moves and sheet.line != ids:
            raise RequestError("refused", "the game has other moves now: review it anew")
        self.sheet = replace(sheet, status="running", line=ids, total=total)
        self._stop, self._agent, self._place = threading.Event(), agent, None
        self.topic.tell(set=self.snapshot())
        study.holders.add(self)
        self._task = asyncio.get_running_loop().create_task(self._run(study, line, words, threads))

    async def take(self, study: Study, sheet: ReviewSheet, words: Words) -> None:
        """Write a review that was made before into the study, as if it had been made now.

        Raises:
            RequestError: when there is a review already.
        """
        if self.sheet.status != "none":
            raise RequestError("refused", "this game is reviewed already")
        line = study.tree.main_line()
        self.sheet = replace(sheet, line=tuple(node.id for node in line), moves=[])
        for move in sheet.moves:
            await self._put(study, line, move, words)
        self._sum_up(study, line, words)
        self.topic.tell(set=self.snapshot())
        await study.save()
        await self._save()

    def stop(self) -> None:
        """Let it end with the moves judged so far."""
        self._stop.set()
        if self._agent is not None:
            self._agent.give_up()

    async def end(self) -> None:
        """Stop it and wait until nothing of it is left."""
        self.stop()
        await self.settle()

    async def settle(self) -> None:
        """Wait until what has ended is written down."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def on_place(self, place: int | None) -> None:
        """Tell pages the place in the queue of searches."""
        if place != self._place:
            self._place = place
            self.topic.tell(set={"place": place})

    async def _run(
        self, study: Study, line: Sequence[Node], words: Words, threads: Executor
    ) -> None:
        loop, found = asyncio.get_running_loop(), asyncio.Queue[MoveReview | None]()

        def tell(move: MoveReview | None) -> None:
            loop.call_soon_threadsafe(found.put_nowait, move)

        def work() -> Review:
            try:
                return self._review(study, line, tell)
            finally:
                tell(None)

        done, ended = loop.run_in_executor(threads, work), asyncio.Event()
        saving = loop.create_task(self._save_often(study, ended))
        try:
            while (move := await found.get()) is not None:
                await self._note(study, line, move, words)
            await done
            self.sheet.status = "stopped" if self._stop.is_set() else "done"
            if self._is_there():
                self._sum_up(study, line, words)
        except TengenError as error:
            self.sheet.status, self.sheet.error = "failed", without_folders(str(error))
        except Exception:
            self.sheet.status, self.sheet.error = "failed", "the review failed: see the log"
            raise
        finally:
            # Where a move could not be written down, the thread would go on to the last one.
            self.stop()
            ended.set()
            await asyncio.gather(done, saving, return_exceptions=True)
            self._place = None
            self.topic.tell(set=self.snapshot())
            if self._is_there():
                await study.save()
                await self._save()
            study.holders.discard(self)

    def _review(
        self, study: Study, line: Sequence[Node], tell: Callable[[MoveReview], None]
    ) -> Review:
        """Judge all moves; on a thread of its own, which waits for its searches."""
        game, agent = study.sheet.game, self._agent
        assert agent is not None
        moves = tuple(
            RecordedMove(node.action, comment=node.comment)
            for node in line[1:]
            if node.action is not None
        )
        record = Record(game.name, game.settings, moves, study.sheet.outcome)
        limit = Limit(visits=self.sheet.visits, seconds=self.sheet.seconds)
        known = tuple(self.sheet.moves)
        try:
            return review(
                record,
                game,
                agent,
                None if limit.is_open else limit,
                stop=self._stop,
                on_move=tell,
                known=known,
            )
        finally:
            agent.close()

    async def _note(
        self, study: Study, line: Sequence[Node], move: MoveReview, words: Words
    ) -> None:
        """Write a move that was judged into the study and tell everybody."""
        if not self._is_there():
            self.stop()  # the study was deleted: nothing may write it down again
            return
        await self._put(study, line, move, words)
        told = self.sheet.describe_move(move)
        self.topic.tell(set=self.sheet.describe_sums(), append={"moves": [told]})

    async def _put(
        self, study: Study, line: Sequence[Node], move: MoveReview, words: Words
    ) -> None:
        """Write a move that was judged into the study."""
        self.sheet.moves.append(move)
        if len(self.sheet.moves) == 1:
            study.write(line[0], value=value_of(move.for_first(move.before)))
        await self._write_move(study, line[move.start], line[move.end], move, words)

    async def _write_move(
        self, study: Study, before: Node, after: Node, move: MoveReview, words: Words
    ) -> None:
        if not has(study, after):
            return  # somebody deleted it meanwhile
        was_ours = without_ours(after.comment) != after.comment
        glyph = GLYPHS.get(move.grade, None if was_ours else after.glyph)
        after.marks = tuple(sorted((dict(after.marks) | marks_of(move)).items()))
        study.write(
            after,
            value=value_of(move.for_first(move.after)),
            glyph=glyph,
            comment=with_verdict(after.comment, move, words),
        )
        if move.is_fault:
            try:
                await self._write_better(study, before, move, words)
            except RequestError as error:
                if error.code != "full":
                    raise
                self.sheet.unplaced += 1  # the judgement stays: it is worth more than the line

    async def _write_better(
        self, study: Study, before: Node, move: MoveReview, words: Words
    ) -> None:
        """Add the line that was better than a move.

        Raises:
            RequestError: when the study has no room for it; what fits of it stays.
        """
        better = await study.play(before, move.best)
        better_value = value_of(move.for_first(move.before))
        comment = better.comment or better_comment(move, words)
        study.write(better, value=better_value, comment=comment)
        await study.play(before, move.line)

    def _sum_up(self, study: Study, line: Sequence[Node], words: Words) -> None:
        root = study.tree.root
        review = self.sheet.review
        last = line[review.moves[-1].end if review.moves else 0].state
        comment = with_summary(root.comment, review, study.sheet.game.sides(last), words)
        study.write(root, comment=comment)

    async def _save_often(self, study: Study, ended: asyncio.Event) -> None:
        """Write down what was judged, also while the next move takes long, until all has `ended`."""
        # A studio that is killed at the first move shall know that a review was begun.
        await self._save()
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), SAVE_SECONDS)
            if not ended.is_set() and len(self.sheet.moves) > self._saved and self._is_there():
                await study.save()
                await self._save()

    async def _save(self) -> None:
        self._saved = len(self.sheet.moves)
        await asyncio.to_thread(self._write, self.study_id, self.sheet.to_json())


def has(study: Study, node: Node) -> bool:
    """Tell whether `node` is still in the study."""
    try:
        return study.tree.node(node.id) is node
    except RequestError:
        return False
