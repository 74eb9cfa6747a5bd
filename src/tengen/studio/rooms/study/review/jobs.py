"""All reviews of a studio: on disk, and those that are open."""

import asyncio
import json
import logging
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from fastapi.concurrency import run_in_threadpool

from tengen.agents.reviewer import usual_reviewer, with_defaults
from tengen.core import Agent, Game, Limit, NotationError, Record
from tengen.core.files import write_json
from tengen.search.review import Review
from tengen.search.review.wording import Words
from tengen.studio.parts import Studio
from tengen.studio.rooms.study.review.famous import famous_review
from tengen.studio.rooms.study.review.guessing import Guess, judge
from tengen.studio.rooms.study.review.job import Job
from tengen.studio.rooms.study.review.sheet import ReviewSheet
from tengen.studio.rooms.study.shelf import Shelf
from tengen.studio.thinking.engines import is_engine
from tengen.studio.thinking.queued import QueuedAgent
from tengen.studio.web.messages import RequestError
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)

TOPIC = "review"
MOST_RUNNING = 8
"""Reviews at once; more wait. Their searches take turns with those of games."""
_ID = re.compile(r"[A-Za-z0-9_-]{8,32}")


class Reviews:
    """Finds and begins reviews; all its methods run on the event loop."""

    def __init__(self, shelf: Shelf, studio: Studio) -> None:
        self._shelf, self._studio = shelf, studio
        self._folder = studio.data / "review"
        self._jobs: dict[str, Job] = {}
        # They wait nearly all the time, so the threads of other work are not theirs.
        self._threads = ThreadPoolExecutor(MOST_RUNNING, thread_name_prefix="review")
        studio.topics.offer(TOPIC, self._topic)
        studio.on_close(self.close)
        studio.find_review = self.find
        shelf.on_delete(self._forget)

    def find(self, game_id: str, record: Record) -> Review | None:
        """Return the usual reviewer's review of a game that was played here; for a thread."""
        for line in self._shelf.list():
            if line["game_id"] == game_id:
                found = self._done(str(line["id"]), record)
                if found is not None:
                    return found
        return None

    def _done(self, study_id: str, record: Record) -> Review | None:
        sheet = self._read(study_id)
        try:
            study = self._shelf.read(study_id)
            actions = [study.tree.node(node).action for node in sheet.line[1:]]
        except RequestError:
            return None
        is_usual = sheet.agent == usual_reviewer(study.game)
        is_whole = sheet.status == "done" and actions == [move.action for move in record.moves]
        return sheet.review if is_usual and is_whole else None

    async def open(self, study_id: str) -> Job:
        """Return the review of a study, one that was never begun if there is none.

        Raises:
            RequestError: when there is no such study.
        """
        await self._shelf.open(study_id)
        return await self._job(study_id)

    async def game_of(self, study_id: str) -> Game:
        """Return the rules of a study.

        Raises:
            RequestError: when there is no such study.
        """
        return (await self._shelf.open(study_id)).sheet.game

    async def begin(self, study_id: str, sheet: ReviewSheet, words: Words) -> None:
        """Review the main line of a study.

        Raises:
            RequestError: when it has no moves, is being reviewed, or the agent cannot be loaded.
        """
        study, job = await self._shelf.open(study_id), await self.open(study_id)
        if job.is_running:
            raise RequestError("refused", "this game is being reviewed already")
        await job.settle()
        agent = await run_in_threadpool(self._load, sheet.agent, study.sheet.game)
        sheet = replace(sheet, caveat=agent.caveat or "")
        try:
            job.begin(study, self._queued(agent, job), sheet, words, self._threads)
        except RequestError:
            agent.close()
            raise

    async def go_on(self, study_id: str, words: Words) -> None:
        """Go on with a review that was stopped, from the first move not judged.

        Raises:
            RequestError: as `begin`, and when no move is left to be judged.
        """
        sheet = (await self.open(study_id)).sheet
        if not sheet.is_cut:
            raise RequestError("refused", "there is no review to go on with")
        await self.begin(study_id, replace(sheet, error=""), words)

    async def take(self, study_id: str, words: Words) -> None:
        """Take the review that ships of a famous game.

        Raises:
            RequestError: when the study is of none, or is reviewed already.
        """
        study, job = await self._shelf.open(study_id), await self.open(study_id)
        sheet = await run_in_threadpool(famous_review, study.sheet.game_id)
        if sheet is None:
            raise RequestError("refused", "no review of this game ships")
        await job.take(study, sheet, words)

    async def guess(self, study_id: str, number: int, actions: tuple[int, ...]) -> Guess:
        """Judge a move that somebody tries instead of one that was reviewed.

        Raises:
            RequestError: when that move was not reviewed.
            IllegalMoveError: when the move tried is against the rules.
        """
        study, job = await self._shelf.open(study_id), await self.open(study_id)
        sheet = job.sheet
        if number >= len(sheet.moves):
            raise RequestError("unknown_move", f"move {number + 1} was not reviewed")
        move = sheet.moves[number]
        before = study.tree.node(sheet.line[move.start])
        played = study.tree.node(sheet.line[move.end])
        limit = Limit(visits=sheet.visits, seconds=sheet.seconds)

        def work() -> Guess:
            agent = self._load(sheet.agent, study.sheet.game)
            try:
                limits = None if limit.is_open else limit
                return judge(before.state, played.state, move, actions, agent, limits)
            finally:
                agent.close()

        return await self._studio.slots.run(f"guess {study_id}", work, urgent=True)

    def _load(self, spec: str, game: Game) -> Agent:
        asked = spec if is_engine(spec) else with_defaults(spec)
        return self._studio.load_judge(asked, game)

    async def close(self) -> None:
        """End all reviews."""
        await asyncio.gather(*(job.end() for job in self._jobs.values()))
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _queued(self, agent: Agent, job: Job) -> QueuedAgent:
        loop, owner = asyncio.get_running_loop(), f"review {job.study_id}"
        return QueuedAgent(agent, self._studio.slots, owner, loop, job.on_place)

    async def _topic(self, study_id: str) -> Topic:
        return (await self.open(study_id)).topic

    async def _job(self, study_id: str) -> Job:
        sheet = None if study_id in self._jobs else await asyncio.to_thread(self._read, study_id)
        if sheet is not None and study_id not in self._jobs:  # two pages may have asked at once
            self._forget_idle()
            there = partial(self._is_there, study_id)
            self._jobs[study_id] = Job(study_id, sheet, self._write, there)
        return self._jobs[study_id]

    def _is_there(self, study_id: str) -> bool:
        """Tell whether there is such a study."""
        return (
            _ID.fullmatch(study_id) is not None
            and (self._shelf.folder / f"{study_id}.json").is_file()
        )

    async def _forget(self, study_id: str) -> None:
        """End the review of a study that was deleted, and delete it too."""
        job = self._jobs.pop(study_id, None)
        if job is not None:
            await job.end()
        await run_in_threadpool(self._path(study_id).unlink, missing_ok=True)

    def _forget_idle(self) -> None:
        jobs = self._jobs.items()
        idle = [key for key, job in jobs if not (job.is_running or job.topic.is_followed)]
        for key in idle[:-MOST_RUNNING]:
            del self._jobs[key]

    def _path(self, study_id: str) -> Path:
        if not _ID.fullmatch(study_id):
            raise RequestError("unknown_study", f"there is no study {study_id!r}")
        return self._folder / f"{study_id}.json"

    def _read(self, study_id: str) -> ReviewSheet:
        path = self._path(study_id)
        try:
            return ReviewSheet.from_json(json.loads(path.read_bytes()))
        except FileNotFoundError:
            return ReviewSheet()
        except (OSError, ValueError, RecursionError, NotationError) as error:
            _log.warning("skipped review %s: %s", path, error)
            return ReviewSheet()

    def _write(self, study_id: str, data: dict[str, object]) -> None:
        try:
            write_json(self._path(study_id), data)
        except OSError as error:
            _log.warning("cannot save the review of %s: %s", study_id, error)
