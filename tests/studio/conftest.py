"""A server with quick engines, talked to in process."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.testclient import WebSocketTestSession as Session

from tengen.studio import table
from tengen.studio.app import create_app

from .fake_agent import load_fake
from .line import BASE, Line


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of saved games."""
    return tmp_path / "games"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves that wait for nobody's eyes."""
    monkeypatch.setattr(table, "PACE_SECONDS", 0.005)


@pytest.fixture
def client(data: Path) -> Iterator[TestClient]:
    """The studio, in process."""
    with TestClient(create_app(data, load_fake), base_url=BASE) as client:
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
