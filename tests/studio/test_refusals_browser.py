"""What the studio refuses with, seen on Chinese pages."""
# ruff: noqa: RUF001  The page speaks Chinese

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect

from .browsing import Shoot, Windows, new_game, show
from .line import terms_of

DESKTOP = {"locale": "zh-CN", "viewport": {"width": 1280, "height": 800}}
PHONE = {
    "locale": "zh-CN",
    "viewport": {"width": 390, "height": 844},
    "color_scheme": "dark",
    "has_touch": True,
}
SIZES = ["desk", "phone"]
CATALOGUE = "/static/i18n/refusals.zh.json"
QUOTED = re.compile(r"“[^”]*”|[!-~]*\d[!-~]*|[\w-]*\.\w+|\[.*?\]")
NAMES = {"SGF", "JSON", "FEN", "SZ", "GM"}
LATIN = re.compile(r"[A-Za-z]{2,}")


def is_chinese(text: str) -> bool:
    """Tell whether a text has no word of Latin letters but names, values and what is quoted."""
    words = set(LATIN.findall(QUOTED.sub("", text)))
    return re.search(r"[\u4e00-\u9fff]", text) is not None and words <= NAMES


@pytest.fixture(params=[DESKTOP, PHONE], ids=SIZES)
def page(request: pytest.FixtureRequest, windows: Windows, complaints: list[str]) -> Iterator[Page]:
    """A page whose console tells of what was refused, and of nothing else."""
    page = windows.take(**request.param)
    yield page
    assert [line for line in complaints if "status of 4" not in line] == []


def shot(page: Page, shoot: Shoot, name: str) -> None:
    """Keep a picture of the page."""
    size = page.viewport_size
    assert size is not None
    shoot(page, f"refusal-{name}-{size['width']}-zh.png")


@pytest.mark.parametrize(
    "page", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)], indirect=True, ids=SIZES
)
def test_a_broken_record(page: Page, address: str, shoot: Shoot) -> None:
    """Of a pasted game the page says in Chinese which move is wrong, and why; of a field what it may hold."""
    page.goto(f"{address}study")
    error = page.locator("#study-error")
    for number, (text, said) in enumerate(
        [
            ("(;GM[4]SZ[15", "这不是能读取的棋谱：不是 SGF：SGF 没有写完"),
            ("(;GM[4]SZ[15];nonsense", "这不是能读取的棋谱：对局没有写完"),
            ("(;GM[1]SZ[9:13];B[aa])", "只能用正方形棋盘"),
            ("hello", "不是棋谱"),
        ]
    ):
        page.fill("#study-text", text)
        page.click("#study-read")
        expect(error).to_contain_text(said)
        assert is_chinese(error.inner_text()), error.inner_text()
        if number == 0:
            shot(page, shoot, "study")
    page.fill("#study-fields [name=size]", "-3")
    page.click("#study-new button[type=submit]")
    expect(error).to_have_text("路数：请填 3 到 20 的整数")


@pytest.mark.long
@pytest.mark.parametrize("page", [DESKTOP], indirect=True)
def test_a_game_cut_short(page: Page, address: str) -> None:
    """What follows a move against the rules is left out; why is told in the language chosen."""
    page.goto(f"{address}study")
    page.fill("#study-text", "(;GM[4]SZ[15];B[hh];W[ii];B[hh];W[aa])")
    page.click("#study-read")
    expect(page.locator("#study-cut")).to_contain_text("H8 已有棋子")
    page.click("#language")
    expect(page.locator("#study-cut")).to_contain_text("on H8")


@pytest.mark.long
def test_an_impossible_tournament(page: Page, address: str, shoot: Shoot) -> None:
    """A time that nobody can read is refused in Chinese, with what stands in the field quoted."""
    page.goto(f"{address}watch")
    page.click("#watch-new-cup")
    form = page.locator("#watch-cup-form")
    expect(form.locator("select[data-who] option").first).to_be_attached()
    form.locator("[name=name]").fill("Never")
    form.locator("[name=time]").fill("an hour")
    form.locator("[type=submit]").click()
    error = form.locator(".notice")
    expect(error).to_contain_text("“an hour”")
    assert is_chinese(error.inner_text())
    shot(page, shoot, "watch")


