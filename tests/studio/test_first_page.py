"""The first page is small: what a browser fetches until it stands."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import expect

from .browsing import open_page

MOST_BYTES = 60_000
MOST_REQUESTS = 12


def test_the_first_page_is_small(browser, address, complaints):
    """A visit without a cache takes few requests and few bytes on the wire, headers included."""
    page = open_page(browser, complaints, locale="en-GB", viewport={"width": 1280, "height": 800})
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    sizes: dict[str, float] = {}
    names: dict[str, str] = {}
    devtools.on(
        "Network.requestWillBeSent",
        lambda told: names.update({told["requestId"]: told["request"]["url"]}),
    )
    devtools.on(
        "Network.loadingFinished",
        lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}),
    )
    page.goto(address, wait_until="networkidle")
    fetched = "\n".join(f"{sizes.get(each, 0):8.0f} {url}" for each, url in names.items())
    page.context.close()
    assert complaints == []
    assert len(names) <= MOST_REQUESTS, fetched
    assert sum(sizes.values()) <= MOST_BYTES, fetched
    assert len(sizes) >= 5, fetched


def check_dates(page):
    """In Britain as they are written there; in a language of elsewhere as it is usual there."""
    told = page.evaluate(
        """async () => {
          const { dateText } = await import("/static/js/i18n.js");
          return ["en", "zh"].map((language) => dateText(1.8e9, language, { dateStyle: "medium" }));
        }"""
    )
    assert told == ["15 Jan 2027", "2027年1月15日"]


def test_each_game_names_its_opponent(browser, address, complaints):
    """Who begins one with a click knows whom he plays."""
    page = open_page(browser, complaints, locale="en-GB")
    page.goto(address)
    names = page.locator("#home-games small")
    told = re.compile(r"^(\d+\W\d+ · )?Level \d+, (for a newcomer|by your games)$")
    expect(names).to_have_text([told, told, told])
    check_dates(page)
    page.locator("#home-games a").nth(2).click()
    level = page.locator("#players", has_text=re.compile(r"Level \d+"))
    expect(level).to_be_visible()
    page.context.close()
    assert complaints == []
