"""The Library room: every game there is, found, looked at, taken in and handed out."""

from fastapi import APIRouter

from tengen.studio.parts import Studio, take_in
from tengen.studio.rooms.library.exporting import export_routes
from tengen.studio.rooms.library.finding import finding_routes
from tengen.studio.rooms.library.importing import import_routes


def create(studio: Studio) -> APIRouter:
    """Return the routes under ``/api/library``; pages follow ``import/ID``."""
    routes = APIRouter()
    take_in(routes, finding_routes(studio))
    take_in(routes, import_routes(studio))
    take_in(routes, export_routes(studio))
    return routes
