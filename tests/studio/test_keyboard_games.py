"""A whole game of each kind by the keyboard alone: no click from the first page to the result."""

import re
import time

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect  # noqa: E402

from .browsing import new_game, open_page  # noqa: E402
from .line import terms_of  # noqa: E402

pytestmark = pytest.mark.long
"""That keys play is in `test_browser.py`, that they fill in the form in `rooms/test_play_forms_browser.py`."""

MOST = 400
"""What a person chooses: no game here takes as much."""

ABLE = "[...document.querySelectorAll('#grid [data-able]')].map(cell => +cell.dataset.point)"
AIMS = ABLE.replace("[data-able]", '[aria-label*="can go here"]')
STATUS = "document.querySelector('#status').textContent"


@pytest.fixture
def page(browser, complaints):
    """An empty page, on which nobody clicks."""
    page = open_page(
        browser, complaints, locale="en-GB", viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
    )  # fmt: skip
    yield page
    page.context.close()
    assert complaints == []


def _tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def _go(page: Page, point: int, turned: bool) -> None:
    """Move the cursor to a point by arrows, as an eye does: nearer with every key."""
    width = page.evaluate("document.querySelectorAll('#grid [role=row]:first-child > *').length")
    for _ in range(60):
        at = int(page.locator("#grid").get_attribute("aria-activedescendant")[1:])
        if at == point:
            return
        across, down = point % width - at % width, point // width - at // width
        if turned:
            across, down = -across, -down
        key = "ArrowDown" if down > 0 else "ArrowUp" if down else ""
        page.keyboard.press(key or ("ArrowRight" if across > 0 else "ArrowLeft"))
    raise AssertionError(f"the cursor does not reach {point}")


def _choose(page: Page, point: int, turned: bool = False) -> None:
    _tab_to(page, "#grid")
    _go(page, point, turned)
    page.keyboard.press("Enter")


def _until(page: Page, condition: str) -> None:
    """Wait for a condition; the page's own policy forbids Playwright's way of it."""
    deadline = time.monotonic() + 60
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, condition
        page.wait_for_timeout(10)


def _settled(page: Page) -> str:
    """Return what the status says when it is the person's turn, or all is over."""
    expect(page.locator("#status")).to_have_text(
        re.compile("Your turn|wins|draw|count|Count|agree")
    )
    return page.locator("#status").text_content() or ""


def test_a_game_of_gomoku(page: Page, address):
    """From the first page to four in a row."""
    page.goto(address)
    expect(page.locator("#home h1")).to_be_visible()
    _tab_to(page, "#home-games a")
    page.keyboard.press("Enter")
    expect(page.locator("#grid")).to_be_visible()
    page.goto(new_game(address, terms_of(opponent="mcts")))
    expect(page.locator("#grid")).to_be_visible()
    # The opponent takes the first free points, so the last row is ours.
    for turn, point in enumerate(range(32, 36)):
        expect(page.locator(".stones .stone")).to_have_count(2 * turn)
        assert "Your turn" in _settled(page)
        _choose(page, point)
    expect(page.locator("#status")).to_contain_text("You win")


def test_a_game_of_go(page: Page, address):
    """Stones, a pass, and the count agreed on."""
    terms = terms_of(game="go", settings={"size": 5}, opponent="passing")
    page.goto(new_game(address, terms))
    expect(page.locator("#grid")).to_be_visible()
    for stones, point in enumerate((12, 11, 13), 1):
        _choose(page, point)
        expect(page.locator(".stones .stone")).to_have_count(stones)
        expect(page.locator("#moves button")).to_have_count(2 * stones)
    expect(page.locator("#extras [data-extra]")).to_be_enabled()
    _tab_to(page, "#extras [data-extra]")
    page.keyboard.press("Enter")
    agree = page.get_by_role("button", name="Agree")
    expect(agree).to_be_enabled()
    for _ in range(60):
        if agree.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("You win")


SIX = "B:W21,22,25,26,30,31:B2,3,6,7,11,12"
"""Six men a side: a game from here takes a quarter of the moves."""


@pytest.mark.parametrize("position", [SIX, ""])
def test_a_game_of_draughts(page: Page, address, position):
    """To the end: always the first that may move, to the first square."""
    settings = {"position": position}
    terms = terms_of(game="draughts", settings=settings, people=[1], opponent="mcts")
    page.goto(new_game(address, terms))
    expect(page.locator("#grid")).to_be_visible()
    for _ in range(MOST):
        # While a move is under way no piece may move; "Your turn" may still stand from before it.
        _until(page, f"{ABLE}.length || /wins?:|wins? by|draw/i.test({STATUS})")
        able = page.evaluate(ABLE)
        if not able:
            break
        aims = page.evaluate(AIMS)
        _choose(page, (aims or able)[0])
        if aims:
            _until(page, f"!{AIMS}.includes({aims[0]})")
        else:
            _until(page, f"{AIMS}.length")
    expect(page.locator("#status")).not_to_contain_text("Your turn")
