"""An own game in sixty lines: Connect Four, played by the search that plays the other games.

    python examples/own_game.py --playouts 1000

`tengen.games.python` says what a game must have and what it costs to be written in Python.
"""

import argparse
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.agents import load_agent
from tengen.arena.match import MatchSettings, play_match
from tengen.core import Outcome
from tengen.games.python import PythonGame

WIDTH, HEIGHT = 7, 6
COLUMN = HEIGHT + 1  # bits of a column: one stays empty, so that no row runs into the next


@dataclass(frozen=True)
class Board:
    """A position: equal boards are equal, which is all that a search asks of it beside these."""

    men: tuple[int, int] = (0, 0)  # of the side to move and of the other, a bit a square
    ply: int = 0

    @property
    def to_play(self) -> int:
        return self.ply % 2

    def legal_actions(self) -> list[int]:
        filled = self.men[0] | self.men[1]
        return [x for x in range(WIDTH) if not filled >> (x * COLUMN + HEIGHT - 1) & 1]

    def apply(self, column: int) -> "Board":
        mine, theirs = self.men
        lowest = 1 << column * COLUMN
        # A full row of ones and one more is the first zero above it.
        man = ((mine | theirs) + lowest) & lowest * (2**HEIGHT - 1)
        return Board((theirs, mine | man), self.ply + 1)

    def outcome(self) -> Outcome | None:
        men = self.men[1]  # of who has just moved
        for step in (1, COLUMN - 1, COLUMN, COLUMN + 1):
            pairs = men & men >> step
            if pairs & pairs >> 2 * step:
                return Outcome(1 - self.to_play, "four in a row")
        return Outcome(None, "board full") if self.ply == WIDTH * HEIGHT else None

    def planes(self) -> NDArray[np.float32]:
        squares = np.arange(WIDTH) * COLUMN + np.arange(HEIGHT)[::-1, None]
        return np.stack([men >> squares & 1 for men in self.men]).astype(np.float32)

    def board(self) -> NDArray[np.float32]:
        mine, theirs = self.planes()
        return np.where(mine, 1 + self.to_play, (2 - self.to_play) * theirs)


class ConnectFour(PythonGame):
    """What there is to know of the game beside its positions."""

    name = "connect_four"
    num_actions = WIDTH
    planes_shape = (2, HEIGHT, WIDTH)
    max_plies = WIDTH * HEIGHT

    def start(self) -> Board:
        return Board()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--playouts", type=int, default=1000, help="random games a move")
    parser.add_argument("--games", type=int, default=10)
    asked = parser.parse_args()
    game = ConnectFour()
    searcher = load_agent(f"mcts?playouts={asked.playouts}", game)
    decision = searcher.decide(game.initial_state())
    print(f"{decision.nodes / decision.seconds:.0f} random games a second")
    random = load_agent("random", game)
    result = play_match(searcher, random, game, MatchSettings(games=asked.games))
    print(f"{searcher.name} against random: {result.a.tally}")


if __name__ == "__main__":
    main()
