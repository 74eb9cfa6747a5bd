"""An own agent in twenty lines, playing a match against one of ours.

    python examples/own_agent.py --games 20 --against 'robot?level=1'

Whatever answers `decide` is an agent: matches, clocks and tournaments take it as they take ours.
"""

import argparse

import numpy as np

import tengen
from tengen.agents import load_agent
from tengen.arena.match import MatchSettings, play_match
from tengen.core import Agent, Decision, Limit, State
from tengen.openings.drawn import wins_at_once


class Attentive(Agent):
    """Wins at once where it can, else keeps the other from it, else plays anywhere."""

    name = "attentive"
    default_limit = Limit(nodes=1)

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def decide(self, state: State, limit: Limit | None = None, **ignored: object) -> Decision:
        moves = self.rng.permutation(state.legal_actions()).tolist()
        after = {move: state.apply(move) for move in moves}
        for move, position in after.items():
            outcome = position.outcome()
            if outcome and outcome.winner == state.to_play:
                return Decision(move, value=1.0)
        safe = [move for move in moves if not wins_at_once(after[move])]
        return Decision((safe or moves)[0], value=None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--against", default="random", help="an agent of ours")
    asked = parser.parse_args()
    game = tengen.load("gomoku", size=7, win_length=4)
    other = load_agent(asked.against, game)
    result = play_match(Attentive(seed=1), other, game, MatchSettings(games=asked.games))
    print(f"{result.a.name} against {result.b.name}: {result.a.tally}")


if __name__ == "__main__":
    main()
