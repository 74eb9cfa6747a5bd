"""Everybody plays everybody, and a table says how strong each is.

    python examples/tournament.py --folder runs/tournament --games 4

Killed at any moment, the same command goes on. `tengen arena` plays tournaments from a file, live.
"""

import argparse
from pathlib import Path

from tengen.agents.player import SpecPlayer
from tengen.arena.config import Config
from tengen.arena.plan import make_plan
from tengen.arena.report import Account
from tengen.arena.store import Store
from tengen.arena.tournament import play_tournament
from tengen.scaleout.local import LocalRunner

SETTINGS = """
kind = "round-robin"
games = {games}  # of each match
concurrency = {processes}
anchor = "random"

[game]
name = "gomoku"
size = 7
win_length = 4

[[players]]
spec = "random"

[[players]]
spec = "robot?level=1"

[[players]]
spec = "mcts?playouts=100"
name = "search"
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=Path("runs/tournament"))
    parser.add_argument("--games", type=int, default=4, help="of each match, an even number")
    parser.add_argument("--processes", type=int, default=2, help="games side by side")
    asked = parser.parse_args()
    text = SETTINGS.format(games=asked.games, processes=asked.processes)
    plan = make_plan(Config(Path("example.toml"), text), SpecPlayer)
    account = Account(plan)

    def go_on_from(store: Store) -> None:
        for game in store.games():
            account.add(game)

    play_tournament(plan, asked.folder, LocalRunner(), on_open=go_on_from, on_game=account.add)
    for player in account.report()["players"]:
        elo = "beyond measure" if player["elo"] is None else f"{player['elo']:+.0f}"
        print(f"{player['place']}. {player['name']:14} {player['points']:4} points, Elo {elo}")


if __name__ == "__main__":
    main()
