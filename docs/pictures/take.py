"""Take the README's pictures anew, of the real page: ``python docs/pictures/take.py [RUNS]``.

RUNS is a folder of training runs for the picture of the training room; without one there is none.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright
from websockets.sync.client import connect

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("TENGEN_CHROMIUM", "/usr/bin/chromium")
QUALITY = 90
"""Quality of the pictures, in percent."""
expect.set_options(timeout=60_000)


def main() -> None:
    """Take all pictures, in English; the first room in Chinese as well."""
    runs = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        place = Path(folder)
        if runs:
            (place / "runs").symlink_to(runs)
        port = _free_port()
        command = [sys.executable, "-m", "tengen", "studio", "--no-browser"]
        command += ["--port", str(port), "--data", str(place / "games")]
        server = subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL)
        try:
            _wait_for(port)
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            base = f"http://127.0.0.1:{port}"
            for language, locale in (("", "en-GB"), (".zh", "zh-CN")):
                page = browser.new_page(locale=locale, viewport={"width": 1280, "height": 800})
                _play(page, base, language)
                if not language:
                    _others(page, base, train=runs is not None)
                page.close()
            browser.close()
        finally:
            server.terminate()
            server.wait()


def _play(page: Page, base: str, language: str) -> None:
    """A game against the engine, with what it sees."""
    page.goto(f"{base}/game/{_new_game(base)}")
    expect(page.locator("#grid")).to_be_visible()
    for at, move in enumerate(("H8", "G9")):
        expect(page.locator(".stones .stone")).to_have_count(2 * at)
        cell = page.locator(f"#p{(15 - int(move[1:])) * 15 + ord(move[0]) - ord('A')}")
        if cell.get_attribute("data-piece") == "0":
            cell.click()
        expect(page.locator(".stones .stone")).to_have_count(2 * at + 2)
    page.locator("input[name=heat][value=visits]").check(force=True)
    expect(page.locator(".spot.best")).to_be_visible()
    page.wait_for_timeout(3000)
    _shoot(page, f"play{language}")


def _new_game(base: str) -> str:
    """Begin a game against the strongest and return its id."""
    terms = {"game": "gomoku", "people": [0], "opponent": "alphazero", "strength": {"visits": 800}}
    with connect(f"{base.replace('http', 'ws')}/ws") as socket:
        socket.send(json.dumps({"type": "new", "terms": terms}))
        while (message := json.loads(socket.recv()))["type"] != "snapshot":
            pass
    return str(message["id"])


def _others(page: Page, base: str, *, train: bool) -> None:
    page.goto(f"{base}/puzzles")
    expect(page.locator("#grid")).to_be_visible()
    page.wait_for_timeout(1500)
    _shoot(page, "puzzles")
    page.goto(f"{base}/learn/alphazero")
    expect(page.locator(".tree circle")).to_have_count(1)
    page.locator(".tree-tools input").fill("45")
    page.locator("#learn-target-card").evaluate("card => card.scrollIntoView({block: 'end'})")
    page.wait_for_timeout(800)
    _shoot(page, "learn")
    if train:
        page.goto(f"{base}/train")
        page.get_by_text(re.compile("Throughput")).first.wait_for()
        page.wait_for_timeout(2000)
        _shoot(page, "train")


def _shoot(page: Page, name: str) -> None:
    page.screenshot(path=HERE / f"{name}.jpg", type="jpeg", quality=QUALITY)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit("the studio does not answer")


if __name__ == "__main__":
    main()
