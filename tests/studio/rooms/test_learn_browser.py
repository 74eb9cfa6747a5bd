"""The room of methods in a browser: steps with addresses, a run that is slid through, answers that are checked."""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from math import exp, sqrt
from typing import Any

import numpy as np
import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, Route, expect
from tests.studio.browsing import open_page
from tests.studio.looks import EVERY_LONG, QUICK, Look
from tests.studio.test_axe import RUN, SCRIPT

from tengen import load
from tengen.core import State
from tengen.studio.rooms.learn.growing import C, grow
from tengen.studio.rooms.learn.stories import story_of

METHODS = ["mcts", "alphazero", "policy", "dqn", "qlearning", "boardvalue", "nnue"]
STEPS = ["", "/decide", "/learn", "/run", "/ask"]
MOST_REQUESTS = 20
MINUS = "\N{MINUS SIGN}"
long_ = partial(pytest.param, marks=pytest.mark.long)
"""A method whose page is made as those of the others are: the long tests have all of them."""


@pytest.fixture
def learn(windows, address, complaints) -> Iterator[Callable[..., Page]]:
    """Opens an address of the room, always loaded anew; the console must stay silent."""

    def visit(path: str, look: Look = QUICK[0], **options) -> Page:
        page = windows.take(**look.options | options)
        page.goto(f"{address}learn/{path}")
        # Drawn with the server's answer, as the card is.
        expect(page.locator("#learn-board [role=gridcell]").first).to_be_attached()
        return page

    yield visit
    assert complaints == []


def _set(page: Page, slider: str, value: float) -> None:
    """Move a slider as a hand does: it says so on the way and at the end."""
    page.locator(slider).evaluate(
        "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input'));"
        " slider.dispatchEvent(new Event('change')); }",
        value,
    )


def test_a_run_goes_from_wrong_to_right(learn):
    """The slider shows what each checkpoint saw, and each has an address of its own."""
    page = learn("dqn/run")
    verdict = page.locator("#learn-card .verdict")
    expect(verdict).to_have_class(re.compile("wrong"))
    _set(page, "#learn-checkpoint", 9)
    expect(verdict).to_have_class(re.compile("right"))
    expect(verdict).to_contain_text("D3")
    expect(page).to_have_url(re.compile("/learn/dqn/run/9$"))
    page.reload()
    expect(verdict).to_have_class(re.compile("right"))


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_every_story_is_told_from_its_address(learn, method):
    """A link to the last checkpoint shows a right answer; the first one's is wrong."""
    page = learn(f"{method}/run/9")
    verdict = page.locator("#learn-card .verdict")
    expect(verdict).to_have_class(re.compile("right"))
    _set(page, "#learn-checkpoint", 0)
    expect(verdict).to_have_class(re.compile("wrong"))


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_a_story_begins_at_an_address_too(learn, method):
    """A link to the first checkpoint shows a wrong answer."""
    page = learn(f"{method}/run/0")
    expect(page.locator("#learn-card .verdict")).to_have_class(re.compile("wrong"))


@pytest.mark.long
def test_steps_have_addresses(learn):
    """Each step is a link, and going back goes back."""
    page = learn("dqn")
    page.locator("#learn-steps a").nth(2).click()
    expect(page.locator("#learn-card h2")).to_have_text("What it is taught")
    expect(page).to_have_url(re.compile("/learn/dqn/learn$"))
    page.go_back()
    expect(page.locator("#learn-card h2")).to_have_text("The idea")


@pytest.mark.long
def test_a_step_taken_before_the_answer_keeps_the_game(learn):
    """Another game and another step, one right after the other: both count."""
    page = learn("dqn")
    page.evaluate(
        "() => { [...document.querySelectorAll('#learn-games input')].at(-1).click();"
        " document.querySelectorAll('#learn-steps a')[1].click(); }"
    )
    expect(page.locator("#learn-card h2")).to_have_text("How it decides")
    expect(page.locator("#learn-games input").last).to_be_checked()
    expect(page.locator("#learn-card tr.best td").first).to_contain_text("-")


