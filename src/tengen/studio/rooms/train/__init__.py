"""The room in which methods learn: runs begun, followed, paused, stopped, made opponents."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse

from tengen.studio.parts import Studio
from tengen.studio.rooms.train import copies, removing
from tengen.studio.rooms.train.orders import GoOn, NewName, Order, Promotion
from tengen.studio.rooms.train.room import Room

_RUN = "/runs/{name}"


def create(studio: Studio) -> APIRouter:
    """Return what the page of this room may ask."""
    room = Room(studio)

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        await run_in_threadpool(removing.forget_removed, room.trainings.homes)
        room.wake()  # what was queued when the last studio ended
        yield

    routes = APIRouter(prefix="/api/train", lifespan=lifespan)
    _serve_questions(routes, room)
    _serve_commands(routes, room)
    _serve_copies(routes, room)
    return routes


def _serve_copies(routes: APIRouter, room: Room) -> None:
    @routes.post(_RUN + "/reset")
    async def reset(name: str) -> dict[str, object]:
        """Let the copy of a net that ships be that net again."""
        return await room.command(name, partial(copies.reset, room.trainings))

    @routes.post(_RUN + "/rename")
    async def rename(name: str, wanted: NewName) -> dict[str, object]:
        """Give a copy another name; the answer tells it."""
        return await room.rename(name, wanted.name)

    @routes.get(_RUN + "/network")
    async def network(name: str) -> FileResponse:
        """Return a run's finished network as a file."""
        path = await run_in_threadpool(copies.network, room.trainings, name)
        return FileResponse(path, filename=f"{name}.onnx", media_type="application/octet-stream")


def _serve_questions(routes: APIRouter, room: Room) -> None:
    @routes.get("/form")
    async def form() -> dict[str, object]:
        """Return what the form needs at once."""
        return await run_in_threadpool(room.form)

    @routes.get("/presets")
    async def presets() -> dict[str, object]:
        """Return the settings of each preset of each method; the first time this takes seconds."""
        return dict(await room.presets())

    @routes.get("/runs")
    async def runs() -> list[dict[str, object]]:
        """Return all runs."""
        return await run_in_threadpool(room.trainings.look)

    @routes.get(_RUN + "/boards")
    async def boards(name: str) -> dict[str, object]:
        """Return the games that a run played last with itself."""
        return await run_in_threadpool(room.boards, name)


def _serve_commands(routes: APIRouter, room: Room) -> None:
    @routes.post("/runs")
    async def begin(order: Order) -> dict[str, object]:
        """Begin a run, or queue it."""
        return await room.begin(order)

    @routes.post(_RUN + "/pause")
    async def pause(name: str) -> dict[str, object]:
        """Let a run save and end, to go on later."""
        return await room.command(name, room.trainings.end, "pause")

    @routes.post(_RUN + "/stop")
    async def stop(name: str) -> dict[str, object]:
        """Let a run save and end."""
        return await room.command(name, room.trainings.end, "stop")

    @routes.post(_RUN + "/resume")
    async def resume(name: str, wanted: GoOn) -> dict[str, object]:
        """Go on with a run that rests."""
        return await room.command(name, room.trainings.resume, wanted)

    @routes.post(_RUN + "/forget")
    async def forget(name: str) -> dict[str, object]:
        """Remove what never became a run."""
        return await room.command(name, room.trainings.forget)

    @routes.post(_RUN + "/remove")
    async def remove(name: str) -> dict[str, object]:
        """Put a run that rests away, to be had back."""
        return await room.command(name, partial(removing.remove, room.trainings))

    @routes.post(_RUN + "/restore")
    async def restore(name: str) -> dict[str, object]:
        """Have a run back that was removed."""
        return await room.command(name, partial(removing.restore, room.trainings))

    @routes.post(_RUN + "/promote")
    async def promote(name: str, wanted: Promotion) -> dict[str, object]:
        """Make a network of a run an opponent with a name."""
        return await room.command(name, room.promote, wanted)
