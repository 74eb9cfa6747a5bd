"""Counting, teaching, sounds and movement, seen in a browser."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from .browsing import Shoot, new_game, open_page, show, stones
from .line import terms_of

BLACK = "a4,b4,c4,d4,e4,f4,g4,b6,d6"
WHITE = "a3,b3,c3,d3,e3,f3,g3,f6,b1,d1"
HALVES = {"size": 7, "komi": 2.5, "position": f"B:B{BLACK}:W{WHITE}"}
"""Black has the upper half, but for a white stone, White the lower one."""
DEAD = 12
"""That stone, on F6."""
WALL = 28
"""The left end of White's wall."""
TWO_HOPS = "B:W10,18,32:B6,12"
"""Black takes with 6x15x22, over 10 and 18."""

SILENCE = "WebSocket.prototype.send = () => {}"
"""What the page asks for from now on reaches nobody."""
MISTAKE = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  send.call(this, text.replace(/"ply":\\d+/, '"ply":99'));
};
null
"""
"""The page plays in positions that are not there."""
LATE = """
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 400); };
null
"""
"""What the page asks for arrives long after the next click."""


@pytest.fixture(scope="module")
def complained() -> list[str]:
    """What the browser's console complained of in all tests of this module."""
    return []


@pytest.fixture(scope="module")
def page(browser: Browser, complained: list[str]) -> Iterator[Page]:
    """A page on a desk, in English, that goes from game to game."""
    page = open_page(browser, complained, locale="en-GB", viewport={"width": 1280, "height": 800})
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def phone(browser: Browser, complained: list[str]) -> Iterator[Page]:
    """A phone, in Chinese, in the dark."""
    page = open_page(
        browser,
        complained,
        locale="zh-CN",
        viewport={"width": 390, "height": 844},
        color_scheme="dark",
        has_touch=True,
        is_mobile=True,
    )
    yield page
    page.context.close()


@pytest.fixture
def sit(address: str, complained: list[str]) -> Iterator[Callable[..., None]]:
    """Begins a game and shows it; afterwards the console must have been silent."""

    def open_game(page: Page, game: str = "gomoku", people: str = "01", **terms: Any) -> None:
        people_ = [int(side) for side in people]
        asked = {"game": game, "people": people_, "opponent": "mcts", "strength": {"visits": 10}}
        show(page, new_game(address, asked | terms))

    yield open_game
    assert complained == []


def _square(number: int) -> str:
    row, place = divmod(number - 1, 4)
    return f"#p{8 * row + 2 * place + (row % 2 == 0)}"


def _begin_count(page: Page, *, passes: int) -> None:
    for played in range(1, passes + 1):
        page.click("#extras button[data-extra]")
        expect(page.locator("#moves button").nth(played - 1)).to_be_visible()
    expect(page.locator("#count")).to_be_visible()


def test_a_count_is_mended_by_clicks_and_agreed_on(page: Page, sit, shoot: Shoot):
    """Dead stones are faded, territory has squares, the sum follows each click."""
    sit(page, "go", settings=HALVES)
    _begin_count(page, passes=2)
    expect(page.locator("#status")).to_have_text("The stones are counted")
    expect(page.locator(".stone.dead")).to_have_count(1)
    expect(page.locator(".owner-0")).to_have_count(19)
    expect(page.locator("#count-sums .total td")).to_have_text(["28", "23.5"])
    expect(page.locator(f"#p{DEAD}")).to_have_attribute(
        "aria-label", "F6, White, dead, Black's point"
    )
    shoot(page, "count.png")
    page.click(f"#p{DEAD}")
    expect(page.locator(".stone.dead")).to_have_count(0)
    expect(page.locator("#count-result")).to_have_text("White is ahead by 15.5 points")
    page.click(f"#p{DEAD}")
    page.click("#settle")
    expect(page.locator("#status")).to_have_text("Black wins by 4.5 points")
    expect(page.locator(".review-link")).to_be_visible()
    expect(page.locator("#count-result")).to_have_text("Black wins by 4.5 points")
    expect(page.locator("#settle")).to_be_hidden()
    expect(page.locator(".owner-0")).to_have_count(19)
    page.click("#undo")
    expect(page.locator("#settle")).to_be_visible()


