"""The library in a browser: both languages, both sizes, mouse, finger and keyboard."""
# ruff: noqa: RUF001  The page says spans and sizes with real dashes and crosses, and speaks Chinese

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, Route, expect
from tests.studio.browsing import Shoot, Windows, free_port, open_page, server
from tests.studio.looks import DESK, EVERY_LONG, FLOWS, PHONE, QUICK, Look

from tengen.core import Outcome, Record, RecordedMove
from tengen.games import load
from tengen.studio.archive.library import Library

DESKTOP = QUICK[0].options
GAMES = 120


def _record(number: int) -> Record:
    """Return a game that nobody else played: its first move and its players tell its number."""
    game = load(
        ("gomoku", "go", "draughts")[number % 3], **({"size": 9} if number % 3 == 1 else {})
    )
    state, actions = game.initial_state(), []
    for step in range(6):
        legal = state.legal_actions()
        actions.append(int(legal[(number * 7 + step * 5) % len(legal)]))
        state = state.apply(actions[-1])
    players = ("Ann" if number % 10 == 0 else "Bo", f"Player {number}")
    moves = tuple(RecordedMove(action) for action in actions)
    outcome = Outcome(number % 2, "resignation")
    return Record(game.name, game.settings, moves, outcome, players, {"DT": f"20{number % 20:02}"})


@pytest.fixture(scope="module")
def shelves(tmp_path_factory) -> Iterator[str]:
    """The address of a studio with many games."""
    folder = tmp_path_factory.mktemp("library") / "games"
    library = Library(folder)
    library.add_all([(_record(n), f"game-{n:04}") for n in range(GAMES)], "file/many.sgf")
    library.close()
    port = free_port()
    with server(port, folder):
        yield f"http://127.0.0.1:{port}/library"


@pytest.fixture
def page(windows: Windows, shelves: str, complaints: list[str]) -> Iterator[Page]:
    """The library on a desk, whose console must stay silent."""
    page = windows.take(**DESKTOP)
    page.goto(shelves)
    yield page
    assert complaints == []


def _unfold(page: Page, look: Look) -> None:
    """Show what games are sought by, which a phone folds away."""
    if look.is_phone:
        page.click("#lib-filters summary")
    expect(page.locator("[name=player]")).to_be_visible()


def _total(page: Page, words: str) -> None:
    expect(page.locator("#lib-total")).to_have_text(words)


@pytest.mark.parametrize("look", FLOWS)
def test_games_are_found_and_looked_through(browser, shelves, complaints, shoot: Shoot, look: Look):
    """By a player's name, then move by move, then all others that have its first position."""
    page = open_page(browser, complaints, **look.options)
    page.goto(shelves)
    expect(page.locator("#lib-rows li")).to_have_count(50)
    shoot(page, f"library-{look.name}-list.png")
    _unfold(page, look)
    page.fill("[name=player]", "ann")
    _total(page, {"en": "12 games", "zh": "12 局棋"}[look.language])
    page.locator("#lib-rows button").first.click()
    expect(page.locator("#lib-still .stone, #lib-still .piece")).not_to_have_count(0)
    shoot(page, f"library-{look.name}-look.png")
    page.click("[data-step=first]")
    expect(page.locator("[data-step=back]")).to_be_disabled()
    page.click("#lib-same")
    expect(page.locator(".lib-chip")).to_be_visible()
    _total(page, {"en": "4 games", "zh": "4 局棋"}[look.language])
    width = "() => document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(width)
    shoot(page, f"library-{look.name}-position.png", full_page=True)
    page.context.close()
    assert complaints == []


@pytest.mark.long
def test_the_end_of_a_game_is_seen_by_pointing_at_it(page: Page):
    """With the mouse, and with the keyboard."""
    expect(page.locator("#lib-shown")).to_be_hidden()
    page.locator("#lib-rows li").nth(2).hover()
    expect(page.locator("#lib-title")).to_contain_text("Player 117")
    page.locator("#lib-rows button").nth(3).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#lib-title")).to_contain_text("Player 115")


