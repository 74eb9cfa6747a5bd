"""Watching as a person does it: a game at the speed one likes, a tournament from its form on."""
# ruff: noqa: RUF001  The pages speak Chinese, and names are joined by a dash

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Page, Route, expect
from tests.studio.browsing import Shoot, Windows
from tests.studio.looks import DESK, PHONE


@pytest.fixture
def opened(windows: Windows, complaints: list[str], address: str) -> Iterator[Any]:
    """Opens the room, in a page whose console must stay silent; `routes` answer for the server."""

    def open_one(routes: Mapping[str, Callable[[Route], None]] = {}, **options: Any) -> Page:
        usual = {"locale": "en-GB", "viewport": DESK}
        page = windows.take(**usual | options)
        for path, answer in routes.items():
            page.route(path, answer)
        page.goto(f"{address}watch")
        expect(page.locator("#watch-new-duel")).to_be_visible()
        return page

    yield open_one
    assert complaints == []


def choose(page: Page, form: str, *players: str, size: str = "6", row: str = "4") -> None:
    """Choose small Gomoku, or as said, and who plays."""
    page.locator(f"{form} select[name=game]").select_option("gomoku")
    page.locator(f"{form} [data-setting=size]").fill(size)
    page.locator(f"{form} [data-setting=win_length]").fill(row)
    page.locator(f"{form} [data-setting=win_length]").blur()
    for place, player in enumerate(players):
        page.locator(f"{form} select[data-who]").nth(place).select_option(player)
        page.locator(f"{form} select[data-bound]").nth(place).select_option("own")


