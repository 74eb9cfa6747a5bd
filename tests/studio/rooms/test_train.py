"""Runs are begun, queued, followed, paused, gone on with and made opponents from the page."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.studio.fake_agent import load_fake
from tests.studio.line import BASE, Line
from tests.studio.rooms import training
from tests.studio.rooms.training import SCRIPT

from tengen.core import Record
from tengen.core.lock import locked
from tengen.games import load
from tengen.learning.run import Run, to_toml
from tengen.records import jsonl
from tengen.studio import holders
from tengen.studio.archive.library import KEPT_DAYS, Library
from tengen.studio.rooms.train import processes, room, trainings
from tengen.studio.rooms.train.promoting import networks
from tengen.studio.rooms.train.removing import forget_removed
from tengen.studio.web.app import create_app

SMALL = {"size": 6, "win_length": 4}
SECONDS = 120.0


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    folder = tmp_path / "runs"
    folder.mkdir()
    return folder


@pytest.fixture
def studio(
    tmp_path: Path, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], TestClient]]:
    """Opens a studio; called again it is one that was started later, on the same folders."""
    training.pretend(monkeypatch)
    monkeypatch.setattr(room, "_SECONDS", 0.05)
    opened: list[TestClient] = []

    def open_studio() -> TestClient:
        app = create_app(tmp_path / "games", load_fake, [runs])
        opened.append(TestClient(app, base_url=BASE).__enter__())
        return opened[-1]

    yield open_studio
    for job in trainings.Jobs(tmp_path / "games" / "train").all():
        if job.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(job.pid, signal.SIGKILL)
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def client(studio: Callable[[], TestClient]) -> TestClient:
    return studio()


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A studio in which nothing begins, for all that is refused."""
    folder = tmp_path_factory.mktemp("idle")
    (folder / "runs").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        training.pretend(patch)
        app = create_app(folder / "games", load_fake, [folder / "runs"])
        with TestClient(app, base_url=BASE) as client:
            yield client


def order(name: str = "mine", **changed: Any) -> dict[str, Any]:
    return {
        "name": name,
        "method": "alphazero",
        "game": "gomoku",
        "settings": SMALL,
        "minutes": 300,
    } | changed


def state(client: TestClient, name: str) -> str:
    found = {run["name"]: run["state"] for run in client.get("/api/train/runs").json()}
    return str(found.get(name, "gone"))


def wait(client: TestClient, name: str, wanted: str) -> None:
    """Look until the run stands so."""
    until = time.monotonic() + SECONDS
    while (now := state(client, name)) != wanted:
        assert time.monotonic() < until, f"{name} is {now}, not {wanted}"
        time.sleep(0.05)


def begin(client: TestClient, name: str = "mine", **changed: Any) -> dict[str, Any]:
    answer = client.post("/api/train/runs", json=order(name, **changed))
    assert answer.status_code == 200, answer.text
    run: dict[str, Any] = answer.json()["run"]
    return run


def refused(client: TestClient, **changed: Any) -> str:
    answer = client.post("/api/train/runs", json=order(**changed))
    assert answer.status_code == 400, answer.text
    return str(answer.json()["error"])


def be_another_system(monkeypatch: pytest.MonkeyPatch, runs: Path) -> None:
    """Do without /proc and signals."""
    for module in (holders, processes):
        monkeypatch.setattr(module, "_PROC", runs / "none")
        monkeypatch.setattr(module, "_HAS_SIGNALS", False)


@pytest.mark.long
def test_a_run_is_begun_and_ends(client: TestClient, runs: Path) -> None:
    """What the form orders learns in a process of its own, until its minutes are spent."""
    assert begin(client, minutes=2)["state"] == "starting"
    wait(client, "mine", "finished")
    run = client.get("/api/train/runs").json()[0]
    assert (run["steps"], run["progress"], run["secondsLeft"]) == (40, 1.0, 0.0)
    assert (runs / "mine" / "net.onnx").exists()


