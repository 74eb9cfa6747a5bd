"""The room that explains the methods: what a net sees, what a search does, what is learned.

Everything shown is computed for the position on the board by the same rules and nets that play;
only the tree is grown one simulation at a time, by `growing.grow`, so that each can be watched.
"""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from tengen.core.game import Setting
from tengen.studio.parts import Studio
from tengen.studio.rooms.learn.growing import C
from tengen.studio.rooms.learn.looking import SIMULATIONS, Knobs, look, read_moves
from tengen.studio.rooms.learn.methods import METHODS, examples, method_of
from tengen.studio.rooms.learn.stories import story_of
from tengen.studio.sitting.sheet import load_game
from tengen.studio.web.messages import RequestError


class Rules(BaseModel):
    """Which game."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    game: str = Field(max_length=40)
    settings: dict[Annotated[str, Field(max_length=40)], Setting] = Field(
        default_factory=dict, max_length=20
    )


class Moves(Rules):
    """Moves from the start, as an address has them."""

    moves: list[Annotated[str, Field(max_length=9)]] = Field(default_factory=list, max_length=400)


class Look(Rules):
    """What to show of a method, in which position."""

    actions: list[Annotated[int, Field(ge=0, lt=2**31)]] = Field(
        default_factory=list, max_length=400
    )
    method: str = Field(max_length=40)
    simulations: int = Field(default=SIMULATIONS, ge=1, le=400)
    c: float = Field(default=C, ge=0, le=10, allow_inf_nan=False)
    checkpoint: int | None = Field(default=None, ge=0, lt=100)


def create(studio: Studio) -> APIRouter:
    """Return the routes under ``/api/learn``."""
    routes = APIRouter(prefix="/api/learn")

    @routes.get("")
    def methods() -> list[dict[str, object]]:
        """Return every method with the games it can be watched in."""
        return [{"name": method.name, "games": examples(method)} for method in METHODS]

    @routes.post("/look")
    async def look_at(asked: Look) -> dict[str, object]:
        """Return what the method sees, thinks and is taught in a position."""
        method = method_of(asked.method)
        game = load_game(asked.game, asked.settings)
        knobs = Knobs(asked.simulations, asked.c, asked.checkpoint)
        return await studio.slots.run(
            "learn", lambda: look(method, game, asked.actions, knobs), urgent=True
        )

    @routes.post("/moves")
    def moves(asked: Moves) -> dict[str, list[int] | None]:
        """Return the actions; none where they cannot be played, for an address may hold any."""
        return {"actions": read_moves(load_game(asked.game, asked.settings), asked.moves)}

    @routes.get("/stories/{method}")
    def story(method: str) -> dict[str, object]:
        """Return a method's worked story: a run, what it is looked at by, and its curve."""
        told = story_of(method_of(method).name)
        if told is None:
            raise RequestError("unknown_story", f"there is no story of {method!r}")
        return dict(told)

    return routes
