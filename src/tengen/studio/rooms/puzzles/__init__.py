"""Puzzles: to be solved against exact solvers, rated, repeated, and made from one's own games."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TypeVar

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool

from tengen.studio.parts import Studio
from tengen.studio.rooms.puzzles.making import Maker
from tengen.studio.rooms.puzzles.messages import At, Hint, Making, Move, Opened, Wanted
from tengen.studio.rooms.puzzles.mistakes import task_opener
from tengen.studio.rooms.puzzles.room import Room

T = TypeVar("T")


def create(studio: Studio) -> APIRouter:
    """Return the routes of the room."""
    room = Room(studio.data / "puzzles", task_opener(studio.load_judge))
    maker = Maker(studio, room.shelf)
    studio.topics.offer("puzzles", maker.open)
    studio.on_close(maker.close)
    routes = APIRouter(prefix="/api/puzzles", tags=["puzzles"])
    _serve_lists(routes, room)
    _serve_solving(routes, room, studio)
    _serve_making(routes, maker)
    return routes


def _serve_lists(routes: APIRouter, room: Room) -> None:
    @routes.get("")
    async def overview() -> dict[str, object]:
        """Return the kinds, how a person stands in each, and what is due."""
        return await run_in_threadpool(room.overview)

    @routes.get("/progress")
    async def progress() -> Mapping[str, object]:
        """Return the rating after each puzzle, by kind."""
        return await run_in_threadpool(room.progress.curves)

    @routes.get("/daily")
    async def daily() -> dict[str, object]:
        """Return the puzzle of the day, with its board."""
        return await run_in_threadpool(room.daily, datetime.now(UTC).astimezone().date())


def _serve_solving(routes: APIRouter, room: Room, studio: Studio) -> None:
    async def search(at: At, work: Callable[[], T]) -> T:
        return await studio.slots.run(f"puzzles/{at.sitting}", work, urgent=True)

    @routes.post("/next")
    async def next_one(wanted: Wanted) -> dict[str, object]:
        """Begin the next puzzle."""
        return await run_in_threadpool(room.next, wanted)

    @routes.post("/open")
    async def open_one(opened: Opened) -> dict[str, object]:
        """Begin a puzzle."""
        return await run_in_threadpool(room.open, opened.puzzle)

    @routes.post("/play")
    async def play(move: Move) -> dict[str, object]:
        """Judge a move and answer it."""
        return await search(move, lambda: room.play(move))

    @routes.post("/hint")
    async def hint(asked: Hint) -> dict[str, object]:
        """Return where the right move is, or which it is."""
        return await search(asked, lambda: room.hint(asked))

    @routes.post("/solution")
    async def solution(at: At) -> dict[str, object]:
        """Return the solution from a position on."""
        return await search(at, lambda: room.solution(at))


def _serve_making(routes: APIRouter, maker: Maker) -> None:
    @routes.post("/make")
    async def make(order: Making) -> dict[str, object]:
        """Make puzzles from the games of the library; ``puzzles/making`` tells how it goes."""
        maker.begin(order)
        return {}

    @routes.post("/stop")
    async def stop() -> dict[str, object]:
        """Make no more."""
        maker.stop()
        return {}
