"""Puzzles solved as a person does: by mouse, finger and keyboard, in both languages."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Page, Route, expect
from tests.studio.browsing import Shoot, Windows, open_page, touch
from tests.studio.looks import LOOKS

from tengen import puzzles
from tengen.core import State
from tengen.puzzles import Puzzle, Task
from tengen.puzzles.kind import whole_move
from tengen.studio.sitting.history import whole_moves

QUICK = ("fours", "en-desk-light")
NAMED = {look.name: look for look in LOOKS}


@pytest.fixture
def entered(windows: Windows, address: str, complaints: list[str]) -> Iterator[Any]:
    """Opens a puzzle in one of the looks; the console must stay silent."""

    def enter(look: str, puzzle: Puzzle) -> Page:
        page = windows.take(**NAMED[look].options)
        page.goto(f"{address}puzzles/{puzzle.id}")
        expect(page.locator("#grid")).to_be_visible()
        expect(page.locator("#puzzle-turn")).not_to_be_empty()
        return page

    yield enter
    assert complaints == []


def of_kind(kind: str, length: int, number: int) -> Puzzle:
    """Return one of the puzzles of a length, so that no two tests have the same."""
    return [puzzle for puzzle in puzzles.shipped(kind) if puzzle.length == length][number]


def path_of(state: State, move: tuple[int, ...]) -> list[int]:
    """Return the points that a move leads over."""
    if state.game.policy_layout.per_point == 1:
        return list(move)
    return next(list(way["path"]) for way in whole_moves(state) if tuple(way["actions"]) == move)


def press(page: Page, points: list[int]) -> None:
    """Click on the ends of a way, or tap them; a finger taps twice where points are small."""
    coarse = page.evaluate("matchMedia('(pointer: coarse)').matches")
    for point in points[:1] + points[1:][-1:]:
        if coarse:
            touch(page, point)
        else:
            page.click(f"#p{point}")


def solve(page: Page, task: Task, play: Any = press) -> None:
    """Play the solution against what is answered, which is the toughest."""
    before = [task.start]
    while True:
        move, after = whole_move(before[-1], task.solution(before))
        standing = task.standing(before, move)
        play(page, path_of(before[-1], move))
        if standing == "solved":
            break
        _, then = whole_move(after, task.reply(before, after))
        before.append(then)
        expect(page.locator("#puzzle-step")).to_have_text(
            f"{2 * len(before) - 2} / {2 * len(before) - 2}"
        )
    expect(page.locator("#puzzle-told")).to_have_class(re.compile("good"))
    expect(page.locator("#puzzle-next")).to_have_class(re.compile("primary"))


@pytest.mark.parametrize(
    ("kind", "look"),
    [
        pytest.param(kind, look, marks=() if (kind, look) == QUICK else pytest.mark.long)
        for kind in puzzles.kinds()
        for look in NAMED
    ],
)
def test_a_puzzle_is_solved(entered: Any, shoot: Shoot, kind: str, look: str) -> None:
    """Right moves are answered, the last one solves it and raises the rating."""
    puzzle = of_kind(kind, 3 if kind == "fours" else 2, 20 + list(NAMED).index(look))
    page = entered(look, puzzle)
    shoot(page, f"puzzles-{kind}-{look}.png", full_page=True)
    solve(page, puzzles.open_task(puzzle))
    expect(page.locator("#puzzle-told")).to_contain_text("+")
    expect(page.locator("#puzzle-hint")).to_be_disabled()
    shoot(page, f"puzzles-{kind}-solved-{look}.png", full_page=True)
    page.locator("#puzzle-next").click()
    page.wait_for_function("id => !location.pathname.endsWith(id)", arg=puzzle.id)
    expect(page.locator("#puzzle-step")).to_have_text("0 / 0")


@pytest.mark.parametrize(
    "look", ["en-desk-light", pytest.param("zh-phone-light", marks=pytest.mark.long)]
)
def test_a_wrong_move_is_shown_to_be_wrong(entered: Any, shoot: Shoot, look: str) -> None:
    """It lies on the board at once; the answer to it is played; then one may try again."""
    puzzle = of_kind("fours", 3, list(NAMED).index(look))
    page, task = entered(look, puzzle), puzzles.open_task(puzzle)
    right = task.solution([task.start])[0]
    corner = next(int(action) for action in task.start.legal_actions() if int(action) != right)
    stones = page.locator(".stones .stone")
    asked: list[Any] = []
    before = stones.count()

    def hold(route: Any) -> None:
        asked.append(route)

    page.route("**/api/puzzles/play", hold, times=1)
    occupied = int(
        page.evaluate(
            "document.querySelector('#grid [data-piece]:not([data-piece=\"0\"])').dataset.point"
        )
    )
    press(page, [occupied])
    expect(page.locator("#puzzle-notice")).to_contain_text(
        "There is a stone on" if look.startswith("en") else "已有棋子"
    )
    press(page, [corner])
    expect(stones).to_have_count(before + 1)
    asked[0].continue_()
    told = page.locator("#puzzle-told")
    expect(told).to_have_class(re.compile("bad"))
    expect(told).to_contain_text("no four" if look.startswith("en") else "没有成四")
    # Points are called as the board's edge calls them.
    name = task.start.game.format_move(corner).upper()
    expect(told).to_contain_text(name)
    expect(page.locator("#puzzle-moves button").first).to_have_text(name)
    shoot(page, f"puzzles-wrong-{look}.png", full_page=True)
    page.locator("#puzzle-again").click()
    expect(page.locator("#puzzle-step")).to_have_text("0 / 0")
    solve(page, task)
    expect(told).to_contain_text("again" if look.startswith("en") else "再出现")


def test_help_comes_in_steps(entered: Any, shoot: Shoot) -> None:
    """First the region, then the move, then all of it, stepped through."""
    puzzle = of_kind("fours", 3, 45)
    page = entered("en-desk-light", puzzle)
    page.locator("#puzzle-hint").click()
    expect(page.locator("#board .spot").first).to_be_attached()
    shoot(page, "puzzles-region-en-desk-light.png")
    page.locator("#puzzle-hint").click()
    expect(page.locator("#board .mark.good")).to_have_count(1)
    expect(page.locator("#puzzle-hint")).to_be_disabled()
    page.locator("#puzzle-solution").click()
    moves = page.locator("#puzzle-moves button")
    expect(moves).to_have_count(len(puzzle.line))
    expect(moves.last).to_have_attribute("aria-current", "step")
    page.locator("#puzzle-first").click()
    expect(page.locator("#puzzle-step")).to_have_text(f"0 / {len(puzzle.line)}")
    moves.nth(2).click()
    expect(page.locator("#puzzle-step")).to_have_text(f"3 / {len(puzzle.line)}")
    shoot(page, "puzzles-solution-en-desk-light.png")


@pytest.mark.long
def test_captures_are_played_hop_by_hop(entered: Any) -> None:
    """Every stop of a capture can be pressed; the piece is then seen there and goes on."""
    puzzle = next(each for each in puzzles.shipped("shots") if has_long_capture(each))
    page = entered("en-desk-light", puzzle)

    def press_hops(page: Page, points: list[int]) -> None:
        page.locator(f"#p{points[0]}").click()
        for point in points[1:]:
            expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
            page.locator(f"#p{point}").click()
            expect(page.locator(f"#p{point}")).not_to_have_attribute("data-piece", "0")

    solve(page, puzzles.open_task(puzzle), press_hops)


def has_long_capture(puzzle: Puzzle) -> bool:
    """Tell whether the last move, the second, is a capture of several pieces."""
    start = puzzle.load_game().initial_state()
    line = start.game.parse_line(start, " ".join(puzzle.line))
    _, after = whole_move(start, line)
    reply, _ = whole_move(after, line[1:])
    return puzzle.length == 2 and len(line) - 1 - len(reply) > 1


def test_the_keyboard_alone_solves(entered: Any) -> None:
    """Arrow keys and Enter play, letters ask for help and for the next one."""
    puzzle = of_kind("races", 2, 8)
    page = entered("en-desk-light", puzzle)
    width = page.locator("#board [role=row]").count()

    def type_moves(page: Page, points: list[int]) -> None:
        page.locator("#grid").focus()
        for point in points:
            page.wait_for_function("document.activeElement.id === 'grid'")
            page.keyboard.press("ArrowUp")
            at = int(page.locator("#grid").get_attribute("aria-activedescendant")[1:])  # type: ignore[index]
            down, right = point // width - at // width, point % width - at % width
            for key, times in (("Down", down), ("Up", -down), ("Right", right), ("Left", -right)):
                for _ in range(times):
                    page.keyboard.press(f"Arrow{key}")
            page.keyboard.press("Enter")

    solve(page, puzzles.open_task(puzzle), type_moves)
    page.keyboard.press("[")
    expect(page.locator("#puzzle-step")).to_have_text(re.compile("^[0-9]+ / [0-9]+$"))
    page.keyboard.press("n")
    page.wait_for_function("id => !location.pathname.endsWith(id)", arg=puzzle.id)


@pytest.mark.long
def test_one_goes_back_to_the_puzzle_before(entered: Any) -> None:
    """Each puzzle has its address: Back leads to the one before, and at last out of the room."""
    first = of_kind("fours", 3, 40)
    page = entered("en-desk-light", first)
    seen = [first.id]
    for _ in range(2):
        page.locator("#puzzle-next").click()
        page.wait_for_function("id => !location.pathname.endsWith(id)", arg=seen[-1])
        seen.append(page.url.rsplit("/", 1)[-1])
    assert len(set(seen)) == 3
    for name in seen[-2::-1]:
        with page.expect_response("**/api/puzzles/open") as opened:
            page.go_back()
        assert opened.value.json()["puzzle"] == name
        expect(page).to_have_url(re.compile(f"/puzzles/{name}$"))
        expect(page.locator("#puzzle-step")).to_have_text("0 / 0")
    page.go_forward()
    expect(page).to_have_url(re.compile(f"/puzzles/{seen[1]}$"))


@pytest.mark.long
@pytest.mark.parametrize("look", ["en-desk-light", "zh-phone-dark"])
def test_a_puzzle_that_is_none_is_told(
    browser: Any, address: str, complaints: list[str], shoot: Shoot, look: str
) -> None:
    """Another is begun, and the line goes with it; so in either language."""
    page = open_page(browser, complaints, reduced_motion="reduce", **NAMED[look].options)
    page.goto(f"{address}puzzles/no-such-puzzle")
    unknown = page.locator("#puzzle-unknown")
    expect(unknown).to_have_text(NAMED[look].words("puzzles")("puzzles.unknown"))
    expect(page.locator("#puzzle-turn")).not_to_be_empty()
    expect(page).not_to_have_url(re.compile("no-such-puzzle"))
    shoot(page, f"puzzles-unknown-{look}.png")
    page.locator("#puzzle-next").click()
    expect(unknown).to_be_hidden()
    page.context.close()
    assert [words for words in complaints if "404" not in words] == []
    complaints.clear()


@pytest.mark.long
def test_what_was_done_counts_once(entered: Any) -> None:
    """Who comes back to a puzzle just solved may solve it again, but not for the rating."""
    puzzle = of_kind("fours", 3, 41)
    page = entered("en-desk-light", puzzle)
    solve(page, puzzles.open_task(puzzle))
    expect(page.locator("#puzzle-told")).to_contain_text("Rating")
    page.reload()
    expect(page.locator("#puzzle-step")).to_have_text("0 / 0")
    solve(page, puzzles.open_task(puzzle))
    expect(page.locator("#puzzle-told")).to_have_text("Solved.")


def test_the_puzzle_of_the_day_is_on_the_first_page(
    browser: Any, address: str, complaints: list[str], shoot: Shoot
) -> None:
    """With its board, its side and its task in the person's language; a press opens it."""
    page = open_page(browser, complaints, **NAMED["zh-phone-dark"].options)
    page.goto(address)
    told = page.request.get(f"{address}api/puzzles/daily").json()
    daily = page.locator("#home-daily")
    expect(daily.locator("h2")).to_have_text("今日一题")
    pieces = sum(piece != "0" for piece in told["frame"]["position"]["board"])
    expect(daily.locator("circle:not(.crown)")).to_have_count(pieces)
    expect(daily.locator("b + span")).to_contain_text(("黑方", "白方")[told["side"]])
    shoot(page, "home-zh-phone-dark.png", full_page=True)
    page.click("#language")
    expect(daily.locator("b + span")).to_contain_text(("Black", "White")[told["side"]])
    daily.locator("a").tap()
    expect(page).to_have_url(re.compile(f"/puzzles/{told['puzzle']}$"))
    page.context.close()
    assert complaints == []