def fits(page: Page) -> None:
    """Check that nothing of the page is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def begin_duel(page: Page, pace: str) -> None:
    """Begin a game between two quick agents."""
    page.click("#watch-new-duel")
    choose(page, "#watch-duel-form", "mcts", "random")
    page.locator("#watch-duel-form select[data-bound]").first.select_option("visits")
    page.locator("#watch-duel-form input[type=number]:visible").last.fill("3")
    page.locator("#watch-duel-form [name=opening]").select_option("none")
    page.locator("#watch-duel-form [name=pace]").select_option(pace)
    page.click("#watch-duel-form [type=submit]")
    expect(page.locator("#watch-board svg")).to_be_visible()
    expect(page.locator("#watch-board .stones")).to_be_attached()  # without a stone as yet


def test_a_duel_is_watched_at_ones_own_speed(opened: Any, shoot: Shoot) -> None:
    """Begun from the form, paused, stepped, jumped through, sped up.

    Its players are named in the language of the page, not in that of the page which began it.
    """
    page = opened()
    begin_duel(page, "10")
    expect(page.locator("#watch-state")).to_have_text("Playing")
    page.click("#watch-play")
    expect(page.locator("#watch-state")).to_have_text("Paused")
    before = page.locator("#watch-moves button").count()
    for moves in (before + 1, before + 2):
        page.click("#watch-step")
        expect(page.locator("#watch-at")).to_have_text(f"{moves} / {moves}")
    expect(page.locator("#watch-mind-0 li")).to_have_count(5)
    expect(page.get_by_text("Each position as the side to move there sees it.")).to_be_visible()
    shoot(page, "watch-duel-desk-en-light.png")
    fits(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#watch-board .stones .stone")).to_have_count(before + 1)
    expect(page.locator("#watch-mind-1 li")).to_have_count(5)
    page.click("#watch-first")
    expect(page.locator("#watch-board .stones .stone")).to_have_count(0)
    expect(page.locator("#watch-mind-0 li")).to_have_count(5)
    expect(page.locator("#watch-mind-1 li")).to_have_count(0)  # it had thought nothing yet
    page.locator("#watch-moves button").nth(1).click()
    expect(page.locator("#watch-board .stones .stone")).to_have_count(2)
    names = page.locator("#watch-game-title")
    expect(names).to_have_text("Monte Carlo · 3 visits – Random")
    page.click("#language")
    expect(names).to_have_text("蒙特卡洛 · 3 次 – 随机")
    page.click("#language")
    page.locator("#watch-pace").fill("0")
    expect(page.locator("#watch-pace-text")).to_have_text("as fast as they think")
    page.click("#watch-play")
    expect(page.locator("#watch-state")).to_contain_text("won: 4 in a row")
    expect(page.locator("#watch-controls")).to_be_hidden()


@pytest.mark.long
def test_a_duel_that_is_over_is_listed_and_analysed(opened: Any) -> None:
    """In the list of duels, in a study, and in the library by the names of its language."""
    page = opened()
    begin_duel(page, "0")
    expect(page.locator("#watch-state")).to_contain_text("won: 4 in a row")
    page.set_viewport_size({"width": 1600, "height": 900})
    width = "each => each.getBoundingClientRect().width"
    wide = page.locator("#watch-game").evaluate(width)
    page.click("#watch-back")
    expect(page.locator("#watch-duels")).to_contain_text("won: 4 in a row")
    # Lists have the width of the other pages.
    assert page.locator("#watch-lobby").evaluate(width) == wide
    page.go_back()
    page.click("#watch-analyse")
    page.wait_for_url("**/study/*")
    page.click('[data-room="library"]')
    expect(page.locator("#lib-rows")).to_contain_text("Monte Carlo · 3 visits")
    page.click("#language")
    expect(page.locator("#lib-rows")).to_contain_text("蒙特卡洛 · 3 次")
    expect(page.locator("#lib-rows")).to_contain_text("随机")


@pytest.mark.long
def test_a_duel_by_keyboard_on_a_phone(opened: Any, shoot: Shoot) -> None:
    """Every control is reached and worked without a mouse; a reload shows the same game."""
    page = opened(locale="zh-CN", viewport=PHONE, color_scheme="dark")
    page.focus("#watch-new-duel")
    page.keyboard.press("Enter")
    expect(page.locator("#watch-duel-form select[data-who] option").first).to_be_attached()
    choose(page, "#watch-duel-form", "mcts", "mcts")
    shoot(page, "watch-form-phone-zh-dark.png")
    page.locator("#watch-duel-form [name=pace]").select_option("10")
    page.focus("#watch-duel-form [type=submit]")
    page.keyboard.press("Enter")
    expect(page.locator("#watch-state")).to_have_text("进行中")
    page.keyboard.press("Space")
    expect(page.locator("#watch-state")).to_have_text("已暂停")
    before = page.locator("#watch-at").inner_text()
    page.focus("#watch-step")
    page.keyboard.press("Enter")
    expect(page.locator("#watch-at")).not_to_have_text(before)
    expect(page.locator("#watch-side-0 b")).to_have_text("蒙特卡洛")
    page.focus("#watch-graph")
    page.keyboard.press("Home")
    expect(page.locator("#watch-board .stones .stone")).to_have_count(0)
    shoot(page, "watch-duel-phone-zh-dark.png")
    fits(page)
    page.reload()
    expect(page.locator("#watch-state")).to_have_text("已暂停")
    expect(page.locator("#watch-board .stones .stone")).not_to_have_count(0)
    page.click("#watch-remove")
    expect(page.locator("#watch-new-duel")).to_be_visible()


def test_a_tournament_from_its_form_on(opened: Any, shoot: Shoot) -> None:
    """Table, results and the games themselves come by themselves; each opens on a board.

    The table names its players in the language of the page.
    """
    page = opened()
    page.click("#watch-new-cup")
    form = page.locator("#watch-cup-form")
    expect(form.locator("select[data-who] option").first).to_be_attached()
    form.locator("[name=name]").fill("Spring")
    choose(page, "#watch-cup-form", "random", "random", "mcts")
    form.locator("[name=openings]").select_option("none")
    shoot(page, "watch-form-desk-en-light.png")
    form.locator("[type=submit]").click()
    expect(page.locator("#watch-cup-name")).to_have_text("Spring")
    expect(page.locator("#watch-cup-status")).to_have_text("finished")
    expect(page.locator("#watch-cup-what")).to_contain_text("6 of 6 games")
    expect(page.locator(".watch-standings tbody tr")).to_have_count(3)
    expect(page.locator(".watch-standings tbody tr").first).to_contain_text("Monte Carlo")
    expect(page.locator(".watch-crosstable td.self")).to_have_count(3)
    expect(page.locator("#watch-results li")).to_have_count(6)
    expect(page.locator("#watch-cup-play")).to_be_hidden()
    shoot(page, "watch-cup-desk-en-light.png", full_page=True)
    fits(page)
    table = page.locator("#watch-table")
    expect(table).to_contain_text("Random")
    page.click("#language")
    expect(table).to_contain_text("随机")
    page.click("#language")
    # Random players also draw.
    page.locator("#watch-results a", has_text="Monte Carlo").first.click()
    expect(page.locator("#watch-state")).to_contain_text("won")
    expect(page.locator("#watch-moves button").first).to_be_visible()
    shoot(page, "watch-cup-game-desk-en-light.png")
    page.click("#watch-analyse")
    page.wait_for_url("**/study/*")


@pytest.mark.long
def test_a_tournament_is_stopped_and_gone_on_with(opened: Any, shoot: Shoot) -> None:
    """Small boards of the games under way lead to the large one; on a phone, in Chinese."""
    page = opened(locale="zh-CN", viewport=PHONE, color_scheme="dark")
    page.click("#watch-new-cup")
    form = page.locator("#watch-cup-form")
    expect(form.locator("select[data-who] option").first).to_be_attached()
    form.locator("[name=name]").fill("春季赛")
    form.locator("[value=knock-out]").check()
    # Games that last longer than a busy browser takes to show them.
    choose(page, "#watch-cup-form", "mcts", "mcts", "mcts", size="15", row="5")
    for row in range(3):
        form.locator("select[data-bound]").nth(row).select_option("seconds")
        form.locator(".watch-row input").nth(row).fill("1")
    form.locator("[name=games]").fill("20")
    form.locator("[type=submit]").click()
    live = page.locator("#watch-live li")
    expect(live).to_have_count(1)
    expect(live.locator(".stones .stone").nth(2)).to_be_attached()
    expect(page.locator("#watch-rounds section").first).to_contain_text("第 1 轮")
    shoot(page, "watch-cup-phone-zh-dark.png", full_page=True)
    fits(page)
    live.locator("a").click()
    expect(page.locator("#watch-state")).to_have_text("进行中")
    shown = page.locator("#watch-at").inner_text()
    expect(page.locator("#watch-at")).not_to_have_text(shown)
    shoot(page, "watch-cup-game-phone-zh-dark.png")
    page.click("#watch-back")
    page.click("#watch-cup-stop")
    expect(page.locator("#watch-cup-status")).to_have_text("已停止")
    page.click("#watch-cup-play")
    expect(page.locator("#watch-cup-status")).to_have_text("进行中")
    page.click("#watch-cup-stop")
    expect(page.locator("#watch-cup-status")).to_have_text("已停止")


def test_what_cannot_be_played_is_told_in_the_form(opened: Any, complaints: list[str]) -> None:
    """The line says why, and what was filled in stays."""
    page = opened()
    page.click("#watch-new-cup")
    form = page.locator("#watch-cup-form")
    expect(form.locator("select[data-who] option").first).to_be_attached()
    choose(page, "#watch-cup-form", "random", "random", "random")
    form.locator("[name=time]").fill("soon")
    form.locator("[type=submit]").click()
    expect(form.locator(".notice")).to_contain_text("bad time control 'soon'")
    expect(form.locator("[data-setting=size]")).to_have_value("6")
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    # The browser notes the refusal as well.
    assert [complaint for complaint in complaints if "400" not in complaint] == []
    complaints.clear()


@pytest.mark.long
def test_komi_follows_the_size_unless_it_was_chosen(opened: Any) -> None:
    """As in the form of a game that a person plays."""
    page = opened()
    page.click("#watch-new-duel")
    page.locator("#watch-duel-form select[name=game]").select_option("go")
    size, komi = (page.locator(f"#watch-duel-form [data-setting={it}]") for it in ("size", "komi"))
    for each, usual in (("13", "7.5"), ("9", "7")):
        size.fill(each)
        expect(komi).to_have_value(usual)
        why = page.locator("#watch-duel-form", has_text="the net there learned with it")
        expect(why).to_have_count(int(each == "9"))
    komi.fill("6.5")
    size.fill("13")
    expect(komi).to_have_value("6.5")


@pytest.mark.long
def test_no_two_tournaments_are_offered_the_same_name(opened: Any) -> None:
    """Who begins one right after the other need not think of a name."""
    page = opened(locale="en-US")  # a window whose clock is of no use to others
    names = []
    for second in ("09", "10"):
        page.clock.set_fixed_time(f"2026-05-01T14:05:{second}")
        page.click("#watch-new-cup")
        expect(page.locator("#watch-cup-form")).to_be_visible()
        names.append(page.locator("#watch-cup-form [name=name]").input_value())
        page.keyboard.press("Escape")
        expect(page.locator("#watch-cup-form")).to_be_hidden()
    assert names[0] != names[1]
    assert all(name.startswith("Tournament 2026-05-01 ") for name in names)


@pytest.mark.long
def test_nothing_begins_before_the_players_are_known(opened: Any) -> None:
    """A hasty click cannot send a form whose players have not arrived."""
    page = opened()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/watch/entrants?*", hold)
    page.click("#watch-new-duel")
    form = page.locator("#watch-duel-form")
    expect(form).to_be_visible()
    expect(form.locator("[type=submit]")).to_be_disabled()
    for route in held:
        route.continue_()
    expect(form.locator("[type=submit]")).to_be_enabled()
    # The two who play best, each paced as its method says.
    for row, (who, bound) in enumerate((("nnue", "own"), ("alphazero", "visits"))):
        expect(form.locator("select[data-who]").nth(row)).to_have_value(who)
        expect(form.locator("select[data-bound]").nth(row)).to_have_value(bound)


@pytest.mark.long
def test_who_has_no_elo_says_so_where_others_have_one(opened: Any) -> None:
    """Levels have it with its interval, and the form says what it counts from."""
    page = opened()
    page.click("#watch-new-duel")
    page.locator("#watch-duel-form select[name=game]").select_option("gomoku")
    options = page.locator("#watch-duel-form select[data-who]").first.locator("option")
    expect(options.filter(has_text="Level 9 (Elo")).to_have_text(
        re.compile(r"Elo \d+, -?\d+ to \d+")
    )
    expect(options.first).to_contain_text("(Elo \N{EN DASH})")
    expect(page.locator("#watch-duel-form [data-elo]")).to_contain_text("Level 1 is 0")


CUT = """form => [...form.querySelectorAll("select:not([data-who])")].flatMap((select) => {
  if (!select.checkVisibility()) return [];
  const whole = select.cloneNode(true);
  whole.style.cssText = "position: absolute; width: max-content";
  select.after(whole);
  const cut = whole.offsetWidth > select.offsetWidth;
  whole.remove();
  return cut ? [select.name || select.parentElement.textContent] : [];
})"""
"""Selects of a form that are narrower than their widest choice."""


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_choices_of_the_forms_are_read_whole(opened: Any, locale: str) -> None:
    """On a phone and on a desk, whatever is chosen."""
    page = opened(locale=locale)
    for form in ("duel", "cup"):
        page.click(f"#watch-new-{form}")
        expect(page.locator(f"#watch-{form}-form select[data-who] option").first).to_be_attached()
        for bound in page.locator(f"#watch-{form}-form select[data-bound]:enabled").all():
            bound.select_option("visits")
        for width in (360, 390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.locator(f"#watch-{form}-form").evaluate(CUT) == [], width
        page.locator(f"#watch-{form}-form .watch-close").click()


@pytest.mark.long
def test_a_game_is_begun_at_once(opened: Any) -> None:
    """Where there is none yet, a click begins one of those who play best, of each game; two do no more.

    It is said who plays, in a line: a level by its name, as everywhere, with its method beside it.
    """
    page = opened({"**/api/watch": _tell_no_duels})
    begun: list[str] = []
    page.on("request", lambda asked: begun.append(asked.url) if asked.method == "POST" else None)
    offers = page.locator(".watch-exhibition")
    expect(offers.locator(".what")).to_have_text(
        [re.compile("Gomoku 15"), re.compile("Go 9"), "Draughts"]
    )
    expect(offers.locator("b")).to_have_text(
        [
            "Level 9 (NNUE) – AlphaZero · 200 visits",
            "Level 13 (Human-like) – Level 14 (AlphaZero)",
            "Board value – Level 9 (NNUE)",
        ]
    )
    expect(offers.nth(1).locator(".who")).to_have_text(
        "Human-like: Overlooks what people overlook · AlphaZero: A trained net with tree search"
    )
    expect(offers.locator(".wood")).to_have_count(3)
    expect(page.locator("#watch-duels")).to_be_hidden()
    # Side by side: nothing of the room is left empty.
    tops = offers.evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    page.click("#language")
    expect(offers.nth(1).locator("b")).to_have_text("第 13 级（棋友） – 第 14 级（AlphaZero）")
    page.click("#language")
    offers.first.dblclick()
    page.wait_for_url("**/watch/duel/*")
    expect(page.locator("#watch-board .stones")).to_be_visible()
    assert len(begun) == 1, begun
    expect(page.locator("#room")).to_contain_text("Level 9")
    expect(page.locator("#watch-opening")).to_contain_text("4 moves are an opening drawn by lot")


def _tell_no_duels(route: Route) -> None:
    told = route.fetch()
    route.fulfill(response=told, json=told.json() | {"duels": []})


@pytest.mark.long
def test_names_on_cards_are_read_whole(opened: Any) -> None:
    """A long one has lines of its own, and its state stands beside it."""
    name = "Spring tournament of all methods that have learned a game (2026) once more"
    cup = {
        "id": "x",
        "name": name,
        "status": "playing",
        "kind": "round-robin",
        "game": "go",
        "settings": {"size": 9},
    }
    cup |= {"entrants": ["Ann", "Bob"], "played": 3, "expected": 8}

    def tell(route: Route) -> None:
        told = route.fetch()
        route.fulfill(response=told, json=told.json() | {"tournaments": [cup]})

    page = opened({"**/api/watch": tell})
    shown = page.locator("#watch-cups b")
    expect(shown).to_have_text(name)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert shown.evaluate(
            "each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight"
        )
        fits(page)


def test_a_game_that_is_decided_by_force_is_said_to_be(opened: Any) -> None:
    """By whom, of the two who moved last, is sure of it; what is only likely is not said."""
    page = opened()
    told = page.evaluate(
        """async () => {
          const { foreseen } = await import("/static/rooms/watch/words.js");
          const players = [{ name: "Ann" }, { name: "Bob" }];
          const moves = [{ player: 0 }, { player: 1 }, { player: 0 }];
          const t = (key, { who }) => `${key} ${who}`;
          return [[0.2, -1, 0.5], [1, -0.99, 1], [0, 0.3, -1], [1, 0.9999, null], [0, 1, 1]]
            .map((values) => foreseen({ moves, values, players }, t));
        }"""
    )
    win, loss = "watch.sees.win", "watch.sees.loss"
    assert told == [f"{win} Bob", f"{win} Ann", f"{loss} Ann", "", f"{win} Ann"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("locale", "names", "how", "waits"),
    [
        (
            "en-GB",
            "NNUE – Level 3 · 200 visits",
            "NNUE won: Level 3 has no pieces left",
            "Goes on when opened",
        ),
        ("zh-CN", "NNUE – 第 3 级 · 200 次", "NNUE 获胜：第 3 级的棋子被吃光了", "打开后继续"),
    ],
)
def test_games_are_told_in_the_page_s_language(
    opened: Any, locale: str, names: str, how: str, waits: str
) -> None:
    """Their players too, who have names of the page that began them; who waits to be opened does not play."""
    told: dict[str, Any] = {
        "game": "draughts",
        "settings": {},
        "plies": 50,
        "paused": False,
        "created": 0,
    }
    duels = [
        told
        | {"id": "over0000", "players": ["NNUE", "Level 3 · 200 visits"], "waits": False}
        | {"outcome": {"winner": 0, "reason": "no pieces left"}},
        told
        | {"id": "left0000", "players": ["AlphaZero · 1.5 s", "蒙特卡洛 · 1 次 (2)"], "waits": True}
        | {"outcome": None},
    ]

    def tell(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"duels": duels})

    page = opened({"**/api/watch": tell}, locale=locale)
    over, left = page.locator("#watch-duels a").all()
    expect(over.locator("b")).to_have_text(names)
    expect(over.locator(".what")).to_contain_text(how)
    expect(left.locator(".watch-status")).to_have_text(waits)
    bounds = {
        "en-GB": "AlphaZero · 1.5 s – 蒙特卡洛 · 1 visit (2)",
        "zh-CN": "AlphaZero · 1.5 秒 – 蒙特卡洛 · 1 次（2）",
    }
    expect(left.locator("b")).to_have_text(bounds[locale])


@pytest.mark.long
def test_a_game_that_is_not_there(opened: Any, address: str) -> None:
    """Who comes by an old address is told, and finds the list."""
    page = opened()
    page.goto(f"{address}watch/tournament/gone")
    expect(page.locator("#passing")).to_contain_text("there is no tournament 'gone'")
    expect(page.locator("#watch-new-cup")).to_be_visible()
    page.goto(f"{address}watch/nonsense")
    expect(page.locator("#passing")).to_contain_text("nothing here")
    expect(page.locator("#watch-new-cup")).to_be_visible()
