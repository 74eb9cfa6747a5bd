"""The training room as a person uses it, in both languages, on a desk and on a phone."""

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Page, expect
from tests.studio.browsing import Shoot, Windows, trainer_server
from tests.studio.looks import DESK, FLOWS, Look

from tengen.core.lock import locked
from tengen.learning.run import Run
from tengen.studio.rooms.train.states import SAMPLE


@pytest.fixture(scope="module")
def trainer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio whose runs only seem to learn."""
    with trainer_server(tmp_path_factory.mktemp("train")) as address:
        yield address


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A studio of runs that others have left there, and their folder."""
    folder = tmp_path_factory.mktemp("shelf")
    runs = folder / "runs"
    copy_sample(runs / "six", "", "")
    copy_sample(runs / "again", "", "")
    copy_sample(runs / "eight", "size = 6", "size = 8")
    copy_sample(runs / "robots", "mcts?playouts=3000", "robot?level=1")
    copy_sample(runs / "far", '"moves_per_second"', '"moves at box-1_per_second"')
    with trainer_server(folder) as address:
        yield address, runs


@pytest.fixture
def opened(windows: Windows, complaints: list[str]) -> Iterator[Any]:
    """Opens pages whose consoles must stay silent."""
    pages: list[Page] = []

    def open_one(address: str, **options: Any) -> Page:
        pages.append(windows.take(**{"locale": "en-GB", "viewport": DESK} | options))
        pages[-1].goto(address)
        return pages[-1]

    yield open_one
    for page in pages:
        page.goto("about:blank")
    # What the server refuses the browser complains of, whatever the page makes of it.
    assert [text for text in complaints if "status of 400" not in text] == []


def begin(page: Page, name: str, minutes: str = "600") -> None:
    """Begin a run by the form."""
    page.click("#train-new")
    page.fill("#train-form [data-setting=size]", "6")
    page.fill("#train-form [data-setting=win_length]", "4")
    page.fill("#train-form [name=name]", name)
    page.fill("#train-form [name=minutes]", minutes)
    if page.locator("#train-when").is_visible():
        page.locator("#train-when input[value=now]").click()
    page.click("#train-form button[type=submit]")
    expect(page.locator("#train-dialog")).to_be_hidden()


def stands(page: Page, state: str) -> None:
    expect(page.locator(".train-head #train-state")).to_have_attribute("data-state", state)


def test_a_run_from_the_form_to_an_opponent(trainer: str, opened: Any, shoot: Shoot) -> None:
    """Begun by the form, seen to learn, paused, gone on with, stopped, made an opponent."""
    page = opened(f"{trainer}/train")
    begin(page, "my first")
    stands(page, "learning")
    expect(page).to_have_url(re.compile("/train/my%20first$"))
    expect(page.locator(".chart-line").first).to_be_visible()
    expect(page.locator(".train-boards li")).to_have_count(1)
    expect(page.locator("#train-tiles dt", has_text="Time left")).to_be_visible()
    expect(page.locator("#train-tiles dd", has_text="Elo +191")).to_be_visible()
    # A card says as well whom it is measured against.
    expect(page.locator("#train-runs .strong", has_text="Elo +191").first).to_contain_text(
        "against "
    )
    shoot(page, "train-live-en-desk-light.png", full_page=True)
    page.click("#train-pause")
    stands(page, "paused")
    page.click("#train-resume")
    page.click("#train-ask-do")
    stands(page, "learning")
    page.click("#train-stop")
    stands(page, "stopped")
    page.click("#train-promote")
    # The newest network is offered by the run's own name already.
    expect(page.locator("#train-ask-form [name=name]")).to_have_value("my first 2")
    page.fill("#train-ask-form [name=name]", "my champion")
    shoot(page, "train-promote-en-desk-light.png")
    page.click("#train-ask-do")
    expect(page.locator("#passing")).to_contain_text("my champion is among the opponents")
    query = 'game=gomoku&settings={"size":6,"win_length":4}'
    offered = page.request.get(f"{trainer}/api/opponents?{query}").json()["runs"]
    (spec,) = [run["spec"] for run in offered if run["name"] == "my champion"]
    called = page.evaluate(
        """async (spec) => {
          const { agentName } = await import("/static/js/i18n.js");
          const t = (key, { text, aside } = {}) => ({ "join.aside": `${text} (${aside})`, "agent.alphazero": key }[key] ?? "");
          return agentName(t, spec);
        }""",
        spec,
    )
    assert called == "agent.alphazero (my champion)"


