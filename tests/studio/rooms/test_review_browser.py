"""A review as a person goes through it: begun, read, learned from, saved; openings explored."""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Page, expect
from tests.studio.browsing import Shoot, Windows, free_port, new_game, server, show, stones
from tests.studio.line import terms_of
from tests.studio.looks import DESK, Look

from tengen.core import Record
from tengen.records import SUFFIXES

NIGHT = Look("zh", "phone", "dark").options
GAME = "(;GM[4]SZ[6]PB[Ann]PW[Bob]RE[W+R];B[cc]C[the middle];W[aa];B[bb];W[dd];B[fa])"
"""Bob's first move and Ann's last are mistakes: on the edge."""
LONGER = "(;GM[4]SZ[6]PB[Ann]PW[Bob]RE[W+R];B[cc]C[the middle];W[aa];B[bb];W[dd];B[fa];W[ae];B[fd])"
"""Two mistakes more: three of them decided it."""
DRAUGHTS = "1. 12-16 24-20 2. 11-15 20x11 3. 7x16 22-18 4. 15x22 25x18 *"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the studio."""
    return tmp_path_factory.mktemp("review")


@pytest.fixture(scope="module")
def studio(folder: Path) -> Iterator[str]:
    """A studio whose reviewer likes the middle."""
    port = free_port()
    with server(port, folder, "rooms/serve_review.py"):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def opened(windows: Windows, complaints: list[str], studio: str) -> Iterator[Any]:
    """Opens a page where studies begin, whose console must stay silent."""

    def open_one(**options: Any) -> Page:
        page = windows.take(**{"locale": "en-GB", "viewport": DESK} | options)
        page.goto(f"{studio}/study")
        return page

    yield open_one
    assert complaints == []


def reviewed(page: Page, text: str) -> None:
    """Paste a game and have it reviewed."""
    page.fill("#study-text", text)
    page.click("#study-read")
    page.click("#review-begin")
    expect(page.locator("#review-files")).to_be_visible()


def fits(page: Page) -> None:
    """Check that nothing of the page is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_review_is_read_and_saved(opened: Any, shoot: Shoot) -> None:
    """Accuracy and faults; a click shows the position; the file has the review inside."""
    page = opened()
    reviewed(page, LONGER)
    sides = page.locator(".review-side")
    expect(sides.nth(0)).to_contain_text("Ann")
    expect(sides.nth(0)).to_contain_text("2mistakes")
    expect(page.locator("#review-decisive li")).to_have_count(3)
    expect(page.locator("#review-faults button")).to_have_count(1)
    expect(page.locator("#review-rough")).to_contain_text("The net was trained on 15")
    fault = page.locator("#review-faults button").first
    expect(fault).to_have_attribute(
        "aria-label", "7. F3 by Black: mistake, 10 points of winning chances lost; better C5"
    )
    fault.click()
    expect(page.locator("#study-here")).to_have_text("7. F3 by Black")
    expect(fault).to_have_attribute("aria-current", "true")
    expect(page.locator("#study-comment")).to_have_value("Tengen: mistake, 60 % -> 50 %; better C5")
    expect(page.locator("#graph .dot.bad")).to_have_count(4)
    shoot(page, "review-desk-en-light.png")
    fits(page)
    with page.expect_download() as coming:
        page.locator("#review-files a").first.click()
    (record,) = SUFFIXES[".sgf"].read_games(coming.value.path().read_bytes())
    assert isinstance(record, Record)
    assert record.moves[0].comment == "the middle"
    assert (record.moves[1].nags, len(record.moves[1].variations)) == ((2,), 1)


@pytest.mark.long
def test_a_review_opens_where_the_game_was_decided(opened: Any, shoot: Shoot) -> None:
    """The better move is drawn on the board, and what has a card is in no list again."""
    page = opened()
    reviewed(page, GAME)
    expect(page.locator(".stones .stone")).to_have_count(1)
    expect(page.locator("#review-decisive li[aria-current=true] b").first).to_have_text("2. A6")
    expect(page.locator(".marks .ring, .mark.ring").first).to_be_visible()
    expect(page.locator("#review-decisive li")).to_have_count(2)
    expect(page.locator("#review-faults button")).to_have_count(0)
    expect(page.locator("#review-others")).to_be_hidden()
    shoot(page, "review-opens-desk-en-light.png")


