"""The room of analysis in a browser: both languages, both sizes, mouse, finger and keyboard."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, Route, expect
from tests.studio.browsing import Shoot, Windows, open_page, point
from tests.studio.looks import EVERY_LONG, FLOWS, QUICK, Look

DESKTOP = QUICK[0].options
SGF = "(;GM[4]SZ[15]PB[Ann]PW[Bo];B[hh]C[middle];W[ii];B[hi](;W[hj];B[gg])(;W[gj];B[ih](;W[gh])(;W[jg])))"


@pytest.fixture
def page(windows: Windows, complaints: list[str]) -> Iterator[Page]:
    """A page on a desk, whose console tells of what was refused and of nothing else."""
    page = windows.take(**DESKTOP)
    yield page
    assert [line for line in complaints if "status of 400" not in line] == []


def begin(page: Page, address: str, game: str = "gomoku") -> None:
    """Begin a study of an empty board."""
    page.goto(f"{address}study")
    page.locator(f"#study-games input[value={game}]").click()
    page.click("#study-new button[type=submit]")
    expect(page.locator("#grid")).to_be_visible()


def read(page: Page, address: str, text: str) -> None:
    """Begin a study of a game's text."""
    page.goto(f"{address}study")
    page.fill("#study-text", text)
    page.click("#study-read")
    expect(page.locator("#grid")).to_be_visible()


def discs(page: Page, count: int) -> None:
    """Wait until the tree shows so many positions, the first included."""
    expect(page.locator(".tree-node")).to_have_count(count)


def here(page: Page, label: str) -> None:
    """Wait until this is how a screen reader names the position on show."""
    expect(page.locator(".tree-node[aria-selected=true]")).to_have_attribute("aria-label", label)


@pytest.mark.long
def test_swap2_is_told_by_the_colours_that_were_chosen(page: Page, address: str) -> None:
    """Above the middle are the first player's chances, who is White once Black was taken."""
    made = page.request.post(
        f"{address}api/study",
        data={"game": "gomoku", "settings": {"size": 9, "opening": "swap2"}},
    ).json()
    api, at = f"{address}api/study/{made['id']}/play", 0
    for action in (20, 40, 60, 82):
        at = page.request.post(api, data={"node": at, "actions": [action]}).json()["node"]
    page.goto(f"{address}study/{made['id']}")
    expect(page.locator("#graph .above")).to_have_class(re.compile("second"))
    expect(page.locator("#graph .below")).to_have_class(re.compile("first"))
    expect(page.locator("#study-state")).to_have_text("First to move")
    # Three stones were laid by the first player; then the second took Black.
    drawn = page.locator(".tree-disc").evaluate_all("all => all.map((disc) => disc.classList[1])")
    assert drawn == ["start", "player-0", "player-1", "player-0", "player-0"]
    expect(page.locator("#terms")).to_contain_text("Freestyle · Swap2")
    page.keyboard.press("End")
    expect(page.locator("#study-state")).to_have_text("White to move")
    expect(page.locator("#graph")).to_have_attribute("aria-label", re.compile("White"))


def test_a_tree_is_walked_once_for_its_discs(page: Page, address: str) -> None:
    """However long the game is: each position is looked up a few times, and numbered as elsewhere."""
    page.goto(f"{address}study")
    told = page.evaluate(
        """async () => {
          const { discsOf, moveNumber, treeOf } = await import("/static/rooms/study/model.js");
          const nodes = [...Array(1000).keys()].map((id) => ({
            id, parent: id ? id - 1 : null, children: id < 999 ? [id + 1] : [], ply: id, inside: id % 5 === 2,
            player: id ? (id + 1) % 2 : null, toPlay: id % 2, placing: null,
          }));
          const tree = treeOf(nodes);
          let looked = 0;
          const get = tree.get.bind(tree);
          tree.get = (id) => { looked += 1; return get(id); };
          const discs = discsOf({ tree, study: { game: { kind: "squares" } } });
          return [looked, nodes.every(({ id }) => discs.get(id).number === moveNumber(tree, id, "squares")), discs.get(3).stone];
        }"""
    )
    looked, same, stone = told
    assert looked <= 3000
    assert same
    assert stone == 0


