"""The Library room: every game there is, found, looked at, taken in and handed out."""

from fastapi import APIRouter

from tengen.studio.parts import Studio
from tengen.studio.rooms.library.exporting import export_routes
from tengen.studio.rooms.library.finding import finding_routes
from tengen.studio.rooms.library.importing import import_routes


def create(studio: Studio) -> APIRouter:
    """Return the routes under ``/api/library``; pages follow ``import/ID``."""
    routes = APIRouter(prefix="/api/library")
    routes.include_router(finding_routes(studio))
    routes.include_router(import_routes(studio))
    routes.include_router(export_routes(studio))
    return routes
