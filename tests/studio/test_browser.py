"""Every flow of the page, in a browser."""
# ruff: noqa: RUF001  The page says sizes with a real cross, and speaks Chinese

import os
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing.process import BaseProcess

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect  # noqa: E402

from .browsing import begin as _begin  # noqa: E402
from .browsing import free_port as _free_port  # noqa: E402
from .browsing import new_game, show, show_agents  # noqa: E402
from .browsing import open_page as _page  # noqa: E402
from .browsing import point as _point  # noqa: E402
from .browsing import server as _server  # noqa: E402
from .browsing import stones as _stones  # noqa: E402
from .line import terms_of  # noqa: E402
from .saved import FILE, saved_games  # noqa: E402


@pytest.fixture
def reduced_motion() -> str:
    """Stones fall here, as for most people."""
    return "no-preference"


@pytest.mark.long
def test_the_first_visit_brings_a_game(browser, tmp_path, complaints):
    """One click on a game and its board is there; the address names the game."""
    port = _free_port()
    with _server(port, tmp_path / "games"):
        page = _page(browser, complaints)
        page.goto(f"http://127.0.0.1:{port}/")
        page.click("#home-games a >> nth=0")
        expect(page).to_have_url(re.compile(r"/game/[\w-]+$"))
        expect(page.locator("#grid [role=gridcell]")).to_have_count(225)
        expect(page.locator("#players")).to_contain_text("about")
        page.context.close()
    assert [text for text in complaints if "WebSocket" not in text] == []


def test_a_click_places_a_stone_and_is_answered(page: Page):
    """The stone stands where it was clicked; the engine's answer bears the mark of the last.

    Columns are A to O without skipping I, rows are counted from the bottom.
    """
    names = page.locator(".coordinates text").all_text_contents()
    assert names[0:30:2] == list("ABCDEFGHIJKLMNO")
    assert names[30::2] == [str(row) for row in range(15, 0, -1)]
    page.click(_point(page, "H8"))
    _stones(page, 2)
    expect(page.locator(_point(page, "H8"))).to_have_attribute("aria-label", "H8, Black")
    expect(page.locator(".last")).to_have_count(1)
    expect(page.locator(_point(page, "A15"))).to_have_attribute(
        "aria-label", "A15, White, last move"
    )
    expect(page.locator("#status")).to_have_text("Your turn, Black")


def test_the_keyboard_plays_and_is_told(page: Page):
    """Arrows move the cursor from the centre, Enter and Space place, moves are announced."""
    page.focus("#grid")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".cursor-mark")).to_have_count(1)
    expect(page.locator("#grid")).to_have_attribute("aria-activedescendant", "p98")
    page.keyboard.press("Enter")
    _stones(page, 2)
    expect(page.locator(_point(page, "I9"))).to_have_attribute("data-piece", "1")
    expect(page.locator("#live")).to_have_text("White A15")
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    _stones(page, 4)
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#grid")).to_have_attribute("aria-activedescendant", "p105")