@pytest.mark.long
def test_a_slow_answer_is_told_and_swallows_no_click(learn):
    """The page says that it looks; what is pressed as the answer comes is chosen all the same."""
    page = learn("dqn")
    held: list[Route] = []
    page.route("**/api/learn/look", lambda route: held.append(route))  # noqa: PLW0108  no builtin
    page.click("#learn-back")
    expect(page.locator("#learn-shows")).to_have_text("Looking at the board…")
    game = page.locator("#learn-games label").nth(2)
    game.hover()
    page.mouse.down()
    held.pop().continue_()
    expect(page.locator("#learn-shows")).not_to_have_text("Looking at the board…")
    page.unroute("**/api/learn/look")
    page.mouse.up()
    expect(game.locator("input")).to_be_checked()


def test_what_is_not_answered_is_taken_back(learn, complaints):
    """Where the server is away, step, checkpoint and address stay what is shown."""
    page = learn("dqn/run")
    page.route("**/api/learn/look", lambda route: route.abort())
    _set(page, "#learn-checkpoint", 8)
    expect(page.locator("#learn-checkpoint")).to_have_value("0")
    page.locator("#learn-steps a").nth(2).click()
    expect(page).to_have_url(re.compile("/learn/dqn/run$"))
    expect(page.locator("#learn-card h2")).to_have_text("A real run")
    expect(page.locator("#learn-steps a[aria-current=step]")).to_have_text("A real run")
    expect(page.locator("#passing")).to_have_text(
        "No answer came: what was shown before is shown again."
    )
    page.unroute("**/api/learn/look")
    page.locator("#learn-steps a").nth(2).click()
    expect(page.locator("#learn-card h2")).to_have_text("What it is taught")
    expect(page).to_have_url(re.compile("/learn/dqn/learn$"))
    assert all("ERR_FAILED" in each for each in complaints)
    complaints.clear()


def test_a_taken_point_is_refused_by_the_page(learn):
    """Nobody is asked, and the console is silent."""
    page = learn("dqn")
    stones = page.locator("#learn-board .stones .stone")
    before = stones.count()
    place = stones.first.bounding_box()
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page.locator("#passing")).to_contain_text("There is a stone on")
    assert stones.count() == before


def test_gamma_moves_the_targets_on_the_board(learn):
    """The formula, the table and the board show the same number, and follow the slider."""
    page = learn("dqn/learn")
    best = page.locator("#learn-card tr.best td").nth(3)
    before = best.inner_text()
    assert before in page.locator("#learn-card .told .formula").inner_text()
    _set(page, "#learn-knob-gamma", 0.5)
    expect(best).not_to_have_text(before)
    short = re.sub(rf"^({MINUS}?)0\.", r"\1.", best.inner_text())
    expect(page.locator("#learn-board").get_by_text(short, exact=True).first).to_be_attached()


def test_the_idea_says_what_one_looks_at_and_where_it_is_trained(learn):
    """Who moves, what wins and where the bar is; Monte Carlo search has no net to be trained.

    Without it nobody can look for the move that wins, nor judge how well a net found it.
    """
    page = learn("dqn")
    expect(page.locator("#learn-turn")).to_have_text("Black to play. Whoever has 4 in a row wins.")
    expect(page.locator("#learn-sense")).to_contain_text("to pass, it takes half the way")
    links = page.locator("#learn-links a")
    expect(links).to_have_text(["All methods", "Train one yourself"])
    expect(learn("nnue").locator("#learn-sense")).to_contain_text("the search")
    learn("mcts")
    expect(links).to_have_text(["All methods"])
    # What was counted grows beside the words, and on the board.
    assert page.locator("#learn-card .tree circle").count() > 20
    expect(page.locator("#learn-board .spot-label").first).to_be_attached()
    _check_python(page)


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_a_method_opens_on_what_it_makes_of_the_position(learn, method):
    """Numbers on the moves, or rings on what a move changes; a tree search has grown its tree."""
    page = learn(method)
    marks = ".mark.ring" if method == "nnue" else ".spot-label"
    expect(page.locator("#learn-board").locator(marks).first).to_be_attached()
    assert page.locator("#learn-shows").inner_text() != ""
    assert page.locator(".tree").count() == (method in ("mcts", "alphazero"))


