"""The shell in a browser: rooms by address, back and forth, language and theme everywhere."""

import re

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, Route, expect  # noqa: E402

from tengen.agents.ladder import ladder  # noqa: E402
from tengen.games import load  # noqa: E402

from .browsing import free_port, new_game, open_page, server, show, show_agents, stones  # noqa: E402
from .line import terms_of  # noqa: E402

ROOMS = ["study", "puzzles", "watch", "train", "library", "learn"]


@pytest.fixture
def home(windows, address, complaints):
    """The first page."""
    page = windows.take(locale="en-GB", viewport={"width": 1280, "height": 800})
    page.goto(address)
    expect(page.locator("#home h1")).to_be_visible()
    yield page
    assert complaints == []


def _here(page: Page, room: str) -> None:
    expect(page.locator(f'#rooms a[data-room="{room}"]')).to_have_attribute("aria-current", "page")
    expect(page.locator("body")).not_to_have_attribute("inert", "")


def test_every_room_opens_from_the_header_and_one_goes_back(home: Page, shoot):
    """A click changes the address and the room without loading a page; back and forth work."""
    home.evaluate("window.sameDocument = true")
    for room in ROOMS:
        home.click(f'#rooms a[data-room="{room}"]')
        _here(home, room)
        expect(home).to_have_url(re.compile(f"/{room}"))
        shoot(home, f"room-{room}.png")
    home.go_back()
    _here(home, ROOMS[-2])
    home.go_forward()
    _here(home, ROOMS[-1])
    home.click(".brand")
    expect(home.locator("#home h1")).to_be_visible()
    assert home.evaluate("window.sameDocument")


@pytest.mark.long
@pytest.mark.parametrize("times", [1, 2])
def test_a_room_may_be_left_before_it_is_open(home: Page, times):
    """What is still asked for by then is drawn nowhere; nothing of it is missing either."""

    def answer_late(route):
        home.wait_for_timeout(100)
        route.continue_()

    home.route("**/api/**", answer_late)
    for room in times * ROOMS:
        home.click(f'#rooms a[data-room="{room}"]')
        _here(home, room)
    home.click(".brand")
    expect(home.locator("#home h1")).to_be_visible()
    home.unroute_all(behavior="wait")
    home.wait_for_timeout(300)


@pytest.mark.long
def test_a_room_is_there_when_its_address_is_typed(home: Page, address):
    """Each address leads to its room at once; one that leads nowhere says so."""
    home.goto(f"{address}learn/mcts")
    _here(home, "learn")
    expect(home.locator("#learn-title")).to_have_text("Monte Carlo")


def test_an_address_that_nobody_can_read_opens_its_room(home: Page, address):
    """A stray percent sign costs nobody the page."""
    home.goto(f"{address}learn/100%25%")
    _here(home, "learn")


def test_an_address_that_leads_nowhere_says_so(browser, address):
    """In the person's language and the studio's look, with a way back."""
    complaints: list[str] = []
    page = open_page(browser, complaints, locale="zh-CN", color_scheme="dark")
    page.goto(f"{address}nonsense")
    expect(page.locator("h1")).to_have_text("这里什么也没有")
    ground = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", ground)[:3])) < 64
    page.click("text=回到首页")
    expect(page.locator("#home h1")).to_be_visible()
    page.context.close()
    assert [line for line in complaints if "status of 404" not in line] == []


@pytest.mark.long
def test_what_an_address_asks_for_in_vain_is_told(home: Page, address):
    """A game or a size that there is not is named; what there is, is begun."""
    told, terms = home.locator("#passing"), home.locator("#terms")
    for asked in ("game=chess", "size=-4"):
        home.goto(f"{address}play?{asked}")
        expect(told).to_contain_text(f"Not understood in the address: {asked}.")
        expect(terms).to_have_text(re.compile(r"^Gomoku \W 15\W15\b"))
    home.goto(f"{address}play?game=go&size=13&komi=6.5")
    expect(terms).to_have_text(re.compile(r"^Go \W 13\W13 \W Komi 6\.5$"))
    expect(told).to_be_hidden()


def test_language_and_theme_hold_in_all_rooms(home: Page, shoot):
    """What was chosen on the first page is so in every room, and after a reload."""
    home.click("#language")
    expect(home.locator("#home h1")).to_have_text("对局、理解、训练")
    home.click("#theme")
    expect(home.locator("html")).to_have_attribute("data-theme", "dark")
    home.click('#rooms a[data-room="learn"]')
    expect(home.locator("#learn-list h1")).to_have_text("各种方法如何工作")
    home.reload()
    expect(home.locator("#learn-list h1")).to_have_text("各种方法如何工作")
    expect(home.locator("html")).to_have_attribute("data-theme", "dark")
    home.click("#language")
    expect(home.locator("#learn-list h1")).to_have_text("How the methods work")