@pytest.mark.long
def test_a_count_is_mended_by_keys(page: Page, sit):
    """The cursor marks the chain that it is on; play goes on from the keyboard too."""
    sit(page, "go", settings=HALVES)
    _begin_count(page, passes=2)
    page.focus("#grid")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".stone.dead")).to_have_count(8)
    page.locator("#resume").press("Enter")
    expect(page.locator("#count")).to_be_hidden()
    expect(page.locator("#status")).to_have_text("Black to play")


@pytest.mark.long
def test_an_opponent_disputes_what_it_counts_otherwise(phone: Page, sit, shoot: Shoot):
    """Its living stones cannot be taken from it: play on, or give way."""
    sit(phone, "go", people="0", opponent="passing", settings=HALVES)
    _begin_count(phone, passes=1)
    phone.locator(f"#p{WALL}").tap()
    expect(phone.locator("#count-disputed")).to_be_visible()
    expect(phone.locator("#settle")).to_be_disabled()
    shoot(phone, "count-disputed-phone-zh.png", full_page=True)
    phone.locator("#resume").tap()
    expect(phone.locator("#count")).to_be_hidden()
    stones(phone, 19)


@pytest.mark.long
def test_a_count_is_the_same_on_every_page(page: Page, phone: Page, sit):
    """What one marks, the other sees."""
    sit(page, "go", settings=HALVES)
    _begin_count(page, passes=2)
    phone.goto(page.url)
    expect(phone.locator("#count")).to_be_visible()
    page.click(f"#p{DEAD}")
    expect(phone.locator(".stone.dead")).to_have_count(0)


@pytest.mark.parametrize("who", ["page", pytest.param("phone", marks=pytest.mark.long)])
def test_a_mistake_is_warned_of_and_offered_back(who, sit, shoot: Shoot, request):
    """The stone stands at once; the warning follows, with the better move on the board."""
    page: Page = request.getfixturevalue(who)
    sit(page, people="0", teach=20)
    for _ in range(1 if who == "page" else 2):  # a finger aims first
        page.click("#p112")
    stones(page, 1)
    expect(page.locator("#slip")).to_be_visible()
    expect(page.locator("#slip-text")).to_contain_text(re.compile("50 points of|50 个百分点"))
    expect(page.locator(".ghosts .stone")).to_have_attribute("data-at", "0")
    shoot(page, f"warning-{who}.png")
    page.click("#slip-back")
    stones(page, 0)
    expect(page.locator("#slip")).to_be_hidden()
    for _ in range(1 if who == "page" else 2):
        page.click("#p112")
    page.click("#slip-insist")
    stones(page, 2)


@pytest.mark.long
def test_a_hint_is_shown_on_the_board(page: Page, sit):
    """And named on the button, until the next move."""
    sit(page, people="0")
    page.click("#hint")
    expect(page.locator("#hint")).to_have_text("Try A15, says the reviewer")
    expect(page.locator(".ghosts .stone")).to_have_attribute("data-at", "0")
    page.click("#p0")
    stones(page, 2)
    expect(page.locator("#hint")).to_have_text("Hint")


@pytest.mark.long
def test_it_is_said_whose_the_winning_chances_are(page: Page, sit):
    """The opponent's own thought, the reviewer's where its view was on; a result is nobody's."""
    sit(page, people="0", opponent="person?level=2", strength={})
    rows, curve = page.locator("#judge"), page.locator("#graph-judge")
    expect(rows).to_be_hidden()
    page.click("#p112")
    stones(page, 2)
    expect(rows).to_have_text("Winning chances as Level 2 sees them")
    expect(curve).to_have_text("As Level 2 sees it")
    page.locator("#heat label", has_text="Visits").click()
    expect(rows).to_have_text("Winning chances as the reviewer sees them")
    both = "As Level 2 sees it; where the engine's view was on, as the reviewer does"
    expect(curve).to_have_text(both)
    expect(page.locator("#graph")).to_have_attribute(
        "aria-valuetext", re.compile("as the reviewer sees it$")
    )
    page.reload()
    expect(curve).to_have_text(both)
    page.click("#resign")
    page.click("#resign")
    expect(rows).to_be_hidden()


