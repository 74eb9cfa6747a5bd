"""What pages ask of one study: its positions, and to change it."""

import json
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.concurrency import run_in_threadpool

from tengen.studio.rooms.study.describe import describe_board, describe_place
from tengen.studio.rooms.study.files import FileFormat, write_file
from tengen.studio.rooms.study.messages import (
    AnalyseAt,
    AtNode,
    Judge,
    PlayAt,
    Promote,
    Rename,
    Say,
)
from tengen.studio.rooms.study.shelf import Shelf
from tengen.studio.rooms.study.tree import Node

At = Annotated[int, Query(ge=0, lt=2**31)]
"""The id of a node."""
MOST_BOARDS = 1000
"""Positions of a line that are sent at once; no picture of a game has more."""


def study_routes(shelf: Shelf) -> APIRouter:
    """Return the routes of one study."""
    routes = APIRouter(prefix="/api/study/{study_id}")
    _add_questions(routes, shelf)
    _add_changes(routes, shelf)
    _add_analysis(routes, shelf)
    return routes


def _add_questions(routes: APIRouter, shelf: Shelf) -> None:
    @routes.get("")
    async def study(study_id: str) -> Response:
        """Return a study as the topic ``study/ID`` tells it first."""
        state = (await shelf.open(study_id)).snapshot()
        # Plain data already, and may be much: nothing is left to be checked on the event loop.
        return Response(await run_in_threadpool(json.dumps, state), media_type="application/json")

    @routes.get("/place")
    async def place(study_id: str, node: At) -> dict[str, object]:
        """Return one position: its board, what may be played, what agents saw there."""
        found = (await shelf.open(study_id)).tree.node(node)
        return await run_in_threadpool(describe_place, found)

    @routes.get("/line")
    async def line(study_id: str, node: At) -> list[dict[str, object]]:
        """Return the boards from the first position to one, those inside captures left out."""
        tree = (await shelf.open(study_id)).tree
        nodes = [each for each in tree.path(tree.node(node)) if not each.is_inside_move]
        return await run_in_threadpool(lambda: _boards(nodes[-MOST_BOARDS:]))

    @routes.get("/file")
    async def file(study_id: str, format: FileFormat) -> Response:  # noqa: A002  as pages name it
        """Return the whole study as a file; what the format has no room for is left out."""
        sheet = (await shelf.open(study_id)).sheet
        data = await run_in_threadpool(write_file, sheet.to_record(), format)
        name = f"{sheet.game.name}-{sheet.id}.{format}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="application/octet-stream", headers=headers)


def _add_changes(routes: APIRouter, shelf: Shelf) -> None:
    @routes.post("/play")
    async def play(study_id: str, asked: PlayAt) -> dict[str, object]:
        """Play a move; return the position after it."""
        study = await shelf.open(study_id)
        node = await study.play(study.tree.node(asked.node), asked.actions)
        return await run_in_threadpool(describe_place, node)

    @routes.post("/delete")
    async def delete(study_id: str, asked: AtNode) -> dict[str, object]:
        """Delete a position and all that follows; return the id of the one before."""
        study = await shelf.open(study_id)
        return {"node": (await study.remove(study.tree.node(asked.node))).id}

    @routes.post("/promote")
    async def promote(study_id: str, asked: Promote) -> dict[str, object]:
        """Put the line through a position before another."""
        study = await shelf.open(study_id)
        await study.promote(study.tree.node(asked.node), to_main=asked.to_main)
        return {}

    @routes.post("/comment")
    async def comment(study_id: str, asked: Say) -> dict[str, object]:
        """Say something of a position."""
        study = await shelf.open(study_id)
        study.write(study.tree.node(asked.node), comment=asked.text.strip())
        await study.save()
        return {}

    @routes.post("/judge")
    async def judge(study_id: str, asked: Judge) -> dict[str, object]:
        """Judge the move that led to a position."""
        study = await shelf.open(study_id)
        study.write(study.tree.node(asked.node), glyph=asked.glyph)
        await study.save()
        return {}

    @routes.post("/rename")
    async def rename(study_id: str, asked: Rename) -> dict[str, object]:
        """Give the study another title."""
        await (await shelf.open(study_id)).rename(asked.title.strip())
        return {}

    @routes.delete("")
    async def discard(study_id: str) -> dict[str, object]:
        """Delete the study."""
        await shelf.delete(study_id)
        return {}


def _add_analysis(routes: APIRouter, shelf: Shelf) -> None:
    @routes.post("/analyse")
    async def analyse(study_id: str, asked: AnalyseAt) -> dict[str, object]:
        """Let one engine or two look at a position until they are stopped or no page is left."""
        study = await shelf.open(study_id)
        await study.analyse(study.tree.node(asked.node), asked.engines)
        return {}

    @routes.post("/stop")
    async def stop(study_id: str) -> dict[str, object]:
        """Let the engines look no more."""
        await (await shelf.open(study_id)).stop()
        return {}


def _boards(nodes: list[Node]) -> list[dict[str, object]]:
    return [{"node": node.id, "name": node.name, **describe_board(node)} for node in nodes]
