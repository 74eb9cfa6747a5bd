"""Take the README's pictures anew, of the real page: ``python docs/pictures/take.py``."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("TENGEN_CHROMIUM", "/usr/bin/chromium")
QUALITY = 90
"""Quality of the pictures, in percent."""
PUZZLE = "ad9749fc5971"
"""A win of seven moves by fours."""
GROWN = "45"
"""Simulations of the tree in the picture."""
expect.set_options(timeout=60_000)


def main() -> None:
    """Take all pictures, in English; the first room in Chinese as well."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        port = _free_port()
        command = [sys.executable, "-m", "tengen", "studio", "--no-browser"]
        command += ["--port", str(port), "--data", folder]
        # From a folder without runs of its own: what the training room shows is its sample.
        server = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
        try:
            _wait_for(port)
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            base = f"http://127.0.0.1:{port}"
            for language, locale in (("", "en-GB"), (".zh", "zh-CN")):
                page = browser.new_page(locale=locale, viewport={"width": 1280, "height": 800})
                _play(page, base, language)
                if not language:
                    _others(page, base)
                page.close()
            browser.close()
        finally:
            server.terminate()
            server.wait()


def _play(page: Page, base: str, language: str) -> None:
    """A game against the engine, with what it sees."""
    page.goto(f"{base}/game/{_new_game(page, base)}")
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


def _new_game(page: Page, base: str) -> str:
    """Begin a game against the strongest and return its id."""
    terms = {"game": "gomoku", "people": [0], "opponent": "alphazero", "strength": {"visits": 800}}
    return str(page.request.post(f"{base}/api/play/games", data=terms).json()["id"])


def _others(page: Page, base: str) -> None:
    page.goto(f"{base}/puzzles/{PUZZLE}")
    expect(page.locator("#grid")).to_be_visible()
    page.wait_for_timeout(1500)
    _shoot(page, "puzzles")
    page.goto(f"{base}/learn/alphazero/decide")
    page.locator(".tree-tools input").first.fill(GROWN)
    page.locator(".tree-tools").last.evaluate("tools => tools.scrollIntoView({block: 'end'})")
    page.wait_for_timeout(800)
    _shoot(page, "learn")
    page.goto(f"{base}/train")
    expect(page.locator(".chart-tick").first).to_be_visible()
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