@pytest.mark.long
def test_an_illegal_click_is_refused_by_the_server(page: Page):
    """A click on a stone changes nothing and is explained, inside the window, for a while.

    A click goes through what is told to the board.
    """
    page.click(_point(page, "H8"))
    _stones(page, 2)
    page.click(_point(page, "H8"))
    expect(page.locator("#notice")).to_have_text("There is a stone on H8 already.")
    expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
    expect(page.locator("#notice")).to_be_hidden()  # it leaves by itself
    _stones(page, 2)
    page.click(_point(page, "H8"))
    expect(page.locator("#notice")).to_be_visible()
    page.click(_point(page, "G8"))
    _stones(page, 4)
    expect(page.locator("#notice")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    page.click(_point(page, "H8"))
    expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
    page.click(_point(page, "H1"))
    _stones(page, 6)


NEW_GAMES = [
    ({"size": "9", "people": "1"}, "Gomoku · 9×9 · Freestyle", 81, 1),
    ({"size": "20", "rule": "standard"}, "Gomoku · 20×20 · Standard", 400, 0),
    (
        {"size": "7", "win_length": "4", "people": "01", "opponent": "random", "bound": "visits"},
        "Gomoku · 7×7 · 4 in a row · Freestyle",
        49,
        0,
    ),
    ({"bound": "seconds", "amount": "0.3"}, "Gomoku · 15×15 · Freestyle", 225, 0),
]
"""What is filled in, and how the game is called, its points and its stones at the start."""
USUAL = {"rule": "freestyle", "people": "0", "bound": "visits"}
"""What the form of another game still has from the one before."""


@pytest.mark.parametrize(
    "games",
    [
        pytest.param(NEW_GAMES[:1], id="one"),
        pytest.param(NEW_GAMES, id="all", marks=pytest.mark.long),
    ],
)
def test_a_new_game_is_as_chosen(page: Page, games):
    """Size, rule, colour, opponent and strength are what the form said, game after game."""
    for fields, terms, points, stones in games:
        _begin(page, **USUAL | fields)
        expect(page.locator("#terms")).to_have_text(terms)
        expect(page.locator("#grid [role=gridcell]")).to_have_count(points)
        _stones(page, stones)
        chosen = page.locator("#strength option:checked")
        expect(chosen).to_have_text(
            "0.3 s a move" if "seconds" in fields.values() else "10 visits a move"
        )
        opponent = "Random" if fields.get("opponent") == "random" else "Monte Carlo"
        people = fields.get("people", "0")
        names = ["You" if side in people else opponent for side in "01"]
        if people == "01":
            names = ["Black", "White"]
        expect(page.locator("#players b")).to_have_text(names)


@pytest.mark.long
def test_bad_terms_are_explained_in_the_form(page: Page, complaints):
    """What the server refuses is told where it was chosen, and the game on the table stays."""
    page.click("#new")
    show_agents(page)
    page.locator('input[name=opponent][value=""]').click()
    page.fill("[name=spec]", "nobody?x=1")
    page.click("#new-form button[type=submit]")
    expect(page.locator("#new-error")).to_contain_text("unknown agent 'nobody'")
    page.click("#new-more summary")
    page.fill("[name=position]", "X" * 5000)
    page.locator("[name=position]").press("Tab")
    told = re.compile(f"^Position '{'X' * 40}…': bad position: '{'X' * 40}…' is to move")
    expect(page.locator("#new-error")).to_have_text(told)
    page.fill("[name=position]", "")
    page.fill("[name=size]", "4")
    page.locator("[name=win_length]").press("Tab")
    expect(page.locator("#new-error")).to_have_text("In a row 5: must be 2 to the size, 4")
    complaints.clear()  # the browser notes the refused question
    page.keyboard.press("Escape")
    expect(page.locator("#new-dialog")).to_be_hidden()
    page.click(_point(page, "H8"))
    _stones(page, 2)


def test_undo_restart_and_one_automatic_move(page: Page):
    """Taking back returns to the person's turn; restarting empties the board.

    Then the engine plays once for the person, and its own move.
    """
    expect(page.locator("#undo")).to_be_disabled()
    for ply, name in ((2, "H8"), (4, "H9")):
        page.click(_point(page, name))
        _stones(page, ply)
    page.click("#undo")
    _stones(page, 2)
    expect(page.locator("#status")).to_have_text("Your turn, Black")
    page.dblclick("#restart")
    expect(page.locator("#restart")).to_have_text("Really begin again?")
    _stones(page, 2)
    page.click("#restart")
    _stones(page, 0)
    expect(page.locator("#restart")).to_be_disabled()
    page.click("#move")
    _stones(page, 2)
    expect(page.locator("#status")).to_have_text("Your turn, Black")


@pytest.mark.long
def test_self_play_is_stopped_and_played_out(page: Page, address):
    """A game plays itself, stops when told to, goes on, and ends with the row marked."""
    # 61 moves of a third of a second: time enough to stop it, also on a busy machine.
    terms = terms_of(settings={}, people=[], opponent="mcts", strength={"seconds": 0.3})
    show(page, new_game(address, terms))
    expect(page.locator(".stones .stone").first).to_be_visible()
    page.click("#stop")
    expect(page.locator("#status")).to_contain_text("Stopped")
    stones = page.locator(".stones .stone").count()
    page.click("#move")
    _stones(page, stones + 1)
    page.click("#auto")
    expect(page.locator(".stones .stone").nth(stones + 2)).to_be_attached()
    # Another one, of seven moves.
    near = {"size": 6, "win_length": 4, "position": "B:Ba5,b5,c5:Wa1,b1,c1"}
    show(page, new_game(address, terms_of(settings=near, people=[0, 1], opponent="mcts")))
    page.click("#auto")
    expect(page.locator("#status")).to_have_text("Black wins: 4 in a row")
    expect(page.locator(".win-stone")).to_have_count(4)
    expect(page.locator(".win-line")).to_have_count(1)
    expect(page.locator("#move")).to_be_disabled()
    expect(page.locator("#live")).to_contain_text("and wins")


@pytest.mark.long
def test_a_long_thought_is_shown_and_can_be_cut_short(page: Page):
    """While the engine thinks a meter grows; 'Move now' plays the best so far."""
    _begin(page, bound="seconds", amount="60")
    page.click(_point(page, "H8"))
    expect(page.locator("#status")).to_contain_text("White is thinking")
    expect(page.locator("#status")).to_contain_text("visits")
    expect(page.locator("#meter")).to_be_visible()
    page.click("#move")
    _stones(page, 2)
    page.click(_point(page, "H9"))
    _stones(page, 3)
    page.click("#stop")
    expect(page.locator("#status")).to_have_text("Stopped. White to play")
    page.click("#undo")
    _stones(page, 2)


@pytest.mark.long
def test_heat_maps(page: Page):
    """Each map shows points in its own measure, and the engine's choice is ringed."""
    for heat, label in (("prior", ""), ("visits", "9"), ("value", "75")):
        page.locator(f"input[name=heat][value={heat}]").click()
        expect(page.locator(".spot.best")).to_have_count(1)
        assert page.locator(".spot").count() > 100
        if label:
            expect(page.locator(".spot-label").first).to_have_text(label)
        else:
            expect(page.locator(".spot-label")).to_have_count(0)
        page.locator("input[name=heat][value=off]").click()
        expect(page.locator(".spot")).to_have_count(0)


@pytest.mark.long
def test_the_continuation_is_shown_on_hover(page: Page):
    """Pointing at a candidate shows numbered ghost stones of both sides, by keyboard too.

    The list of candidates stays as it is while the mouse rests on it.
    """
    page.locator("input[name=heat][value=visits]").click()
    row = page.locator("button.candidate").nth(1)
    expect(row).to_contain_text("B15")
    row.hover()
    expect(page.locator(".ghost-number")).to_have_text(["1", "2", "3", "4"])
    expect(page.locator(".ghosts .player-0")).to_have_count(2)
    expect(page.locator(".ghosts .player-1")).to_have_count(2)
    expect(page.locator("#meter")).to_be_hidden()
    row.evaluate("row => { window.pointed = row; }")
    page.wait_for_timeout(200)
    assert page.evaluate("window.pointed.isConnected")
    page.mouse.move(5, 5)
    expect(page.locator(".ghost-number")).to_have_count(0)
    page.hover(_point(page, "C15"))
    expect(page.locator(".ghost-number")).to_have_text(["1", "2", "3", "4"])
    page.mouse.move(5, 5)
    row.focus()
    expect(page.locator(".ghost-number")).to_have_count(4)


@pytest.mark.long
def test_the_graph_looks_back(page: Page):
    """A click on the graph shows an earlier position; a click on the board returns."""
    for ply, name in ((2, "H8"), (4, "H9"), (6, "H10")):
        page.click(_point(page, name))
        _stones(page, ply)
    expect(page.locator("#graph .line")).to_have_count(1)
    box = page.locator("#graph").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    _stones(page, 3)
    expect(page.locator("#status")).to_have_text("Looking back at move 3 of 6")
    expect(page.locator("#ply")).to_have_text("3 / 6")
    page.keyboard.press("ArrowLeft")
    _stones(page, 2)
    page.click("#first")
    _stones(page, 0)
    page.click("#forward")
    _stones(page, 1)
    page.click(_point(page, "A1"))
    _stones(page, 6)
    expect(page.locator("#notice")).to_have_text("Back in the present position.")


@pytest.mark.long
def test_a_reload_loses_nothing(page: Page):
    """The same address shows the same game."""
    page.click(_point(page, "C3"))
    _stones(page, 2)
    page.reload()
    _stones(page, 2)
    expect(page.locator(_point(page, "C3"))).to_have_attribute("data-piece", "1")
    page.click(_point(page, "D4"))
    _stones(page, 4)


def test_a_killed_server_loses_nothing(browser: Browser, tmp_path, complaints):
    """The page says that the server is gone and the game is safe, comes back by itself, plays on."""
    port = _free_port()
    page = _page(browser, complaints, locale="en-GB")
    with _server(port, tmp_path) as process:
        where = f"http://127.0.0.1:{port}/"
        show(page, new_game(where, terms_of(settings={}, opponent="mcts")))
        page.click(_point(page, "H8"))
        _stones(page, 2)
        with _standing_still(page, process):
            page.click(_point(page, "K10"))
            _stones(page, 3)
        _stones(page, 4)
        other = _page(browser, complaints, locale="en-GB")
        other.goto(f"{where}train", wait_until="networkidle")
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        told = "The server does not answer."
        expect(page.locator("#connection")).to_contain_text(f"{told} Your game is saved")
        # In a room without a game there is none to be saved.
        expect(other.locator("#connection")).to_have_text(f"{told} Reconnecting…")
        other.context.close()
    with _server(port, tmp_path):
        expect(page.locator("#connection")).to_be_hidden()
        _stones(page, 4)
        page.click(_point(page, "H9"))
        _stones(page, 6)
        page.reload()
        _stones(page, 6)
    page.context.close()


@contextmanager
def _standing_still(page: Page, process: BaseProcess) -> Iterator[None]:
    """What is asked of a server that stands still is said to wait, until it goes on."""
    os.kill(process.pid, signal.SIGSTOP)
    yield
    waits = page.locator("#connection")
    expect(waits).to_contain_text("has not answered for some seconds")
    os.kill(process.pid, signal.SIGCONT)
    expect(waits).to_be_hidden()


@pytest.mark.long
def test_a_room_waits_for_a_server_that_stands_still(browser: Browser, tmp_path, complaints):
    """It opens when the server goes on, and leads back to the game."""
    port = _free_port()
    page = _page(browser, complaints, locale="en-GB")
    with _server(port, tmp_path) as process:
        show(page, new_game(f"http://127.0.0.1:{port}/", terms_of()))
        with _standing_still(page, process):
            page.click('#rooms a[data-room="library"]')
        expect(page.locator("#lib-search")).to_be_visible()
        page.go_back()
        expect(page.locator("#grid")).to_be_visible()
        page.context.close()


def test_an_unknown_game_offers_a_new_one(browser: Browser, address: str, complaints):
    """An address that names no game opens the form."""
    page = _page(browser, complaints, locale="en-GB")
    page.goto(f"{address}game/nothing-here")
    expect(page.locator("#new-dialog")).to_be_visible()
    expect(page.locator("#new-levels label").first).to_be_visible()
    page.click("#new-form button[type=submit]")
    expect(page.locator("#grid")).to_be_visible()
    page.context.close()


@pytest.mark.long
def test_both_languages(page: Page):
    """The switch changes every text, and the choice survives a reload."""
    page.click("#language")
    expect(page.locator("#status")).to_have_text("轮到你了（黑方）")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator("#undo")).to_have_text("悔棋")
    page.reload()
    expect(page.locator("#status")).to_have_text("轮到你了（黑方）")
    page.click(_point(page, "H8"))
    expect(page.locator("#live")).to_have_text("白方 A15")
    page.click("#language")
    expect(page.locator("#undo")).to_have_text("Take back")


