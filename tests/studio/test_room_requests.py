"""How much is fetched until a room stands: on a slow line every request counts."""

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser

from .browsing import open_page

MOST_REQUESTS = {
    "play": 58,
    "study": 22,
    "puzzles": 43,
    "watch": 27,
    "train": 39,
    "library": 36,
    "learn": 34,
}
"""Of a visit without a cache, straight to the room; modules are most of them."""


@pytest.mark.parametrize("room", MOST_REQUESTS)
def test_a_room_takes_no_more_requests(browser: Browser, address: str, complaints, room: str):
    """Modules are few and large enough: a new one has to be worth its request."""
    page = open_page(browser, complaints, locale="en-GB", viewport={"width": 1280, "height": 800})
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{address}{room}", wait_until="networkidle")
    page.context.close()
    assert complaints == []
    assert len(fetched) <= MOST_REQUESTS[room], "\n".join(fetched)