@pytest.mark.long
def test_the_only_run_is_deleted_and_had_back(tmp_path: Path, opened: Any) -> None:
    """The list says so and offers it back, in the language that is chosen."""
    with trainer_server(tmp_path) as address:
        page = opened(f"{address}/train/old")
        expect(page.locator("#train-name")).to_have_text("old")
        page.wait_for_load_state("networkidle")  # what asks for the run while it goes finds none
        page.click("#train-remove")
        expect(page.locator("#train-undo")).to_contain_text("old is deleted.")
        expect(page.locator("#train-none")).to_be_visible()
        page.click("#language")
        expect(page.locator("#train-undo")).to_contain_text("已删除 old。")
        page.click("#train-undo button")
        expect(page.locator("#train-name")).to_have_text("old")
        expect(page.locator("#train-undo")).to_be_hidden()
        page.goto("about:blank")  # nobody misses the server


@pytest.mark.long
def test_a_first_run_is_two_clicks_from_the_first_page(tmp_path: Path, opened: Any) -> None:
    """Where there is none the sample shows what a run is like, and begins one like it at once."""
    with trainer_server(tmp_path) as address:
        shutil.rmtree(tmp_path / "runs" / "old")
        page = opened(address)
        page.click('#rooms a[data-room="train"]')
        page.click("#train-like")
        stands(page, "learning")
        expect(page.locator("#train-name")).to_have_text("alphazero gomoku 6x6")
        page.click("#train-to-log")
        expect(page.locator("#train-log")).to_contain_text("$ ")
        page.goto("about:blank")


@pytest.mark.long
def test_a_phone_shows_what_goes_on(tmp_path: Path, opened: Any, shoot: Shoot) -> None:
    """The sample, then the run that learns, with a curve on the first screen; the list is a press away.

    From the first page a first run is two clicks away.
    """
    look = Look("zh", "phone", "dark")
    with trainer_server(tmp_path) as address:
        shutil.rmtree(tmp_path / "runs" / "old")
        page = opened(address, **look.options)
        page.click('#rooms a[data-room="train"]')
        expect(page.locator("#train-like")).to_be_in_viewport()
        expect(page.locator(".chart-line").first).to_be_in_viewport(ratio=0.5)
        shoot(page, "train-sample-zh-phone-dark.png")
        page.click("#train-like")
        stands(page, "learning")
        page.click("#train-back")
        expect(page.locator("#train-runs li")).to_have_count(1)
        expect(page.locator("#train-run")).to_be_hidden()
        page.click('#rooms a[data-room="train"]')
        stands(page, "learning")
        shoot(page, "train-learning-zh-phone-dark.png")
        page.click("#train-stop")
        stands(page, "stopped")
        page.click('#rooms a[data-room="train"]')
        expect(page.locator("#train-runs li")).to_be_visible()
        expect(page.locator("#train-run")).to_be_hidden()
        page.goto("about:blank")


