"""A tournament in a process of its own, which ends with whoever holds its standard input.

``python -m tengen.experiments.arena_sitting CONFIG FOLDER`` plays until the tournament is over or
its standard input ends, be it that the other side was killed. What went wrong is the last line of
its standard error.
"""

import os
import shlex
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path

from tengen.agents.player import SpecPlayer
from tengen.arena.config import Config
from tengen.arena.plan import make_plan
from tengen.arena.ratings_db import RatingsError
from tengen.arena.report import Account
from tengen.arena.tournament import play_tournament
from tengen.core import Stop, TengenError
from tengen.core.runner import Runner
from tengen.experiments.arena_page import write_page
from tengen.experiments.arena_ratings import add_to_ratings
from tengen.scaleout.local import LocalRunner

NICE = 5
"""Whoever plays at a table comes first."""
REFUSED = 2
"""Exit code when it cannot be played."""


def main(config: Path, folder: Path, runner: Runner) -> None:
    """Play what is left of a tournament.

    Raises:
        TengenError: when it cannot be played; the games before are kept.
    """
    # Ctrl-C is for the process that holds this one's input: when that ends, so does this.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    stop = Stop()
    threading.Thread(target=_wait_for_end, args=(stop,), daemon=True).start()
    plan = make_plan(Config.read(config), SpecPlayer)
    account = Account(plan)
    play_tournament(plan, folder, runner, on_open=account.begin, on_game=account.add, stop=stop)
    figures = account.report()
    write_page(figures, shlex.join(["tengen", "arena", config.name]), folder / "index.html")
    with suppress(RatingsError):  # the games are kept, and added the next time
        add_to_ratings(plan, figures)


def _wait_for_end(stop: Stop) -> None:
    """Set `stop` when standard input ends."""
    # Not by sys.stdin, whose lock a waiting thread would keep while Python ends.
    with suppress(OSError):
        while os.read(0, 1024):
            pass
    stop.set()


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]), LocalRunner())
    except (TengenError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(REFUSED)
