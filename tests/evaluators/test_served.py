"""One process judges for all workers of a machine: batches, order, faults and shares, on a CPU."""

import functools
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.core import TengenError
from tengen.core.game import PLANE_STEPS
from tengen.core.runner import Report
from tengen.evaluators.served import client as client_module
from tengen.evaluators.served import desk as desk_module
from tengen.evaluators.served.batching import Batcher, Request
from tengen.evaluators.served.client import ServedReader, Service, on_devices
from tengen.evaluators.served.desk import Desk
from tengen.games import load
from tengen.learning.jobs import Net, PlayJob
from tengen.learning.self_play import SelfPlayer, SelfPlayNews, SelfPlaySettings
from tengen.scaleout.local import LocalRunner

GAME = load("gomoku", size=5, win_length=4)


class Telling:
    """Answers with what it is asked, and the number that is its file."""

    def __init__(self, path: Path, game: Any, device: str) -> None:
        self.number = float(path.read_text())

    def judge(self, packed: Any) -> Any:
        if self.number < 0:
            raise ValueError("no such number")
        return np.full((len(packed), GAME.num_actions), self.number), packed[:, 0, 0, 0]


def service(**changes: Any) -> Service:
    about = {"device": "cpu", "game": GAME.name, "settings": dict(GAME.settings)}
    return Service(uuid.uuid4().hex, Telling, **(about | changes))


def ask(evaluator: Any, value: float, count: int = 3) -> Any:
    planes = np.full((count, *GAME.planes_shape), value / PLANE_STEPS, np.float32)
    return evaluator.evaluate(planes, np.ones((count, GAME.num_actions), np.bool_))


@pytest.fixture
def net(tmp_path: Path) -> Path:
    path = tmp_path / "net.txt"
    path.write_text("2")
    return path


def request(value: float, answers: list[Any], count: int = 2, by: Any = None) -> Request:
    planes = np.full((count, 1, 1, 1), value, np.int8)
    return Request(by, planes, answers.append)


class Plain:
    """Says how large its batches were; more than `room` do not fit."""

    def __init__(self, room: int = 1000) -> None:
        self.room, self.sizes = room, list[int]()

    def judge(self, packed: Any) -> Any:
        if len(packed) > self.room:
            raise RuntimeError("CUDA out of memory. Tried to allocate")
        self.sizes.append(len(packed))
        return np.ones((len(packed), 1)), packed[:, 0, 0, 0]


def test_requests_wait_for_others_until_the_deadline() -> None:
    """A batch is full, or its first request has waited, or everybody is in it."""
    answers: list[Any] = []
    batcher = Batcher(most=4, seconds=0.2, clients=lambda: 3)
    assert batcher.gather() == []
    batcher.add(request(1, answers))
    begun = time.monotonic()
    assert len(batcher.gather()) == 1
    assert time.monotonic() - begun >= 0.2
    for value in range(3):
        batcher.add(request(value, answers))
    # Four positions are enough: the third waits for the next batch.
    assert [len(batcher.gather()), len(batcher.gather())] == [2, 1]
    patient = Batcher(most=100, seconds=60, clients=lambda: 2)
    for value in range(2):
        patient.add(request(value, answers))
    assert len(patient.gather()) == 2


def test_each_gets_its_own_answer() -> None:
    """In the order of the requests, whatever their sizes; each net has a batch of its own."""
    answers: list[Any] = []
    net, older = Plain(), Plain()
    asked = ((7, 3, net), (8, 1, net), (1, 4, older), (9, 2, net))
    Batcher(100, 0.0, lambda: 3).answer([request(v, answers, n, by) for v, n, by in asked])
    assert (net.sizes, older.sizes) == ([6], [4])
    assert [values.tolist() for _, values in answers] == [[7, 7, 7], [8], [9, 9], [1, 1, 1, 1]]


def test_a_full_device_gets_smaller_batches() -> None:
    """What does not fit is judged in parts, and later batches are no larger than they."""
    answers: list[Any] = []
    net, batcher = Plain(room=3), Batcher(100, 0.0, lambda: 9)
    batcher.answer([request(value, answers, by=net) for value in range(5)])
    assert [values.tolist() for _, values in answers] == [[v, v] for v in range(5)]
    assert max(net.sizes) <= 3
    assert batcher.most == 2
    batcher.answer([request(1, answers, count=1, by=Plain(room=0))])
    assert "out of memory" in str(answers[-1])


def test_one_server_for_all(net: Path, tmp_path: Path) -> None:
    """Clients find it, each net is read once, several are known at a time; one that is bad is told."""
    shared = service()
    readers = [pickle.loads(pickle.dumps(ServedReader((shared,)))) for _ in range(3)]
    evaluators = [reader(net, GAME) for reader in readers]
    for number, evaluator in enumerate(evaluators):
        logits, values = ask(evaluator, number)
        assert np.all(logits == 2)
        assert values.tolist() == [number] * 3
    newer = tmp_path / "newer.txt"
    newer.write_text("5")
    assert np.all(ask(readers[0](newer, GAME), 1)[0] == 5)
    assert np.all(ask(evaluators[0], 1)[0] == 2)
    batches, requests, _ = readers[0].talk("figures")
    assert (batches, requests) == (5, 5)
    newer.write_text("no number")
    with pytest.raises(TengenError, match="cannot read the network: could not convert"):
        readers[0](newer, GAME)
    newer.write_text("-1")
    with pytest.raises(TengenError, match="fails: no such number"):
        ask(readers[0](newer, GAME), 1)
    with pytest.raises(TengenError):
        _with_wrong_password(shared)


