"""The opening explorer: what was played in a position, in the games of the library."""

from collections.abc import Iterator
from typing import Annotated, TypedDict

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool

from tengen.core import State
from tengen.studio.archive.finding import Played
from tengen.studio.archive.finding import Query as Games
from tengen.studio.archive.keys import key_of
from tengen.studio.archive.library import Library
from tengen.studio.parts import Studio
from tengen.studio.rooms.study.shelf import Shelf
from tengen.studio.rooms.study.tree import Node
from tengen.studio.sitting.history import History, is_on_squares

MOST_MOVES = 30
"""Listed for a position, the most frequent."""


class MoveName(TypedDict):
    """A whole move: its actions, the points that it goes over, and its name."""

    actions: list[int]
    name: str
    path: list[int]


class MovePlayed(MoveName):
    """A whole move and how it has fared."""

    games: int
    results: list[int]
    latest: str
    rating: int | None
    performance: int | None


def explorer_routes(shelf: Shelf, studio: Studio) -> APIRouter:
    """Return the routes of the explorer."""
    routes = APIRouter(prefix="/api/review/{study_id}")

    @routes.get("/explore")
    async def explore(
        study_id: str,
        node: Annotated[int, Query(ge=0, lt=2**31)],
        source: Annotated[str, Query(max_length=300)] = "",
    ) -> dict[str, object]:
        """Return what was played in a position of a study, however the board is turned.

        ``source`` is the collection: how the source of the games begins, empty for all.
        """
        found = (await shelf.open(study_id)).tree.node(node)
        return await run_in_threadpool(_explore, studio, found, source)

    @routes.get("/sources")
    async def sources(study_id: str) -> list[dict[str, object]]:
        """Return the collections that have the study's game, and how many games are in each."""
        game = (await shelf.open(study_id)).sheet.game.name
        return await run_in_threadpool(_sources, studio, game)

    return routes


def _sources(studio: Studio, game: str) -> list[dict[str, object]]:
    found = studio.library.sources(game)
    return [{"source": source, "games": games} for source, games in found.items()]


def _explore(studio: Studio, node: Node, source: str) -> dict[str, object]:
    state, known = node.state, _images(node)
    games = Games(game=state.game.name, source=source)
    moves = list(_moves_at(studio.library, state, games, ()))
    moves.sort(key=lambda move: -move["games"])
    for place, move in enumerate(moves):
        action = known.get(move["actions"][0])
        if action is not None and not is_on_squares(state.game):
            moves[place] = {**move, **_named(state, (action,))}
    return {"games": sum(move["games"] for move in moves), "moves": moves[:MOST_MOVES]}


def _images(node: Node) -> dict[int, int]:
    """Return the moves of the study by those that are the same on a board turned.

    Where a position looks the same from several sides, a move has several names: people know it
    by the one that they played.
    """
    if not node.children:
        return {}
    key = key_of(node.state)
    played = [child.action for child in node.children if child.action is not None]
    return {key.own(key.shared(action)): action for action in reversed(played)}


def _moves_at(
    library: Library, start: State, games: Games, actions: tuple[int, ...]
) -> Iterator[MovePlayed]:
    """Yield the whole moves played from `start` that begin with `actions`."""
    history = History(start.game, start)
    for action in actions:
        history.append(action)
    for played in library.moves_at(history.state, games):
        after = history.state.apply(played.action)
        if is_inside_move(history.state, after):
            yield from _moves_at(library, start, games, (*actions, played.action))
        else:
            yield _describe(start, (*actions, played.action), played)


def is_inside_move(before: State, after: State) -> bool:
    """Tell whether the piece that moved has to go on."""
    goes_on = after.to_play == before.to_play and after.outcome() is None
    return goes_on and is_on_squares(before.game)


def _describe(start: State, actions: tuple[int, ...], played: Played) -> MovePlayed:
    return {
        **_named(start, actions),
        "games": played.games,
        "results": [played.first, played.draws, played.second],
        "latest": played.latest,
        "rating": played.rating,
        "performance": played.performance,
    }


def _named(start: State, actions: tuple[int, ...]) -> MoveName:
    history = History(start.game, start)
    for action in actions:
        history.append(action)
    end = len(actions)
    path = list(history.path(end))
    return {"actions": list(actions), "name": history.name(end - 1), "path": path}
