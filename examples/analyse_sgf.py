"""Reads a game record, judges every position of it and names the moves that cost most.

    python examples/analyse_sgf.py game.sgf --agent 'mcts?playouts=5000'

Any record will do: SGF of Go and Gomoku, PDN, PSQ. Without one, the game beside this script.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import tengen
from tengen import records
from tengen.agents import load_agent
from tengen.core import Agent, Record, State


@dataclass(frozen=True)
class Judged:
    """A move of the record."""

    number: int
    player: str
    move: str
    better: str  # what the agent would have played
    value: float  # of the position after it, for the first player
    cost: float  # how much less it is worth to its player than the agent's move


def value_for(player: int, state: State, agent: Agent) -> tuple[float, int]:
    """Return the value of a position for a player, and the agent's move."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.value_for(player), -1
    decision = agent.decide(state)
    value = decision.value or 0.0
    return (value if state.to_play == player else -value), decision.action


def judge(record: Record, agent_spec: str) -> list[Judged]:
    game = tengen.load(record.game, **record.settings)
    agent = load_agent(agent_spec, game)
    states = list(record.replay(game))
    seen = [value_for(0, state, agent) for state in states]
    judged = []
    for number, move in enumerate(record.moves):
        player = states[number].to_play
        (before, best), (after, _) = seen[number], seen[number + 1]
        lost = before - after if player == 0 else after - before
        judged.append(
            Judged(
                number=number + 1,
                player=game.players[player],
                move=game.format_move(move.action),
                better=game.format_move(best),
                value=after,
                cost=max(0.0, lost),
            )
        )
    return judged


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("record", nargs="?", default=Path(__file__).with_name("game.sgf"))
    parser.add_argument("--agent", default="mcts?playouts=2000", help="who judges")
    parser.add_argument("--worst", type=int, default=3, help="how many moves to name")
    asked = parser.parse_args()
    record = next(records.read(asked.record))
    if isinstance(record, records.Fault):
        sys.exit(f"{asked.record}: {record}")
    judged = judge(record, asked.agent)
    for move in judged:
        print(f"{move.number:3} {move.player:6} {move.move:5} {move.value:+.2f}")
    print("Moves that cost most:")
    for move in sorted(judged, key=lambda move: -move.cost)[: asked.worst]:
        print(f"{move.number:3} {move.move}: {move.better} is worth {move.cost:.2f} more")


if __name__ == "__main__":
    main()