@pytest.mark.long
def test_light_and_dark(browser: Browser, address: str, complaints):
    """The page follows the system, until the switch says otherwise, and remembers that."""
    page = _page(browser, complaints, color_scheme="dark")
    page.goto(f"{address}play")
    expect(page.locator("body")).to_have_css("background-color", "rgb(23, 22, 20)")
    page.click("#theme")
    expect(page.locator("body")).to_have_css("background-color", "rgb(245, 242, 236)")
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", "rgb(245, 242, 236)")
    page.context.close()
    assert complaints == []


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "zh-CN"])
def test_a_phone_is_wide_enough(browser: Browser, address: str, complaints, locale):
    """At 390 points nothing sticks out, not even the form; a small point is tapped twice."""
    page = _page(
        browser,
        complaints,
        locale=locale,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    show(page, new_game(address, terms_of(settings={}, opponent="mcts")))
    width = "[document.documentElement.scrollWidth, document.querySelector('dialog').scrollWidth]"
    page.tap(_point(page, "C8"))
    expect(page.locator(".stone.aimed")).to_have_count(1)
    page.tap(_point(page, "H8"))
    expect(page.locator(".stone.aimed")).to_have_attribute("data-at", "112")
    told = page.locator("#notice")
    expect(told).to_be_in_viewport(ratio=1)
    board = page.locator("#board").bounding_box()
    assert told.bounding_box()["y"] >= board["y"] + board["height"]
    _stones(page, 0)
    page.tap(_point(page, "H8"))
    _stones(page, 2)
    expect(page.locator(".stone.aimed")).to_have_count(0)
    page.locator("input[name=heat][value=value]").click()
    expect(page.locator(".spot.best")).to_have_count(1)
    assert page.evaluate(width)[0] == 390
    page.click("#new")
    show_agents(page)
    page_width, dialog_width = page.evaluate(width)
    assert page_width == 390
    assert dialog_width <= 390
    page.context.close()
    assert complaints == []


@pytest.mark.long
def test_a_game_that_cannot_be_saved_says_so(browser: Browser, tmp_path, complaints):
    """The sign stays while nothing can be written, the game goes on, and is saved later."""
    port, folder = _free_port(), tmp_path / "games"
    page = _page(browser, complaints, locale="en-GB")
    with _server(port, folder):
        page.goto(f"http://127.0.0.1:{port}/play")
        _begin(page)
        with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # nobody else can write
            page.click(_point(page, "H8"))
            expect(page.locator("#connection")).to_contain_text("not saved")
        _stones(page, 2)
        page.click(_point(page, "H9"))
        _stones(page, 4)
        expect(page.locator("#connection")).to_be_hidden()
        assert 4 in [len(game["record"]["moves"]) for game in saved_games(folder)]
    page.context.close()


@pytest.mark.long
def test_a_move_that_completes_two_rows_is_marked_with_two_lines(page: Page, address):
    """Each line lies on its row."""
    rows = "B:Ba5,b5,c5,d5,e1,e2,e3,e4:Wa9,c9,e9,g9,i9,a7,c7,g7"
    show(page, new_game(address, terms_of(settings={"position": rows}, people=[0, 1])))
    page.click(_point(page, "E5"))
    expect(page.locator("#status")).to_have_text("Black wins: 5 in a row")
    expect(page.locator(".win-line")).to_have_count(2)
    expect(page.locator(".win-stone")).to_have_count(9)
