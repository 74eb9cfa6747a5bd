"""What pages ask of reviews."""

from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from tengen.agents.reviewer import usual_reviewer
from tengen.search.review.wording import WORDS
from tengen.studio.rooms.study.messages import Action, Asked
from tengen.studio.rooms.study.review.jobs import Reviews
from tengen.studio.rooms.study.review.sheet import ReviewSheet


class Begin(Asked):
    """Review the main line of a study; of the two bounds, one is given or none."""

    agent: Annotated[str, Field(max_length=400)] = ""
    """Spec of who reviews; empty for the strongest that ships."""
    visits: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """Of each position."""
    seconds: Annotated[float, Field(ge=0.01, le=600)] | None = None
    """For each position."""
    language: Literal["en", "zh"] = "en"
    """Of the comments in the file."""


class GoOn(Asked):
    """Go on with a review, by whom it was begun."""

    language: Literal["en", "zh"] = "en"
    """Of the comments in the file."""


class Try(Asked):
    """Play another move instead of one that was reviewed."""

    move: Annotated[int, Field(ge=0, lt=2**31)]
    """Which of the review, from 0."""
    actions: Annotated[list[Action], Field(min_length=1, max_length=400)]
    """The whole move."""


def job_routes(reviews: Reviews) -> APIRouter:
    """Return the routes of reviews."""
    routes = APIRouter(prefix="/api/review/{study_id}")

    @routes.get("")
    async def state(study_id: str) -> dict[str, object]:
        """Return a review as the topic ``review/ID`` tells it first."""
        return (await reviews.open(study_id)).snapshot()

    @routes.post("/begin")
    async def begin(study_id: str, asked: Begin) -> dict[str, object]:
        """Review the main line of a study in the background."""
        agent = asked.agent or usual_reviewer(await reviews.game_of(study_id))
        sheet = ReviewSheet(agent=agent, visits=asked.visits, seconds=asked.seconds)
        await reviews.begin(study_id, sheet, WORDS[asked.language])
        return {}

    @routes.post("/go-on")
    async def go_on(study_id: str, asked: GoOn) -> dict[str, object]:
        """Go on with a review that was stopped, as a studio that ended stops it."""
        await reviews.go_on(study_id, WORDS[asked.language])
        return {}

    @routes.post("/take")
    async def take(study_id: str, asked: GoOn) -> dict[str, object]:
        """Take the review that ships of a famous game."""
        await reviews.take(study_id, WORDS[asked.language])
        return {}

    @routes.post("/stop")
    async def stop(study_id: str) -> dict[str, object]:
        """Let a review end with the moves judged so far."""
        (await reviews.open(study_id)).stop()
        return {}

    @routes.post("/try")
    async def attempt(study_id: str, asked: Try) -> dict[str, object]:
        """Say whether another move is better than one that was reviewed."""
        return asdict(await reviews.guess(study_id, asked.move, tuple(asked.actions)))

    return routes