@pytest.mark.long
def test_a_phone_shows_the_board_when_a_move_is_chosen(opened: Any) -> None:
    """Which is above the review, out of sight: what was chosen there is seen on it."""
    page = opened(**NIGHT)
    reviewed(page, LONGER)
    for choice in ("#review-decisive li:last-child button", "#review-faults button"):
        page.locator(choice).first.scroll_into_view_if_needed()
        page.evaluate("document.body.scrollIntoView({ block: 'end' })")
        page.locator(choice).first.dispatch_event("click")
        expect(page.locator("#grid")).to_be_in_viewport(ratio=0.9)


@pytest.mark.long
def test_a_game_that_no_mistake_decided_says_so(opened: Any) -> None:
    """The slips that cost most have cards, and none of them is told as what decided it."""
    page = opened(locale="en-US")  # a window whose line nobody else uses

    def without_deciders(line: Any) -> None:
        there = line.connect_to_server()

        def pass_on(message: str) -> None:
            told = json.loads(message)
            for part in (told.get("state"), told.get("set")):
                if part and "decisive" in part:
                    part["decisive"] = []
            line.send(json.dumps(told))

        there.on_message(pass_on)

    page.route_web_socket("**/ws", without_deciders)
    page.reload()
    reviewed(page, GAME)
    expect(page.locator("#review-decisive p")).to_have_text(
        "No single move decided it: none lost ten points of winning chances."
    )
    expect(page.locator("#review-decisive h3")).to_have_text("What cost most")
    expect(page.locator("#review-decisive li")).to_have_count(2)
    expect(page.locator("#review-faults button")).to_have_count(0)
    expect(page.locator("#review-decisive li[aria-current=true] b").first).to_have_text("2. A6")


@pytest.mark.long
@pytest.mark.parametrize("judged", [0, 1])
def test_a_review_cut_short_is_gone_on_with_as_thoroughly(
    opened: Any, folder: Path, tmp_path: Path, judged: int
) -> None:
    """There is one thing to press first, and another review would be as thorough.

    Until then nothing is said of the whole game.
    """
    page = opened()
    reviewed(page, GAME)
    place = urlsplit(page.url).path
    name = f"review/{place.split('/')[2]}.json"
    while (known := json.loads((folder / name).read_bytes()))["status"] != "done":
        time.sleep(0.01)
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    cut = {"status": "running", "seconds": 2.0, "moves": known["moves"][:judged]}
    (tmp_path / name).write_text(json.dumps(known | cut))
    port = free_port()
    with server(port, tmp_path, "rooms/serve_review.py"):
        page.goto(f"http://127.0.0.1:{port}{place}")
        expect(page.locator("#review-cut p")).to_contain_text(f"{judged} of 5 moves are judged")
        expect(page.locator("#review-none")).to_be_hidden()
        expect(page.locator("#review-depth")).to_have_value("thorough")
        expect(page.locator("#review-card .primary:visible")).to_have_text(["Go on"])
        page.click("#review-go-on")
        expect(page.locator("#review-decisive li")).to_have_count(2)
        expect(page.locator("#review-begin")).to_have_class("primary")
        page.goto("about:blank")


@pytest.mark.long
def test_better_moves_are_asked_for_on_the_board(opened: Any, shoot: Shoot) -> None:
    """What was played, a bad one and a good one; the keyboard alone is enough."""
    page = opened()
    reviewed(page, GAME.replace("[Ann]", "[person]").replace("[Bob]", "[level 9]"))
    expect(page.locator(".review-name")).to_have_text(["You", "Level 9"])
    page.click("#study-analyse")
    expect(page.locator("#study-engines .candidate").nth(1)).to_be_visible()
    page.locator("[data-learn='1']").focus()
    page.keyboard.press("Enter")
    lesson = page.locator("#review-lesson")
    expect(lesson).to_contain_text("White played 2. A6 ?. Find a better move.")
    expect(page.locator("#study-tree")).to_be_hidden()
    expect(page.locator("#study-engines")).to_be_hidden()
    expect(page.locator(".spot")).to_have_count(0)
    expect(page.locator(".stones .stone")).to_have_count(1)
    page.click("#p0")
    expect(lesson).to_contain_text("A6 was played in the game.")
    page.click("#p5")
    expect(lesson).to_contain_text("F6 loses 10 points. Try again.")
    expect(page.locator(".stones .stone")).to_have_count(1)
    shoot(page, "review-lesson-desk-en-light.png")
    page.click("#p7")
    expect(lesson).to_contain_text("B5 is the best move.")
    page.keyboard.press("Tab")
    lesson.locator("[data-do=next]").focus()
    page.keyboard.press("Enter")
    expect(lesson).to_contain_text("Done: 1 of 1 found.")
    page.keyboard.press("Enter")
    expect(page.locator("#review-decisive")).to_be_visible()
    expect(page.locator("#study-tree")).to_be_visible()
    # The board plays into the study again.
    page.click("#p35")
    expect(page.locator("#study-here")).to_contain_text("F1 by")


