"""The studio in a process of its own, with engines that are quick: ``serve_fake.py PORT FOLDER``."""

import sys
import time
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).parent))

from fake_agent import load_fake
from fake_school import make_run

from tengen import agents
from tengen.agents import lesson
from tengen.agents.lesson import Lesson
from tengen.core import Record
from tengen.games import load
from tengen.studio import serve
from tengen.studio.thinking import catalogue, teaching
from tengen.studio.thinking.engines import Engines
from tengen.studio.thinking.school import School
from tengen.studio.web import app, server

LESSON_SECONDS = 0.5


def learn_slowly(network: Path, record: Record) -> Lesson:
    """Take a moment, so that a page can be seen to wait."""
    time.sleep(LESSON_SECONDS)
    return Lesson(network, len(record.moves))


def main() -> None:
    """Serve until killed."""
    folder = Path(sys.argv[2])
    make_run(folder / "runs" / "my-first", "keen", load("gomoku"))
    teaching.SECONDS = 0.1
    lesson.learners = lambda: ["keen"]
    engines = Engines(["gtp:sh?name=GNU Go"])  # never started: the loader is a fake
    server.create_app = lambda data, **_: app.create_app(
        data, load_fake, [folder / "runs"], School(learn_slowly), engines
    )
    # Fewer opponents in the form alone: what was measured names others.
    catalogue.agents = SimpleNamespace(
        **vars(agents) | {"names": lambda: ["alphazero", "mcts", "random"]}
    )
    serve(port=int(sys.argv[1]), data=folder, open_browser=False, on_ready=print)


if __name__ == "__main__":
    main()