@pytest.mark.long
def test_a_follower_is_told_every_line(client: TestClient) -> None:
    """Whoever follows a run has its curves, each new line as it is logged, and what was run."""
    begin(client)
    with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
        line = Line(session)
        line.ask("follow", topic="run/mine")
        told = line.hear("topic")["state"]
        while len(told["entries"]) < 6:
            change = line.hear("change")
            told |= change.get("set", {})
            told["entries"] = [*told["entries"], *change.get("append", {}).get("entries", [])]
        minutes = [entry["minutes"] for entry in told["entries"] if entry["kind"] == "progress"]
        assert minutes == [0.5 * (n + 1) for n in range(len(minutes))]
        assert told["config"]["method"] == "alphazero"
        assert told["run"]["speeds"]["games_per_second"] > 0
        # The process has said nothing yet.
        assert len(told["log"]) == 1
        assert str(SCRIPT) in told["log"][0].removeprefix("$ ")
    client.post("/api/train/runs/mine/stop")
    wait(client, "mine", "stopped")


def test_what_was_run_is_no_reason(tmp_path: Path) -> None:
    """A process that died without a word gives none."""
    (tmp_path / "train").mkdir()
    (tmp_path / "train" / "mine.log").write_text("$ tengen train alphazero gomoku\n")
    assert trainings.Trainings(tmp_path, [], Library).reason("mine") == ""


def test_pause_ends_the_process_and_keeps_the_run(
    client: TestClient, runs: Path, tmp_path: Path
) -> None:
    """A paused run is whole and nobody holds it; it goes on from where it was."""
    begin(client)
    wait(client, "mine", "learning")
    time.sleep(0.3)
    (pid,) = (job.pid for job in trainings.Jobs(tmp_path / "games" / "train").all())
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)  # it cannot have ended before it is told
    assert client.post("/api/train/runs/mine/pause").json()["run"]["state"] == "pausing"
    os.kill(pid, signal.SIGCONT)
    wait(client, "mine", "paused")
    with locked(runs / "mine"):
        pass
    before = client.get("/api/train/runs").json()[0]["steps"]
    assert client.post("/api/train/runs/mine/resume", json={}).status_code == 200
    wait(client, "mine", "learning")
    until = time.monotonic() + SECONDS
    while client.get("/api/train/runs").json()[0]["steps"] <= before:
        assert time.monotonic() < until
    client.post("/api/train/runs/mine/stop")
    wait(client, "mine", "stopped")


@pytest.mark.long
def test_a_second_run_waits_for_the_first(client: TestClient) -> None:
    """One learns at a time; the next begins by itself when the first has ended."""
    begin(client, "first", minutes=600)
    assert begin(client, "second", minutes=1)["state"] == "queued"
    assert begin(client, "third", minutes=600, at_once=True)["state"] == "starting"
    wait(client, "first", "learning")
    wait(client, "third", "learning")
    assert state(client, "second") == "queued"
    client.post("/api/train/runs/third/stop")
    client.post("/api/train/runs/first/stop")
    with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
        Line(session).ask("follow", topic="run/all")
        wait(client, "second", "finished")


@pytest.mark.long
def test_a_queued_run_is_begun_at_once_or_waits_no_longer(client: TestClient) -> None:
    """Whoever waits can be told not to wait; what was asked for stays, to be begun or removed."""
    begin(client, "first", minutes=600)
    begin(client, "second", minutes=600)
    begin(client, "third", minutes=600)
    assert client.post("/api/train/runs/third/stop").json()["run"]["state"] == "stopped"
    assert client.post("/api/train/runs/third/resume", json={}).json()["run"]["state"] == "queued"
    client.post("/api/train/runs/third/stop")
    assert client.post("/api/train/runs/third/forget").json()["run"] is None
    told = client.post("/api/train/runs/second/resume", json={"at_once": True}).json()
    assert told["run"]["state"] == "starting"
    for name in ("first", "second"):
        wait(client, name, "learning")
        client.post(f"/api/train/runs/{name}/stop")


