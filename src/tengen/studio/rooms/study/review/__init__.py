"""Review of studies: every move of the main line judged in the background, and learned from.

`jobs.Reviews` has one `job.Job` a study; pages follow ``review/ID``, ID being the study's.
"""

from fastapi import APIRouter

from tengen.studio.parts import Studio, take_in
from tengen.studio.rooms.study.review.explorer import explorer_routes
from tengen.studio.rooms.study.review.jobs import Reviews
from tengen.studio.rooms.study.review.routes import job_routes
from tengen.studio.rooms.study.shelf import Shelf

__all__ = ["review_routes"]


def review_routes(shelf: Shelf, studio: Studio) -> APIRouter:
    """Return the routes under ``/api/review``."""
    routes = APIRouter()
    take_in(routes, explorer_routes(shelf, studio))
    take_in(routes, job_routes(Reviews(shelf, studio)))
    return routes