def _check_python(page: Page) -> None:
    """Whoever copies the lines of Python has no slip of ours to mend."""
    codes = page.evaluate(
        """async (methods) => {
          const { showCode } = await import("/static/rooms/learn/codes.js");
          return methods.flatMap((method) => ["decide", "learn"].flatMap((step) =>
            showCode(method, step, (key) => key).map((code) => code.querySelector("pre").textContent)));
        }""",
        METHODS,
    )
    assert len(codes) >= len(METHODS)
    for code in codes:
        ast.parse(code)
    _check_puct(next(code for code in codes if "node.P" in code))
    _check_returns(next(code for code in codes if "moves_played" in code))


class _Node:
    """A node as the lines of Python expect it."""

    def __init__(self) -> None:
        self.N, self.Q, self.P = np.zeros(25), np.zeros(25), np.zeros(25)
        self.children: dict[int, _Node] = {}
        self.was_seen = False

    @property
    def is_new(self) -> bool:
        was_new, self.was_seen = not self.was_seen, True
        return was_new

    def child(self, move: int) -> "_Node":
        return self.children.setdefault(move, _Node())


def _check_puct(code: str) -> None:
    """The lines visit what the tree of the page visits."""

    def net(state: State) -> tuple[np.ndarray, float]:
        chance = np.random.default_rng(list(state.board().tobytes()))
        priors = np.where(state.legal_mask(), chance.random(25), 0)
        return (priors / priors.sum()).astype(np.float32), chance.uniform(-1, 1)

    names: dict[str, Any] = {"net": net, "c": C, "sqrt": sqrt}
    exec(code, names)
    state, root = load("gomoku", size=5, win_length=4).initial_state(), _Node()
    for _ in range(100):
        names["simulate"](state, root)
    visits = Counter(step["path"][1] for step in grow(state, net, 100)["steps"][1:])
    assert sorted(root.N[root.N > 0]) == sorted(visits.values())


def _check_returns(code: str) -> None:
    """Each target is by the values from before, not by one that was moved already."""
    values = {"a": 0.1, "b": -0.3, "c": 0.5, "end": -1.0}
    played = [("a", "b"), ("b", "c"), ("c", "end")]
    names: dict[str, Any] = {"V": values, "result": -1.0, "moves_played": played}
    exec(code, names | {"lam": 0.5, "alpha": 0.5})
    assert values == pytest.approx({"a": 0.3125, "b": -0.525, "c": 0.75, "end": -1.0})


@pytest.mark.long
def test_a_table_of_moves_has_those_visited_most(learn):
    """The move that is played stands first, whatever the formula would try next; c grows another tree."""
    page = learn("mcts/decide")
    for n in (0, 1):
        table = page.locator(".beside").last.locator("> div").nth(n)
        visits = [int(each) for each in table.locator("tbody td:nth-child(2)").all_inner_texts()]
        assert visits == sorted(visits, reverse=True)
        move = table.locator("tr.best td").first.inner_text()
        expect(table.locator("p")).to_contain_text(f"Most visited: {move}, {visits[0]} times.")
    _check_curiosity(page)


def _check_curiosity(page: Page) -> None:
    """With none at all UCT goes back to fewer moves."""
    most = page.locator(".beside").last.locator("p").first
    before = most.inner_text()
    _set(page, "#learn-knob-c", 0)
    expect(most).not_to_have_text(before)


