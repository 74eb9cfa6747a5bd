"""How quick the page is.

``click``: from a click on a point to the stone drawn, without an engine. ``load``: two hundred
pages at once, twenty of them searching.

Chromium is driven with a server of its own; the times are the page's, from the click to the end of
the frame in which the stone was drawn.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, Page, sync_playwright

from common import announce, print_rows
from studio_load import load
from tengen.bench import Row

sys.path.append(str(Path(__file__).parents[1]))
from tests.studio.browsing import ARGUMENTS, CHROMIUM, free_port, new_game, server, show

PAUSE_MS = 40
"""Between a move and the next click."""
WATCH = """() => {
  window.drawn = [];
  let clicked = 0;
  addEventListener("click", (event) => (clicked = event.timeStamp), true);
  const after = new MessageChannel();
  // A message sent while a frame is made is heard when that frame is done.
  after.port1.onmessage = () => window.drawn.push(performance.now() - clicked);
  const hear = (changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length)) after.port2.postMessage(0);
  };
  new MutationObserver(hear).observe(document.querySelector(".stones"), { childList: true });
}"""


def click(browser: Browser, clicks: int) -> Iterator[Row]:
    """Yield the times of moves of two people on the largest boards of points."""
    for game, settings in (("gomoku", {"size": 15}), ("go", {"size": 19})):
        times = _time_clicks(browser, game, settings, clicks)
        case = f"{game} {settings['size']}x{settings['size']}, {len(times)} clicks"
        yield Row("click", f"{case}, median", median(times), "ms")
        yield Row("click", f"{case}, 95th percentile", quantiles(times, n=20)[-1], "ms")


def _time_clicks(browser: Browser, game: str, settings: dict[str, int], clicks: int) -> list[float]:
    """Return the milliseconds of each of so many clicks."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with server(port, Path(folder)):
            terms = {"game": game, "settings": settings, "people": [0, 1], "opponent": "random"}
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            show(page, new_game(f"http://127.0.0.1:{port}/", terms))
            page.evaluate(WATCH)
            for count, point in enumerate(_points(settings["size"])[:clicks], 1):
                _play(page, point, count)
            times: list[float] = page.evaluate("() => window.drawn")
            page.close()
    assert len(times) == clicks, f"{len(times)} stones drawn after {clicks} clicks"
    return times


def _play(page: Page, point: int, count: int) -> None:
    page.click(f"#p{point}")
    page.wait_for_function(
        "count => document.querySelectorAll('#moves button').length === count", arg=count
    )
    page.wait_for_timeout(PAUSE_MS)


def _points(size: int) -> list[int]:
    """Return the points in an order in which no five stones of a side come to lie in a row."""
    sides: tuple[list[int], list[int]] = ([], [])
    for point in range(size * size):
        y, x = divmod(point, size)
        sides[(x + 2 * y) % 4 // 2].append(point)
    return [point for pair in zip(*sides, strict=False) for point in pair]


def _click(chosen: argparse.Namespace) -> Iterator[Row]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield from click(browser, chosen.clicks)
        browser.close()


def _load(chosen: argparse.Namespace) -> Iterator[Row]:
    return load(chosen.minutes)


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {"click": _click, "load": _load}
CLAIMS = {
    "click": "from a click to the stone drawn, without an engine: at most 40 ms (p95)",
    "load": "200 pages, 20 searching: a move is told within 100 ms (median), no page is starved, "
    "memory stays as it is",
}


def main() -> None:
    """Measure the parts that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS], help="all if none is named")
    parser.add_argument("--clicks", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=30, help="of load")
    chosen = parser.parse_args()
    for part in chosen.parts or PARTS:
        announce(CLAIMS[part])
        print_rows(list(PARTS[part](chosen)))


if __name__ == "__main__":
    main()