@pytest.mark.long
def test_who_can_look_on_is_asked_until_it_is_known(page: Page, address: str) -> None:
    """Meanwhile the page says that it looks; an answer that failed leaves no empty list."""
    asked: list[str] = []

    def refuse_once(route: Route) -> None:
        asked.append(route.request.url)
        route.continue_() if len(asked) > 1 else route.fulfill(status=400, json={"error": "busy"})

    page.route("**/api/opponents*", refuse_once)
    begin(page, address)
    first = page.locator("select[data-column='0']")
    expect(first.locator("option")).to_have_text(["Looking who can play…"])
    expect(first).not_to_have_value("")
    assert len(asked) == 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "size", "text"),
    [
        (
            "en-GB",
            "Size: a whole number from 3 to 20",
            "this is no game record that can be read: the game is not closed",
        ),
        ("zh-CN", "路数：请填 3 到 20 的整数", "这不是能读取的棋谱：对局没有写完"),  # noqa: RUF001
    ],
)
def test_what_cannot_be_begun_is_told_by_the_page(
    browser: Browser, address: str, complaints: list[str], language: str, size: str, text: str
) -> None:
    """A size that there is not, and a text that is no record, in a sentence and not the browser's bubble."""
    page = open_page(browser, complaints, locale=language)
    page.goto(f"{address}study")
    error = page.locator("#study-error")
    page.fill("#study-fields [name=size]", "-3")
    page.click("#study-new button[type=submit]")
    expect(error).to_have_text(size)
    page.fill("#study-text", "(;GM[4]SZ[15];nonsense")
    page.click("#study-read")
    expect(error).to_have_text(text)
    page.fill("#study-fields [name=size]", "9")
    page.click("#study-new button[type=submit]")
    expect(page.locator("#grid")).to_be_visible()
    page.context.close()
    assert [line for line in complaints if "status of 400" not in line] == []


BLANK = """() => [...document.querySelectorAll("#room button, #room select, #room summary")]
  .filter((each) => each.checkVisibility() && !each.textContent.trim() && !each.ariaLabel)
  .map(({ id, outerHTML }) => id || outerHTML)"""
"""What is shown and has no words."""


@pytest.mark.long
def test_nothing_is_shown_before_it_has_words(page: Page, address: str) -> None:
    """The position and the review's words come late: no blank form stands there meanwhile."""
    begin(page, address)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    for late in ("**/api/study/*/place?*", "**/review/en.json"):
        page.route(late, hold)
    page.reload(wait_until="commit")
    for panel in ("#study-panel", "#review-card"):
        expect(page.locator(panel)).to_be_attached()
        while not held:
            page.wait_for_timeout(50)
        assert page.evaluate(BLANK) == []
        held.pop().continue_()
        expect(page.locator(panel)).to_be_visible()
    assert page.evaluate(BLANK) == []