@pytest.mark.long
def test_the_language_changes_in_place(entered: Any) -> None:
    """Words change, the puzzle and what was played stay; kinds are chosen and kept."""
    puzzle = of_kind("shots", 2, 6)
    page = entered("en-desk-light", puzzle)
    page.locator("#language").click()
    expect(page.locator("#puzzle-told")).to_have_text("找出唯一正解。")
    assert page.url.endswith(puzzle.id)
    page.locator("input[name=puzzle-kind][value=races]").click()
    expect(page.locator("#board")).to_have_attribute("data-kind", "points")
    page.reload()
    expect(page.locator("input[name=puzzle-kind][value=races]")).to_be_checked()


def test_puzzles_are_made_where_one_can_see_it(entered: Any, shoot: Shoot) -> None:
    """How far it is is told, also that nothing was found."""
    page = entered("en-desk-light", of_kind("shots", 2, 7))
    page.locator("#puzzle-making summary").click()
    page.locator("#make-begin").click()
    expect(page.locator("#make-told")).to_have_text(
        "There is no finished game left to look through."
    )
    expect(page.locator("#make-stop")).to_be_disabled()
    shoot(page, "puzzles-making-en-desk-light.png", full_page=True)


@pytest.mark.long
def test_that_there_are_no_mistakes_yet_is_said_at_once(entered: Any) -> None:
    """Before the server has answered, with how they come about."""
    page = entered("en-desk-light", of_kind("fours", 3, 2))
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/api/puzzles", hold)
    page.locator("#puzzle-kinds label", has_text="My mistakes").click()
    expect(page.locator("#puzzle-none-words")).to_contain_text("games that you finish in Play")
    expect(page.locator("#puzzle-task")).to_be_hidden()
    for each in asked:
        each.continue_()
    expect(page.locator("#puzzle-look")).to_be_visible()


def test_catalogues_have_equal_keys() -> None:
    """Every word is there in both languages."""
    folder = Path(puzzles.__file__).parents[1] / "studio/static/rooms/puzzles"
    english, chinese = (json.loads((folder / f"{name}.json").read_text()) for name in ("en", "zh"))
    assert list(english) == list(chinese)
    fields = {key: sorted(re.findall(r"{\w+}", words)) for key, words in english.items()}
    assert fields == {key: sorted(re.findall(r"{\w+}", words)) for key, words in chinese.items()}
