"""The way in from another machine, in a browser."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, expect

from .browsing import Shoot, open_page

pytestmark = pytest.mark.long
"""`test_gate.py` asks for the same without a browser, and no process has to load all of Tengen."""


@pytest.fixture
def outer(tmp_path: Path) -> Iterator[str]:
    """The address, with its token, of a studio that listens on all addresses of this machine."""
    command = [sys.executable, "-m", "tengen", "studio", "--host", "0.0.0.0", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--no-browser", "--data", str(tmp_path / "games")],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield next(word for word in process.stdout.readline().split() if "token=" in word)
    finally:
        process.terminate()
        process.wait()


def test_the_token_opens_the_studio_once(
    browser: Browser, outer: str, complaints: list[str], shoot: Shoot
):
    """The address shown leads in, keeps no token, and the next visit needs none."""
    place, token = outer.split("?token=")
    assert "//127." not in place
    page = open_page(browser, complaints, locale="en-GB")
    page.goto(place)
    expect(page.locator("main")).to_contain_text("it holds the token")
    assert page.evaluate("document.styleSheets[0].cssRules.length") > 10
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        shoot(page, f"gate-{scheme}.png")
    page.goto(outer)
    expect(page.locator("#home-games")).to_be_visible()
    assert token not in page.url
    page.click("[data-room=library]")
    expect(page.locator("#lib-no-own")).to_be_visible()
    assert page.evaluate("() => document.cookie") == ""
    page.goto(f"{place}play")
    expect(page.locator("#grid")).to_be_visible()
    page.context.close()
    # The first page was refused, as it had to be.
    assert [line for line in complaints if "status of 403" not in line] == []
