"""Acts as ``tengen train`` does to whoever looks on, without learning: ``fake_training.py OUT ...``.

It holds the lock of the run folder, logs a line a tenth of a second, and on Ctrl-C saves and ends.
"""

import json
import signal
import sys
import time
from pathlib import Path

from tengen.core import LAID_OUT, Outcome, Record, RecordedMove
from tengen.core.ending import heeding
from tengen.core.lock import locked
from tengen.games import load
from tengen.learning.run import Run

STEP_MINUTES = 0.5


def main() -> None:
    """Train until the minutes are spent or somebody interrupts."""
    arguments = sys.argv[1:]
    out = Path(arguments[0])
    minutes = float(arguments[arguments.index("--minutes") + 1])
    if "--fail" in arguments:
        sys.exit("the disk is on fire")
    stopped: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: stopped.append(number))
    with locked(out), heeding(out, Stopped(stopped)):
        run = begin(out, minutes, resumed="--resume" in arguments)
        log(run, minutes, stopped)
        (out / "checkpoints" / f"{spent(run)[1]:09d}.safetensors").touch()
        (out / "net.onnx").write_bytes(b"net")
    sys.stdout.write(f"The network is {out / 'net.onnx'}\n")


class Stopped:
    """Notes that a file has asked for the end."""

    def __init__(self, stopped: list[int]) -> None:
        self._stopped = stopped

    def set(self) -> None:
        self._stopped.append(0)


def begin(out: Path, minutes: float, *, resumed: bool) -> Run:
    """Make the folder, or take it up again."""
    if resumed:
        run = Run.resume(out, {})
        run.write_config({**run.config, "minutes": minutes})
        return run
    game = load("gomoku", size=6, win_length=4)
    config = {"method": "alphazero", "game": game.name, "settings": dict(game.settings)}
    return Run.create(out, config | {"preset": "default", "minutes": minutes})


def log(run: Run, minutes: float, stopped: list[int]) -> None:
    """Log a line now and then, and keep a game."""
    at, steps = spent(run)
    while at < minutes and not stopped:
        at, steps = round(at + STEP_MINUTES, 3), steps + 10
        entry = {"kind": "progress", "minutes": at, "steps": steps, "games": steps // 2}
        entry |= {"positions": 20 * steps, "window": 15 * steps, "policy_loss": 3 / at}
        run.log(entry | {"evaluations_per_second": 1000.0 + steps, "time": time.time()})
        if steps == 50:
            result = {"match_games": 4, "wins": 3, "draws": 0, "losses": 1, "score": 0.75}
            elo = {"elo": 190.8, "elo_interval": [-50.0, None], "interval": [0.3, 0.95]}
            run.log({**entry, "kind": "match", "opponent": "mcts?playouts=50"} | result | elo)
        keep_game(run.folder, steps)
        time.sleep(0.1)


def spent(run: Run) -> tuple[float, int]:
    """Return minutes and steps so far."""
    last = run.metrics()[-1:] or [{"minutes": 0.0, "steps": 0}]
    return float(last[0]["minutes"]), int(last[0]["steps"])


def keep_game(folder: Path, number: int) -> None:
    """Write a game that was won in seven moves, and a network."""
    game = load("gomoku", size=6, win_length=4)
    given = [RecordedMove(action, comment=LAID_OUT) for action in (0, 6)]
    moves = (*given, *(RecordedMove(action) for action in (1, 7, 2, 8, 3)))
    outcome = Outcome(0, "four in a row", (0, 1, 2, 3))
    record = Record("gomoku", game.settings, moves=moves, outcome=outcome)
    (folder / "games" / f"{number:09d}.jsonl").write_text(json.dumps(record.to_json()) + "\n")
    (folder / "networks" / f"{number:09d}.onnx").write_bytes(b"net")


if __name__ == "__main__":
    main()