@pytest.mark.long
def test_the_boards_step_through_the_games(trainer: str, opened: Any) -> None:
    """The latest games can be seen from their first move, by mouse and by keyboard."""
    page = opened(f"{trainer}/train")
    begin(page, "boards", minutes="3")
    stands(page, "finished")
    stones = page.locator(".train-boards li").first.locator(".stones .stone")
    expect(stones).to_have_count(7)
    page.click("#train-first")
    expect(stones).to_have_count(0)
    page.locator("#train-ply").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(stones).to_have_count(2)
    expect(page.locator(".train-boards li span").first).to_have_text("move 2, drawn by lot")
    page.click("#train-play")
    expect(stones).to_have_count(7)
    expect(page.locator(".train-boards li span").first).to_contain_text("Black wins")


def test_curves_are_read_and_redrawn(trainer: str, opened: Any) -> None:
    """Values are read by mouse and keyboard; axis, smoothing and log are chosen."""
    page = opened(f"{trainer}/train/old")
    _check_means(page)
    _check_export(page)
    chart = page.locator(".train-chart").first
    area = chart.locator(".chart-area")
    area.hover(position={"x": 200, "y": 80})
    expect(chart.locator(".chart-box")).to_contain_text("policy loss")
    page.mouse.move(0, 0)
    area.focus()
    page.keyboard.press("Home")
    expect(area).to_have_attribute("aria-valuetext", re.compile(r"^30s, policy loss 4\.3 \(4\.3\)"))
    page.keyboard.press("End")
    expect(area).to_have_attribute("aria-valuetext", re.compile("^45m"))
    expect(chart.locator("table caption")).to_have_text("Loss")
    shadows = chart.locator(".chart-line.shadow")
    expect(shadows).to_have_count(2)
    page.locator("#train-smoothing").fill("0")
    expect(shadows).to_have_count(0)
    before = chart.locator(".chart-line").first.get_attribute("d")
    assert before is not None
    chart.locator("input[type=checkbox]").check()
    expect(chart.locator(".chart-line").first).not_to_have_attribute("d", before)
    page.select_option("#train-x", "positions")
    expect(chart.locator("th").first).to_have_text("positions")


@pytest.mark.long
def test_curves_are_compared(trainer: str, opened: Any, shoot: Shoot) -> None:
    """Of two runs in one chart, each left out with a click."""
    page = opened(f"{trainer}/train")
    begin(page, "other", minutes="2")
    chart = page.locator(".train-chart").first
    page.select_option("#train-compare", "old")
    expect(page.locator("#train-compared button")).to_contain_text("old")
    expect(chart.locator(".chart-legend button")).to_have_count(2)
    shoot(page, "train-compare-en-desk-light.png", full_page=True)
    chart.locator(".chart-legend button").nth(1).click()
    expect(chart.locator(".chart-line:not(.shadow)")).to_have_count(1)


def _check_means(page: Page) -> None:
    """A smoothed line begins at its first value, and a constant stays what it is."""
    smoothed = page.evaluate(
        """async () => {
          const { smooth } = await import("/static/js/chart-lines.js");
          return smooth([[0, 4], [1, 4], [2, 1]], 0.5).map(([, y]) => y);
        }"""
    )
    assert smoothed == pytest.approx([4, 4, (1 * 4 + 2 * 4 + 4 * 1) / 7])


def test_a_logarithmic_axis_leaves_out_what_has_no_place_there(trainer: str, opened: Any) -> None:
    """A rate that was nothing at first, a bound below 0: the other values are drawn."""
    page = opened(f"{trainer}/train/old")
    drawn = page.evaluate(
        """async () => {
          const [{ drawPlot }, { createScale }] = await Promise.all([
            import("/static/js/chart-draw.js"), import("/static/js/chart-scale.js"),
          ]);
          const frame = { left: 0, top: 0, width: 100, height: 100 };
          const points = [[0, 0], [1, 10], [2, 100]];
          const line = { key: "rate", name: "rate", hue: 0, points, band: [[1, -5, 10]] };
          const [x, y] = [createScale(0, 2, "minutes", "en"), createScale(1, 100, "count", "en", true)];
          const parts = drawPlot(frame, x, y, [{ line, smoothed: points }], true, "clip");
          return parts.flatMap((part) => [...part.querySelectorAll("path")].map((each) => each.getAttribute("d")));
        }"""
    )
    assert [path for path in drawn if re.search("Infinity|NaN", path)] == []
    assert drawn[-1].count("h0") == 2