@pytest.mark.long
@pytest.mark.parametrize("place", ["mcts/decide", "alphazero/decide"])
def test_what_a_tree_tries_next_can_be_read_off_the_table(learn, place):
    """Among the rows shown, untried moves too, the largest sum is that of the move tried next."""
    page = learn(place)
    for formula in page.locator(".formulas .formula").all():
        assert formula.evaluate("box => box.scrollWidth <= box.clientWidth")
    for n, rule in enumerate(("uct", "puct")):
        page.locator(f"input[value={rule}]").click()
        table = page.locator(".beside").last.locator("> div").nth(n)
        for steps in (1, 3, 20, 31, 60, 150):
            _set(page, "#learn-simulations", steps)
            rows = table.locator("tbody tr").all()
            cells = [row.locator("td").all_inner_texts() for row in rows]
            sums = {move: _number(total) for move, _, _, total in cells}
            told = re.search(r"Next: (\S+),", table.locator("p").inner_text())[1]
            assert sums[told] == max(sums.values())
            page.get_by_role("button", name="A part").click()
            expect(page.locator(".tree-told .phase")).to_contain_text(f"by the formula: {told}")


def _number(text: str) -> float:
    return float(text.replace(MINUS, "-").replace("∞", "inf"))


LABELS = """() => {
  const light = (rgb) => rgb.map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
  const colour = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  return [...document.querySelectorAll("#learn-board .spot-label")].map((label) => {
    const disc = label.previousElementSibling;
    const { fill, fillOpacity } = getComputedStyle(disc);
    const ink = light(colour(getComputedStyle(label).fill));
    const under = [0, 255].map((board) => light(colour(fill).map((part) => part * fillOpacity + board * (1 - fillOpacity))));
    const ratios = under.map((each) => (Math.max(ink, each) + 0.05) / (Math.min(ink, each) + 0.05));
    const [words, round] = [label, disc].map((each) => each.getBoundingClientRect());
    return [Math.min(...ratios), round.width - words.width, words.height];
  });
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", [(844, 390), (667, 375)])
def test_a_phone_held_across_has_the_words_beside_the_board(learn, size):
    """The board covers nothing of them, and both are on the screen."""
    page = learn("mcts", viewport={"width": size[0], "height": size[1]})
    board = page.locator("#grid").bounding_box()
    words = page.locator("#learn-card").bounding_box()
    assert board["x"] + board["width"] <= words["x"]
    assert words["x"] + words["width"] <= size[0]


@pytest.mark.long
@pytest.mark.parametrize("place", ["dqn/decide", "mcts/decide"])
def test_numbers_on_a_board_are_readable(learn, place):
    """On every kind of board, by day and by night: 4.5 to 1 whatever is below, within their disc, and not tiny."""
    page = learn(place, viewport={"width": 390, "height": 844})
    for game in (0, -1):
        page.locator("#learn-games label").nth(game).click()
        expect(page.locator("#learn-games input").nth(game)).to_be_checked()
        expect(page.locator("#learn-board .spot-label").first).to_be_attached()
        _check_numbers(page)
    page.emulate_media(color_scheme="light")


def _check_numbers(page: Page) -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for _ in range(4):
            page.click("#look")
            found = page.evaluate(LABELS)
            assert found
            assert min(contrast for contrast, *_ in found) >= 4.5
            assert min(room for _, room, _ in found) >= 0
            assert min(high for *_, high in found) >= 10


def test_a_simulation_is_taken_apart(learn):
    """Four parts: only the last changes N and Q."""
    page = learn("alphazero/decide")
    told, part = page.locator(".tree-told .phase"), page.get_by_role("button", name="A part")
    page.get_by_role("button", name="One more").click()
    for words in ("1. Select", "2. Expand", "3.", "4. Back up"):
        part.click()
        expect(told).to_contain_text(words)
    # A position that is over is reached again: it is in the tree already.
    _set(page, "#learn-simulations", 4)
    part.click()
    part.click()
    expect(told).to_contain_text("2. Expand: D6 is in the tree already.")
    expect(page.locator(".tree-told tr").last).to_contain_text("D6N 1  Q 1.00")


def test_answers_are_checked(learn):
    """A wrong number is told so with a hint, the right one with the reason; so are choices."""
    page = learn("dqn/ask")
    questions = page.locator(".question")
    expect(questions).to_have_count(3)
    value = re.search(rf"= ({MINUS}?[\d.]+)\. With", questions.first.inner_text())
    right = -0.9 * float(value[1].replace(MINUS, "-"))
    questions.first.get_by_role("button").click()  # who has answered nothing gets no hint
    expect(questions.first.locator(".verdict")).to_be_empty()
    questions.first.locator("input").fill("half")
    questions.first.get_by_role("button").click()
    expect(questions.first.locator(".verdict")).to_have_text("That is not a number.")
    for said, told in ((right + 0.2, "wrong"), (right, "right")):
        questions.first.locator("input").fill(f"{said:.2f}")
        questions.first.get_by_role("button").click()
        expect(questions.first.locator(".verdict")).to_have_class(re.compile(told))
    for place, told in ((0, "wrong"), (1, "right")):
        questions.nth(1).locator("input").nth(place).check()
        expect(questions.nth(1).locator(".verdict")).to_have_class(re.compile(told))


@pytest.mark.long
def test_who_forgets_that_the_best_move_can_be_drawn_is_told(learn):
    """What is left when all that is drawn is another move is no right answer."""
    page = learn("qlearning/ask?answer3=0.4")
    verdict = page.locator(".verdict").last
    expect(verdict).to_contain_text("its share of the 0.6")
    page.locator(".question input").last.fill("0.42")
    page.locator(".question button").last.click()
    expect(verdict).to_contain_text("Right. 0.4 + 0.6 / 30 = 0.42")


@pytest.mark.long
def test_numbers_are_read_as_people_write_them(learn):
    """Fractions, percent, a comma and a true minus; what only programs write is no number."""
    page = learn("alphazero/ask")
    question = page.locator(".question").first
    n, all_ = re.search(r"(\d+) of (\d+) visits", question.inner_text()).groups()
    right = int(n) / int(all_)
    for said, told in (
        (f"{n}/{all_}", "right"),
        (f"{100 * right:.0f} %", "right"),
        (f"{right:.2f}".replace(".", ","), "right"),
        (f"{MINUS}{right:.2f}", "wrong"),
        ("1/2", "wrong"),
    ):
        question.locator("input").fill(said)
        question.get_by_role("button").click()
        expect(question.locator(".verdict")).to_have_class(f"verdict {told}")
    for said in ("0x1", "1e0", "1/2/3", "Infinity", "%"):
        question.locator("input").fill(said)
        question.get_by_role("button").click()
        expect(question.locator(".verdict")).to_have_text("That is not a number.")


@pytest.mark.long
def test_a_question_about_counts_is_true_of_the_board(learn):
    """So many moves are legal there, and the first simulation sees none of them."""
    page = learn("mcts/ask")
    stones = page.locator("#learn-board .stones .stone").count()
    question = page.locator(".question").first
    expect(question).to_contain_text(f"{36 - stones} moves are legal here")
    question.get_by_text("19 different moves, once each").click()
    expect(question.locator(".verdict")).to_have_class("verdict right")
    page = learn("mcts/decide")
    page.locator("input[value=uct]").click()
    _set(page, "#learn-simulations", 20)
    table = page.locator(".beside").last.locator("> div").first
    assert {*table.locator("tbody td:nth-child(2)").all_inner_texts()} == {"0", "1"}
    expect(table.locator("p")).to_contain_text("once.")
    spots = page.locator("#learn-board .spot-label")
    expect(spots).to_have_count(19)


@pytest.mark.long
def test_a_net_is_taught_what_a_search_found(learn):
    """The score, k and how the game ended stand in the formula; y is the position's, and follows both."""
    page = learn("nnue/learn")
    told = page.locator("#learn-card .told")
    score, k = re.search(
        rf"a score of ({MINUS}?\d+) .* k = (\d+)", told.inner_text(), re.DOTALL
    ).groups()
    chance = 1 / (1 + exp(-_number(score) / int(k)))
    _set(page, "#learn-knob-lambda", 0.9)
    for z, ended in ((1, "Won"), (0.5, "Drawn"), (0, "Lost")):
        page.get_by_role("radio", name=ended).check()
        row = told.locator("tr.best td").all_inner_texts()
        assert row == [ended, f"{z:.1f}", f"{0.9 * chance + 0.1 * z:.2f}"]
        math = told.locator(".formula").inner_text().split()
        assert {score, k, f"{chance:.2f}", row[-1]} <= {*math}
    expect(told).to_contain_text("This is 3 moves before the story's position")


