"""Copies of nets that ship, in the room of runs: renamed, reset, handed out as a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.studio.fake_agent import load_fake
from tests.studio.fake_school import FakeTeacher, make_run
from tests.studio.line import BASE

from tengen import weights
from tengen.agents import own
from tengen.studio.thinking.school import School
from tengen.studio.web.app import create_app

NET = "gomoku-8x8-boardvalue"
RUNS = "/api/train/runs"


@pytest.fixture
def client(data: Path, tmp_path: Path) -> Iterator[TestClient]:
    """A studio with a copy and a run that is none."""
    make_run(tmp_path / "runs" / "first", "boardvalue")
    own.ensure_copy(NET, tmp_path / "runs" / "mine")
    app = create_app(data, load_fake, [tmp_path / "runs"], School(FakeTeacher()))
    with TestClient(app, base_url=BASE) as client:
        yield client


def test_a_copy_says_of_what(client: TestClient) -> None:
    """The others are none."""
    told = {run["name"]: run["copyOf"] for run in client.get(RUNS).json()}
    assert told == {"mine": NET, "first": ""}


def test_a_copy_is_renamed(client: TestClient, tmp_path: Path) -> None:
    """Its folder is; a name that is taken or bad, and a run that is no copy, are refused."""
    answer = client.post(f"{RUNS}/mine/rename", json={"name": "my DQN"})
    assert answer.json()["name"] == "my DQN"
    assert own.original_of(tmp_path / "runs" / "my DQN") == NET
    assert not (tmp_path / "runs" / "mine").exists()
    for run, name in (("my DQN", "first"), ("my DQN", "../x"), ("first", "other")):
        refusal = client.post(f"{RUNS}/{run}/rename", json={"name": name})
        assert refusal.status_code == 400
        assert "\n" not in refusal.json()["error"]


def test_a_copy_is_reset(client: TestClient, tmp_path: Path) -> None:
    """It has the bytes of the net that ships again, and nothing that it has learned."""
    net = tmp_path / "runs" / "mine" / "net.onnx"
    net.write_bytes(b"learned")
    (net.parent / "checkpoints" / "000000010.safetensors").touch()
    assert client.post(f"{RUNS}/mine/reset").status_code == 200
    assert net.read_bytes() == weights.find(NET).read_bytes()
    assert not list((net.parent / "checkpoints").iterdir())
    assert client.post(f"{RUNS}/first/reset").status_code == 400


def test_a_copy_is_handed_out(client: TestClient) -> None:
    """As a file with its name; without a run there is none."""
    answer = client.get(f"{RUNS}/mine/network")
    assert answer.content == weights.find(NET).read_bytes()
    assert "mine.onnx" in answer.headers["content-disposition"]
    assert client.get(f"{RUNS}/nobody/network").status_code in (400, 404)
