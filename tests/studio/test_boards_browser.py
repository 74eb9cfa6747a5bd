"""What is drawn on boards can be read, whatever they are made of."""

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import expect

from .browsing import new_game, open_page, show
from .line import terms_of
from .looks import LIGHT, on_every_board

DRAWN = """async (labels) => {
  const { createBoard } = await import("/static/js/board/points.js");
  const game = { width: 19, height: 19, columns: [], rows: [], settings: {} };
  const { drawing, update } = createBoard(game);
  const root = document.querySelector(".board");
  root.append(drawing);
  const spots = labels.map((label, point) => ({ path: [point], tint: 1, strength: 0, best: false, action: point, label }));
  const none = { past: false, last: [], line: [], barred: [], owners: [], ghosts: [], marks: [], dead: [], hover: null, cursor: null };
  update({ ...none, board: "0".repeat(361), spots });
  const found = [...drawing.querySelectorAll(".spot-label")].map((label) => {
    // A digit is three quarters of its letter's height.
    const half = [label.getBBox().width / 2, 0.375 * parseFloat(getComputedStyle(label).fontSize)];
    return Math.hypot(...half) / label.previousElementSibling.r.baseVal.value;
  });
  drawing.remove();
  return found;
}"""

LETTERS = """async () => {
  const light = LIGHT;
  const style = (element) => getComputedStyle(document.querySelector(element));
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const wood = new Image();
  wood.src = "/static/wood.svg";
  await wood.decode();
  const pen = Object.assign(document.createElement("canvas"), { width: 700, height: 700 }).getContext("2d");
  pen.fillStyle = style(".wood").backgroundColor;
  pen.fillRect(0, 0, 700, 700);
  if (document.documentElement.dataset.board === "wood") {
    pen.drawImage(wood, 0, 0, 700, 700);
    pen.fillStyle = /rgba?\\([^)]*\\)/.exec(style(".wood").backgroundImage)[0];
    pen.fillRect(0, 0, 700, 700);
  }
  const { data } = pen.getImageData(0, 0, 700, 700);
  let darkest = 1;
  for (let at = 0; at < data.length; at += 4) darkest = Math.min(darkest, light([...data.slice(at, at + 3)]));
  const contrast = (colour) => (darkest + 0.05) / (light(numbers(colour)) + 0.05);
  const rim = style(".stone.player-1").stroke;
  return { letters: contrast(style(".coordinates text").fill), rim: rim === "none" ? 0 : contrast(rim) };
}""".replace("LIGHT", LIGHT)


def test_letters_and_stones_are_seen_on_every_board(browser, address, complaints):
    """Coordinates 4.5 to 1 on the darkest grain, by day and by night; white stones have a rim on white."""
    page = open_page(browser, complaints, locale="en-GB")
    show(page, new_game(address, terms_of(people=[0, 1])))
    for number, point in enumerate((0, 1)):
        page.click(f"#p{point}")
        expect(page.locator(".stones .stone")).to_have_count(number + 1)
    found = {}
    for theme, board in on_every_board(page):
        found[theme, board] = page.evaluate(LETTERS)
    assert len(found) == 8
    assert min(each["letters"] for each in found.values()) >= 4.5, found
    assert all(found[theme, "paper"]["rim"] >= 3 for theme in ("light", "dark")), found
    # A number lies within its disc, on the largest board of Go too.
    assert max(page.evaluate(DRAWN, ["7", "51", "100"])) <= 1
    page.context.close()
    assert complaints == []
