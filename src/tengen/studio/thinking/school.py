"""Opponents that learn from the games they play: one at a time, in a process of its own."""

import asyncio
import multiprocessing
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from tengen import weights
from tengen.agents import lesson, own
from tengen.agents.lesson import Lesson
from tengen.agents.teachers import check_teacher
from tengen.core import Game, Record, SpecError, TengenError, parse_spec
from tengen.learning.run import Run

Teach = Callable[[Path, Record], Lesson]
"""Lets the run whose network it is learn from a game; runs for seconds."""


class ClosedError(TengenError):
    """The studio ends; the game is learned from when it is opened again."""


class School:
    """Gives lessons, one after the other."""

    def __init__(self, teach: Teach | None = None) -> None:
        self._process = _Process()
        self._teach = self._process.teach if teach is None else teach
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="school")
        self._closed = False

    @staticmethod
    def is_pupil(spec: str, game: Game) -> bool:
        """Tell whether the agent is a trained run that can learn from playing `game`."""
        try:
            agent = parse_spec(spec)
            if agent.source is None or agent.name not in lesson.learners():
                return False
            folder = lesson.find_run(Path(agent.source))
            config = Run.read_config(folder, {"method": agent.name})
            return lesson.is_like(game, lesson.game_of(folder, config))
        except TengenError:
            return False

    @staticmethod
    def original_of(spec: str, game: Game) -> str | None:
        """Return the name of the shipped net that an agent plays `game` with, if a copy can learn."""
        try:
            agent = parse_spec(spec)
            name = agent.source or weights.best_for(game, agent.name).stem
            if agent.name not in lesson.learners() or not own.can_be_copied(name):
                return None
            return name if lesson.is_like(game, lesson.game_to_learn(Path(name))) else None
        except TengenError:
            return None

    @staticmethod
    def enrol(spec: str, game: Game, home: Path) -> str:
        """Return the spec of who learns from games against `spec`: itself, or a copy of its net.

        Args:
            spec: the opponent that was chosen.
            game: what is played.
            home: the folder of runs in which copies are made.

        Raises:
            TengenError: when it cannot learn, or not here.
        """
        name = School.original_of(spec, game)
        if name is None:
            if School.is_pupil(spec, game):
                return spec
            raise SpecError("it does not learn from this game: only a trained net of it can")
        agent = parse_spec(spec)
        check_teacher(agent.name)
        net = own.ensure_copy(name, home / f"my-{name}")
        return str(replace(agent, source=str(net)))

    async def teach(self, spec: str, record: Record) -> Lesson:
        """Let the agent learn from a game; cancelling it ends the lesson.

        Raises:
            ClosedError: when the studio ends before.
            TengenError: when it cannot learn from it.
        """
        source = parse_spec(spec).source
        if source is None:
            raise SpecError(f"{spec} is no trained run")
        try:
            lesson = self._pool.submit(self._teach, Path(source), record)
            return await self._end_of(lesson)
        except (TengenError, RuntimeError):
            if self._closed:
                raise ClosedError from None
            raise

    async def _end_of(self, lesson: Future[Lesson]) -> Lesson:
        try:
            return await asyncio.wrap_future(lesson)
        except asyncio.CancelledError:
            if lesson.running():  # one at a time: the process is this lesson's
                self._process.end()
            raise

    def close(self) -> None:
        """End all lessons; a run is whole whenever that happens."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._process.end()


class _Process:
    """A process that lives as long as one lesson: PyTorch stays out of the server."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._lock = threading.Lock()

    def teach(self, network: Path, record: Record) -> Lesson:
        """Give a lesson and return what came of it."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        with self._lock:
            self._process = context.Process(
                target=_learn, args=(theirs, network, record), daemon=True
            )
            self._process.start()
        theirs.close()
        try:
            answer = ours.recv()
        except EOFError:
            raise TengenError("the lesson ended without an answer") from None
        finally:
            ours.close()
            self._process.join()
        if isinstance(answer, Lesson):
            return answer
        raise TengenError(answer)

    def end(self) -> None:
        """End a lesson under way."""
        with self._lock:
            if self._process is not None:
                self._process.terminate()


def _learn(answer: Connection, network: Path, record: Record) -> None:
    """Send the lesson, or one line on why there is none."""
    # Ctrl-C is the server's to act on: it ends this process when it is ready to.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        answer.send(lesson.learn_on(network, [record]))
    except TengenError as error:
        answer.send(str(error))
    # Whatever a method raises, the page is told instead of nobody.
    except Exception as error:  # noqa: BLE001
        answer.send(f"{type(error).__name__}: {error}".splitlines()[0])
