"""The studio with runs that only seem to learn: ``serve_train.py PORT FOLDER``."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.studio.fake_agent import load_fake
from tests.studio.rooms import training

from tengen.games import load
from tengen.learning.run import to_toml
from tengen.studio import serve
from tengen.studio.web import app, server

LINES = 90


def make_old_run(folder: Path) -> None:
    """Write the run of yesterday that others are compared with."""
    settings = dict(load("gomoku", size=6, win_length=4).settings)
    config = {"method": "alphazero", "game": "gomoku", "settings": settings, "minutes": 45.0}
    (folder / "checkpoints").mkdir(parents=True)
    (folder / "config.toml").write_text(to_toml(config))
    (folder / "checkpoints" / "000000900.safetensors").touch()
    lines = [old_line(n) for n in range(1, LINES + 1)]
    (folder / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "net.onnx").write_bytes(b"net")


def old_line(n: int) -> dict[str, object]:
    """Return the n-th line of its metrics: falling, with a tooth."""
    loss = 4 / n**0.5 + (0.3 if n % 3 else 0.0)
    figures = {"policy_loss": loss, "value_loss": loss / 5, "window": 300 * n, "plies": 30 + n % 5}
    counts = {"steps": 10 * n, "games": 8 * n, "positions": 400 * n}
    return {"kind": "progress", "minutes": n / 2, "time": 1.8e9 + 30 * n, **counts, **figures}


def main() -> None:
    """Serve until killed."""
    folder = Path(sys.argv[2])
    if not (folder / "runs" / "old").exists():
        make_old_run(folder / "runs" / "old")
    with pytest.MonkeyPatch.context() as patch:
        training.pretend(patch)
        server.create_app = lambda data, **_: app.create_app(data, load_fake, [folder / "runs"])
        serve(port=int(sys.argv[1]), data=folder / "games", open_browser=False, on_ready=print)


if __name__ == "__main__":
    main()
