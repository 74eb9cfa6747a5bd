"""What people do in each room, from its beginning to its end, in all eight looks.

The quick tests of the rooms go these ways too, each in a look or two, and look closer.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Locator, Page, expect

from .browsing import Shoot, free_port, new_game, open_page, server, touch, trainer_server
from .line import terms_of
from .looks import EVERY_LONG, Look

MOST = 150
"""Turns of a person: no game here takes as many."""
REVIEWED = "(;GM[4]SZ[6]PB[Ann]PW[Bob]RE[W+R];B[cc]C[the middle];W[aa];B[bb];W[dd];B[fa])"
STUDIED = "(;GM[4]SZ[15]PB[Ann]PW[Bo];B[hh];W[ii];B[gg](;W[kk])(;W[kd]))"

pytestmark = pytest.mark.parametrize("look", EVERY_LONG)


@pytest.fixture
def page(browser: Any, complaints: list[str], look: Look) -> Iterator[Page]:
    """A page in one of the looks, whose console must stay silent."""
    page = open_page(browser, complaints, reduced_motion="reduce", **look.options)
    yield page
    page.context.close()
    assert complaints == []


@pytest.fixture
def seen(page: Page, look: Look, shoot: Shoot) -> Callable[[str], None]:
    """Keeps a picture, and checks what holds for every page: all fits, no word is missing."""

    def see(name: str) -> None:
        expect(page.locator("body")).not_to_have_attribute("inert", "")
        shoot(page, f"flow-{name}-{look.name}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        words = page.locator("body").inner_text()
        assert not re.search(r"\b[a-z]+\.[a-z_]+\.[a-z_]+\b|undefined|NaN|{\w+}", words)
        assert (page.locator("html").get_attribute("lang") or "").startswith(look.language)

    return see


@pytest.fixture(scope="module")
def reviewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio whose reviewer likes the middle."""
    port = free_port()
    with server(port, tmp_path_factory.mktemp("review"), "rooms/serve_review.py"):
        yield f"http://127.0.0.1:{port}/"