@pytest.mark.long
def test_the_language_may_change_while_a_room_opens(home: Page):
    """The room speaks the one that was chosen last."""
    held: list[Route] = []
    home.route("**/rooms/learn/en.json", lambda route: held.append(route))  # noqa: PLW0108  no builtin
    home.click('#rooms a[data-room="learn"]')
    while not held:
        home.wait_for_timeout(20)
    home.click("#language")
    expect(home.locator("html")).to_have_attribute("lang", "zh-Hans")
    held.pop().continue_()
    expect(home.locator("#learn-list h1")).to_have_text("各种方法如何工作")


@pytest.mark.long
def test_a_method_is_watched(home: Page, address, shoot):
    """The tree grows by a step, the table follows, and a move on the board changes everything."""
    home.goto(f"{address}learn/mcts/decide")
    counted = home.locator(".tree-tools output").first
    expect(counted).to_have_text("200 / 200")
    home.get_by_label("Gomoku 8").click()
    # The game before has a tree of as many.
    expect(home.locator("#grid [role=gridcell]")).to_have_count(64)
    expect(counted).to_have_text("200 / 200")
    home.locator(".tree-tools input").first.fill("1")
    expect(home.locator(".tree circle")).to_have_count(1)
    home.get_by_role("button", name="One more").click()
    expect(home.locator(".tree circle")).to_have_count(2)
    home.locator(".tree-tools input").first.fill("60")
    expect(counted).to_have_text("60 / 200")
    expect(home.locator(".tree circle")).to_have_count(60)
    shoot(home, "learn-mcts.png")
    card = home.locator("#learn-card")
    before = card.inner_text()
    home.focus("#grid")
    for key in ("ArrowLeft", "ArrowUp"):
        for _ in range(8):
            home.keyboard.press(key)
    home.keyboard.press("Enter")
    expect(card).not_to_have_text(before, use_inner_text=True)
    home.click("#learn-back")
    expect(counted).to_have_text("200 / 200")


@pytest.mark.long
def test_a_room_is_entered_when_the_server_is_back(browser, tmp_path):
    """A click while the server is away is made good by itself, without another click."""
    port = free_port()
    with server(port, tmp_path / "games"):
        page = open_page(browser, [], locale="en-GB")
        page.goto(f"http://127.0.0.1:{port}/")
        expect(page.locator("#home h1")).to_be_visible()
    page.click('#rooms a[data-room="learn"]')
    expect(page.locator("#connection")).to_be_visible()
    with server(port, tmp_path / "games"):
        expect(page.locator("#learn-list h1")).to_be_visible()
        page.context.close()


@pytest.mark.long
def test_a_review_is_two_clicks_from_the_first_page(home: Page, address):
    """What was played last tells how it ended; an opponent has one name in every room."""
    strongest = ladder(load("gomoku")).levels[-1]
    name, opponent = f"Level {strongest.level}", strongest.spec
    assert not opponent.startswith("person")  # whose specs tell the level
    show(home, new_game(address, terms_of(settings={}, opponent=opponent, strength={}, people=[0])))
    expect(home.locator("#players")).to_contain_text(name)
    home.click("#p0")
    stones(home, 2)
    home.click("#resign")
    home.click("#resign")
    expect(home.locator(".review-link")).to_be_visible()
    home.goto(address)
    last = home.locator("#home-recent a").first
    expect(last.locator("span")).to_have_text([name, "Lost"])
    last.click()
    home.click(".review-link")
    expect(home.locator("#review-panel")).to_be_visible()
    home.goto(f"{address}library")
    expect(home.locator("#lib-rows")).to_contain_text(name)
    home.goto(f"{address}study")
    expect(home.locator("#study-list")).to_contain_text(name)


CUT = """selects => selects.filter((select) => select.offsetParent).flatMap((select) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(select);
  const pen = Object.assign(document.createElement("canvas").getContext("2d"), { font });
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16;
  return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
})"""
"""The options for which selects that can be seen are too narrow, with their arrows."""


@pytest.mark.long
def test_a_phone_shows_the_words_of_every_choice(browser, address, complaints):
    """Where a board is set up, games are looked for, and a game is begun."""
    page = open_page(browser, complaints, locale="en-GB", viewport={"width": 390, "height": 844})
    for path, ready in (
        ("study", "#study-fields select"),
        ("library", "[name=source] option >> nth=1"),
        ("play?game=go", "#grid"),
    ):
        page.goto(f"{address}{path}")
        expect(page.locator(ready)).to_be_attached()
        assert page.locator("select").evaluate_all(CUT) == []
    page.click("#new")
    show_agents(page)
    page.locator("#new-form details").evaluate_all("all => all.forEach((each) => each.open = true)")
    assert page.locator("select").evaluate_all(CUT) == []
    page.context.close()
    assert complaints == []


def test_a_desk_shows_the_words_of_every_choice_of_the_library(browser, address, complaints):
    """Where games are looked for, by what is known of them and by position."""
    page = open_page(browser, complaints, locale="en-GB", viewport={"width": 1280, "height": 800})
    page.goto(f"{address}library")
    expect(page.locator("[name=source] option").nth(1)).to_be_attached()
    page.click("#lib-board")
    expect(page.locator("#lib-setup")).to_be_visible()
    assert page.locator("select").evaluate_all(CUT) == []
    page.context.close()
    assert complaints == []