def test_keys_press_the_buttons_that_there_are(page: Page, sit):
    """Hint, take back and pass, each once however long it is held, and none in a field."""
    sit(page, "go", people="0", settings={"size": 7})
    expect(page.locator("#extras [data-name=pass]")).to_be_enabled()
    page.keyboard.press("h")
    expect(page.locator("#hint")).to_contain_text("says the reviewer")
    page.keyboard.down("p")
    page.keyboard.down("p")
    page.keyboard.up("p")
    expect(page.locator("#moves button")).to_have_text(["Pass", "A7"])
    page.keyboard.press("u")
    expect(page.locator("#moves button")).to_have_count(0)
    page.click("#keys")
    expect(page.locator(".keys dt").first).to_be_visible()
    page.keyboard.press("p")
    told = page.locator(".keys dt").all_inner_texts()
    assert {"H", "U", "P", "← →", "Home End"} <= set(told)
    page.keyboard.press("Escape")
    page.locator("#heat input").first.press("?")
    expect(page.locator(".keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.click("#new")
    page.locator("#new-form select").first.press("p")
    page.click("#new-close")
    expect(page.locator("#moves button")).to_have_count(0)


ROW = ("#p0", "#p9", "#p1", "#p10", "#p2", "#p11", "#p3", "#p12", "#p4")


def lay(page: Page, spots: tuple[str, ...]) -> None:
    """Click on one point after the other, each once the stone before it lies."""
    for number, spot in enumerate(spots, 1):
        page.click(spot)
        stones(page, number)


@pytest.mark.long
def test_a_game_that_is_over_is_stepped_through(page: Page, sit):
    """Its moves come up in the panel; arrows lead through them although the board was clicked on."""
    sit(page, settings={"size": 9})
    lay(page, ROW)
    expect(page.locator("#record")).to_be_in_viewport(ratio=1)
    expect(page.locator(".card").last).to_have_id("views")
    page.keyboard.press("ArrowLeft")
    stones(page, 8)
    page.keyboard.press("Home")
    stones(page, 0)
    page.keyboard.press("ArrowRight")
    stones(page, 1)
    page.locator("#moves button").nth(4).click()
    stones(page, 5)
    page.keyboard.press("End")
    stones(page, 9)
    page.click("#p40")
    page.keyboard.press("ArrowLeft")
    stones(page, 8)
    page.click("#p40")
    page.keyboard.press("Home")
    stones(page, 0)
    page.click("#undo")
    expect(page.locator(".card").last).to_have_id("record")


@pytest.mark.long
def test_a_phone_keeps_the_board_while_a_finished_game_is_stepped_through(phone: Page, sit):
    """The moves are below the board, which stays in view."""
    sit(phone, settings={"size": 9})
    lay(phone, ROW)
    phone.locator("#record").scroll_into_view_if_needed()
    phone.locator("#moves").scroll_into_view_if_needed()
    phone.click("#back")
    stones(phone, 8)
    expect(phone.locator("#board")).to_be_in_viewport(ratio=1)


def test_home_and_end_step_from_a_board_in_play(page: Page, sit):
    """Arrows walk over the board that was clicked on; it has no use for the other two."""
    sit(page, settings={"size": 9})
    lay(page, ROW[:3])
    page.keyboard.press("ArrowLeft")
    stones(page, 3)
    page.keyboard.press("Home")
    stones(page, 0)
    page.keyboard.press("End")
    stones(page, 3)
    _check_haste(page)


PRESS = """keys => keys.forEach((key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })))"""
"""Keys that come before anything is drawn."""


def _check_haste(page: Page) -> None:
    """The last of several keys counts, that come faster than the page is drawn."""
    # Not the page's guess any more: a move that comes meanwhile is looked at where the game is followed.
    expect(page.locator("#ply")).to_have_text("3 / 3")
    for keys, left in (
        (["Home", "End"], 3),
        (["Home", "ArrowRight", "ArrowRight"], 2),
        (["End", "Home"], 0),
    ):
        page.evaluate(PRESS, keys)
        stones(page, left)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_key_for_a_hint_says_why_there_is_none(browser, address, complaints, language):
    """Of a position of before, of a move that is another's, of a game that is over."""
    page = open_page(browser, complaints, locale=language)
    show(page, new_game(address, terms_of(settings={"size": 9}, people=[0])))
    page.click("#p0")
    stones(page, 2)
    page.keyboard.press("Home")
    stones(page, 0)
    page.keyboard.press("h")
    told = {
        "en": "A hint is for the move to be made now: End leads there.",
        "zh": "提示只针对现在要走的一步",
    }
    expect(page.locator("#notice")).to_contain_text(told[language])
    stones(page, 0)
    page.keyboard.press("End")
    page.evaluate(PRESS, ["h"])
    expect(page.locator(".ghosts .stone")).to_be_visible()
    resign = page.locator("#extras [data-command=resign]")
    resign.click()
    resign.click()
    expect(page.locator(".room.over")).to_be_visible()
    page.keyboard.press("h")
    told = {
        "en": "The game is over: there is no move to look for.",
        "zh": "对局已结束",
    }
    expect(page.locator("#notice")).to_contain_text(told[language])
    page.context.close()
    assert complaints == []


UNCOVERED = """button => {
  scrollTo(0, 1e6);
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether the page's end has a button where a finger reaches it."""


@pytest.mark.long
@pytest.mark.parametrize("game", ["gomoku", "go", "draughts"])
def test_the_end_of_a_finished_game_has_its_steps_beside_the_board(phone: Page, sit, game):
    """The board that stays covers none of them, on a small phone and on a tablet."""
    before = phone.viewport_size
    sit(phone, game)
    for spot in ("#p17", "#p24") if game == "draughts" else ("#p40", "#p41"):
        phone.click(spot)
    resign = phone.locator("#extras [data-command=resign]")
    resign.click()
    resign.click()
    expect(phone.locator(".room.over")).to_be_visible()
    for width, height in ((390, 844), (360, 640), (768, 1024)):
        phone.set_viewport_size({"width": width, "height": height})
        for name in ("back", "first"):
            assert phone.locator(f"#{name}").evaluate(UNCOVERED), (width, name)
    phone.set_viewport_size(before or {})


@pytest.mark.long
def test_a_stone_is_drawn_before_the_server_answers(page: Page, sit):
    """It does not wait for anybody; pieces and what they take neither."""
    sit(page)
    page.evaluate(SILENCE)
    page.click("#p112")
    stones(page, 1)
    sit(page, "draughts", settings={"position": TWO_HOPS})
    page.evaluate(SILENCE)
    page.click(_square(6))
    page.click(_square(22))
    expect(page.locator(".stones .piece")).to_have_count(3)


@pytest.mark.parametrize(
    ("terms", "clicks", "end"),
    [
        pytest.param({}, ("#p112", "#p113", "#p98"), "3", marks=pytest.mark.long),
        ({"game": "draughts"}, ("#p17", "#p24", "#p42", "#p33"), "2"),
    ],
)
def test_a_click_before_the_server_answers_is_kept(page: Page, sit, terms, clicks, end):
    """Two people play as fast as they like: no move is lost."""
    sit(page, **terms)
    page.evaluate(LATE)
    for spot in clicks:
        page.click(spot)
    expect(page.locator("#ply")).to_have_text(f"{end} / {end}")
    expect(page.locator("#notice")).to_be_hidden()
    page.reload()


def test_a_stone_that_is_refused_is_taken_back(page: Page, sit):
    """The page says why."""
    sit(page)
    page.evaluate(MISTAKE)
    page.click("#p112")
    expect(page.locator("#notice")).to_have_text("The position has changed meanwhile.")
    stones(page, 0)
    page.reload()


@pytest.mark.long
def test_a_piece_follows_the_pointer_over_its_hops(page: Page, sit):
    """Let go nowhere it is back; let go at the end of a capture all its hops are played."""
    sit(page, "draughts", settings={"position": TWO_HOPS})
    piece = page.locator(f'.piece[data-at="{_at(6)}"]')
    start, away, end = (_middle(page, number) for number in (6, 12, 22))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*away, steps=3)
    expect(page.locator(".piece.lifted")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".piece.lifted")).to_have_count(0)
    expect(piece).to_have_count(1)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=3)
    page.mouse.up()
    expect(page.locator("#moves button")).to_have_text(["6x22"])
    expect(page.locator(".stones .piece")).to_have_count(3)


