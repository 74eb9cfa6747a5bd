"""How much is fetched until a room stands: on a slow line every request counts."""

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser

from .browsing import open_page

MOST_REQUESTS = 20
"""Of a visit without a cache, straight to the room."""
ROOMS = ["study", "puzzles", "watch", "train", "library", "learn"]
LONG = [pytest.param(room, marks=pytest.mark.long) for room in ROOMS]
"""They are loaded as the one where games are played is."""


@pytest.mark.parametrize("room", ["play", *LONG])
def test_a_room_takes_few_requests(browser: Browser, address: str, complaints, room: str):
    """Its modules come in one answer, and what it asks it asks once."""
    page = open_page(browser, complaints, locale="en-GB", viewport={"width": 1280, "height": 800})
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{address}{room}", wait_until="networkidle")
    page.context.close()
    assert complaints == []
    assert len(fetched) <= MOST_REQUESTS, "\n".join(fetched)
    assert len(set(fetched)) == len(fetched), "\n".join(fetched)
