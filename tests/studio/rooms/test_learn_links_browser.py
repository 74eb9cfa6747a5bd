"""The room of methods in a browser: addresses that hold what is shown, trees that are pointed at, small screens."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect
from tests.studio.browsing import open_page

PHONES = {"upright": (390, 844), "short": (390, 664), "across": (844, 390), "small": (667, 375)}
MINUS = "\N{MINUS SIGN}"
long_ = partial(pytest.param, marks=pytest.mark.long)
"""An address that is read as one of the others is: the long tests have all of them."""
KNOBS = [
    long_("mcts/decide", ["#learn-knob-c"]),
    long_("mcts/run", ["#learn-checkpoint"]),
    long_("alphazero/learn", ["#learn-knob-pull"]),
    long_("policy/decide", ["#learn-knob-temperature"]),
    ("dqn/learn", ["#learn-knob-gamma"]),
    long_("qlearning/learn", ["#learn-knob-alpha"]),
    long_("qlearning/decide", ["#learn-knob-epsilon"]),
    long_("boardvalue/learn", ["#learn-knob-lambda"]),
    long_("nnue/run", ["#learn-checkpoint"]),
    long_("mcts/decide", ["#learn-simulations", ".tree"]),
    long_("mcts", ["#learn-simulations", ".tree"]),
    long_("nnue/decide", [".tree"]),
]
"""Each knob that changes the board, and what changes a tree."""


@pytest.fixture
def learn(windows, address, complaints) -> Iterator[Callable[..., Page]]:
    """Opens an address of the room, loaded anew; the console must stay silent.

    With `beside` in a second window, as somebody else would.
    """

    def visit(path: str, *, beside: bool = False, **options) -> Page:
        page = windows.take(int(beside), **{"locale": "en-GB"} | options)
        page.goto(f"{address}learn/{path}")
        # Drawn with the server's answer, as the card is.
        expect(page.locator("#learn-board [role=gridcell]").first).to_be_attached()
        return page

    yield visit
    assert complaints == []


def _set(page: Page, slider: str, value: float) -> None:
    page.locator(slider).evaluate(
        "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input'));"
        " slider.dispatchEvent(new Event('change')); }",
        value,
    )


def _phone(size: tuple[int, int]) -> dict[str, object]:
    viewport = {"width": size[0], "height": size[1]}
    return {"viewport": viewport, "has_touch": True, "is_mobile": True}


SEEN = """([first, ...rest]) => {
  const boxes = [first, ...rest].map((each) => document.querySelector(each).getBoundingClientRect());
  const within = boxes.every(({ top, bottom }) => top >= -1 && bottom <= innerHeight + 1);
  const apart = boxes.slice(1).every(({ left, right, top, bottom }) =>
    left >= boxes[0].right || right <= boxes[0].left || top >= boxes[0].bottom - 1 || bottom <= boxes[0].top);
  return [within, apart];
}"""


@pytest.mark.parametrize(("place", "seen"), KNOBS)
def test_on_a_phone_a_knob_and_what_it_changes_are_seen_together(learn, place, seen):
    """The board stays on the screen, whole, while the words go by, and covers no knob that is gone to."""
    page = learn(place, **_phone(PHONES["upright"]))
    knob = page.locator(seen[0])
    expect(knob).to_be_visible()
    expect(page.locator("#learn-board .stones .stone").first).to_be_attached()
    for phone, (width, height) in PHONES.items():
        page.set_viewport_size({"width": width, "height": height})
        knob.evaluate("each => each.scrollIntoView({ block: 'start' })")
        assert page.evaluate(SEEN, ["#learn-board", *seen]) == [True, True], phone


@pytest.mark.long
def test_on_a_phone_a_formula_is_read_whole(learn):
    """With its numbers in it: of 0.33 nobody should read 0.3."""
    page = learn("boardvalue/learn", **_phone(PHONES["upright"]))
    formulas = page.locator(".formula")
    expect(formulas).to_have_count(2)
    for formula in formulas.all():
        assert formula.evaluate("box => box.scrollWidth <= box.clientWidth")


@pytest.mark.long
def test_on_a_phone_the_names_in_a_tree_do_not_cover_each_other(learn):
    """Where two moves stand too near, the one that was visited more has its name."""
    page = learn("alphazero/decide?game=draughts", **_phone(PHONES["upright"]))
    expect(page.locator(".tree text").first).to_be_attached()
    names = page.locator(".tree text").all()
    assert len(names) >= 2
    boxes = sorted((each.bounding_box() for each in names), key=lambda box: box["x"])
    for one, other in pairwise(boxes):
        assert one["x"] + one["width"] <= other["x"]
    most = page.locator(".numbers tr.best td").last.locator("xpath=../td[1]").inner_text()
    assert most in page.locator(".tree text").all_text_contents()
    assert page.locator(".numbers tr.best td").first.bounding_box()["height"] < 30


@pytest.mark.long
def test_what_is_gone_to_by_keyboard_is_not_behind_the_board(learn):
    """Going back through the whole page, nothing has its focus where nobody sees it."""
    page = learn("dqn/learn", **_phone(PHONES["short"]))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(".code summary").focus()
    rim = page.locator("#learn-board").bounding_box()
    for _ in range(5):
        page.keyboard.press("Shift+Tab")
        box = page.evaluate("document.activeElement.getBoundingClientRect().toJSON()")
        assert box["bottom"] > rim["y"] + rim["height"]


@pytest.mark.long
def test_on_a_desk_the_board_is_as_high_as_the_window(learn):
    """Only small screens make it smaller."""
    page = learn("dqn/learn", viewport={"width": 1280, "height": 800})
    assert page.locator("#learn-board").bounding_box()["height"] > 600


@pytest.mark.long
def test_a_tap_tells_what_belongs_to_a_position_of_alpha_beta(learn):
    """Its value and window, or why it was never looked at; the nearest dot is meant, as a finger is larger."""
    page = learn("nnue/decide", **_phone(PHONES["upright"]))
    told = page.locator(".dot-told")
    expect(told).to_contain_text("this position")
    cut = page.locator(".prune circle.cut").first
    cut.scroll_into_view_if_needed()
    box = cut.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2 + 3, box["y"] + 4)
    number = rf"{MINUS}?[\d.]+"
    expect(told).to_contain_text("never looked at, so it has no value and no window")
    value, beta = re.search(
        rf"worth ({number}), and β is ({number}) there", told.inner_text()
    ).groups()
    assert float(value.replace(MINUS, "-")) >= float(beta.replace(MINUS, "-"))
    page.locator(".prune .cutter").first.tap()
    expect(told).to_contain_text("Its value has reached β")
    assert re.search(
        rf": {number} for (Black|White), .*; \S {number}, β {number}", told.inner_text()
    )


@pytest.mark.long
def test_a_tree_is_read_by_keyboard(learn):
    """Down to the first answer, sideways along a depth, up to where it came from."""
    page = learn("nnue/decide")
    tree, told = page.locator(".prune"), page.locator(".dot-told")
    first, second = (
        name.split()[0] for name in page.locator(".prune text").all_text_contents()[:2]
    )
    tree.focus()
    for key, line in (
        ("ArrowDown", f"{first}: "),
        ("ArrowRight", f"{second}: "),
        ("ArrowDown", rf"{second} \w+: "),
        ("ArrowUp", f"{second}: "),
        ("ArrowLeft", f"{first}: "),
        ("ArrowLeft", f"{first}: "),
        ("ArrowUp", "this position: "),
    ):
        page.keyboard.press(key)
        expect(told).to_have_text(re.compile(f"^{line}"))


def test_the_dots_of_a_search_are_read_too(learn):
    """Visits and mean, by the keyboard, and they follow the search as it grows."""
    page = learn("mcts/decide")
    told = page.locator(".dot-told")
    expect(told).to_contain_text("this position: N = 200")
    page.locator(".tree").press("ArrowDown")
    expect(told).to_have_text(re.compile(rf"^[A-F]\d: N = \d+, Q = {MINUS}?[\d.]+$"))
    _set(page, "#learn-simulations", 1)
    expect(told).to_contain_text("this position: N = 1,")


def test_an_address_holds_game_position_and_knobs(learn):
    """Whatever was chosen, played and turned is there again for whoever opens the link."""
    page = learn("dqn/learn")
    page.locator("#learn-games label").nth(2).click()
    expect(page.locator("#learn-turn")).to_have_text("Black to play")
    page.click("#learn-back")
    expect(page).to_have_url(
        re.compile(r"/learn/dqn/learn\?game=go&size=5&moves=([A-E]\d\.)+[A-E]\d$")
    )
    _set(page, "#learn-knob-gamma", 0.6)
    page.locator("#learn-card select").select_option(index=2)
    expect(page).to_have_url(re.compile(r"&move=[A-E]\d&gamma=0\.6$"))
    shown = page.locator("#learn-card .told").inner_text()
    stones = page.locator("#learn-board .stones .stone").count()
    again = learn(page.url.split("/learn/")[1], beside=True)
    expect(again.locator("#learn-card .told")).to_have_text(shown, use_inner_text=True)
    assert again.locator("#learn-board .stones .stone").count() == stones
    assert again.locator("#learn-knob-gamma").input_value() == "0.6"
    assert again.url == page.url


@pytest.mark.long
@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("mcts/decide?c=0.5&rule=puct&steps=31", ["0.50", "31 / 200"]),
        ("mcts?steps=40", ["40 / 200"]),
        ("policy/decide?temperature=2", ["2.00"]),
        ("qlearning/learn?gamma=0.8&alpha=0.25", ["0.80", "0.25"]),
    ],
)
def test_knobs_are_where_the_address_has_them(learn, place, shown):
    """And the address stays what it is."""
    page = learn(place)
    for each in shown:
        expect(page.locator("#learn-card output", has_text=each)).to_be_visible()
    page.wait_for_timeout(700)  # until the address is written anew
    assert page.url.endswith(f"/learn/{place}")


@pytest.mark.long
@pytest.mark.parametrize(
    ("place", "choice"),
    [
        ("nnue/decide?order=worst", "input[value=worst]:checked"),
        ("nnue/learn?result=lost", "input[value='0']:checked"),
        ("nnue?row=2", "#learn-card option[value='2']:checked"),
    ],
)
def test_choices_are_where_the_address_has_them(learn, place, choice):
    """Order and result of alpha-beta, the rows of a move."""
    expect(learn(place).locator(choice)).to_be_attached()


def test_a_board_is_empty_where_the_address_says_so(learn):
    """Which leaves nothing to be told."""
    page = learn("dqn?moves=")
    assert page.locator("#learn-board .stones .stone").count() == 0
    expect(page.locator("#passing")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize(
    ("place", "stones"),
    [
        ("dqn?moves=C3.d4.C4", 3),
        ("dqn?moves=20.15.14", 3),
        ("mcts?game=draughts&moves=10-15.23-18.12-16.24-19.16x23.26x19", 22),
        ("mcts?game=go&size=7&moves=C3.pass.d4", 2),
    ],
)
def test_moves_of_an_address_are_what_people_call_them(learn, place, stones):
    """Points of the board, numbered squares, a pass; numbers of actions are read too."""
    page = learn(place)
    expect(page.locator("#learn-board :is(.stone, .piece)")).to_have_count(stones)
    expect(page.locator("#passing")).to_be_hidden()
    named = place.replace("20.15.14", "C3.D4.C4").replace("d4", "D4")
    expect(page).to_have_url(re.compile(f"/learn/{re.escape(named)}$"))


@pytest.mark.long
@pytest.mark.parametrize("place", ["mcts/decide", "mcts", "nnue/decide"])
def test_the_dot_that_is_pointed_at_is_in_the_address(learn, place):
    """By the way that leads to it, so that a teacher can link to one position of a tree."""
    page = learn(place)
    for _ in range(2):
        page.locator(".tree").press("ArrowDown")
    expect(page).to_have_url(re.compile(rf"/learn/{place}\?dot=[A-H]\d\.[A-H]\d$"))
    told = page.locator(".dot-told").inner_text()
    again = learn(page.url.split("/learn/")[1], beside=True)
    expect(again.locator(".dot-told")).to_have_text(told)
    assert again.url == page.url
    again.locator(".tree").press("ArrowUp")
    again.locator(".tree").press("ArrowUp")
    expect(again).to_have_url(re.compile(f"/learn/{place}$"))


@pytest.mark.long
def test_an_answer_is_in_the_address(learn):
    """Whoever opens the link sees what was answered and what was said of it, in either language."""
    page = learn("dqn/ask")
    questions = page.locator(".question")
    questions.nth(0).locator("input").fill("0,3")
    questions.nth(0).get_by_role("button").click()
    questions.nth(1).locator("input").nth(1).check()
    questions.nth(2).get_by_text("D3", exact=True).click()
    expect(page).to_have_url(re.compile(r"/learn/dqn/ask\?answer1=0%2C3&answer2=2&answer3=D3$"))
    told = page.locator(".verdict").all_inner_texts()
    assert all(told)
    again = learn(page.url.split("/learn/")[1], beside=True)
    assert again.locator(".verdict").all_inner_texts() == told
    assert again.locator(".question input").first.input_value() == "0,3"
    assert again.url == page.url
    page.click("#language")
    expect(page.locator(".verdict.right")).to_have_count(2)
    page.click("#language")
    page.locator("#learn-steps a").nth(0).click()
    expect(page).to_have_url(re.compile("/learn/dqn$"))
    page.locator("#learn-steps a").nth(4).click()
    expect(page.locator(".verdict.right")).to_have_count(2)


@pytest.mark.long
def test_turning_is_no_step_back(learn):
    """A slider that moves makes no entry: going back leads to the step before, as it was left."""
    page = learn("dqn/learn")
    for value in (0.9, 0.8, 0.7, 0.6):
        _set(page, "#learn-knob-gamma", value)
    page.locator("#learn-steps a").nth(3).click()
    expect(page).to_have_url(re.compile(r"/learn/dqn/run\?gamma=0\.6$"))
    for value in (3, 5, 9):
        _set(page, "#learn-checkpoint", value)
    expect(page).to_have_url(re.compile(r"/learn/dqn/run/9\?gamma=0\.6$"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"/learn/dqn/learn\?gamma=0\.6$"))
    expect(page.locator("#learn-knob-gamma")).to_have_value("0.6")
    page.go_forward()
    expect(page.locator("#learn-checkpoint")).to_have_value("9")


@pytest.mark.long
def test_a_link_to_a_step_leads_where_its_click_does(learn):
    """Opened in another window it shows the same: the position that was played on, the knobs."""
    page = learn("dqn")
    page.click("#learn-back")
    link = page.locator("#learn-steps a").nth(1)
    expect(link).to_have_attribute(
        "href", re.compile(r"^/learn/dqn/decide\?moves=([A-F]\d\.)+[A-F]\d$")
    )
    address = link.get_attribute("href")
    link.click()
    expect(page.locator("#learn-card h2")).to_have_text("How it decides")
    assert page.url.endswith(address)
    with page.expect_response("**/api/learn/look"):
        link.click()  # the step that is shown already: all of it stays
    page.wait_for_load_state("networkidle")
    assert page.url.endswith(address)
    expect(page.locator("#learn-shows")).not_to_have_text("Looking at the board…")
    page.click("#learn-empty")
    expect(page.locator("#learn-board .stones .stone")).to_have_count(0)


def test_the_link_is_copied(learn):
    """With what is turned in this very moment; where the browser lets nothing be copied, that is said."""
    page = learn("dqn/learn", permissions=["clipboard-read", "clipboard-write"])
    _set(page, "#learn-knob-gamma", 0.6)
    page.click("#learn-copy")
    expect(page.locator("#passing")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith("/learn/dqn/learn?gamma=0.6")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.click("#learn-copy")
    expect(page.locator("#passing")).to_contain_text("the address of this page")


@pytest.mark.parametrize(
    ("place", "strange", "left"),
    [
        ("dqn/learn?gamma=7&alpha=x", "gamma=7, alpha=x", "dqn/learn"),
        long_("dqn/learn?gamma=0.975&toString=1", "gamma=0.975, toString=1", "dqn/learn"),
        long_("dqn/nosuch", "nosuch", "dqn"),
        long_("mcts/learn", "learn", "mcts"),
        long_("dqn/run/99", "99", "dqn/run"),
        long_("dqn/decide/3", "3", "dqn/decide"),
        long_("dqn?game=chess&moves=1.2", "game=chess", "dqn"),
        long_("dqn/run?game=go&size=5", "game=go, size=5", "dqn/run"),
        long_("dqn?moves=1.1", "moves=1.1", "dqn"),
        long_("dqn?moves=99999", "moves=99999", "dqn"),
        long_("dqn?moves=d4,d5", "moves=d4,d5", "dqn"),
        long_("nnue/decide?order=constructor&rule=", "order=constructor, rule=", "nnue/decide"),
        long_("dqn/ask?answer1=half&answer4=1", "answer1=half, answer4=1", "dqn/ask"),
        long_("dqn/decide?answer1=1", "answer1=1", "dqn/decide"),
    ],
)
def test_what_an_address_cannot_mean_is_told(learn, place, strange, left):
    """In one line; the rest is as usual, and the address then says what is shown."""
    page = learn(place)
    told = f"Not understood in the address: {strange}. What is usual was taken instead."
    expect(page.locator("#passing")).to_have_text(told)
    expect(page.locator("#learn-board .stones .stone").first).to_be_attached()
    expect(page).to_have_url(re.compile(f"/learn/{left}$"))


@pytest.mark.long
def test_a_page_that_there_is_not_is_told(browser, address, complaints):
    """With those that there are: nobody takes another method for the one that was asked for."""
    page = open_page(browser, complaints, locale="en-GB")
    page.goto(f"{address}learn/sarsa")
    expect(page.locator("#learn-nothing")).to_contain_text("no page of Learn called “sarsa”")
    expect(page.locator("#learn-methods a")).to_have_count(7)
    page.click("#language")
    expect(page.locator("#learn-nothing")).to_contain_text("没有叫“sarsa”的页面")
    page.goto(f"{address}learn")
    expect(page.locator("#learn-methods a")).to_have_count(7)
    expect(page.locator("#learn-nothing")).to_be_hidden()
    page.context.close()
    assert complaints == []
