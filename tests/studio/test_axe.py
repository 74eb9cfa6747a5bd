"""axe finds nothing serious in any room: both languages, both sizes, light and dark.

The script is that of the npm package axe-core, which is for tests alone: `make test` brings it where
there is npm, or TENGEN_AXE names its ``axe.min.js``.
"""

import os
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from .browsing import new_game, open_page, show_agents
from .line import terms_of
from .looks import EVERY_LONG, FLOWS, Look

ROOT = Path(__file__).parents[2]
SCRIPT = Path(os.environ.get("TENGEN_AXE", ROOT / "build/page/node_modules/axe-core/axe.min.js"))
ROOMS = ["play", "study", "puzzles", "watch", "train", "library", "learn"]
GAMES = ["gomoku", "go", "draughts"]
WITH_BOARDS = [*GAMES, "learn/dqn/learn", "learn/mcts/decide", "learn/nnue"]
BOARDS = ["slate", "paper", "contrast", "wood"]
QUIET_MS = 250
OPENERS = [("watch", "#watch-new-duel"), ("watch", "#watch-new-cup"), ("train", "#train-new")]
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.slice(0, 4).map((n) => `${n.target} ${n.any[0]?.message ?? ""}`).join(" | ")}`);
}"""

pytestmark = pytest.mark.skipif(
    not SCRIPT.exists(), reason="no axe-core: `make test` brings it where there is npm"
)


@pytest.fixture(scope="module")
def game(address) -> str:
    """The address of a game that is going on."""
    return new_game(address, terms_of(settings={}, opponent="mcts"))


def _open(browser: Any, complaints: list[str], look: Look) -> Any:
    # Our pages run nothing but our own files; the test's own script must get in.
    return open_page(browser, complaints, bypass_csp=True, reduced_motion="reduce", **look.options)


def _check(page: Any) -> None:
    page.wait_for_function("!document.body.inert")
    page.wait_for_load_state("networkidle")
    page.add_script_tag(path=SCRIPT)
    _run(page)


def _run(page: Any) -> None:
    found = page.evaluate(RUN)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("look", FLOWS)
def test_no_room_has_a_barrier(browser, address, complaints, look):
    """The first page, and each room as it is entered from the one before."""
    page = _open(browser, complaints, look)
    asked: set[Any] = set()
    page.on("request", lambda request: asked.add(request))  # noqa: PLW0108  no builtin
    for answered in ("requestfinished", "requestfailed"):
        page.on(answered, lambda request: asked.discard(request))  # noqa: PLW0108
    page.goto(address)
    try:
        _check(page)
        for room in ROOMS:
            page.click(f'#rooms a[data-room="{room}"]')
            page.locator(f'body[data-room="{room}"] #rooms a[aria-current="page"]').wait_for()
            # No page is loaded, so that there is no load to wait for.
            page.wait_for_timeout(QUIET_MS)
            while asked:
                page.wait_for_timeout(QUIET_MS)
            if room == "play":  # the game comes by the line, which is no request
                page.locator("#graph[aria-valuenow]").wait_for(state="attached")
            _run(page)
    finally:
        page.context.close()


@pytest.mark.parametrize("look", EVERY_LONG)
def test_a_game_has_no_barrier(browser, game, complaints, look):
    """With stones on the board."""
    page = _open(browser, complaints, look)
    page.goto(game)
    try:
        page.locator("#grid").wait_for()
        _check(page)
    finally:
        page.context.close()


@pytest.mark.parametrize("look", EVERY_LONG)
def test_the_library_at_work_has_no_barrier(browser, address, complaints, look):
    """With a game looked through, and with each of its dialogs."""
    # One with moves, as only such are listed: those of its opening.
    new_game(address, terms_of(game="draughts", settings={}, opening="by lot", people=[0, 1]))
    page = _open(browser, complaints, look)
    page.goto(f"{address}library")
    try:
        page.locator("#lib-rows button").first.click()
        page.locator("#lib-still svg").wait_for()
        page.locator("#lib-rows input").first.check()
        _check(page)
        if look.is_phone:
            page.click("#lib-filters summary")
            _check(page)
        for opener in ("#lib-board", "#lib-import", "#lib-export"):
            page.click(opener)
            page.locator("dialog[open]").wait_for()
            _check(page)
            page.keyboard.press("Escape")
    finally:
        page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("device", ["desk", "phone"])
@pytest.mark.parametrize("place", ["", *ROOMS, *WITH_BOARDS], ids=lambda place: place or "home")
def test_boards_of_every_look_have_no_barrier(browser, address, complaints, place, device):
    """Wood, slate, paper and high contrast, by day and by night."""
    if place in GAMES:
        path = new_game(address, terms_of(game=place, settings={}, people=[0, 1]))
    else:
        path = f"{address}{place}"
    page = _open(browser, complaints, Look("en", device, "light"))
    page.goto(path)
    try:
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            for _ in BOARDS:
                page.click("#look")
                _check(page)
    finally:
        page.context.close()


@pytest.mark.parametrize("look", EVERY_LONG)
def test_no_dialog_is_a_barrier(browser, address, complaints, look):
    """Swap2's choices, a resignation, the forms of new games, the keys, taking a study away."""
    page = _open(browser, complaints, look)
    terms = terms_of(settings={"opening": "swap2"}, opponent="random", people=[1])
    page.goto(new_game(address, terms))
    try:
        page.locator("#choices button").nth(2).wait_for()
        _check(page)
        page.click("#resign")
        _check(page)
        page.click("#new")
        page.locator("#new-levels label").first.wait_for()
        _check(page)
        show_agents(page)
        page.click("#new-more summary")
        _check(page)
        for room, opener in OPENERS:
            page.goto(f"{address}{room}")
            page.click(opener)
            page.locator("dialog[open]").wait_for()
            _check(page)
            page.keyboard.press("Escape")
        page.goto(f"{address}study")
        page.fill("#study-text", "(;GM[4]SZ[6];B[cc];W[aa])")
        page.click("#study-read")
        page.click("#study-more")
        page.click("#take-delete")
        _check(page)
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        page.locator("dialog[open]").wait_for()
        _check(page)
    finally:
        page.context.close()