@pytest.mark.long
def test_a_run_outlives_the_studio(studio: Callable[[], TestClient]) -> None:
    """A studio that is started anew finds the run that learns, and can still pause it."""
    first = studio()
    begin(first)
    wait(first, "mine", "learning")
    first.__exit__(None, None, None)
    second = studio()
    assert state(second, "mine") == "learning"
    second.post("/api/train/runs/mine/pause")
    wait(second, "mine", "paused")


@pytest.mark.long
def test_other_systems_tell_less(
    studio: Callable[[], TestClient], runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without /proc and signals runs are found by their locks and end by a file, whoever began them."""
    be_another_system(monkeypatch, runs)
    first = studio()
    begin(first)
    wait(first, "mine", "learning")
    first.__exit__(None, None, None)
    second = studio()
    assert state(second, "mine") == "learning"
    assert second.get("/api/train/runs").json()[0]["reachable"]
    second.post("/api/train/runs/mine/pause")
    wait(second, "mine", "paused")
    command = [sys.executable, str(SCRIPT), str(runs / "theirs"), "--minutes", "600"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        wait(second, "theirs", "learning")
        assert holders.reach(process.pid) == "near"
        assert holders.ask_to_end(runs / "theirs") == process.pid
        process.wait(SECONDS)
    wait(second, "theirs", "stopped")


def test_the_queue_outlives_the_studio(studio: Callable[[], TestClient], runs: Path) -> None:
    """What waited when the studio ended begins in the next one, with no page open, and ends."""
    first = studio()
    begin(first, "mine", minutes=600)
    begin(first, "next", minutes=1)
    wait(first, "mine", "learning")
    first.__exit__(None, None, None)
    second = studio()
    assert second.post("/api/train/runs/mine/stop").status_code == 200
    wait(second, "next", "finished")
    (run,) = [run for run in second.get("/api/train/runs").json() if run["name"] == "next"]
    assert (run["steps"], run["progress"], run["secondsLeft"]) == (20, 1.0, 0.0)
    assert (runs / "next" / "net.onnx").exists()


@pytest.mark.parametrize("system", ["here", "other"])
def test_a_run_of_the_command_line_appears(
    client: TestClient, runs: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """A run that somebody else began is followed by its files, and can be stopped.

    Also on systems without /proc and signals.
    """
    if system == "other":
        be_another_system(monkeypatch, runs)
    command = [sys.executable, str(SCRIPT), str(runs / "theirs"), "--minutes", "600"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        wait(client, "theirs", "learning")
        run = client.get("/api/train/runs").json()[0]
        assert (run["ours"], run["reachable"]) == (False, True)
        client.post("/api/train/runs/theirs/stop")
        process.wait(SECONDS)
    wait(client, "theirs", "stopped")


@pytest.mark.long
def test_a_run_that_was_killed_is_told_so(client: TestClient, runs: Path) -> None:
    """A run whose process is gone without its last network broke off, and goes on from there."""
    command = [sys.executable, str(SCRIPT), str(runs / "theirs"), "--minutes", "600"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        wait(client, "theirs", "learning")
        process.kill()
    wait(client, "theirs", "broken")
    client.post("/api/train/runs/theirs/resume", json={"minutes": 600})
    wait(client, "theirs", "learning")
    client.post("/api/train/runs/theirs/pause")
    wait(client, "theirs", "paused")


def test_why_a_run_failed_is_told(client: TestClient) -> None:
    """The last thing that a process said is shown with its run, which can then be removed."""
    begin(client, "doomed")
    wait(client, "doomed", "failed")
    assert client.get("/api/train/runs").json()[0]["reason"] == "the disk is on fire"
    assert client.post("/api/train/runs/doomed/forget").status_code == 200
    assert state(client, "doomed") == "gone"


@pytest.mark.long
def test_a_run_is_removed_and_had_back(studio: Callable[[], TestClient], runs: Path) -> None:
    """It is no opponent and no run meanwhile; nothing of it is lost, nor what was ordered of it."""
    client = studio()
    begin(client)
    wait(client, "mine", "learning")
    busy = client.post("/api/train/runs/mine/remove")
    assert busy.json() == {"error": "mine is learning: stop it first"}
    client.post("/api/train/runs/mine/stop")
    wait(client, "mine", "stopped")
    held = sorted(path.relative_to(runs) for path in (runs / "mine").rglob("*"))
    assert client.post("/api/train/runs/mine/remove").json() == {"run": None, "name": "mine"}
    assert state(client, "mine") == "gone"
    assert client.post("/api/train/runs/mine/remove").status_code == 404
    offered = client.get(f"/api/opponents?game=gomoku&settings={json.dumps(SMALL)}").json()
    assert offered["runs"] == []
    again = studio()
    assert state(again, "mine") == "gone"
    back = again.post("/api/train/runs/mine/restore").json()["run"]
    assert (back["state"], back["ours"]) == ("stopped", True)
    assert sorted(path.relative_to(runs) for path in (runs / "mine").rglob("*")) == held
    assert again.post("/api/train/runs/mine/restore").status_code == 404
    assert list((runs / ".removed").iterdir()) == []


def test_of_two_runs_removed_the_last_comes_back(client: TestClient, runs: Path) -> None:
    """Unless another has its name by then; after a month it is deleted for good."""
    for text in ("first", "second"):
        (runs / "mine").mkdir()
        (runs / "mine" / "config.toml").write_text(f"{text} is no TOML")
        assert client.post("/api/train/runs/mine/remove").status_code == 200
    (runs / "mine").mkdir()
    taken = client.post("/api/train/runs/mine/restore")
    assert taken.json() == {"error": "there is a run called 'mine' already"}
    (runs / "mine").rmdir()
    assert client.post("/api/train/runs/mine/restore").status_code == 200
    assert (runs / "mine" / "config.toml").read_text() == "second is no TOML"
    (left,) = (runs / ".removed").iterdir()
    forget_removed([runs])
    assert left.exists()
    old = int(left.name.partition("-")[0]) - (KEPT_DAYS * 86_400 + 1) * 10**9
    left.rename(left.with_name(f"{old}-mine"))
    forget_removed([runs, runs / "nowhere"])
    assert list((runs / ".removed").iterdir()) == []


def test_the_network_of_a_run_that_rests_is_told_once(tmp_path: Path) -> None:
    """Not beside one kept after as many steps, and not once the run has learned on."""
    run = Run.create(tmp_path / "run", {"method": "alphazero"})
    for steps in (100, 200):
        run.network_path(steps, ".onnx").write_bytes(b"net")
    (run.folder / "checkpoints" / "000000200.safetensors").touch()
    (run.folder / "net.onnx").write_bytes(b"net")
    assert networks(run.folder) == [
        {"name": "net.onnx", "steps": 200},
        {"name": "000000100.onnx", "steps": 100},
    ]
    os.utime(run.folder / "net.onnx", (0, 0))
    assert [each["name"] for each in networks(run.folder)] == ["000000200.onnx", "000000100.onnx"]


def test_a_network_becomes_an_opponent(client: TestClient) -> None:
    """A promoted network is offered for new games by its name; learning on leaves it alone."""
    begin(client)
    wait(client, "mine", "learning")
    client.post("/api/train/runs/mine/stop")
    wait(client, "mine", "stopped")
    wanted = {"network": "net.onnx", "name": "冠军 1"}
    assert client.post("/api/train/runs/mine/promote", json=wanted).status_code == 200
    offered = client.get(f"/api/opponents?game=gomoku&settings={json.dumps(SMALL)}").json()
    assert {run["name"] for run in offered["runs"]} == {"mine", "冠军 1"}
    again = client.post("/api/train/runs/mine/promote", json=wanted)
    assert again.json() == {"error": "there is an opponent called '冠军 1' already"}
    gone = client.post("/api/train/runs/mine/promote", json={"network": "../x", "name": "y"})
    assert gone.json() == {"error": "there is no network '../x' any more: choose a newer one"}


@pytest.mark.long
def test_the_latest_games_step_through(client: TestClient) -> None:
    """Boards are told as their first position and what each action changed."""
    begin(client)
    wait(client, "mine", "learning")
    until = time.monotonic() + SECONDS
    while (answer := client.get("/api/train/runs/mine/boards")).status_code != 200:
        assert time.monotonic() < until
    client.post("/api/train/runs/mine/stop")
    played = answer.json()["games"][0]
    board = list(played["board"])
    state_now = load("gomoku", **SMALL).initial_state()
    for action, changes in zip((0, 6, 1, 7, 2, 8, 3), played["plies"], strict=True):
        state_now = state_now.apply(action)
        for point, piece in zip(changes[::2], changes[1::2], strict=True):
            board[point] = str(piece)
        assert board == [str(int(piece)) for piece in state_now.board().ravel()]
    assert played["outcome"] == {"winner": 0, "reason": "four in a row"}
    assert played["opening"] == 2


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"name": "../out"}, "bad name"),
        ({"name": "all"}, "already"),
        ({"method": "mcts"}, "cannot train"),
        ({"game": "chess", "settings": {}}, "chess"),
        ({"settings": {"size": 99}}, "size"),
        ({"method": "nnue", "game": "go", "settings": {}}, "does not play"),
        ({"preset": "best"}, "unknown preset"),
        ({"method": "policy"}, "learns from records"),
        ({"method": "policy", "records": ["../secret.sgf"]}, "no file of games"),
        ({"changes": {"yardstick.opponent": "gtp:touch x"}}, "programs are named when"),
        ({"changes": {"yardstick.opponent": f"alphazero:{__file__}"}}, "folders of runs only"),
        ({"changes": {"play.teacher": __file__}}, "folders of runs only"),
    ],
)
def test_what_cannot_be_is_refused(idle: TestClient, changed: dict[str, Any], part: str) -> None:
    """One clear line says why an order is refused, and nothing is left of it."""
    assert part in refused(idle, **changed)
    assert [run["sample"] for run in idle.get("/api/train/runs").json()] == [True]


def test_a_sample_stands_where_there_is_no_run(client: TestClient) -> None:
    """A recorded run with its curves and games, to be looked at and nothing else."""
    (sample,) = client.get("/api/train/runs").json()
    assert (sample["name"], sample["state"], sample["method"]) == (
        "sample",
        "finished",
        "alphazero",
    )
    with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
        line = Line(session)
        line.ask("follow", topic="run/sample")
        told = line.hear("topic")["state"]
        while not told["entries"]:
            told |= line.hear("change").get("set", {})
    assert [entry["kind"] for entry in told["entries"]].count("match") == 12
    assert client.get("/api/train/runs/sample/boards").json()["games"]
    assert client.get("/api/train/form").json()["records"] == []
    assert "begin one like it" in client.post("/api/train/runs/sample/resume", json={}).text
    assert "already" in refused(client, name="sample")
    begin(client)
    assert state(client, "sample") == "gone"


def test_no_setting_hides_in_the_name_of_another(idle: TestClient) -> None:
    """A name with an equals sign would be another setting in the command."""
    changes = {"yardstick.opponent=gtp:touch": "x"}
    assert idle.post("/api/train/runs", json=order(changes=changes)).status_code == 422


def test_what_is_there_is_not_begun_again(client: TestClient, runs: Path) -> None:
    """A name that is taken is refused, also by a folder that is no run."""
    (runs / "taken").mkdir()
    assert "already" in refused(client, name="taken")


def test_a_queued_run_that_cannot_begin_stops_nobody(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no process can be begun the run has failed, and all else is still told."""

    def refuse(*_: Any) -> int:
        raise OSError(11, "no more processes")

    monkeypatch.setattr(trainings.Children, "begin", refuse)
    begin(client)
    wait(client, "mine", "failed")


def test_new_runs_go_where_runs_are(tmp_path: Path) -> None:
    """A folder of runs that is there comes before one that would have to be made."""
    here, there = tmp_path / "here", tmp_path / "there"
    made = trainings.Trainings(tmp_path / "games", [here, there], lambda: Library(tmp_path))
    assert made.home() == there
    here.mkdir()
    assert made.home() == here


def test_runs_that_are_not_there(idle: TestClient) -> None:
    """An unknown run is a 404 for every question and command."""
    for what in ("pause", "stop", "forget", "remove", "restore"):
        assert idle.post(f"/api/train/runs/nobody/{what}").status_code == 404
    assert idle.post("/api/train/runs/nobody/resume", json={}).status_code == 404
    assert idle.get("/api/train/runs/nobody/boards").status_code == 404


def test_the_form_offers_the_games_that_were_played(client: TestClient, tmp_path: Path) -> None:
    """Records to learn from are files in the data folder, and what runs have played."""
    folder = tmp_path / "games"
    (folder / "masters").mkdir(parents=True)
    (folder / "masters" / "a.sgf").write_text("(;GM[1])")
    (folder / "notes.txt").write_text("no game")
    client.post("/api/study", json={"game": "draughts"})
    offered = [each["name"] for each in client.get("/api/train/form").json()["records"]]
    assert offered == ["masters/a.sgf"]


def test_a_run_learns_from_the_games_that_were_played(
    client: TestClient, tmp_path: Path, dial: Any
) -> None:
    """They are written to a file of records for it; those of other games are not."""
    assert "games/" in refused(client, method="policy", records=["games/"])
    page: Line = dial()
    page.begin(people=[0, 1])
    page.ask("play", action=7, ply=0)
    page.hear_ply(1)
    form = client.get("/api/train/form").json()
    assert form["records"] == [{"name": "games/", "bytes": None}]
    told = refused(client, method="policy", game="draughts", settings={}, records=["games/"])
    assert told == "no game of draughts was played here"
    begin(client, method="policy", records=["games/"])
    (record,) = jsonl.read_games((tmp_path / "games" / "train" / "mine.jsonl").read_bytes())
    assert isinstance(record, Record)
    assert [move.action for move in record.moves] == [7]


def test_without_pytorch_the_form_says_how_to_get_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be learned the page is told the command that helps; orders are refused."""
    monkeypatch.setitem(sys.modules, "torch", None)
    assert "pip install '.[train]'" in client.get("/api/train/form").json()["missing"]
    assert "pip install" in refused(client)


def test_a_damaged_run_hurts_no_other(client: TestClient, runs: Path) -> None:
    """A folder whose configuration or figures are nonsense is told as such, the rest is there."""
    for name, config in (("bad", "method ="), ("odd", to_toml({"method": 3, "minutes": "x"}))):
        (runs / name).mkdir()
        (runs / name / "config.toml").write_text(config)
        (runs / name / "metrics.jsonl").write_text('{"minutes": "NaN"}\nnonsense\n[1]\n')
    found = {run["name"]: run["state"] for run in client.get("/api/train/runs").json()}
    assert found == {"bad": "damaged", "odd": "broken"}
    assert client.post("/api/train/runs/odd/resume", json={"minutes": 5}).status_code in (200, 400)


@pytest.mark.long
def test_the_room_loads_no_pytorch() -> None:
    """The server knows of methods and runs without what learning needs."""
    code = "import sys, tengen.studio.rooms.train as t; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
