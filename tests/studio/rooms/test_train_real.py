"""What the tests of the room only pretend: methods that learn, by the command line of this Tengen."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.studio.fake_agent import load_fake
from tests.studio.line import BASE

from tengen.studio.web.app import create_app

pytestmark = pytest.mark.long

SECONDS = 240.0
QUICK = {
    "learner.workers": "1",
    "learner.batch": "32",
    "learner.first_positions": "100",
    "learner.publish_positions": "100",
    "learner.publish_seconds": "0",
    "self_play.simulations": "8",
    "yardstick.opponent": "random",
    "yardstick.games": "2",
}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    (tmp_path / "runs").mkdir()
    app = create_app(tmp_path / "games", load_fake, [tmp_path / "runs"])
    with TestClient(app, base_url=BASE) as client:
        yield client


def wait(client: TestClient, state: str, *, steps: int = 0) -> dict[str, Any]:
    """Look until the only run stands so, and has taken as many steps."""
    until = time.monotonic() + SECONDS
    while True:
        run: dict[str, Any] = client.get("/api/train/runs").json()[0]
        if run["state"] == state and run["steps"] >= steps:
            return run
        assert time.monotonic() < until, run
        time.sleep(0.2)


def test_a_net_learns_pauses_and_goes_on(client: TestClient) -> None:
    """The form's order is a training; paused it is whole, and goes on with what it had learned."""
    order = {"name": "real", "method": "alphazero", "game": "gomoku", "minutes": 30}
    order |= {"settings": {"size": 6, "win_length": 4}, "changes": QUICK}
    assert client.post("/api/train/runs", json=order).status_code == 200
    wait(client, "learning", steps=1)
    client.post("/api/train/runs/real/pause")
    paused = wait(client, "paused", steps=1)
    assert client.post("/api/train/runs/real/resume", json={}).status_code == 200
    wait(client, "learning", steps=paused["steps"] + 1)
    client.post("/api/train/runs/real/stop")
    stopped = wait(client, "stopped")
    assert stopped["minutes"] > paused["minutes"]
    assert client.get("/api/train/runs/real/boards").json()["games"]