def _at(number: int) -> int:
    return int(_square(number).removeprefix("#p"))


def _middle(page: Page, number: int) -> tuple[float, float]:
    box = page.locator(_square(number)).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_nothing_moves_for_who_asked_for_calm(page: Page, sit):
    """Neither stones nor pieces, where the system asks for less movement, as that of `page` does."""
    sit(page, "draughts", settings={"position": TWO_HOPS})
    page.click(_square(6))
    page.click(_square(22))
    expect(page.locator(".stones .piece")).to_have_count(3)
    assert page.evaluate("document.getAnimations().length") == 0


def test_sounds_are_off_until_they_are_switched_on(page: Page, sit):
    """Then a move is heard, and the switch is remembered."""
    page.add_init_script("""
      window.heard = 0;
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (at) { window.heard++; start.call(this, at); };
    """)
    sit(page)
    page.click("#p112")
    stones(page, 1)
    assert page.evaluate("heard") == 0
    page.click("#sound")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    sit(page)
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    page.click("#p112")
    stones(page, 1)
    assert page.evaluate("heard") > 0
    page.click("#sound")


@pytest.mark.long
def test_coordinates_can_be_hidden(page: Page, sit):
    """On this board and the next."""
    sit(page)
    expect(page.locator(".coordinates")).to_be_visible()
    page.click("#coordinates")
    expect(page.locator(".coordinates")).to_be_hidden()
    sit(page, "draughts")
    expect(page.locator(".square-name").first).to_be_hidden()
    page.click("#coordinates")
    expect(page.locator(".square-name").first).to_be_visible()