@pytest.mark.parametrize("look", FLOWS)
def test_lines_and_two_engines(
    browser: Browser, address: str, complaints: list[str], shoot: Shoot, look: Look
) -> None:
    """Moves become lines; two engines look on side by side, and their lines can be seen."""
    page = open_page(browser, complaints, **look.options)
    begin(page, address)
    for number, move in enumerate(["H8", "I9", "G7"], 1):
        page.click(point(page, move))
        if page.locator(".stone.aimed").count():
            page.click(point(page, move))
        here(page, f"{number} {move}")
    page.click("#back")
    expect(page.locator("#ply")).to_have_text("2 / 3")
    page.click(point(page, "K11"))
    here(page, "3 K11")
    page.select_option("select[data-column='1']", "mcts")
    page.click("#study-analyse")
    for column in (0, 1):
        rows = page.locator(".study-column").nth(column).locator("button.candidate")
        expect(rows).to_have_count(5)
    expect(page.locator("#study-apart")).to_be_visible()
    page.locator("button.candidate").nth(1).hover()
    expect(page.locator(".ghost-number").first).to_have_text("1")
    shoot(page, f"study-{look.name}.png", full_page=True)
    page.click("#study-analyse")
    page.fill("#study-comment", "a quiet move")
    page.click("#study-glyphs button[data-glyph='3']")
    expect(page.locator(".tree-glyph.good")).to_have_count(1)
    # What the engines saw stays when they are stopped.
    expect(page.locator(".study-column").first.locator("button.candidate")).to_have_count(5)
    page.click("#study-promote")
    expect(page.locator("#study-promote")).to_be_disabled()
    page.reload()
    discs(page, 5)
    said = page.locator(".tree-node").filter(has=page.locator(".tree-said"))
    expect(said).to_have_attribute("aria-label", re.compile("a quiet move"))
    page.context.close()
    assert complaints == []


@pytest.mark.parametrize("look", EVERY_LONG)
def test_a_game_cut_short_says_so(
    browser: Browser, address: str, complaints: list[str], shoot: Shoot, look: Look
) -> None:
    """Which move of the file could not be played, and why, in both languages; a reload repeats it."""
    page = open_page(browser, complaints, **look.options)
    read(page, address, "(;GM[4]SZ[15];B[hh];W[ii];B[hh];W[aa])")
    cut = page.locator("#study-cut")
    english = "Move 3 of the file was left out, with all that follows it."
    first, second = (english, "第 3 手") if look.language == "en" else ("第 3 手", english)
    expect(cut).to_contain_text(first)
    expect(cut).to_contain_text("H8")
    shoot(page, f"study-cut-{look.name}.png")
    page.click("#language")
    expect(cut).to_contain_text(second)
    page.reload()
    expect(cut).to_contain_text(second)
    page.context.close()
    assert complaints == []


@pytest.mark.long
def test_by_keyboard(page: Page, address: str, shoot: Shoot) -> None:
    """Arrows walk the tree and change the line; on the board they place a stone."""
    read(page, address, SGF)
    discs(page, 10)
    page.locator("#study-tree").focus()
    for label in ("1 H8, middle", "2 I7", "3 H7", "4 H6"):
        page.keyboard.press("ArrowRight")
        here(page, label)
    page.keyboard.press("ArrowDown")
    here(page, "4 G6")
    page.keyboard.press("End")
    expect(page.locator("#ply")).to_have_text("6 / 6")
    shoot(page, "study-tree.png")
    page.locator("#grid").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    discs(page, 11)
    page.locator("#graph").focus()
    page.keyboard.press("Home")
    expect(page.locator("#ply")).to_have_text("0 / 7")
    box = page.locator("#graph").bounding_box()
    assert box is not None
    page.locator("#graph").click(position={"x": 0.98 * box["width"], "y": 40})
    expect(page.locator("#ply")).to_have_text("7 / 7")


@pytest.mark.long
def test_a_capture_hop_by_hop(page: Page, address: str) -> None:
    """A capture may be shown jump by jump; it is one move of the tree, and deleted as one."""
    read(page, address, '[GameType "21"]\n[SetUp "1"]\n[FEN "B:W26,18,32:B14,1"]\n\n*\n')
    page.click("#p26")
    for square, name in (("#p44", "14x23"), ("#p58", "14x30")):
        page.click(square)
        expect(page.locator("#study-here")).to_have_text(f"1. {name} by Black")
        discs(page, 2)
    page.click("#study-remove")
    discs(page, 1)


