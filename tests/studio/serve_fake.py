"""The studio in a process of its own, with engines that are quick: ``serve_fake.py PORT FOLDER``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fake_agent import load_fake

from tengen.studio import app, catalogue, serve, server


def main() -> None:
    """Serve until killed."""
    server.create_app = lambda folder: app.create_app(folder, load_fake)
    catalogue.agents.names = lambda: ["alphazero", "mcts", "random"]
    serve(port=int(sys.argv[1]), data=Path(sys.argv[2]), open_browser=False, on_ready=print)


if __name__ == "__main__":
    main()
