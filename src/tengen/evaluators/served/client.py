"""What a worker asks instead of a device of its own: a server that all workers of its machine share."""

import hashlib
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, TengenError
from tengen.core.game import Setting, pack_planes
from tengen.evaluators.served.batching import Judge
from tengen.evaluators.served.desk import Desk, Shape, remove
from tengen.games import load

_START_SECONDS = 120.0
"""For a server to be there; PyTorch takes long on a busy machine."""
_RETRY_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Service:
    """What is judged, and where; no path is in it, for every machine has servers of its own."""

    token: str
    """A secret of the run, by which its workers find and trust its servers."""
    reader: Callable[[Path, Any, str], Judge]
    """Reads a network onto a device; can be pickled."""
    device: str
    """As PyTorch calls it."""
    game: str
    settings: Mapping[str, Setting]
    batch: int = 4096
    """Positions at which nobody waits for more."""
    seconds: float = 0.002
    """How long the first request waits for others."""

    def rules(self) -> Game:
        """Return the rules of what is judged."""
        return load(self.game, **self.settings)

    @property
    def password(self) -> bytes:
        """With which a client and a server know each other."""
        return self.token.encode()

    @property
    def address(self) -> str:
        """Where the server of this machine listens; where there are several, each has a name."""
        seen = f"{self.token} {self.device} {os.environ.get('CUDA_VISIBLE_DEVICES', '')}"
        name = f"tengen-{hashlib.sha256(seen.encode()).hexdigest()[:24]}"
        if sys.platform == "win32":
            return rf"\\.\pipe\{name}"
        return str(Path(tempfile.gettempdir()) / name)


class ServedReader:
    """Reads networks for the servers of one machine; see `Net.open` for how it is called.

    Of several devices it takes the one that fewest workers use.
    """

    def __init__(self, services: tuple[Service, ...]) -> None:
        self._services = services
        self._service: Service | None = None
        self._pipe: Connection | None = None
        self._desk: Desk | None = None

    def __reduce__(self) -> tuple[type["ServedReader"], tuple[tuple[Service, ...]]]:
        """Be pickled without the connection."""
        return ServedReader, (self._services,)

    def __call__(self, path: Path, game: Game) -> "ServedEvaluator":
        """Have a network judged; the server reads it when the first worker brings it.

        Raises:
            TengenError: when it cannot be read there.
        """
        evaluator = ServedEvaluator(self, path.suffix, path.read_bytes())
        evaluator.announce()
        return evaluator

    def talk(self, *said: object) -> Any:
        """Say something to the server and return its answer; it is started where there is none.

        Raises:
            EOFError, OSError: when it ended meanwhile.
        """
        if self._service is None:
            self._service = _least_used(self._services)
        if self._pipe is None:
            self._pipe = _connect(self._service)
        try:
            self._pipe.send(said)
            return self._pipe.recv()
        except (EOFError, OSError):
            self._pipe = self._desk = None
            raise

    def judge(self, key: str, packed: NDArray[np.int8], actions: int) -> Any:
        """Have positions ``[B, C, H, W]`` judged, and return the answer; see `talk`.

        Raises:
            TengenError: when neither memory nor disk has room for them.
        """
        rows = len(packed)
        if self._desk is None or self._desk.rows < rows:
            self._desk = self._share(rows, packed.shape[1:], actions)
        desk = self._desk
        desk.planes[:rows] = packed
        answer = self.talk("judge", key, rows)
        return (desk.logits[:rows], desk.values[:rows]) if answer is True else answer

    def _share(self, rows: int, shape: Shape, actions: int) -> Desk:
        """Return memory for so many positions that the server has open as well."""
        try:
            desk, path = Desk.make(rows, shape, actions)
        except OSError as error:
            raise TengenError(f"no memory to share with the evaluation server: {error}") from error
        try:
            self.talk("desk", str(path), rows)
        finally:
            remove(path)
        return desk


class ServedEvaluator:
    """Judges positions by a server; see `Evaluator`. One that ends is replaced, and asked again."""

    def __init__(self, reader: ServedReader, suffix: str, data: bytes) -> None:
        self._reader = reader
        self._net = suffix, data
        self._key = hashlib.sha256(data).hexdigest()

    def announce(self) -> None:
        """Have the server know the network."""
        answer = self._ask(self._reader.talk, "net", self._key)
        if answer == "send it":
            answer = self._ask(self._reader.talk, "data", *self._net)
        if isinstance(answer, Exception):
            raise TengenError(f"the evaluation server cannot read the network: {answer}")

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits ``[B, A]`` and values ``[B]``, good until the next call; see `Evaluator`.

        Raises:
            TengenError: when the device cannot judge them.
        """
        packed = pack_planes(planes)
        until = time.monotonic() + _START_SECONDS
        while True:
            answer = self._ask(self._reader.judge, self._key, packed, legal.shape[1])
            if isinstance(answer, tuple):
                return answer
            if answer is not None or time.monotonic() > until:
                raise TengenError(f"the evaluation server fails: {answer}")
            # It is another one, or has had newer networks meanwhile.
            self.announce()

    def _ask(self, how: Callable[..., Any], *said: object) -> Any:
        """Return what the server answers; None where it ended, and another one begins."""
        with suppress(EOFError, OSError):
            return how(*said)
        return None


def _least_used(services: tuple[Service, ...]) -> Service:
    if len(services) == 1:
        return services[0]
    used = list[int]()
    for service in services:
        with _connect(service) as pipe:
            pipe.send(("clients",))
            used.append(int(pipe.recv()))
    # Workers that come at once see the same: not all of them shall take the same one.
    turn = os.getpid() % len(services)
    order = [*range(turn, len(services)), *range(turn)]
    chosen: Service = services[min(order, key=lambda number: used[number])]
    return chosen


def _connect(service: Service) -> Connection:
    """Return a connection to the server of a service, which is started where there is none."""
    until, started = time.monotonic() + _START_SECONDS, None
    while time.monotonic() < until:
        with suppress(OSError, EOFError):
            return Client(service.address, authkey=service.password)
        if started is None or started.poll() is not None:
            # What a server that was killed has left is in nobody's way.
            with suppress(OSError):
                Path(service.address).unlink(missing_ok=True)
            started = _start(service)
        time.sleep(_RETRY_SECONDS)
    raise TengenError(f"no evaluation server for {service.device} came up")


def _start(service: Service) -> "subprocess.Popen[bytes]":
    """Start a server, which outlives this worker if others need it."""
    command = [sys.executable, "-m", "tengen.evaluators.served.server"]
    started = subprocess.Popen(  # noqa: S603 - this very Python
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
    )
    assert started.stdin is not None
    with suppress(OSError):
        started.stdin.write(pickle.dumps((service.address, service.password)))
        started.stdin.write(pickle.dumps(service))
        started.stdin.close()
    return started


def on_devices(service: Service, devices: tuple[str, ...]) -> ServedReader:
    """Return the reader of the same service on several devices."""
    return ServedReader(tuple(replace(service, device=device) for device in devices))
