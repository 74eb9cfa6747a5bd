"""A program that asks an engine in this process."""

import io
import json
import os
import threading

import tengen
from tengen.agents import load_agent
from tengen.protocols.analysis.engine import serve


def query(**fields):
    """Return a query about Go on 5x5, with some fields changed."""
    usual = {"id": "q", "rules": "tromp-taylor", "komi": 7.5, "moves": [], "maxVisits": 20}
    return {"boardXSize": 5, "boardYSize": 5, **usual, **fields}


def ask(*queries, spec="mcts?playouts=50", positions=1, game=None, **options):
    """Return all responses to some queries, or lines, in the order in which they come."""
    lines = (each if isinstance(each, str) else json.dumps(each) for each in queries)
    told = io.BytesIO()
    serve(
        game or tengen.load("go", size=5),
        lambda game: load_agent(spec, game),
        io.BytesIO("".join(line + "\n" for line in lines).encode()),
        told,
        positions=positions,
        **options,
    )
    return [json.loads(line) for line in told.getvalue().splitlines()]


def answer(**fields):
    """Return the only response to a query."""
    spec = fields.pop("spec", "mcts?playouts=50")
    (told,) = ask(query(**fields), spec=spec)
    return told


class Client:
    """Asks and listens at the same time."""

    def __init__(self, spec="mcts?playouts=50", positions=1):
        queries, self._queries = os.pipe()
        self._told, told = os.pipe()
        self._reader = os.fdopen(self._told, "rb")

        def run():
            with os.fdopen(queries, "rb") as asked, os.fdopen(told, "wb") as replies:
                game = tengen.load("go", size=5)
                serve(
                    game, lambda game: load_agent(spec, game), asked, replies, positions=positions
                )

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def send(self, **fields):
        os.write(self._queries, (json.dumps(fields) + "\n").encode())

    def read(self):
        return json.loads(self._reader.readline())

    def close(self):
        os.close(self._queries)
        rest = [json.loads(line) for line in self._reader]
        self.thread.join(30)
        assert not self.thread.is_alive()
        self._reader.close()
        return rest
