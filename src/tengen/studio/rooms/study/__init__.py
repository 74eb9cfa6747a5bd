"""The Analysis room: studies, trees of moves that engines look at without an end.

The core is `tree.Tree` of `tree.Node`; `study.Study` is one that is open and says how a reviewer
writes into it; `shelf.Shelf` finds and makes studies. Another part of this room has a module with
a function of `Shelf` and `Studio` that returns its routes, and a line in `create`.
"""

from fastapi import APIRouter

from tengen.studio.parts import Studio, take_in
from tengen.studio.rooms.study.making import making_routes
from tengen.studio.rooms.study.review import review_routes
from tengen.studio.rooms.study.routes import study_routes
from tengen.studio.rooms.study.shelf import Shelf


def create(studio: Studio) -> APIRouter:
    """Return the routes under ``/api/study``; pages follow ``study/ID``."""
    shelf, routes = Shelf(studio), APIRouter()
    take_in(routes, making_routes(shelf, studio))
    take_in(routes, study_routes(shelf))
    take_in(routes, review_routes(shelf, studio))
    return routes
