"""What the header does in every room: boards of another look, the keys, the row of rooms."""

from itertools import pairwise

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import expect

from .browsing import new_game, open_page, show
from .line import terms_of
from .looks import DESK, LIGHT, on_every_board


def test_boards_are_of_four_kinds_and_keys_are_told(browser, address, complaints):
    """A click makes boards of the next kind, for good; `?` lists the keys of the room."""
    page = open_page(browser, complaints, locale="en-GB")
    show(page, new_game(address, terms_of(people=[0, 1])))
    seen = []
    for _ in range(4):
        page.click("#look")
        seen.append(
            page.evaluate("getComputedStyle(document.querySelector('.wood')).backgroundColor")
        )
    assert len(set(seen)) == 4
    page.click("#look")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-board", "slate")
    expect(page.locator("#grid")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator(".keys dt").nth(2)).to_have_text("Arrow keys")
    page.keyboard.press("Escape")
    expect(page.locator(".keys")).to_have_count(0)
    page.context.close()
    assert complaints == []


def test_the_row_of_rooms_scrolls_to_the_active_one(browser, address, complaints):
    """On a narrow phone the last room is seen when one is in it."""
    narrow = {"width": 320, "height": 640}
    page = open_page(browser, complaints, locale="en-GB", viewport=narrow)
    page.goto(f"{address}learn")
    link = page.locator('#rooms [aria-current="page"]')
    expect(link).to_have_text("Learn")
    expect(link).to_be_in_viewport(ratio=1)
    page.context.close()


@pytest.mark.parametrize(
    ("size", "language"),
    [
        ((844, 390), "zh-CN"),
        pytest.param((667, 375), "en-GB", marks=pytest.mark.long),
        pytest.param((844, 390), "en-GB", marks=pytest.mark.long),
        pytest.param((667, 375), "zh-CN", marks=pytest.mark.long),
    ],
)
def test_a_phone_held_across_has_a_header_of_one_line(browser, address, complaints, size, language):
    """Rooms, rules and tools side by side, none above another and none cut."""
    viewport = {"width": size[0], "height": size[1]}
    page = open_page(browser, complaints, locale=language, viewport=viewport)
    page.goto(f"{address}play?game=gomoku")
    expect(page.locator("#grid")).to_be_visible()
    terms = page.locator("#terms")
    expect(terms).not_to_be_empty()
    assert terms.evaluate(
        "it => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight]"
    ) == [0, 0]
    assert page.locator(".top").bounding_box()["height"] <= 50
    shown = page.locator(".rooms, #terms, .top-tools button:visible")
    boxes = [each.bounding_box() for each in shown.all()]
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"] + 1
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= 50 for box in boxes)
    assert boxes[-1]["x"] + boxes[-1]["width"] <= size[0]
    page.context.close()
    assert complaints == []


@pytest.mark.long
def test_swap2_says_what_each_choice_means(browser, address, complaints):
    """Where it is chosen, and not before."""
    page = open_page(browser, complaints, locale="en-GB")
    settings = {"size": 9, "win_length": 5, "opening": "swap2"}
    show(page, new_game(address, terms_of(people=[0, 1], settings=settings)))
    expect(page.locator("#goal")).to_contain_text("you lay three stones")
    for number, cell in enumerate((40, 41, 31)):
        page.click(f"#p{cell}")
        expect(page.locator(".stones .stone")).to_have_count(number + 1)
    expect(page.locator("#goal")).to_be_hidden()
    expect(page.locator("#choices dd")).to_have_count(3)
    page.click("#choices [data-name=white]")
    expect(page.locator("#choices")).to_be_hidden()
    expect(page.locator("#goal")).to_be_hidden()
    page.context.close()


def test_the_page_can_be_kept_on_a_home_screen(client):
    """The manifest names icons that are there."""
    manifest = client.get("/static/manifest.json").json()
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        answer = client.get(icon["src"])
        assert answer.status_code == 200
        assert answer.headers["content-type"] == icon["type"]


CONTRASTS = """() => {
  const paint = (element, kind) => {
    const style = getComputedStyle(element);
    return { colour: style[kind].match(/[\\d.]+/g).slice(0, 3).map(Number), share: Number(style.opacity) };
  };
  const over = ({ colour, share }, ground) => colour.map((part, n) => part * share + ground[n] * (1 - share));
  const light = LIGHT;
  const contrast = (...pair) => {
    const [low, high] = pair.map(light).sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const [dark, pale] = ["dark", "light"].map((part) => paint(document.querySelector(`.checks .${part}`), "fill").colour);
  const numbers = [...document.querySelectorAll(".square-name")].map((name) => {
    const tints = document.querySelectorAll(`.tint:not(.forced)[data-at="${name.dataset.at}"]`);
    const ground = [...tints].reduce((below, tint) => over(paint(tint, "fill"), below), dark);
    return contrast(over(paint(name, "fill"), ground), ground);
  });
  const frame = paint(document.querySelector(".tint.forced"), "stroke");
  const frames = [dark, pale].map((ground) => contrast(over(frame, ground), ground));
  return { numbers: Math.min(...numbers), frames: Math.min(...frames) };
}""".replace("LIGHT", LIGHT)


@pytest.mark.long
def test_signs_on_squares_are_seen_on_every_board(browser, address, complaints, shoot):
    """Wood, slate, paper and high contrast, by day and by night, as WCAG asks.

    Numbers 4.5 to 1, on squares of the last move too; what must capture 3 to 1, whatever is beside it.
    """
    page = open_page(browser, complaints, locale="en-GB", viewport=DESK)
    settings = {"position": "B:W22,32:B11,1"}
    show(page, new_game(address, terms_of(game="draughts", settings=settings, people=[0, 1])))
    for number in (11, 15, 22, 18):
        page.locator(f'#grid [aria-label^="{number}, "]').click()
    forced = page.locator('#grid [aria-label="15, Black, must capture"]')
    expect(forced).to_have_count(1)
    found = {}
    for theme, board in on_every_board(page):
        found[theme, board] = page.evaluate(CONTRASTS)
        shoot(page, f"squares-{theme}-{board}.png")
    page.context.close()
    assert len(found) == 8
    assert min(each["numbers"] for each in found.values()) >= 4.5, found
    assert min(each["frames"] for each in found.values()) >= 3, found
    assert complaints == []