@pytest.mark.long
def test_rows_that_are_not_listed_are_counted(learn):
    """As many as the words say leave the sum, and join it."""
    page = learn("nnue")
    told = page.locator("#learn-card .told")
    said = re.search(r": (\d+) of \d+ rows .* (\d+) others join", told.inner_text()).groups()
    for count, cell in zip(said, told.locator("tbody td:nth-child(2)").all(), strict=True):
        ids, _, more = cell.inner_text().partition(" … and ")
        assert len(ids.split(", ")) + int(more.removesuffix(" more") or 0) == int(count)


def test_pruned_branches_are_drawn(learn):
    """With values for a side that is named, bounds where a move was cut off, and the search in Python."""
    page = learn("nnue/decide")
    _check_sides(page)
    _check_bound(page)
    page.click(".code summary")
    expect(page.locator(".code pre")).to_contain_text("if alpha >= beta:")
    # More is cut off with the best moves first.
    cut = page.locator(".prune circle.cut")
    best = cut.count()
    page.locator("input[value=worst]").click()
    expect(cut).not_to_have_count(best)
    assert cut.count() < best


def _check_sides(page: Page) -> None:
    """Whoever is to move there is named; the numbers above the moves are for who moves now."""
    dots = page.locator(".prune title").all_text_contents()
    first = re.fullmatch(rf"(\w+): ({MINUS}?[\d.]+) for White, who is to move there; .*", dots[1])
    value = f"{-_number(first[2]):.2f}".replace("-", MINUS)
    expect(page.locator(".prune text").first).to_have_text(f"{first[1]} {value}")
    assert "for Black, who is to move there" in dots[0]


