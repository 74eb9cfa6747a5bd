"""Which of the methods that look ahead is the strongest with the nets that ship.

python benchmarks/strongest.py [--game gomoku] [--write]

Plays a match a row of `ROWS`, equal time, even openings, both colours, prints the scores and, with
``--write``, keeps them where `tengen.weights.strongest` looks: the default of every protocol, the
reviewer and the studio. A row takes minutes: the machine should do nothing else.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, cast

from common import console
from engine_openings import even_openings
from tengen import games as rules_of
from tengen import weights
from tengen.agents.nnue.agent import find_net
from tengen.games.face import NativeGame
from tengen.search.selective import can_search

SEED = 3
PAIR = ("nnue", "alphazero")
ROWS: list[tuple[str, dict[str, Any], float, int]] = [
    ("gomoku", {"size": 8, "rule": "freestyle"}, 0.3, 40),
    ("gomoku", {"size": 15, "rule": "freestyle"}, 0.3, 40),
    ("gomoku", {"size": 15, "rule": "freestyle"}, 1.0, 20),
    ("gomoku", {"size": 20, "rule": "freestyle"}, 0.3, 24),
    ("gomoku", {"size": 15, "rule": "standard"}, 0.3, 24),
    ("gomoku", {"size": 15, "rule": "renju"}, 0.3, 24),
    ("draughts", {}, 0.1, 60),
]
"""Game, settings, seconds a move, games."""


def play(game: str, settings: dict[str, Any], seconds: float, games: int) -> dict[str, Any]:
    """Play one match and return its row."""
    command = [sys.executable, "-m", "tengen.cli", "match", *PAIR, "--game", game, "--json"]
    command += [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    command += ["--seconds", str(seconds), "--games", str(games), "--seed", str(SEED)]
    with tempfile.TemporaryDirectory() as folder:
        openings = write_openings(Path(folder) / "openings", game, settings, games)
        command += ["--workers", "1", "--openings", openings]
        told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    counts = {key: told[key] for key in ("wins", "draws", "losses")}
    row = {"game": game, "settings": settings, "seconds": seconds}
    scores = dict(zip(PAIR, (round(told["score"], 3), round(1 - told["score"], 3)), strict=True))
    console.print(f"{game} {settings} {seconds} s: {PAIR[0]} {counts} {told['interval']}")
    return row | {"scores": scores, "games": games, "seed": SEED}


def write_openings(
    path: Path, name: str, settings: dict[str, Any], games: int, seed: int = SEED
) -> str:
    """Write openings that are even and return what names them: the game's book where it has one."""
    game = cast("NativeGame", rules_of.load(name, **settings))
    if game.book():
        return "book"
    if not can_search(game):
        return "random"
    found = even_openings(game, find_net(None, game), (games + 1) // 2, seed)
    start = game.initial_state()
    lines = (" ".join(game.format_line(start, opening.actions)) for opening in found)
    path.write_text("\n".join(lines))
    return str(path)


def main() -> None:
    """Play what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", help="its rows alone")
    parser.add_argument("--write", action="store_true", help="keep the scores")
    asked = parser.parse_args()
    rows = [play(*row) for row in ROWS if asked.game in (None, row[0])]
    if asked.write:
        kept = (
            [] if asked.game is None else [m for m in weights.matches() if m["game"] != asked.game]
        )
        lines = ",\n ".join(json.dumps(row) for row in [*kept, *rows])
        Path(weights.__file__).with_name("matches.json").write_text(f"[\n {lines}\n]\n")


if __name__ == "__main__":
    main()
