"""The studio with an agent that reviews as tests foresee: ``serve_review.py PORT FOLDER``."""

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.studio.rooms.inward import Inward

from tengen.core import Agent, Game
from tengen.studio import serve
from tengen.studio.thinking import catalogue
from tengen.studio.web import app, server


def main() -> None:
    """Serve until killed."""
    gate = threading.Event()
    gate.set()

    def load(_: str, __: Game) -> Agent:
        return Inward(gate)

    server.create_app = lambda data, **_: app.create_app(data, load)
    catalogue.agents.names = lambda: ["mcts"]
    serve(port=int(sys.argv[1]), data=Path(sys.argv[2]), open_browser=False, on_ready=print)


if __name__ == "__main__":
    main()