def _check_bound(page: Page) -> None:
    """A move with an answer that reaches β is worth so much at most; the words say the same."""
    titles = page.locator(".prune title").all_text_contents()
    cut = next(words for words in titles if re.match(r"\w+: .* has reached β", words))
    value = re.match(rf"(\w+): ({MINUS}?[\d.]+) for White", cut)
    bound = f"{value[1]} ≤ {f'{-_number(value[2]):.2f}'.replace('-', MINUS)}"
    expect(page.locator(".prune text", has_text=bound)).to_be_visible()
    assert "at least" in cut
    expect(page.locator("#learn-card")).to_contain_text("the game's own evaluation that judges")


@pytest.mark.long
def test_a_step_opens_where_there_is_something_to_see(learn):
    """Depths need a position where no win is proved; who has played on stays where he is."""
    page = learn("nnue")
    stones, steps = page.locator("#learn-board .stones .stone"), page.locator("#learn-steps a")
    expect(stones).to_have_count(11)
    steps.nth(1).click()
    expect(stones).to_have_count(8)
    assert page.locator("#learn-card .told tbody tr").count() == 9
    page.click("#learn-back")
    expect(stones).to_have_count(7)
    steps.nth(2).click()
    expect(page.locator("#learn-card h2")).to_have_text("What it is taught")
    expect(stones).to_have_count(7)
    page.click("#learn-restart")
    expect(stones).to_have_count(8)
    steps.nth(3).click()
    expect(stones).to_have_count(11)


