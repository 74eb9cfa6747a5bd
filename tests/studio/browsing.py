"""What the tests in a browser share: a server of its own, pages, and what a person does there."""

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, expect

# By its whole name, by which the processes that it starts find it as well.
from tests.studio.serving import start

from tengen.studio.rooms.train.jobs import Jobs

Shoot = Callable[..., None]
"""Takes a picture of a page under a name, where somebody wants to look at it."""
PATIENCE = 60_000
"""Milliseconds for anything that a page is to do: machines that run tests are busy."""
expect.set_options(timeout=PATIENCE)


def find_chromium() -> Path:
    """Return TENGEN_CHROMIUM, or the browser that is here.

    The headless shell first: a page costs it half of what it costs the whole browser, which makes a
    window that nobody sees for each.
    """
    places = [Path("/usr/bin") / name for name in ("chromium-headless-shell", "chromium")]
    found = next((path for path in places if path.exists()), places[-1])
    return Path(os.environ.get("TENGEN_CHROMIUM", found))


CHROMIUM = find_chromium()
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TOGETHER = ["--in-process-gpu", "--enable-features=NetworkServiceInProcess2"]
"""Without processes of their own for drawing and network, with which a page costs a fifth more."""
STARTING_SECONDS = 60


@contextmanager
def server(port: int, folder: Path, script: str = "serve_fake.py") -> Iterator[BaseProcess]:
    """Run the studio with quick engines in a process of its own."""
    process = start(Path(__file__).parent / script, port, folder)
    try:
        deadline = time.monotonic() + STARTING_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.is_alive(), "the server ended"
                assert time.monotonic() < deadline, "the server does not answer"
                time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.join()


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def open_page(browser: Browser, complaints: list[str], **options: object) -> Page:
    """Return an empty page whose console's complaints are collected.

    Nothing moves on it unless `reduced_motion` says so, as `test_browser.py` does: drawing what
    moves is a third of a test's work.
    """
    page = browser.new_context(**{"reduced_motion": "reduce"} | options).new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    return page


FORGET = "() => { try { localStorage.clear(); } catch { /* no page of a server is there */ } }"


class Windows:
    """Windows that stay open: what a page fetched and compiled it has already when it is loaded again.

    A test that fixes the clock, adds a script or answers for the line needs a window of its own.
    """

    def __init__(self, browser: Browser, complaints: list[str]) -> None:
        self._browser, self._complaints = browser, complaints
        self._pages: dict[str, Page] = {}

    def take(self, number: int = 0, **options: Any) -> Page:
        """Return a window with such options, as for a new visitor: nothing chosen, nothing intercepted.

        Two windows with the same options have different numbers.
        """
        name = f"{number} {sorted(options.items())}"
        if name not in self._pages:
            self._pages[name] = open_page(self._browser, self._complaints, **options)
            return self._pages[name]
        page = self._pages[name]
        page.unroute_all(behavior="ignoreErrors")
        page.evaluate(FORGET)
        page.mouse.move(0, 0)
        if size := options.get("viewport"):
            page.set_viewport_size(size)
        return page

    def close(self) -> None:
        """Close them."""
        for page in self._pages.values():
            # Who still answers for the server does it for nobody.
            page.unroute_all(behavior="ignoreErrors")
            page.context.close()


def new_game(address: str, terms: dict[str, object]) -> str:
    """Begin a game without the form, and return the address of its page."""
    asked = Request(
        f"{address}api/play/games",
        json.dumps(terms).encode(),
        {"content-type": "application/json"},
    )
    with urlopen(asked) as answer:
        return f"{address}game/{json.load(answer)['id']}"


def show(page: Page, address: str) -> None:
    """Go to a game; when its board is there the page takes clicks."""
    page.goto(address)
    expect(page.locator("#grid")).to_be_visible()


GOMOKU = {"opponent": "mcts", "size": "15", "win_length": "5", "amount": "10"}


def begin(page: Page, **fields: str) -> None:
    """Begin a game of Gomoku 15x15, or as said: the form's fields by their names."""
    expect(page.locator("#grid")).to_be_visible()
    before = page.url
    page.click("#new")
    show_agents(page)
    game = fields.pop("game", "gomoku")
    page.locator("select[name=game]").select_option(game)
    chosen = (GOMOKU if game == "gomoku" else {"opponent": "mcts", "amount": "10"}) | fields
    for name in sorted(chosen, key=lambda name: name == "amount"):
        _fill(page, name, chosen[name])
    page.click("#new-form button[type=submit]")
    page.wait_for_function("before => location.href !== before", arg=before)
    expect(page.locator("#new-dialog")).to_be_hidden()


def show_agents(page: Page) -> None:
    """Choose among agents in the open form, and not among levels."""
    expect(page.locator("#new-levels label").first).to_be_attached()
    page.locator('input[name="by"][value="agent"]').click()
    expect(page.locator("#new-opponents label").first).to_be_visible()


def _fill(page: Page, name: str, value: str) -> None:
    radio = page.locator(f'input[type=radio][name="{name}"][value="{value}"]')
    if radio.count():
        radio.click()
        # A list that is drawn anew in the midst of a click swallows it.
        for _ in range(3):
            if radio.is_checked():
                return
            radio.click()
        return
    field = page.locator(f'[name="{name}"]')
    if not field.is_visible():
        page.click("#new-more summary")
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)


def stones(page: Page, count: int) -> None:
    """Wait until so many stones are on the board."""
    expect(page.locator(".stones .stone")).to_have_count(count)


def touch(page: Page, number: int) -> None:
    """Tap a point by its number, twice where a finger only aims at first."""
    page.locator(f"#p{number}").tap()
    # A tap is answered before the page has heard of it.
    expect(page.locator("#grid")).to_have_attribute("aria-activedescendant", f"p{number}")
    if page.locator(".stone.aimed").count():
        page.locator(f"#p{number}").tap()


def point(page: Page, name: str) -> str:
    """Return the selector of a point of a 15x15 board."""
    return f"#p{(15 - int(name[1:])) * 15 + ord(name[0]) - ord('A')}"


@contextmanager
def trainer_server(folder: Path) -> Iterator[str]:
    """Run a studio whose runs only seem to learn; yield its address, and end its runs with it."""
    port = free_port()
    with server(port, folder, "rooms/serve_train.py"):
        yield f"http://127.0.0.1:{port}"
    for job in Jobs(folder / "games" / "train").all():
        if job.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(job.pid, signal.SIGKILL)