@pytest.mark.long
def test_what_is_on_show_is_what_is_acted_on(page: Page):
    """Also a game that was only pointed at, by a hand so fast that it is still on show."""
    page.locator("#lib-rows li").nth(2).hover()
    expect(page.locator("#lib-title")).to_contain_text("Player 117")
    page.evaluate("document.querySelector('[data-step=back]').click()")
    page.mouse.move(0, 0)
    expect(page.locator("#lib-rows li[data-on]")).to_contain_text("Player 117")
    expect(page.locator("#lib-at")).to_contain_text("5")
    page.locator("#lib-rows li").nth(3).hover()
    expect(page.locator("#lib-title")).to_contain_text("Player 116")
    page.evaluate("document.querySelector('#lib-study').focus()")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#lib-at")).to_contain_text("5")
    expect(page.locator("#lib-rows li[data-on]")).to_contain_text("Player 116")
    page.evaluate("document.querySelector('#lib-study').click()")
    expect(page.locator("#grid")).to_be_visible()
    # It opens at the position on show.
    expect(page.locator("#ply")).to_have_text(re.compile("^5 / "))
    page.goto(re.sub("/study/.*", "/library/nonsense", page.url))
    expect(page.locator("#passing")).to_contain_text("nothing at this address")


@pytest.mark.long
def test_long_lists_are_turned_by_pages(page: Page):
    """Fifty at a time."""
    expect(page.locator("#lib-span")).to_have_text("1–50 of 127")
    page.click("#lib-after")
    page.click("#lib-after")
    expect(page.locator("#lib-span")).to_have_text("101–127 of 127")
    expect(page.locator("#lib-after")).to_be_disabled()
    expect(page.locator("#lib-rows li")).to_have_count(27)
    # The famous games come last, and are nobody's to delete.
    expect(page.locator("#lib-rows input:visible")).to_have_count(20)


@pytest.mark.long
def test_a_text_that_cannot_be_read_is_not_searched_for(page: Page, complaints: list[str]):
    """The dialog stays open and says why; without the text the board is searched for."""
    page.click("#lib-board")
    page.fill("#lib-paste", "rubbish")
    find = page.locator("#lib-setup button[value=use]")
    find.click()
    expect(page.locator("#lib-paste-error")).to_be_visible()
    find.click()
    expect(page.locator("#lib-setup")).to_be_visible()
    complaints.clear()  # the browser tells of the refusal
    page.fill("#lib-paste", "")
    find.click()
    expect(page.locator("#lib-setup")).to_be_hidden()


def test_a_position_is_drawn_and_found(page: Page):
    """Pieces are put on a board of any of the games; the chip that says so takes it away again."""
    page.click("#lib-board")
    page.locator("#lib-setup [name=game]").select_option("go")
    expect(page.locator("#lib-drawn [role=gridcell]")).to_have_count(81)
    for size in (13, 9):
        page.locator("#lib-setup [name=size]").select_option(str(size))
        expect(page.locator("#lib-drawn [role=gridcell]")).to_have_count(size * size)
    first = _record(1).moves[0].action
    page.click(f"#lib-drawn #p{first}")
    page.click("#lib-setup button[value=use]")
    expect(page.locator("#lib-rows button").first).to_contain_text("Go 9×9")
    count = page.locator("#lib-rows li").count()
    assert 0 < count < 40
    page.locator(".lib-chip").click()
    _total(page, "127 games")


@pytest.mark.parametrize("look", EVERY_LONG)
def test_a_search_stands_in_the_address(browser, shelves, complaints, look: Look):
    """A reload, a link and going back repeat it, the position and the page of the list too."""
    page = open_page(browser, complaints, **look.options)
    page.goto(f"{shelves}?result=first&game=gomoku&source=file%2Fmany.sgf&start=0")
    found = {"en": "20 games", "zh": "20 局棋"}[look.language]
    _total(page, found)
    expect(page.locator("[name=result]")).to_have_value("first")
    expect(page.locator("[name=source]").first).to_have_value("file/many.sgf")
    _unfold(page, look)
    page.fill("[name=player]", "ann")
    _total(page, {"en": "4 games", "zh": "4 局棋"}[look.language])
    page.wait_for_url("**/library?player=ann&game=gomoku&result=first&source=file%2Fmany.sgf")
    page.click("#rooms a[data-room=watch]")
    expect(page.locator("#lib-search")).to_have_count(0)
    page.go_back()
    _total(page, {"en": "4 games", "zh": "4 局棋"}[look.language])
    _unfold(page, look)
    page.locator("#lib-rows button").first.click()
    page.locator("[data-step=first]").click()
    page.locator("#lib-same").click()
    expect(page.locator(".lib-chip")).to_be_visible()
    page.reload()
    _unfold(page, look)
    expect(page.locator(".lib-chip")).to_be_visible()
    _total(page, {"en": "4 games", "zh": "4 局棋"}[look.language])
    page.click("#lib-clear")
    _total(page, {"en": "127 games", "zh": "127 局棋"}[look.language])
    page.wait_for_url(shelves)
    page.click("#lib-after")
    page.wait_for_url("**/library?start=50")
    page.reload()
    expect(page.locator("#lib-before")).to_be_enabled()
    page.context.close()
    assert complaints == []


