"""Trains a small net for a minute, in two sittings, and plays with the file that is left.

    python examples/train_resume_export.py --seconds 60 --out runs/example

It needs the extra [train]; to play with the net needs nothing but the `.onnx` file.
"""

import argparse
from pathlib import Path

import tengen
from tengen.agents import load_agent
from tengen.agents.alphazero.train import train
from tengen.arena.match import MatchSettings, play_match
from tengen.learning.metrics import LiveDisplay
from tengen.scaleout.local import LocalRunner

SETTINGS = (
    "network.blocks=2",
    "network.channels=16",
    "network.head_channels=8",
    "learner.batch=32",
    "learner.first_positions=64",
    "self_play.games=16",
    "self_play.simulations=16",
    "visits=32",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60, help="of training, in all")
    parser.add_argument("--out", type=Path, default=Path("runs/example"), help="a new folder")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0 for one a core")
    parser.add_argument("--games", type=int, default=20, help="played with the net at the end")
    asked = parser.parse_args()
    game = tengen.load("gomoku", size=5, win_length=4)
    settings = (*SETTINGS, f"learner.workers={asked.workers}")
    for minutes, resume in ((asked.seconds / 120, False), (asked.seconds / 60, True)):
        trained = train(
            game,
            asked.out,
            minutes=minutes,  # of the whole run, earlier sittings included
            resume=resume,
            overrides=settings,
            runner=LocalRunner(),
            display=LiveDisplay("Gomoku on 5x5"),
        )
        print(f"{trained.steps} steps so far")
    player, random = load_agent(f"alphazero:{trained.network}", game), load_agent("random", game)
    result = play_match(player, random, game, MatchSettings(games=asked.games))
    print(f"{trained.network} against random: {result.a.tally}")


if __name__ == "__main__":
    main()