@pytest.mark.long
@pytest.mark.parametrize("page", [DESKTOP], indirect=True)
def test_words_are_fetched_when_they_are_needed(page: Page, address: str) -> None:
    """A Chinese page knows no refusal by heart; an English one never asks for them."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    show(page, new_game(address, terms_of(settings={}, opponent="mcts")))
    page.goto(f"{address}study")
    expect(page.locator("#study-text")).to_be_visible()
    assert not any("refusals" in url for url in asked)
    page.click("#language")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.fill("#study-text", "hello")
    page.click("#study-read")
    expect(page.locator("#study-error")).to_contain_text("holds no game records")
    assert not any("refusals" in url for url in asked)
    page.click("#language")
    page.click("#study-read")
    expect(page.locator("#study-error")).to_contain_text("不是棋谱")
    assert sum(CATALOGUE in url for url in asked) == 1


REFUSED: list[tuple[str, str, dict[str, Any] | None]] = [
    ("GET", "/api/study/nosuchstudy", None),
    ("GET", "/api/nowhere", None),
    ("GET", "/api/opponents?game=chess", None),
    ("GET", "/api/opponents?game=go&settings=[]", None),
    ("GET", '/api/opponents?game=gomoku&settings={"size": 99}', None),
    ("GET", '/api/opponents?game=draughts&settings={"position": "W:W1:B40"}', None),
    ("POST", "/api/study", {"game": "go", "settings": {"handicap": 50}}),
    ("POST", "/api/study", {"game": 3}),
    ("POST", "/api/study", {"game": "go", "minutes": 3}),
    ("POST", "/api/library/export", {"format": "sgf", "ids": []}),
    ("POST", "/api/puzzles/next", {"kind": "mazes"}),
]


@pytest.mark.parametrize("page", [DESKTOP], indirect=True)
def test_what_the_server_refuses(page: Page, address: str) -> None:
    """Refusals of rules, requests and rooms come to the page in Chinese."""
    page.goto(f"{address}study")
    expect(page.locator("#study-text")).to_be_visible()
    for method, path, body in REFUSED:
        told = page.evaluate(
            """async ([method, path, body]) => {
                const { readSent } = await import("/static/js/i18n.js");
                const headers = { "content-type": "application/json" };
                const sent = body ? { body, headers } : {};
                const response = await fetch(path, { method, ...sent });
                return [response.status, (await readSent(await response.text())).error];
            }""",
            [method, path, body and json.dumps(body)],
        )
        status, error = told
        assert 400 <= status < 500, (path, told)
        assert is_chinese(error), (path, error)


@pytest.mark.parametrize("page", [DESKTOP], indirect=True)
def test_words_of_people_stay(page: Page, address: str) -> None:
    """What looks like a refusal and is none is left alone, and so is what nobody knows."""
    page.goto(f"{address}study")
    expect(page.locator("#study-text")).to_be_visible()
    message = {
        "outcome": {"winner": 0, "reason": "the game is over"},
        "nodes": [{"text": "there is no stone"}],
        "error": "nobody has ever said this before",
        "look": {"state": "failed", "text": "the game is over"},
        "cut": {"aside": False, "text": "h8 is occupied"},
        "move": {"type": "error", "code": "illegal", "text": "h8 is occupied"},
        "run": {"state": "failed", "reason": "tengen: depth 0: must be 1 to 9"},
        "faults": ["a.sgf, game 2, move 13: e5 is occupied"],
        "title": "there is no stone",
    }
    told = page.evaluate(
        """async (sent) => (await import("/static/js/i18n.js")).readSent(sent)""",
        json.dumps(message),
    )
    assert told == message | {
        "look": {"state": "failed", "text": "对局已结束"},
        "cut": {"aside": False, "text": "H8 已有棋子"},
        "run": {"state": "failed", "reason": "深度 0：应为 1 至 9"},
        "faults": ["a.sgf，第 2 局，第 13 手：E5 已有棋子"],
    }


@pytest.mark.parametrize("page", [DESKTOP], indirect=True)
def test_messages_keep_their_order(page: Page, address: str) -> None:
    """What came after a refusal is not heard before it, though its words are still being fetched."""
    page.goto(f"{address}study")
    expect(page.locator("#study-text")).to_be_visible()
    heard = page.evaluate(
        """async () => {
            let release;
            const gate = new Promise((done) => (release = done));
            const [fetched, Socket] = [window.fetch, window.WebSocket];
            window.fetch = async (path) => {
                if (String(path).includes("refusals")) await gate;
                return fetched(path);
            };
            window.WebSocket = class extends Socket {
                constructor(to) {
                    super(to);
                    this.addEventListener("message", ({ data }) => {
                        if (JSON.parse(data).topic === "run/all") setTimeout(release);
                    });
                }
            };
            const { createLine } = await import("/static/js/line.js");
            const line = createLine();
            const heard = [];
            return new Promise((done) => {
                const hear = (state, error) => {
                    if (heard.push(error ?? "a state") === 2) done(heard);
                };
                line.follow("game/nosuchgame", hear);
                line.follow("run/all", hear);
            });
        }"""
    )
    assert heard == ["没有对局“nosuchgame”", "a state"]


@pytest.mark.long
@pytest.mark.parametrize("page", [DESKTOP], indirect=True)
def test_another_language_is_chosen(page: Page, address: str) -> None:
    """What was told of an import is told again in the language chosen."""
    page.goto(f"{address}library")
    page.get_by_role("button", name="导入棋谱").first.click()
    page.set_input_files(
        "#lib-files",
        {"name": "bad.sgf", "mimeType": "text/plain", "buffer": b"(;GM[4]SZ[15];B[hh];W[hh])"},
    )
    faults = page.locator("#lib-imports li")
    expect(faults).to_have_text("bad.sgf，第 1 局，第 2 手：H8 已有棋子")
    page.keyboard.press("Escape")
    page.click("#language")
    expect(faults).to_have_text("bad.sgf, game 1, move 2: h8 is occupied")
