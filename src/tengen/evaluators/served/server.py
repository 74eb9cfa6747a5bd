"""The process that has the device: ``python -m tengen.evaluators.served.server``.

What it serves it is told on standard input, by the worker who starts it. It ends when nobody has been
there for some seconds.
"""

import hashlib
import os
import pickle
import sys
import tempfile
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from multiprocessing.connection import Connection, Listener
from pathlib import Path

from tengen.evaluators.served.batching import Answer, Batcher, Judge, Request
from tengen.evaluators.served.client import Service
from tengen.evaluators.served.desk import Desk

_ALONE_SECONDS = 20.0
"""Without clients it ends; the first of them may take long to start."""
_LOOK_SECONDS = 0.2
_NETS = 3
"""Networks that are kept: workers hear of a new one at different moments."""
_JUDGES = 2
"""Threads that judge: while the device works for one, the other gathers the next batch."""


class Server:
    """Serves clients, each by a thread; some more threads use the device."""

    def __init__(self, service: Service, listener: Listener) -> None:
        self._service = service
        self._listener = listener
        self._game = service.rules()
        self._nets: OrderedDict[str, Judge] = OrderedDict()
        self._lock = threading.Lock()
        self._clients = 0
        self._batcher = Batcher(service.batch, service.seconds, lambda: self._clients)
        self.batches = self.requests = 0

    def run(self) -> None:
        """Serve until nobody is there any more."""
        for role in (self._accept, *(self._judge,) * _JUDGES):
            threading.Thread(target=role, daemon=True).start()
        alone = time.monotonic()
        while self._clients or time.monotonic() - alone < _ALONE_SECONDS:
            alone = time.monotonic() if self._clients else alone
            time.sleep(_LOOK_SECONDS)

    def _judge(self) -> None:
        """Judge what comes, batch after batch."""
        while True:
            requests = self._batcher.gather()
            self._batcher.answer(requests)
            with self._lock:
                self.batches += bool(requests)
                self.requests += len(requests)

    def _accept(self) -> None:
        while True:
            # Who knows no password, or leaves at once, is none of ours.
            with suppress(Exception):
                pipe = self._listener.accept()
                threading.Thread(target=self._serve, args=(pipe,), daemon=True).start()

    def _serve(self, pipe: "Connection") -> None:
        """Answer one client until it leaves."""
        with self._lock:
            self._clients += 1
        desk: Desk | None = None
        try:
            while True:
                word, *said = pipe.recv()
                if word == "net":
                    pipe.send(None if said[0] in self._nets else "send it")
                elif word == "data":
                    pipe.send(self._read(*said))
                elif word == "desk":
                    desk = self._open_desk(*said)
                    pipe.send(None)
                elif word == "clients":
                    pipe.send(self._clients)
                elif word == "figures":
                    pipe.send((self.batches, self.requests, self._batcher.most))
                else:
                    assert desk is not None, "a client without a desk asks for nothing"
                    pipe.send(self._ask(desk, *said))
        except (EOFError, OSError):
            pass
        finally:
            with self._lock:
                self._clients -= 1
            pipe.close()

    def _read(self, suffix: str, data: bytes) -> Exception | None:
        """Have a network ready, which the first who needs it sends; return why it cannot be."""
        key = hashlib.sha256(data).hexdigest()
        with self._lock:
            if key in self._nets:
                return None
            try:
                with tempfile.TemporaryDirectory(prefix="tengen-") as folder:
                    path = Path(folder) / f"net{suffix}"
                    path.write_bytes(data)
                    self._nets[key] = self._service.reader(path, self._game, self._service.device)
            except Exception as error:  # noqa: BLE001 - the client raises it
                return error
            while len(self._nets) > _NETS:
                self._nets.popitem(last=False)
        return None

    def _open_desk(self, path: str, rows: int) -> Desk:
        return Desk.open(Path(path), rows, self._game.planes_shape, self._game.num_actions)

    def _ask(self, desk: Desk, net: str, count: int) -> bool | Exception | None:
        """Have what lies on a desk judged, and lay the answer there; None where the net is forgotten."""
        if (judge := self._nets.get(net)) is None:
            return None
        there, found = threading.Event(), list[bool | Exception]()

        def take(answer: Answer | Exception) -> None:
            if isinstance(answer, Exception):
                found.append(answer)
            else:
                desk.logits[:count], desk.values[:count] = answer
                found.append(True)
            there.set()

        self._batcher.add(Request(judge, desk.planes[:count], take))
        there.wait()
        return found[0]


def main() -> None:
    """Serve what standard input says; somebody else may do so already."""
    # Of many that are started at once the first to be here stays, and none but it reads a network's library.
    address, password = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the worker that started it
    try:
        listener = Listener(address, authkey=password)
    except OSError:
        return
    try:
        service: Service = pickle.load(sys.stdin.buffer)  # noqa: S301 - the same
        Server(service, listener).run()
    finally:
        listener.close()
        # Threads wait for clients that are there no more.
        os._exit(0)


if __name__ == "__main__":
    main()