@pytest.mark.long
def test_openings_are_explored(opened: Any, shoot: Shoot, tmp_path: Path) -> None:
    """A collection is taken in, and its moves are walked through."""
    games = tmp_path / "mine.sgf"
    games.write_text(
        "(;GM[4]SZ[6]DT[2020]BR[2100]WR[2000]RE[B+];B[cc];W[bb])"
        "(;GM[4]SZ[6]DT[2021]BR[1900]WR[2100]RE[W+];B[dd];W[ee])(;GM[4]SZ[6]RE[0];B[aa];W[bb])"
    )
    page = opened()
    page.fill("#study-text", GAME)
    page.click("#study-read")
    page.click("#explorer summary")
    expect(page.locator("#explorer")).to_contain_text("No game of the library")
    page.set_input_files("#explorer-file", games)
    expect(page.locator("#explorer-import")).to_have_text("3 games read: 3 new, 0 faulty.")
    rows = page.locator("button.explorer-row")
    expect(rows).to_have_count(2)
    expect(rows.first).to_have_attribute(
        "aria-label", "C4: 2 games, Black 1, Draws 0, White 1, Rating 2000, Perf. 2050"
    )
    expect(rows.last.locator(".explorer-rating")).to_have_text(["\N{EN DASH}"] * 2)
    page.select_option("#explorer-source", "file/mine.sgf")
    rows.first.hover()
    expect(page.locator(".mark")).to_have_count(1)
    page.locator("#explorer").scroll_into_view_if_needed()
    shoot(page, "explorer-desk-en-light.png")
    rows.first.click()
    expect(page.locator("#study-here")).to_contain_text("1. C4 by Black")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("B5")


def test_draughts_in_chinese_on_a_phone_at_night(opened: Any, shoot: Shoot) -> None:
    """The same with fingers, in the other language, which can be changed on the way."""
    page = opened(**NIGHT)
    reviewed(page, DRAUGHTS)
    expect(page.locator("#review-heading")).to_have_text("复盘")
    expect(page.locator(".review-side").first).to_contain_text("准确率")
    expect(page.locator("#review-rough")).to_contain_text("判断仅供参考")
    fits(page)
    shoot(page, "review-phone-zh-dark.png", full_page=True)
    page.locator("[data-learn]").first.tap()
    expect(page.locator("#review-lesson")).to_contain_text("请找出更好的一手")
    fits(page)
    shoot(page, "review-lesson-phone-zh-dark.png")
    page.locator("[data-do=show]").tap()
    expect(page.locator(".review-told")).to_contain_text("更好的是")
    page.click("#language")
    expect(page.locator(".review-told")).to_contain_text("Better was")
    page.locator("[data-do=end]").tap()
    expect(page.locator("#review-learn")).to_contain_text("Learn from mistakes")
    shoot(page, "review-phone-en-dark.png", full_page=True)


@pytest.mark.long
def test_a_game_that_is_over_leads_to_its_review(opened: Any, studio: str) -> None:
    """One click from the table; who has no name is called by the colour."""
    page = opened()
    show(page, new_game(f"{studio}/", terms_of(people=[0, 1], opponent="mcts")))
    page.click("#p0")
    stones(page, 1)
    expect(page.locator(".review-link")).to_have_count(0)
    page.click("#resign")
    page.click("#resign")
    page.click(".review-link")
    expect(page.locator(".review-side").first).to_contain_text("Black")
    expect(page.locator("#review-decisive b").first).to_have_text("1. A6")
    page.locator("#review-decisive button").first.click()
    expect(page.locator(".marks .ring, .mark.ring").first).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("row", [(0, 1, 2), (7, 9, 13)], ids=["spoiled", "clean"])
def test_a_game_that_is_over_leads_to_its_mistakes(
    opened: Any, studio: str, row: tuple[int, ...]
) -> None:
    """They are looked for without being asked for; where there was none it is said."""
    page = opened()
    show(page, new_game(f"{studio}/", terms_of(people=[0], opponent="mcts")))
    for number, place in enumerate(row, 1):
        page.click(f"#p{place}")
        stones(page, 2 * number)
    page.click("#resign")
    page.click("#resign")
    page.click("a[href*=mistakes]")
    if row[0]:
        told = page.locator("#puzzle-none-words:visible, #puzzle-notice:visible")
        expect(told).to_have_text("You made no mistake in the game just played.")
    else:
        expect(page.locator("#puzzle-goal")).to_contain_text("You played A6")