@pytest.mark.long
def test_sources_that_come_late_undo_no_choice(page: Page, shelves: str):
    """Whoever clears the form before the sources are known has it clear."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/library/sources", hold)
    page.goto(f"{shelves}?player=ann&source=file%2Fmany.sgf")
    _total(page, "12 games")
    page.click("#lib-clear")
    _total(page, "127 games")
    source = page.locator("#lib-search [name=source]")
    expect(source.locator("option")).to_have_count(2)
    held.pop().continue_()
    expect(source.locator("option")).to_have_count(4)  # the famous games among them
    expect(source).to_have_value("")
    page.click("#lib-after")
    expect(page).to_have_url(f"{shelves}?start=50")


@pytest.mark.long
def test_no_stone_tells_a_colour_that_was_chosen_in_the_game(page: Page):
    """After swap2 the first player may be White; other games keep their stones."""

    def tell_swap2(route: Route) -> None:
        response = route.fetch()
        told = response.json()
        told["rows"][0]["settings"]["opening"] = "swap2"
        route.fulfill(response=response, json=told)

    page.route("**/api/library/search", tell_swap2)
    page.reload()
    rows = page.locator("#lib-rows li")
    expect(rows).to_have_count(50)
    expect(rows.nth(0).locator(".stone")).to_have_count(0)
    expect(rows.nth(1).locator(".stone")).to_have_count(2)
    rows.nth(0).locator("button").click()
    expect(page.locator("#lib-title")).to_be_visible()
    expect(page.locator("#lib-title .stone")).to_have_count(0)


@pytest.mark.long
def test_a_phone_tells_how_long_games_are(browser, shelves, complaints):
    """Beside the day, on a small one too, and no name runs into it."""
    page = open_page(browser, complaints, locale="en-GB", viewport={"width": 360, "height": 640})
    page.goto(shelves)
    row = page.locator("#lib-rows button").first
    expect(row.get_by_text(re.compile(r"^\d+ moves$"))).to_be_visible()
    cut = "row => [...row.children].slice(1).some((part) => part.scrollWidth > part.clientWidth)"
    assert not row.evaluate(cut)
    page.context.close()
    assert complaints == []


@pytest.mark.parametrize("look", EVERY_LONG)
def test_a_phone_folds_what_games_are_sought_by(browser, shelves, complaints, look: Look):
    """Games are on its first screen, and a line says which; a desk has room for the fields."""
    page = open_page(browser, complaints, **look.options)
    page.goto(f"{shelves}?player=ann&game=go&since=2001")
    active, player = page.locator("#lib-active"), page.locator("[name=player]")
    expect(page.locator("#lib-rows li").first).to_be_in_viewport()
    expect(active).to_have_text(
        {"en": "ann · Go · From 2001", "zh": "ann · 围棋 · 从 2001"}[look.language]
    )
    expect(active).to_be_visible(visible=look.is_phone)
    expect(player).to_be_visible(visible=not look.is_phone)
    page.set_viewport_size(PHONE)
    expect(player).to_be_hidden()
    page.click("#lib-filters summary")
    page.click("#lib-clear")
    expect(active).to_have_text({"en": "All games", "zh": "全部棋种"}[look.language])
    page.set_viewport_size(DESK)
    expect(player).to_be_visible()
    page.goto(f"{shelves}?since=tomorrow")
    page.set_viewport_size(PHONE)
    page.reload()
    expect(page.locator("#lib-day")).to_be_visible()
    page.context.close()
    assert complaints == []


@pytest.mark.long
def test_days_are_written_as_the_list_shows_them(page: Page):
    """A year or a month is enough; half a day is not searched for yet."""
    since = page.locator("[name=since]")
    expect(since).to_have_attribute("placeholder", "YYYY-MM-DD")
    since.fill("2025")
    _total(page, "0 games")
    since.fill("2019-0")
    page.wait_for_timeout(600)
    _total(page, "0 games")
    page.click("#language")
    expect(since).to_have_attribute("placeholder", "年-月-日")


@pytest.mark.long
@pytest.mark.parametrize("nonsense", ["abc", "2026-13-45"])
def test_what_is_no_day_is_told_when_its_field_is_left(page: Page, nonsense):
    """The field is marked, it is said how days are written, and the rest is searched for."""
    since, told = page.locator("[name=since]"), page.locator("#lib-day")
    since.fill(nonsense)
    expect(told).to_be_hidden()
    since.blur()
    expect(since).to_have_attribute("aria-invalid", "true")
    expect(told).to_contain_text("YYYY-MM-DD")
    page.fill("[name=player]", "nobody")
    _total(page, "0 games")
    assert "since" not in page.url
    page.click("#lib-clear")
    expect(since).to_have_attribute("aria-invalid", "false")
    expect(told).to_be_hidden()
    _total(page, "127 games")


def _check_no_days(page: Page) -> None:
    """Where one of them is a day no more, there is no first after the last."""
    since, until = page.locator("[name=since]"), page.locator("[name=until]")
    since.fill("2027-01-01")
    until.fill("2020-01-01")
    expect(page.locator("#lib-error")).to_contain_text("The first day is after the last")
    since.fill("abc")
    until.fill("2026-13-45")
    since.fill("")
    expect(page.locator("#lib-error")).to_be_hidden()
    _total(page, "127 games")


@pytest.mark.long
def test_days_the_wrong_way_round_are_told(page: Page):
    """Instead of no game at all without a word."""
    page.fill("[name=since]", "2019-05-02")
    page.fill("[name=until]", "2019-05-01")
    expect(page.locator("#lib-error")).to_contain_text("The first day is after the last")
    expect(page.locator("#lib-rows li")).to_have_count(0)
    expect(page.locator("#lib-none")).to_be_hidden()
    page.fill("[name=until]", "2019-12-31")
    _total(page, "6 games")
    expect(page.locator("#lib-error")).to_be_hidden()
    _check_no_days(page)


def test_deletion_is_taken_back(page: Page):
    """A line stays and offers it; a game that was looked through is so no more, nor shown as if."""
    page.locator("#lib-rows button").nth(1).click()
    expect(page.locator("#lib-rows li[data-on]")).to_have_count(1)
    for row in (0, 1, 2):
        page.locator("#lib-rows input").nth(row).check()
    page.click("#lib-delete")
    _total(page, "124 games")
    expect(page.locator("#lib-undo")).to_contain_text("3 games deleted")
    page.click("#lib-undo button")
    _total(page, "127 games")
    expect(page.locator("#lib-undo")).to_be_hidden()
    expect(page.locator("#lib-rows li[data-on]")).to_have_count(0)


@pytest.mark.parametrize("look", FLOWS)
def test_games_come_in_and_go_out(browser, tmp_path, complaints, shoot: Shoot, look: Look):
    """A file with a faulty game, the same text again, then all of it as a file."""
    port = free_port()
    with server(port, tmp_path / "games"):
        page = open_page(browser, complaints, accept_downloads=True, **look.options)
        page.goto(f"http://127.0.0.1:{port}/library")
        expect(page.locator("#lib-no-own")).to_be_visible()
        famous = page.locator("#lib-rows button", has_text="Lee Sedol").first
        assert page.evaluate(
            """async () => {
              const { playerNames } = await import("/static/js/i18n.js");
              return [["person", "person"], ["person", "level 9"]].map((two) => playerNames((key) => key, two));
            }"""
        ) == [["side.first", "side.second"], ["player.person", "level.n"]]
        famous.click()
        expect(page.locator("#lib-still svg")).to_be_visible()
        page.locator("#lib-rows button", has_text="Chinook").click()
        drawn = {"en": "Draughts · Draw · 1992", "zh": "英式跳棋 · 和棋 · 1992"}
        expect(page.locator("#lib-how")).to_have_text(drawn[look.language])
        text = "".join(json.dumps(_record(n).to_json()) + "\n" for n in range(3)) + "nonsense\n"
        page.click("#lib-import")
        file: Any = {"name": "three.jsonl", "mimeType": "text/plain", "buffer": text.encode()}
        page.set_input_files("#lib-files", file)
        expect(page.locator("#lib-rows li")).to_have_count(3 + 7)
        expect(page.locator("#lib-no-own")).to_be_hidden()
        page.click("#lib-imports summary")
        fault = {"en": "three.jsonl, game 4: not JSON", "zh": "three.jsonl，第 4 局：不是 JSON"}
        expect(page.locator("#lib-imports")).to_contain_text(fault[look.language])
        shoot(page, f"library-{look.name}-import.png")
        page.click("#lib-import")
        page.fill("#lib-text", text)
        page.click("#lib-take button[value=text]")
        known = {
            "en": "0 new, 3 here already, 1 faulty",
            "zh": "新增 0 局，已有 3，有误 1",
        }
        expect(page.locator("#lib-imports .card").first).to_contain_text(known[look.language])
        page.click("#lib-export")
        shoot(page, f"library-{look.name}-export.png")
        with page.expect_download() as told:
            page.click("#lib-give button[value=give]")
        lines = Path(told.value.path()).read_text(encoding="utf-8").splitlines()
        assert sorted(lines) == sorted(text.splitlines()[:3])
        page.context.close()
    assert complaints == []


def _go_on(page: Page) -> None:
    page.fill("[name=player]", "Player 117")
    _total(page, "1 game")
    page.locator("#lib-rows button").first.click()
    page.click("[data-step=back]")
    page.click("#lib-on button")
    expect(page.locator("#grid")).to_be_visible()
    expect(page).to_have_url(re.compile("/game/"))


def test_a_game_is_gone_on_with(page: Page):
    """From the position on show, as a game of its own."""
    _go_on(page)


@pytest.mark.long
def test_a_game_under_way_is_opened_and_studied(page: Page):
    """What was gone on with is in the list, which leads to its table and to a study of it."""
    _go_on(page)
    begun = page.url
    page.go_back()
    _total(page, "1 game")
    page.click("#lib-clear")
    # What the test before has begun may be there, too.
    expect(page.locator("#lib-total")).to_have_text(re.compile("^12[89] games$"))
    page.locator("#lib-rows button").first.click()
    page.click("#lib-open")
    expect(page).to_have_url(begun)
    page.go_back()
    page.locator("#lib-rows button").first.click()
    page.click("#lib-study")
    expect(page.locator("#grid")).to_be_visible()
    expect(page).to_have_url(re.compile("/study/"))


@pytest.mark.long
def test_what_could_not_be_sought_is_sought_when_the_server_is_back(browser, tmp_path, complaints):
    """Its games stand there again without a word more."""
    port, folder = free_port(), tmp_path / "games"
    page = open_page(browser, complaints, **DESKTOP)
    with server(port, folder):
        page.goto(f"http://127.0.0.1:{port}/library")
        expect(page.locator("#lib-rows li").first).to_be_visible()
    page.select_option("#lib-search [name=game]", "go")
    expect(page.locator("#lib-error")).to_be_visible()
    expect(page.locator("#lib-rows li")).to_have_count(0)
    with server(port, folder):
        expect(page.locator("#lib-rows li").first).to_be_visible()
        expect(page.locator("#lib-error")).to_be_hidden()
    page.context.close()


@pytest.mark.long
def test_a_collection_on_its_way_survives_the_server(browser, tmp_path, complaints):
    """A server that was killed amid an import comes back: the page goes on, what was taken is there."""
    port, folder = free_port(), tmp_path / "games"
    page = open_page(browser, complaints, **DESKTOP)
    text = "".join(json.dumps(_record(n).to_json()) + "\n" for n in range(3000))
    with server(port, folder) as process:
        page.goto(f"http://127.0.0.1:{port}/library")
        page.click("#lib-import")
        file: Any = {"name": "many.jsonl", "mimeType": "text/plain", "buffer": text.encode()}
        page.set_input_files("#lib-files", file)
        expect(page.locator("#lib-rows li")).to_have_count(50)
        process.kill()
        process.join()
        expect(page.locator("#connection")).to_be_visible()
        expect(page.locator("#connection")).not_to_contain_text("saved")  # no game is played here
    with server(port, folder):
        expect(page.locator("#connection")).to_be_hidden()
        expect(page.locator("#lib-rows li")).to_have_count(50)
        page.locator("#lib-rows button").first.click()
        expect(page.locator("#lib-title")).to_contain_text("Player")
    page.context.close()
