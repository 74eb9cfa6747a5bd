"""A server with quick engines, talked to in process."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.testclient import WebSocketTestSession as Session

from tengen.studio.sitting import course
from tengen.studio.web.app import create_app

from .fake_agent import load_fake
from .line import BASE, Line, terms_of


@pytest.fixture
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of saved games: a test's own, unless its module says ``ONE_STUDIO = True``."""
    if _shares(request):
        return Path(request.getfixturevalue("shared_data"))
    return tmp_path / "games"


def _shares(request: pytest.FixtureRequest) -> bool:
    alone = request.node.get_closest_marker("alone")
    return alone is None and getattr(request.module, "ONE_STUDIO", False)


@pytest.fixture(scope="module")
def shared_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of games that the tests of a module save together."""
    return tmp_path_factory.mktemp("shared") / "games"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves that wait for nobody's eyes."""
    monkeypatch.setattr(course, "PACE_SECONDS", 0.005)


@pytest.fixture
def client(request: pytest.FixtureRequest, data: Path) -> Iterator[TestClient]:
    """The studio, in process."""
    if _shares(request):
        yield request.getfixturevalue("shared_client")
        return
    with TestClient(create_app(data, load_fake), base_url=BASE) as client:
        yield client


@pytest.fixture(scope="module")
def shared_client(shared_data: Path) -> Iterator[TestClient]:
    """The studio of a module whose tests each have games of their own: to make one takes longest."""
    with TestClient(create_app(shared_data, load_fake), base_url=BASE) as client:
        yield client


@pytest.fixture
def dial(client: TestClient) -> Iterator[Any]:
    """Connects one more page."""
    open_lines: list[Session] = []

    def connect(**options: Any) -> Line:
        session = client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws", **options)
        open_lines.append(session.__enter__())
        return Line(open_lines[-1])

    yield connect
    for session in open_lines:
        session.__exit__(None, None, None)


@pytest.fixture
def line(dial: Any) -> Line:
    """One page."""
    connected: Line = dial()
    return connected


@pytest.fixture(scope="session")
def shoot() -> Callable[..., None]:
    """Takes pictures of pages, for a person to look at, where TENGEN_SHOTS names their folder."""
    named = os.environ.get("TENGEN_SHOTS")
    if named is None:
        return lambda page, name, **options: None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)

    def shoot(page: Any, name: str, **options: Any) -> None:
        page.screenshot(path=folder / name, **options)

    return shoot


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for all tests in a browser."""
    from .browsing import free_port, server

    port = free_port()
    with server(port, tmp_path_factory.mktemp("games")):
        yield f"http://127.0.0.1:{port}/"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests."""
    driving = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    from .browsing import ARGUMENTS, CHROMIUM, TOGETHER

    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}: apt-get install chromium")
    with driving.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=str(CHROMIUM), args=[*ARGUMENTS, *TOGETHER]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def console() -> list[str]:
    """What the consoles of all pages complained of since a test last asked."""
    return []


@pytest.fixture
def complaints(console: list[str]) -> list[str]:
    """What the browser's console complained of."""
    console.clear()
    return console


@pytest.fixture(scope="module")
def windows(browser: Any, console: list[str]) -> Iterator[Any]:
    """Windows that stay open for all tests of a module."""
    from .browsing import Windows

    windows = Windows(browser, console)
    yield windows
    windows.close()


@pytest.fixture
def reduced_motion() -> str:
    """Whether anything moves on the page of a game: a module may have a fixture of its own."""
    return "reduce"


@pytest.fixture
def page(windows: Any, address: str, complaints: list[str], reduced_motion: str) -> Iterator[Any]:
    """A page with a game of 15x15 against a quick engine, whose console must stay silent."""
    from .browsing import new_game, show

    options = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}}
    page = windows.take(reduced_motion=reduced_motion, **options)
    show(page, new_game(address, terms_of(settings={}, opponent="mcts")))
    yield page
    assert complaints == []