def test_setting_up(page: Page, address: str, shoot: Shoot) -> None:
    """Any position can be set up; one that cannot be is refused in a line, and stays to be mended."""
    begin(page, address, "draughts")
    page.click("#study-set-up")
    page.click("#setup-clear")
    page.click("#p1")
    page.locator("#setup-brushes input[value='4']").click()
    page.click("#p28")
    page.click("#setup-sides label:nth-child(2)")
    shoot(page, "study-setup.png")
    page.click("#setup-use")
    expect(page.locator("#study-panel")).to_be_visible()
    expect(page.locator(".piece")).to_have_count(2)
    expect(page.locator("#study-state")).to_have_text("White to move")
    page.click("#study-set-up")
    page.click("#setup-clear")
    page.click("#setup-use")
    expect(page.locator("#passing")).to_contain_text("no piece")
    page.click("#setup-cancel")
    expect(page.locator(".piece")).to_have_count(2)


def test_pictures_and_films(page: Page, address: str) -> None:
    """The board is saved as SVG and PNG, the line as a film of one picture a position."""
    images = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    read(page, address, SGF)
    page.keyboard.press("End")
    expect(page.locator("#ply")).to_have_text("5 / 5")
    page.click("#study-more")
    saved = {}
    for kind in ("svg", "png", "gif"):
        with page.expect_download() as download:
            page.click(f"#take-{kind}")
        saved[kind] = Path(download.value.path()).read_bytes()
    assert saved["svg"].startswith(b"<svg")
    assert b"class=" not in saved["svg"].replace(b'class="stones"', b"")
    picture = images.open(io.BytesIO(saved["png"])).convert("L")
    film = images.open(io.BytesIO(saved["gif"]))
    assert film.n_frames == 6
    film.seek(5)
    for image in (picture, film.convert("L")):
        # Of the 17.24 cells of the drawing's width, the margin takes 1.12.
        cell = image.width / 16.24
        stone = image.getpixel((round(cell * (7 + 1.12)), round(cell * (7 + 1.12))))
        wood = image.getpixel((round(cell * (2.5 + 1.12)), round(cell * (2.5 + 1.12))))
        assert stone < 90 < wood


def test_a_file_of_many_games(page: Page, address: str, tmp_path: Path) -> None:
    """Of a file with several games the person chooses one; what is no game is refused in a line."""
    file = tmp_path / "two.sgf"
    file.write_text(SGF + "(;GM[1]SZ[9]PB[Cleo]PW[Dan];B[ee];W[gc])")
    page.goto(f"{address}study")
    page.fill("#study-text", "no game at all")
    page.click("#study-read")
    expect(page.locator("#study-error")).to_contain_text("no game records")
    page.locator("#study-file").set_input_files(file)
    page.locator("#study-choose button", has_text="Cleo").click()
    discs(page, 3)
    page.goto(f"{address}study")
    page.locator("#study-list a", has_text="Cleo").first.click()
    discs(page, 3)
    dropped = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'a.sgf')); return data; }",
        SGF,
    )
    page.dispatch_event("#room", "drop", {"dataTransfer": dropped})
    discs(page, 10)


@pytest.mark.long
def test_an_address_of_a_position(page: Page, address: str) -> None:
    """An address may name a position; of one that is gone the study begins at its start."""
    read(page, address, SGF)
    where = page.url
    page.goto(f"{where}?at=3")
    here(page, "3 H7")
    page.goto(f"{where}?at=99")
    here(page, "Start position")
    expect(page.locator("#grid")).to_be_visible()


@pytest.mark.long
def test_deleting_asks_first(page: Page, address: str) -> None:
    """A long line is deleted when the button is pressed twice, a study too."""
    read(page, address, SGF)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#ply")).to_have_text("1 / 5")
    page.click("#study-remove")
    expect(page.locator("#study-remove")).to_have_text("Delete 9 positions?")
    page.click("#study-remove")
    discs(page, 1)
    page.click("#study-more")
    page.click("#take-delete")
    page.click("#take-delete")
    expect(page.locator("#study-start")).to_be_visible()