@pytest.fixture(scope="module")
def trainer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio whose runs only seem to learn."""
    with trainer_server(tmp_path_factory.mktemp("train")) as address:
        yield f"{address}/"


def press(page: Page, place: Locator | str) -> None:
    """Click, or tap where there are fingers."""
    found = page.locator(place) if isinstance(place, str) else place
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        found.tap()
    else:
        found.click()


def point(page: Page, number: int) -> None:
    """Play onto a point, which a finger touches twice where points are small."""
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        touch(page, number)
    else:
        page.click(f"#p{number}")


def sit_down(page: Page, address: str, **terms: Any) -> None:
    """Begin a game and show it."""
    page.goto(new_game(address, terms_of(**terms)))
    expect(page.locator("#grid")).to_be_visible()


def test_the_first_page(page: Page, address: str, look: Look, seen: Any) -> None:
    """The games, the puzzle of the day, the rooms; a game is a press away."""
    page.goto(address)
    expect(page.locator("#home-daily svg")).to_be_visible()
    expect(page.locator("#home-daily h2")).to_have_text(look.words()("home.daily"))
    seen("home")
    press(page, page.locator("#home-games a").first)
    expect(page.locator("#grid")).to_be_visible()


def test_a_game_of_gomoku(page: Page, address: str, look: Look, seen: Any) -> None:
    """Four in a row against one that takes the first free points."""
    sit_down(page, address, opponent="mcts")
    for turn, place in enumerate(range(32, 36), 1):
        point(page, place)
        expect(page.locator(f"#p{place}")).not_to_have_attribute("data-piece", "0")
        if turn < 4:
            expect(page.locator("#moves button")).to_have_count(2 * turn)
        if turn == 2:
            seen("gomoku")
    expect(page.locator("#status")).to_contain_text(look.words("play")("player.Black"))
    expect(page.locator(".review-link")).to_be_visible()
    seen("gomoku-over")


def test_a_game_of_go(page: Page, address: str, look: Look, seen: Any) -> None:
    """Stones, a pass, and the count agreed on."""
    sit_down(page, address, game="go", settings={"size": 5}, opponent="passing")
    for count, place in enumerate((12, 11, 13), 1):
        point(page, place)
        expect(page.locator(".stones .stone")).to_have_count(count)
        expect(page.locator("#moves button")).to_have_count(2 * count)
    press(page, "#extras [data-extra]")
    expect(page.locator("#settle")).to_be_enabled()
    seen("go-count")
    press(page, "#settle")
    expect(page.locator(".review-link")).to_be_visible()
    seen("go-over")


def test_a_game_of_draughts(page: Page, address: str, look: Look, seen: Any) -> None:
    """Captures are forced, a man is crowned; whoever has no move left has lost."""
    sit_down(
        page, address, game="draughts", people=[0, 1],
        settings={"position": "B:W10,18,32:B6,27"},
    )  # fmt: skip
    expect(page.locator(".tint.forced")).to_have_count(1)
    seen("draughts")
    for clicks in ((6, 15, 22), (32, 23)):
        for number in clicks:
            row, place = divmod(number - 1, 4)
            press(page, f"#p{8 * row + 2 * place + (row % 2 == 0)}")
    expect(page.locator("#moves button")).to_have_text(["6x22", "32x23"])
    press(page, "#resign")
    press(page, "#resign")
    expect(page.locator(".review-link")).to_be_visible()
    seen("draughts-over")


def test_an_analysis(page: Page, address: str, look: Look, seen: Any) -> None:
    """A pasted game, a line of one's own, two engines side by side, a remark that is kept."""
    page.goto(f"{address}study")
    seen("study-start")
    page.fill("#study-text", STUDIED)
    press(page, "#study-read")
    expect(page.locator(".tree-node")).to_have_count(6)
    page.locator("#study-tree").focus()
    page.keyboard.press("End")
    point(page, 48)
    expect(page.locator(".tree-node")).to_have_count(7)
    page.select_option("select[data-column='1']", "mcts")
    press(page, "#study-analyse")
    for column in (0, 1):
        rows = page.locator(".study-column").nth(column).locator("button.candidate")
        expect(rows).to_have_count(5)
    seen("study")
    press(page, "#study-analyse")
    page.fill("#study-comment", "a quiet move")
    page.locator("#study-comment").blur()
    page.reload()
    expect(page.locator(".tree-said")).to_have_count(1)


def test_a_review(page: Page, reviewer: str, look: Look, seen: Any) -> None:
    """A pasted game is reviewed; of a mistake the better move is asked for, and found."""
    page.goto(f"{reviewer}study")
    page.fill("#study-text", REVIEWED)
    press(page, "#study-read")
    press(page, "#review-begin")
    expect(page.locator("#review-files")).to_be_visible()
    expect(page.locator("#review-decisive li")).to_have_count(2)
    press(page, page.locator("#review-decisive button").first)
    seen("review")
    press(page, "[data-learn='1']")
    expect(page.locator("#review-lesson")).to_be_visible()
    point(page, 7)
    expect(page.locator("[data-do=next]")).to_be_visible()
    seen("review-lesson")


def test_a_duel(page: Page, address: str, look: Look, seen: Any) -> None:
    """Begun from the form, paused, stepped, played to its end."""
    t = look.words("watch")
    page.goto(f"{address}watch")
    press(page, "#watch-new-duel")
    form = page.locator("#watch-duel-form")
    choose(form, "mcts", "random")
    form.locator("[name=opening]").select_option("none")
    form.locator("[name=pace]").select_option("10")
    seen("duel-form")
    press(page, form.locator("[type=submit]"))
    expect(page.locator("#watch-state")).to_have_text(t("watch.game.live"))
    press(page, "#watch-play")
    expect(page.locator("#watch-state")).to_have_text(t("watch.game.paused"))
    before = page.locator("#watch-moves button").count()
    press(page, "#watch-step")
    expect(page.locator("#watch-at")).to_have_text(f"{before + 1} / {before + 1}")
    seen("duel")
    page.locator("#watch-pace").fill("0")
    press(page, "#watch-play")
    expect(page.locator("#watch-controls")).to_be_hidden()
    seen("duel-over")


