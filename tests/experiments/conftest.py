"""A method whose training takes no time."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tengen.learning.run import Trained


@dataclass
class Teacher:
    """Trains as `score` says: of the settings, the score of each match."""

    score: object
    trainings: list = field(default_factory=list)
    matches: int = 5
    steps: int = 50

    def train(self, game, out, *, overrides, resume, display, stop, **order):
        """Write a run folder, match by match."""
        settings = dict(text.split("=", 1) for text in overrides)
        self.trainings.append((out.name, settings, resume, order))
        out.mkdir(parents=True, exist_ok=True)
        (out / "config.toml").write_text("")
        with display:
            for match in range(self.matches):
                if stop.is_set():
                    break
                self._measure(out, match, self.score(settings), settings)
                display.show((match + 1) / self.matches, {})
        (out / "net.onnx").write_bytes(out.name.encode())
        header = {
            "__metadata__": {},
            "a.weight": {"shape": [3, 4]},
            "a.running_var": {"shape": [9]},
        }
        data = json.dumps(header).encode()
        (out / "net.safetensors").write_bytes(len(data).to_bytes(8, "little") + data)
        return Trained(out / "net.onnx", self.steps, 1)

    def _measure(self, out, match, score, settings):
        entry = {
            "kind": "match", "minutes": 0.1 * (match + 1), "steps": 10 * (match + 1),
            "games": 7 * (match + 1), "positions": 70 * (match + 1), "match_games": 20,
            "wins": round(20 * score), "draws": 0, "losses": 20 - round(20 * score),
            "score": score, "interval": [score / 2, (1 + score) / 2], "elo": None,
            "opponent": json.loads(settings.get("yardstick.opponent", '"random"')),
        }  # fmt: skip
        with (out / "metrics.jsonl").open("a") as file:
            file.write(json.dumps(entry) + "\n")


class Silent:
    """A watcher, and a display, that show nothing but keep what was said."""

    def __init__(self):
        self.said = []
        self.played = []

    def say(self, message):
        self.said.append(message)

    def training(self, title):
        return self

    def playing(self, number, total, name):
        self.played.append((number, total, name))

    def show(self, progress, figures):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.fixture
def watcher():
    """One that shows nothing."""
    return Silent()


@pytest.fixture
def rules():
    """A tiny board."""
    from tengen.games import load

    return load("gomoku", size=5, win_length=4)


def folder_of(path: Path) -> list[str]:
    """Return the names in a folder."""
    return sorted(entry.name for entry in path.iterdir())