def _with_wrong_password(shared: Service) -> None:
    from multiprocessing import AuthenticationError
    from multiprocessing.connection import Client

    try:
        Client(shared.address, authkey=b"guessed")
    except AuthenticationError as error:
        raise TengenError("refused") from error


def test_those_who_ask_together_share_batches(net: Path) -> None:
    """Nobody is left waiting: each of four gets as many answers as the others."""
    shared = service(seconds=0.05)
    readers = [ServedReader((shared,)) for _ in range(4)]
    evaluators = [reader(net, GAME) for reader in readers]

    def ask_often(evaluator: Any, value: int) -> None:
        for _ in range(20):
            assert ask(evaluator, value)[1].tolist() == [value] * 3

    threads = [
        threading.Thread(target=ask_often, args=(evaluator, value))
        for value, evaluator in enumerate(evaluators)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    batches, requests, _ = readers[0].talk("figures")
    assert requests == 80
    assert batches < 40


def test_a_killed_server_is_replaced(net: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks next starts another one, which learns the net again."""
    started: list[Any] = []
    start = client_module._start

    def note(service: Service) -> "subprocess.Popen[bytes]":
        started.append(start(service))
        return started[-1]

    monkeypatch.setattr(client_module, "_start", note)
    evaluator = ServedReader((service(),))(net, GAME)
    assert np.all(ask(evaluator, 1)[0] == 2)
    os.kill(started[-1].pid, signal.SIGKILL)
    started[-1].wait()
    assert ask(evaluator, 3)[1].tolist() == [3, 3, 3]
    assert len(started) == 2


def test_larger_batches_get_a_larger_desk(net: Path) -> None:
    """Whatever was asked before; and what is shared with the server leaves no file behind."""
    before = set(_desks())
    evaluator = ServedReader((service(),))(net, GAME)
    for count in (2, 700, 1, 30):
        logits, values = ask(evaluator, 9, count)
        assert logits.shape == (count, GAME.num_actions)
        assert values.tolist() == [9] * count
    assert set(_desks()) <= before


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is the disk alone")
def test_a_full_memory_takes_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container's shared memory is often small; where the disk is full as well, one is told."""
    full, asked = {str(desk_module._IN_MEMORY)}, list[str]()

    def reserve(number: int, size: int) -> None:
        folder = str(Path(f"/proc/self/fd/{number}").readlink().parent)
        asked.append(folder)
        if folder in full:
            raise OSError(28, "No space left on device")
        os.truncate(number, size)

    monkeypatch.setattr(desk_module, "_reserve", reserve)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    desk, path = Desk.make(3, GAME.planes_shape, GAME.num_actions)
    other = Desk.open(path, 3, GAME.planes_shape, GAME.num_actions)
    desk.planes[2], desk.values[1], desk.logits[0] = 7, 0.5, 3
    assert (other.planes[2] == 7).all()
    assert (other.values[1], other.logits[0, -1]) == (0.5, 3)
    full.add(str(tmp_path))
    with pytest.raises(OSError, match="No space left"):
        Desk.make(3, GAME.planes_shape, GAME.num_actions)
    assert list(tmp_path.iterdir()) == [path]
    assert asked[-1] == str(tmp_path)


def _desks() -> list[Path]:
    folders = (Path(tempfile.gettempdir()), desk_module._IN_MEMORY)
    return [
        path
        for folder in folders
        if folder.is_dir()
        for path in folder.glob("tengen-*")
        if path.is_file()
    ]


@pytest.mark.long
def test_workers_are_spread_over_devices(net: Path) -> None:
    """Each new one takes the device that fewest use."""
    found = service()
    readers = [on_devices(found, ("cpu", "cpu:0")) for _ in range(4)]
    chosen = []
    for reader in readers:
        reader(net, GAME)
        assert reader._service is not None
        chosen.append(reader._service.device)
    assert sorted(chosen) == ["cpu", "cpu", "cpu:0", "cpu:0"]


class Even:
    """Finds all moves alike."""

    def __init__(self, path: Path, game: Any, device: str) -> None:
        assert path.read_text() == "2"

    def judge(self, packed: Any) -> Any:
        return np.zeros((len(packed), GAME.num_actions)), np.zeros(len(packed))


def test_self_play_by_a_server(net: Path) -> None:
    """Two worker processes finish games with the one server of this machine."""
    found = Service(uuid.uuid4().hex, Even, "cpu", GAME.name, dict(GAME.settings))
    reader = ServedReader((found,))
    job = PlayJob.of(GAME, functools.partial(SelfPlayer, reader))
    news = SelfPlayNews(Net.read(net), SelfPlaySettings(games=4, simulations=4))
    crew = LocalRunner().start(job, workers=2, seed=1, news=news)
    try:
        done: set[int] = set()
        until = time.monotonic() + 120
        reports: list[Report[Any]]
        while len(done) < 2 and time.monotonic() < until:
            reports = crew.drain(1.0)
            done |= {report.worker for report in reports if report.items}
        assert done == {0, 1}
        assert ServedReader((found,)).talk("clients") == 3
    finally:
        crew.stop()
