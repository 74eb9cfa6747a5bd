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
from collections import OrderedDict, defaultdict
from contextlib import suppress
from multiprocessing.connection import Connection, Listener
from pathlib import Path

from tengen.core import Evaluator
from tengen.evaluators.served.batching import Answer, Batcher, Request
from tengen.evaluators.served.client import Service
from tengen.games import load

_ALONE_SECONDS = 20.0
"""Without clients it ends; the first of them may take long to start."""
_NETS = 3
"""Networks that are kept: workers hear of a new one at different moments."""


class Server:
    """Serves clients, each by a thread; one more thread, the caller's, has the device."""

    def __init__(self, service: Service, listener: Listener) -> None:
        self._service = service
        self._listener = listener
        self._game = load(service.game, **service.settings)
        self._nets: OrderedDict[str, Evaluator] = OrderedDict()
        self._lock = threading.Lock()
        self._clients = 0
        self._batcher = Batcher(service.batch, service.seconds, lambda: self._clients)
        self.batches = self.requests = 0

    def run(self) -> None:
        """Serve until nobody is there any more."""
        threading.Thread(target=self._accept, daemon=True).start()
        alone = time.monotonic()
        while self._clients or time.monotonic() - alone < _ALONE_SECONDS:
            alone = time.monotonic() if self._clients else alone
            by_net: dict[str, list[Request]] = defaultdict(list)
            for request in self._batcher.gather():
                by_net[str(request.net)].append(request)
            for net, requests in by_net.items():
                self.batches, self.requests = self.batches + 1, self.requests + len(requests)
                self._batcher.answer(requests, self._nets[net])

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
        try:
            while True:
                word, *said = pipe.recv()
                if word == "net":
                    pipe.send(None if said[0] in self._nets else "send it")
                elif word == "data":
                    pipe.send(self._read(*said))
                elif word == "clients":
                    pipe.send(self._clients)
                elif word == "figures":
                    pipe.send((self.batches, self.requests, self._batcher.most))
                else:
                    pipe.send(self._ask(*said))
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

    def _ask(self, net: str, planes: object, legal: object) -> Answer | Exception | None:
        """Return the answer; None where the network has been forgotten."""
        if net not in self._nets:
            return None
        there, found = threading.Event(), list[Answer | Exception]()

        def take(answer: Answer | Exception) -> None:
            found.append(answer)
            there.set()

        self._batcher.add(Request(net, planes, legal, take))  # type: ignore[arg-type]
        there.wait()
        return found[0]


def main() -> None:
    """Serve what standard input says; somebody else may do so already."""
    service: Service = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the worker that started it
    try:
        listener = Listener(service.address, authkey=service.password)
    except OSError:
        return
    try:
        Server(service, listener).run()
    finally:
        listener.close()
        # Threads wait for clients that are there no more.
        os._exit(0)


if __name__ == "__main__":
    main()