@pytest.mark.long
def test_a_form_stays_open_when_the_first_game_comes(
    browser: Browser, complained: list[str], address: str
) -> None:
    """Who asks for a new game before the usual one is there goes on filling in."""
    page = open_page(browser, complained, locale="en-GB")
    page.add_init_script(
        "const send = WebSocket.prototype.send;"
        "WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 1500) }"
    )
    page.goto(f"{address}play?game=gomoku")
    page.click("#new")
    form = page.locator("dialog[open]")
    expect(form).to_be_visible()
    page.wait_for_url("**/game/*")
    expect(form).to_be_visible()
    before = page.url
    form.locator("[type=submit]").click()
    expect(form).to_be_hidden()
    page.wait_for_function("address => location.href !== address", arg=before)
    page.context.close()


@pytest.mark.long
def test_a_double_click_begins_one_rematch(browser, address, complaints):
    """The second half of it asks for no other game."""
    page = open_page(browser, complaints)
    show(page, new_game(address, {"game": "gomoku", "people": [0], "opponent": "mcts"}))
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url) if "/again" in sent.url else None)
    try:
        page.click("#resign")
        page.click("#resign")
        before = page.url
        page.locator("[data-command=again]").dblclick()
        page.wait_for_function("before => location.href !== before", arg=before)
        assert len(asked) == 1
    finally:
        page.context.close()
    assert complaints == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "sent", "told"),
    [("en-GB", "on its way", "did not arrive"), ("zh-CN", "正在送出", "没有送到")],
)
def test_a_move_that_did_not_arrive_is_told(browser, address, complaints, language, sent, told):
    """The line breaks while a stone is under way: when it is back, its loss is not silent."""
    page = open_page(browser, complaints, locale=language)
    lines: list[Any] = []

    def carry(line: Any) -> None:
        lines.append(line)
        server = line.connect_to_server()
        line.on_message(
            lambda text: None if '"play"' in text and len(lines) == 1 else server.send(text)
        )

    page.route_web_socket("**/ws", carry)
    try:
        show(page, new_game(address, {"game": "gomoku", "people": [0], "opponent": "mcts"}))
        page.click("#p112")
        expect(page.locator("#status")).to_contain_text(sent)
        lines[0].close()
        expect(page.locator("#notice")).to_contain_text(told)
        stones(page, 0)
        page.click("#p112")
        stones(page, 2)
    finally:
        page.context.close()
    assert complaints == []
