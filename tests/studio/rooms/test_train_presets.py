"""What can be set about the methods, as the form of the room has it."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from tests.studio.line import BASE

from tengen.studio.rooms.train import presets
from tengen.studio.web.app import create_app


def test_every_method_has_presets() -> None:
    """Settings are told by dotted names, the usual preset first."""
    told = presets.describe_all()
    assert set(told) == {"alphazero", "boardvalue", "dqn", "nnue", "policy", "qlearning"}
    for settings in told.values():
        assert next(iter(settings)) == "default"
        assert "trainer.learning_rate" in settings["default"]


@pytest.mark.long
def test_settings_are_told_without_a_process_or_pytorch() -> None:
    """A form comes at once, however busy the machine is."""
    code = (
        "import subprocess, sys\n"
        "from tengen.studio.rooms.train import presets\n"
        "subprocess.Popen = None\n"
        "presets.describe_all()\n"
        "told = presets.check('nnue', 'default', ['blend_with=x', 'yardstick.opponent=random'], [])\n"
        "assert told == ['random', 'nnue:x'], told\n"
        "told = presets.check('nnue', 'default', ['play.teacher=y'], [])\n"
        "assert told[1:] == ['alphazero:y'], told\n"
        "sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], env=os.environ, check=False).returncode == 0


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A studio in which nothing begins."""
    folder = tmp_path_factory.mktemp("idle")
    with TestClient(create_app(folder / "games", runs=[folder / "runs"]), base_url=BASE) as client:
        yield client


@pytest.mark.parametrize(
    ("name", "text", "part"),
    [
        ("learner.batch", "-1", "learner.batch"),
        ("yardstick.opponent", "gtp:touch /tmp/x", "programs are named when"),
        ("yardstick.opponent", "alphazero:/etc/passwd", "folders of runs only"),
        ("blend_with", "/etc/passwd", "folders of runs only"),
        ("yardstick.opponent=gtp:sh", "", "changes"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(
    idle: TestClient, name: str, text: str, part: str
) -> None:
    """Changes are checked before the order is taken; no page starts a program by one."""
    order = {
        "name": "bad",
        "method": "nnue" if name == "blend_with" else "dqn",
        "game": "gomoku",
        "changes": {name: text},
    }
    answer = idle.post("/api/train/runs", json=order)
    assert answer.status_code in (400, 422)
    assert part in answer.json()["error"]
    assert [run["name"] for run in idle.get("/api/train/runs").json()] == ["sample"]