def _check_export(page: Page) -> None:
    """The button that hands out the net looks like the others beside it, though it is a link."""
    look = """(id) => {
      const { textDecorationLine, color, backgroundColor } = getComputedStyle(document.getElementById(id));
      return [textDecorationLine, color, backgroundColor];
    }"""
    expect(page.locator("#train-export")).to_be_visible()
    assert page.evaluate(look, "train-export") == page.evaluate(look, "train-promote")


def copy_sample(folder: Path, before: str, after: str) -> None:
    """Write the run that ships under another name, something in it otherwise."""
    folder.mkdir(parents=True)
    for name in ("config.toml", "metrics.jsonl"):
        text = (SAMPLE / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.long
def test_strength_is_lined_up_with_what_it_compares_with(
    shelf: tuple[str, Path], opened: Any
) -> None:
    """Not with that on another board, nor with that against another yardstick; why is told."""
    address, _ = shelf
    page = opened(f"{address}/train/six")
    for name in ("again", "eight", "robots"):
        page.select_option("#train-compare", name)
    elo = page.locator(".train-chart", has=page.locator("h2", has_text="Elo"))
    expect(elo.locator(".train-apart li")).to_have_text(
        [
            "eight: not comparable, it learns another game, board or rule.",
            "robots: not comparable, it was measured against Robot (level 1).",
        ]
    )
    expect(elo.locator(".chart-legend button")).to_have_text(["six", "again"])
    # With both lists of what is drawn its head has no room to spare.
    assert elo.evaluate("card => card.scrollWidth <= card.clientWidth")
    loss = page.locator(".train-chart").first
    expect(loss.locator(".chart-legend button")).to_have_count(4)
    expect(loss.locator(".train-apart")).to_be_hidden()


@pytest.mark.long
def test_a_run_that_begins_says_what_it_does(shelf: tuple[str, Path], opened: Any) -> None:
    """Until its first training step it is told what is waited for."""
    address, runs = shelf
    config = {"method": "alphazero", "game": "gomoku", "settings": {}, "minutes": 30.0}
    learner = {"alphazero": {"learner": {"first_positions": 1500}}}
    run = Run.create(runs / "new", config | learner)
    with locked(run.folder):
        page = opened(f"{address}/train/new")
        expect(page.locator("#train-doing")).to_contain_text("learning begins at 1,500 positions")
        entry = {"kind": "progress", "minutes": 1.0, "steps": 10, "positions": 1600}
        run.log(entry | {"time": time.time()})
        expect(page.locator("#train-doing")).to_be_empty()
    lessons = {"alphazero": {"lessons": {"positions": 100}, "learner": {"first_positions": 1500}}}
    run = Run.create(runs / "taught", config | lessons)
    with locked(run.folder):
        page = opened(f"{address}/train/taught")
        expect(page.locator("#train-doing")).to_contain_text("It has its lessons")


@pytest.mark.long
def test_machines_have_figures_of_their_own(shelf: tuple[str, Path], opened: Any) -> None:
    """What each node of a cluster does stands beside the others, under its name."""
    address, _ = shelf
    page = opened(f"{address}/train/far")
    nodes = page.locator(".train-chart", has=page.locator("h2", has_text="Machines"))
    expect(nodes.locator("table tr").first.locator("th")).to_have_text(
        ["time spent learning", "moves a second at box-1"]
    )


def test_a_refused_order_leaves_the_form_as_it_was(trainer: str, opened: Any) -> None:
    """With one line that says why."""
    page = opened(f"{trainer}/train")
    page.click("#train-new")
    page.fill("#train-form [name=name]", "a/b")
    page.click("#train-form button[type=submit]")
    expect(page.locator("#train-error")).to_contain_text("bad name 'a/b'")
    expect(page.locator("#train-form [name=name]")).to_have_value("a/b")
    page.keyboard.press("Escape")
    expect(page.locator("#train-dialog")).to_be_hidden()


@pytest.mark.long
def test_a_run_that_fails_says_why(trainer: str, opened: Any) -> None:
    """In its head; it can be removed."""
    page = opened(f"{trainer}/train")
    begin(page, "doomed")
    stands(page, "failed")
    # The last word of its process.
    expect(page.locator("#train-reason")).to_have_text("It ended with: the disk is on fire")
    page.click("#train-forget")
    expect(page.locator('[data-run="doomed"]')).to_have_count(0)


@pytest.mark.parametrize("look", FLOWS)
def test_it_looks_right_everywhere(trainer: str, opened: Any, shoot: Shoot, look: Look) -> None:
    """Nothing is wider than the page, and no word is missing, wherever it is opened."""
    page = opened(f"{trainer}/train/old", **look.options)
    expect(page.locator(".chart-line").first).to_be_visible()
    name = f"train-{look.name}.png"
    shoot(page, name, full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not re.search(r"train\.[a-z_]+|undefined|NaN", page.locator("#room").inner_text())
    if look.is_phone:
        page.click("#train-back")
        expect(page.locator("#train-runs li").first).to_be_visible()
    page.click("#train-new")
    expect(page.locator("#train-form [name=method]")).to_be_visible()
    shoot(page, f"form-{name}")


def test_every_curve_has_a_chinese_name(trainer: str, opened: Any) -> None:
    """Those of a method's own lessons and measures, too."""
    keys = ["held_out_loss", "learned_top1", "win_or_draw_rate", "apart_mean", "apart_most"]
    for lesson in ("metrics", "board", "expert"):
        keys += [
            f"{part}{lesson}_{end}" for part in ("", "held_out_") for end in ("loss", "accuracy")
        ]
    names = opened(trainer).evaluate(
        """async (keys) => {
          const [{ catalogueOf, translator }, { figureName }] = await Promise.all([
            import("/static/js/i18n.js"), import("/static/rooms/train/words.js"),
          ]);
          const t = translator(await catalogueOf("zh", "train"));
          return keys.map((key) => figureName(t, key));
        }""",
        keys,
    )
    assert len(set(names)) == len(keys)
    assert [name for name in names if re.search("[a-z]", name)] == []


@pytest.mark.long
def test_a_field_is_told_of_in_the_language_of_the_page(trainer: str, opened: Any) -> None:
    """What the browser says beside it, too, and no longer than it holds."""
    page = opened(f"{trainer}/train", locale="zh-CN")
    page.locator("#train-new").click()
    minutes, begin = (
        page.locator("#train-form [name=minutes]"),
        page.locator("#train-form [type=submit]"),
    )
    said = "field => field.validationMessage"
    expect(begin).to_be_enabled()
    minutes.fill("")
    begin.click()
    assert minutes.evaluate(said) == "分钟：请填 0.1 到 525600 的数"  # noqa: RUF001
    minutes.fill("10")
    assert minutes.evaluate(said) == ""
    page.locator("#train-close").click()
    page.locator("#language").click()
    page.locator("#train-new").click()
    page.locator("#train-form [name=seed]").fill("1.5")
    begin.click()
    told = page.locator("#train-form [name=seed]").evaluate(said)
    assert told == "Seed: a whole number from 0 to 2147483647"
    page.locator("#train-form [name=seed]").evaluate("field => field.value = 1")
    page.locator("#train-form [name=name]").fill("")
    begin.click()
    assert page.locator("#train-form [name=seed]").evaluate(said) == ""
    assert (
        page.locator("#train-form [name=name]").evaluate(said)
        == "Name: nothing is written there yet"
    )
