"""The Play room beside its tables: levels and openings that a new game may have."""

from typing import Any

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool

from tengen.studio.parts import Studio
from tengen.studio.sitting.sheet import read_rules
from tengen.studio.thinking.levels import describe_levels
from tengen.studio.thinking.openings import describe_openings


def create(_: Studio) -> APIRouter:
    """Return the routes under ``/api/play``."""
    routes = APIRouter(prefix="/api/play")

    @routes.get("/choices")
    async def choices(game: str, settings: str = "{}") -> dict[str, Any]:
        """Return what a new game by these rules can choose from: levels and openings."""
        rules = read_rules(game, settings)
        return {
            # The settings may name the sides: under swap2 nobody is Black yet.
            "players": list(rules.players),
            **await run_in_threadpool(describe_levels, rules),
            "openings": await run_in_threadpool(describe_openings, rules),
        }

    return routes