@pytest.mark.long
def test_what_a_net_cannot_tell_is_said(learn):
    """Colours compare moves, a poor place is explained, and alike values and cut lines are told."""
    page = learn("nnue/run/9")
    expect(page.locator("#learn-card .verdict")).to_contain_text("E2 is number 45 of 53")
    expect(page.locator("#learn-shows")).to_contain_text("compare the moves with each other")
    learn("dqn/decide")
    expect(page.locator("#learn-sense")).not_to_contain_text("hardly tells")
    page.locator("#learn-games label").last.click()
    expect(page.locator("#learn-sense")).to_contain_text("it hardly tells the moves apart")
    learn("boardvalue/learn")
    page.locator("#learn-games label").nth(2).click()
    expect(page.locator("#learn-card .told")).to_contain_text("has not ended after these 8 moves")


@pytest.mark.long
def test_what_is_counted_of_a_board_is_named_by_its_rules(learn):
    """With four in a row to win, what lacks two stones is no three; minus signs are those of the page."""
    page = learn("boardvalue/decide")
    table = page.locator("#learn-card .numbers").last
    expect(table).to_contain_text("Open rows of 2")
    expect(table).not_to_contain_text("hree")
    page.locator("#learn-games label").nth(1).click()
    expect(table).to_contain_text("Open rows of 3")
    page.locator("#learn-games label").last.click()
    expect(table).to_contain_text("Men")
    assert re.search(r"-\d", table.inner_text()) is None


@pytest.mark.long
def test_a_whole_number_is_told_as_one(learn):
    """A share of rows has no decimals, and may be given with its sign."""
    page = learn("nnue/ask")
    first = page.locator(".question").first
    changed, total = re.search(r"(\d+) of (\d+) rows", first.inner_text()).groups()
    share = round(100 * int(changed) / int(total))
    first.locator("input").fill(f"{share}%")
    first.get_by_role("button").click()
    expect(first.locator(".verdict")).to_contain_text(f"Right. {share}%:")


@pytest.mark.parametrize("method", ["dqn", *(long_(each) for each in METHODS if each != "dqn")])
def test_a_curve_has_round_numbers_and_both_its_ends(learn, method):
    """Levels that nobody rounded, and where the run begins and ends."""
    page = learn(f"{method}/run")
    words = page.locator(".curve text:not(.value)").all_text_contents()
    levels = [int(word[:-1]) for word in words if word.endswith("%")]
    assert all(level % 10 == 0 for level in levels)
    assert len(levels) >= 3
    ticks = [int(word) for word in words if word.isdecimal()]
    curve = (story_of(method) or {})["curve"]
    assert len(ticks) >= 3
    assert (ticks[0], ticks[-1]) == (curve[0][0], curve[-1][0])
    boxes = [each.bounding_box() for each in page.locator(".curve .tick").all()]
    for one, other in pairwise(boxes):
        assert one["x"] + one["width"] < other["x"]


@pytest.mark.long
def test_a_lesson_takes_few_requests(learn, browser, address, complaints):
    """A step straight from its address, without a cache."""
    page = open_page(browser, complaints, locale="en-GB")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{address}learn/alphazero/run", wait_until="networkidle")
    page.context.close()
    assert len(fetched) <= MOST_REQUESTS, "\n".join(fetched)


@pytest.mark.skipif(not SCRIPT.exists(), reason="no axe-core")
@pytest.mark.parametrize("look", EVERY_LONG)
@pytest.mark.parametrize("method", ["mcts", "dqn", "nnue"])
def test_a_lesson_has_no_barrier(learn, method, look):
    """Every step of it, each behind the one before; nothing wider than the screen."""
    page = learn(method, look, bypass_csp=True)
    page.add_script_tag(path=SCRIPT)
    for step in STEPS:
        if method == "mcts" and step == "/learn":
            continue
        if step:
            page.click(f'#learn-steps a[href="/learn/{method}{step}"]')
        expect(page).to_have_url(re.compile(f"/learn/{method}{step}(/0)?$"))
        assert page.evaluate(RUN) == []
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= look.options["viewport"]["width"]