def choose(form: Locator, *players: str) -> None:
    """Choose small Gomoku, and who plays."""
    expect(form.locator("select[data-who] option").first).to_be_attached()
    form.locator("select[name=game]").select_option("gomoku")
    form.locator("[data-setting=size]").fill("6")
    form.locator("[data-setting=win_length]").fill("4")
    form.locator("[data-setting=win_length]").blur()
    for place, player in enumerate(players):
        form.locator("select[data-who]").nth(place).select_option(player)
        form.locator("select[data-bound]").nth(place).select_option("own")


def test_a_tournament(page: Page, address: str, look: Look, seen: Any) -> None:
    """From the form on to the last result, and one of its games on the large board."""
    page.goto(f"{address}watch")
    press(page, "#watch-new-cup")
    form = page.locator("#watch-cup-form")
    choose(form, "random", "random", "mcts")
    form.locator("[name=name]").fill(f"Cup {look.name}")
    form.locator("[name=openings]").select_option("none")
    seen("cup-form")
    press(page, form.locator("[type=submit]"))
    done = look.words("watch")("watch.status.complete")
    expect(page.locator("#watch-cup-status")).to_have_text(done)
    expect(page.locator(".watch-standings tbody tr")).to_have_count(3)
    expect(page.locator("#watch-results li")).to_have_count(6)
    seen("cup")
    press(page, page.locator("#watch-results a").first)
    expect(page.locator("#watch-moves button").first).to_be_visible()
    seen("cup-game")


def test_a_run(page: Page, trainer: str, look: Look, seen: Any) -> None:
    """Begun by the form, seen to learn, paused, gone on with, stopped, made an opponent."""
    page.goto(f"{trainer}train")
    press(page, "#train-new")
    page.fill("#train-form [data-setting=size]", "6")
    page.fill("#train-form [data-setting=win_length]", "4")
    page.fill("#train-form [name=name]", look.name)
    page.fill("#train-form [name=minutes]", "600")
    if page.locator("#train-when").is_visible():
        page.locator("#train-when input[value=now]").click()
    seen("train-form")
    press(page, "#train-form button[type=submit]")
    stands(page, "learning")
    expect(page.locator(".chart-line").first).to_be_visible()
    expect(page.locator(".train-boards li")).to_have_count(1)
    seen("train")
    press(page, "#train-pause")
    stands(page, "paused")
    press(page, "#train-resume")
    press(page, "#train-ask-do")
    stands(page, "learning")
    press(page, "#train-stop")
    stands(page, "stopped")
    press(page, "#train-promote")
    page.fill("#train-ask-form [name=name]", f"champion {look.name}")
    seen("train-promote")
    press(page, "#train-ask-do")
    expect(page.locator("#passing")).to_contain_text(f"champion {look.name}")


def stands(page: Page, state: str) -> None:
    """Wait until a run is in a state."""
    expect(page.locator(".train-head #train-state")).to_have_attribute("data-state", state)


def test_a_method_explained(page: Page, address: str, look: Look, seen: Any) -> None:
    """What the net sees, the tree as it grows, and a move on the board that changes all."""
    page.goto(f"{address}learn")
    expect(page.locator("#learn-list h1")).to_be_visible()
    seen("learn")
    page.goto(f"{address}learn/alphazero")
    expect(page.locator(".tree circle")).to_have_count(1)
    page.locator(".tree-tools input").fill("60")
    expect(page.locator(".tree-tools output")).to_have_text("60 / 60")
    seen("learn-method")
    legal = "[...document.querySelectorAll('#grid [data-piece]')].findIndex(c => c.dataset.piece === '0')"
    point(page, page.evaluate(legal))
    expect(page.locator(".tree-tools output")).to_have_text("1 / 60")
    expect(page.locator("#learn-back")).to_be_enabled()
