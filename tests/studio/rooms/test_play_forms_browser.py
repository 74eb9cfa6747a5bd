"""Beginning a game and playing it by the clock, as a person does, in both languages."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Page, expect
from tests.studio.browsing import (
    Shoot,
    Windows,
    free_port,
    new_game,
    open_page,
    point,
    server,
    show,
    show_agents,
    stones,
)
from tests.studio.line import terms_of
from tests.studio.looks import Look

from tengen.agents.ladder import ladder
from tengen.games import load

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def opened(windows: Windows, address: str, complaints: list[str]) -> Iterator[Any]:
    """Opens a page at a game of the given terms, whose console must stay silent."""

    def open_one(language: str = "en-GB", **terms: Any) -> Page:
        options = {"locale": language, "viewport": DESK}
        if language == "zh-CN":
            options |= {"viewport": PHONE, "color_scheme": "dark", "has_touch": True}
        page = windows.take(**options)
        show(page, new_game(address, terms_of(settings={}, strength={"visits": 10}) | terms))
        return page

    yield open_one
    assert complaints == []


def _open_form(page: Page) -> None:
    page.click("#new")
    expect(page.locator("#new-levels label").first).to_be_visible()


def _choose(page: Page, name: str, value: str) -> None:
    page.locator(f'input[name="{name}"][value="{value}"]').click()


def _begin(page: Page) -> None:
    before = page.url
    page.click("#new-form button[type=submit]")
    page.wait_for_function("before => location.href !== before", arg=before)
    expect(page.locator("#new-dialog")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_form_that_nobody_answers_says_so_and_fills_itself(
    browser: Any, tmp_path: Path, shoot: Shoot, language: str
) -> None:
    """Where the server stands still, and where it is gone; what is there when it is back can be begun."""
    port, look = free_port(), Look(language, "phone" if language == "zh" else "desk", "dark")
    complaints: list[str] = []
    page, told = open_page(browser, complaints, **look.options), look.words()
    error, level = page.locator("#new-error"), page.locator("#new-levels label").first
    with server(port, tmp_path) as process:
        where = f"http://127.0.0.1:{port}/"
        show(page, new_game(where, terms_of(settings={})))
        os.kill(process.pid, signal.SIGSTOP)
        page.click("#new")
        expect(error).to_have_text(told("connection.slow"))
        expect(page.locator("select[name=game] option")).to_have_count(0)
        _choose(page, "people", "1")
        expect(error).to_have_text(told("connection.slow"))
        shoot(page, f"play-form-slow-{look.name}.png")
        os.kill(process.pid, signal.SIGCONT)
        expect(level).to_be_visible()
        expect(error).to_be_hidden()
        page.reload()
        expect(page.locator("#grid")).to_be_visible()
    page.click("#new")
    expect(error).to_have_text(told("connection.lost"))
    shoot(page, f"play-form-gone-{look.name}.png")
    with server(port, tmp_path):
        expect(level).to_be_visible()
        expect(error).to_be_hidden()
        _begin(page)
    page.context.close()
    # The browser complains of every try to connect.
    assert [words for words in complaints if "ERR_CONNECTION" not in words] == []


@pytest.mark.long
def test_each_game_begins_with_its_own_usual_opponent(opened, address):
    """A level that stood there unasked does not stay for another game; one that was chosen does."""
    page = opened(game="gomoku")
    page.click("#new")
    choose = page.locator("select[name=game]")
    checked = page.locator("#new-levels input:checked")
    for game in ("gomoku", "go", "draughts", "gomoku"):
        choose.select_option(game)
        asked = {"game": game, "settings": '{"size": 9}' if game == "go" else "{}"}
        told = page.request.get(f"{address}api/play/choices", params=asked).json()
        levels = [(level["spec"], level["default"]) for level in told["levels"]]
        usual = (
            told["mine"]["spec"] if told["mine"] else next(spec for spec, first in levels if first)
        )
        expect(page.locator("#new-levels label")).to_have_count(len(levels))
        expect(checked).to_have_value(usual)
    _choose(page, "level", "person?level=4")
    choose.select_option("go")
    expect(page.locator("#new-levels label")).to_have_count(_levels(9, 7))
    expect(checked).to_have_value("person?level=4")


def _levels(size: int, komi: float) -> int:
    """Return how many levels of Go there are on a board."""
    return len(ladder(load("go", size=size, komi=komi)).levels)


@pytest.mark.long
def test_komi_follows_the_size_unless_it_was_chosen(opened):
    """So that the levels offered on each board are those measured there."""
    page = opened(game="go")
    _open_form(page)
    size, komi = page.locator("input[name=size]"), page.locator("input[name=komi]")
    levels = page.locator("#new-levels label")
    expect(komi).to_have_value("7")
    for each, usual in ((13, "7.5"), (19, "7.5"), (9, "7")):
        page.click(f".proposed [value='{each}']")
        expect(size).to_have_value(str(each))
        expect(page.locator(".proposed [aria-pressed=true]")).to_have_attribute("value", str(each))
        expect(komi).to_have_value(usual)
        why = page.locator("#new-rule-help", has_text="the net there learned with it")
        expect(why).to_have_count(int(each == 9))
        expect(levels).to_have_count(_levels(each, float(usual)))
    komi.fill("6.5")
    size.fill("13")
    expect(komi).to_have_value("6.5")
    size.fill("12")
    expect(page.locator(".proposed [aria-pressed=true]")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "about", "level"),
    [
        ("en-GB", "about", "Level 2"),
        pytest.param("zh-CN", "约", "第 2 级", marks=pytest.mark.long),
    ],
)
def test_an_opponent_is_chosen_by_its_strength(opened, shoot: Shoot, language, about, level):
    """Levels carry their measured rating, and so does the opponent at the table."""
    page = opened(language)
    _open_form(page)
    levels = page.locator("#new-levels label")
    expect(levels.nth(1)).to_contain_text(about)
    expect(page.locator("#new-scale")).to_contain_text("2026")
    second = levels.nth(1).locator("b").text_content()
    levels.nth(1).locator("input").click()
    shoot(page, f"new-level-{language}.png")
    _begin(page)
    expect(page.locator("#players")).to_contain_text(level)
    expect(page.locator("#players")).to_contain_text(str(second))


@pytest.mark.long
def test_the_chosen_level_is_told_with_its_interval(opened):
    """Below the levels, where a phone shows it too: Elo, interval, above whom, from how many games."""
    page = opened("zh-CN")
    _open_form(page)
    levels, told = page.locator("#new-levels label"), page.locator("#new-level")
    # No space is between Chinese sentences.
    expect(told).to_have_text(re.compile(r"局.适合第一局.$"))
    levels.nth(1).locator("input").tap()
    expect(told).to_have_text(
        re.compile(r"^第 2 级.比第 1 级高约 \d+ Elo.95 % 区间 \d+ 至 \d+.共 \d+ 局.$")
    )
    # The tile for a first game has its Elo as the others do.
    expect(levels.locator("small", has_text=re.compile(r"\d"))).to_have_count(levels.count())
    _choose(page, "people", "01")
    expect(told).to_be_hidden()


@pytest.mark.long
def test_the_level_that_is_named_next_is_chosen(opened):
    """Whom one played before is no choice any more when the form is opened again."""
    page = opened(opponent="person?level=4", strength={})
    for level in (3, 2):
        page.click("#resign")
        page.click("#resign")
        expect(page.locator("#mine")).to_contain_text("next: Level 1.")
        _open_form(page)
        expect(page.locator("#new-mine")).to_contain_text("next: Level 1.")
        expect(page.locator("#new-levels input:checked")).to_have_value("person?level=1")
        _choose(page, "level", f"person?level={level}")
        _begin(page)


@pytest.mark.long
def test_levels_nobody_measured_have_no_figures(opened):
    """Another rule, and the numbers are gone; agents are a choice of their own."""
    page = opened()
    _open_form(page)
    page.locator("select[name=rule]").select_option("caro")
    expect(page.locator("#new-levels b").first).to_have_text("Level 1")
    expect(page.locator("#new-levels")).not_to_contain_text("about")
    expect(page.locator("#new-level")).to_have_text(re.compile("^Level 1: not measured"))
    # Nor does anybody know how beginners do there.
    expect(page.locator("#new-mine")).to_be_hidden()
    show_agents(page)
    expect(page.locator("#new-levels")).to_be_hidden()


@pytest.mark.parametrize("language", [pytest.param("en-GB", marks=pytest.mark.long), "zh-CN"])
def test_a_game_by_the_clock(opened, shoot: Shoot, language):
    """Two people with byo-yomi: the clock of whoever is to move counts down, a pause stops it."""
    page = opened(language)
    _open_form(page)
    _choose(page, "people", "01")
    expect(page.locator("#new-levels")).to_be_hidden()
    _choose(page, "timing", "byoyomi")
    page.fill("[name=minutes]", "1")
    page.fill("[name=period]", "20")
    shoot(page, f"new-clock-{language}.png")
    _begin(page)
    clocks = page.locator("#players .clock")
    expect(clocks.locator("b")).to_have_text(["1:00", "1:00"])
    expect(clocks.locator("small").first).to_contain_text(re.compile("^3 . 20"))
    expect(page.locator(".clock.running")).to_have_count(0)
    page.click(point(page, "H8"))
    stones(page, 1)
    expect(clocks.nth(1)).to_have_class(re.compile("running"))
    expect(clocks.nth(1).locator("b")).to_have_text(re.compile("^0:[0-5]"))
    expect(clocks.nth(0).locator("b")).to_have_text("1:00")
    shoot(page, f"play-clock-{language}.png")
    page.click("[data-command=stop]")
    expect(page.locator(".clock.running")).to_have_count(0)
    page.click("[data-command=unpause]")
    expect(clocks.nth(1)).to_have_class(re.compile("running"))


@pytest.mark.long
def test_time_runs_out(opened):
    """The last seconds show tenths and warn; the loss is told with its reason."""
    page = opened(people=[0, 1], clock={"main": 3.0})
    page.click(point(page, "H8"))
    expect(page.locator(".clock.running.low b")).to_have_text(re.compile(r"^0:0\d\.\d$"))
    expect(page.locator("#status")).to_have_text("Black wins: White ran out of time")
    expect(page.locator("#live")).to_have_text("White has run out of time.")
    page.click("#undo")
    expect(page.locator("#status")).to_have_text("White to play")


@pytest.mark.long
def test_an_engine_declines_a_draw_in_words(opened):
    """It says why, and asking again in the same position is not possible."""
    page = opened(opponent="mcts")
    page.click("[data-command=offer]")
    expect(page.locator("#offer")).to_contain_text("declines: it is too early to know.")
    expect(page.locator("[data-command=offer]")).to_be_disabled()
    page.click(point(page, "H8"))
    stones(page, 2)
    expect(page.locator("#offer")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "ballot"),
    [("en-GB", "Ballot 5 Dreaded Edinburgh"), ("zh-CN", "5 Dreaded Edinburgh")],
)
def test_a_ballot_is_chosen_or_drawn(opened, shoot: Shoot, language, ballot):
    """Three moves are on the board, named in the header, and cannot be taken back."""
    page = opened(language)
    _open_form(page)
    page.locator("select[name=game]").select_option("draughts")
    opening = page.locator("#new-ballot")
    expect(opening.locator("option")).to_have_count(158)
    opening.select_option("5 Dreaded Edinburgh")
    _choose(page, "people", "1")
    _begin(page)
    expect(page.locator("#terms")).to_contain_text(ballot)
    expect(page.locator("#moves button")).to_have_count(3)
    expect(page.locator("#undo")).to_be_disabled()
    shoot(page, f"play-ballot-{language}.png")


def test_the_form_is_used_by_keys_alone(opened):
    """Levels and clocks are groups of radio buttons, and Enter begins."""
    page = opened()
    page.focus("#new")
    page.keyboard.press("Enter")
    expect(page.locator("#new-levels label").first).to_be_visible()
    chosen = page.locator("#new-levels input:checked")
    before = chosen.input_value()
    chosen.focus()
    page.keyboard.press("ArrowRight")
    expect(chosen).not_to_have_value(before)
    page.locator('input[name=timing][value="none"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=increment]")).to_be_visible()
    address = page.url
    page.locator("[name=increment]").press("Enter")
    page.wait_for_function("before => location.href !== before", arg=address)
    expect(page.locator("#players .clock b")).to_have_text(["5:00", "5:00"])


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "foreign"), [("en-GB", "its net is of 13"), ("zh-CN", "网络是在 13")]
)
def test_an_agent_whose_net_is_of_another_board_says_so(opened, language, foreign):
    """It plays there, but nobody taught it to."""
    page = opened(language, game="go")
    _open_form(page)
    show_agents(page)
    cards = page.locator("#new-opponents label", has_text=foreign)
    expect(cards).to_have_count(0)
    page.click(".proposed [value='19']")
    expect(cards).to_have_count(1)
    expect(cards.locator("[value=alphazero]")).to_have_count(1)


@pytest.mark.long
def test_half_a_number_is_no_question(opened):
    """While a size is typed nothing is asked; left half, the form itself says what it may be."""
    page = opened("en-US")  # a window whose clock is of no use to others
    _open_form(page)
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(unquote(request.url)))
    size, told = page.locator("[name=size]"), page.locator("#new-error")
    for half in ("1", ""):
        size.fill(half)
        page.clock.fast_forward(1000)
    expect(told).to_be_hidden()
    size.press("Tab")
    expect(told).to_have_text("Board size: a whole number from 3 to 20")
    with page.expect_response(lambda answer: "/api/play/choices" in answer.url) as answered:
        size.fill("13")
        page.clock.fast_forward(1000)
    assert answered.value.ok
    expect(told).to_be_hidden()
    settings = [address for address in asked if "settings=" in address]
    assert settings
    assert all('"size":13' in address for address in settings)


@pytest.mark.long
def test_a_form_sent_at_once_waits_for_what_there_is_to_choose(opened):
    """The games come late: it is the default game that begins, not nonsense."""
    page = opened(game="gomoku")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/api/games", hold)
    before = page.url
    page.click("#new")
    page.click("#new-form button[type=submit]")
    page.wait_for_timeout(100)
    assert page.url == before
    while held:
        held.pop().continue_()
    page.wait_for_function("before => location.href !== before", arg=before)
    expect(page.locator("#new-dialog")).to_be_hidden()


@pytest.mark.long
def test_a_finished_game_tells_the_persons_level(opened, address):
    """Beside the result, in the form of the next game, and on the first page."""
    page = opened(opponent="person?level=2", strength={})
    expect(page.locator("#mine")).to_be_hidden()
    page.click(point(page, "H8"))
    stones(page, 2)
    page.click("#resign")
    page.click("#resign")
    words = re.compile(
        r"^Your level: (about \d+ Elo above Level 1 \(± \d+\)|just beginning); next: Level \d+\.$"
    )
    expect(page.locator("#mine")).to_have_text(words)
    _open_form(page)
    expect(page.locator("#new-mine")).to_have_text(words)
    page.goto(address)
    expect(page.locator("#home-mine")).to_have_text(re.compile("^Gomoku: Your level"))


@pytest.mark.long
def test_a_game_with_warnings_does_not_count(opened):
    """That is said where the level would be."""
    page = opened(opponent="person?level=2", strength={}, teach=30)
    page.click("#resign")
    page.click("#resign")
    words = "This game does not count for your level: you were warned before mistakes."
    expect(page.locator("#mine")).to_contain_text(words)


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "lost", "gentlest"),
    [
        ("en-GB", "You lose: you resigned", "Level 1 is the gentlest there is."),
        ("zh-CN", "你输了：你认输了", "第 1 级已是最弱的一级。"),  # noqa: RUF001
    ],
)
def test_who_lost_to_the_gentlest_level_is_told_so(opened, shoot: Shoot, language, lost, gentlest):
    """Another game against it comes first, in a row of its own; the review and the mistakes share one."""
    page = opened(language, opponent="person?level=1", strength={})
    page.click(point(page, "H8"))
    stones(page, 2)
    page.click("#resign")
    page.click("#resign")
    expect(page.locator("#status")).to_have_text(lost)
    parts = page.locator("#extras > *")
    expect(parts).to_have_count(4)
    expect(parts.first).to_have_attribute("data-command", "again")
    expect(page.locator("#extras .hint")).to_have_text(gentlest)
    tops = page.locator("#extras :is(button, a)").evaluate_all(
        "all => all.map((each) => Math.round(each.getBoundingClientRect().top))"
    )
    assert tops[0] < tops[1] < tops[2] == tops[3]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shoot(page, f"play-ended-{language}.png", full_page=True)


@pytest.mark.long
def test_who_lost_to_a_level_between_is_offered_both_ways(opened, shoot: Shoot):
    """In one row, between another game and what is learned from this one."""
    page = opened(opponent="person?level=2", strength={})
    page.click(point(page, "H8"))
    stones(page, 2)
    page.click("#resign")
    page.click("#resign")
    expect(page.locator("#extras .review-link")).to_be_visible()
    expect(page.locator("#extras .hint")).to_have_count(0)
    tops = "all => all.map((each) => Math.round(each.getBoundingClientRect().top))"
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        found = page.locator("#extras :is(button, a)").evaluate_all(tops)
        assert found[0] < found[1] == found[2] < found[3] == found[4]
        shoot(page, f"play-ended-{width}.png", full_page=True)
