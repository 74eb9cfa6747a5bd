"""What an installed wheel must do on its own: run it with the Python of an empty environment.

    python -I first_move.py [AGENT]

The agent, `alphazero` with the net that ships unless named, decides on a first move, its answer
is legal, and neither torch nor the source checkout had a part in it. The endgame tables that ship
are there as well, and so are the ladders and what searches games written in Python.
"""

import importlib
import importlib.util
import sys
from pathlib import Path

import tengen
from tengen.agents import load_agent
from tengen.agents.ladder import rung


def main() -> None:
    """Make a first move, or stop with the reason why not."""
    package = Path(tengen.__file__)
    if not package.is_relative_to(sys.prefix):
        sys.exit(f"tengen came from {package}, not from the environment {sys.prefix}")
    if importlib.util.find_spec("torch") is not None:
        sys.exit("torch is installed here, so that this proves nothing")
    importlib.import_module("tengen.games.python")
    game = tengen.load("gomoku", size=15)
    state = game.initial_state()
    decision = load_agent(sys.argv[1] if len(sys.argv) > 1 else "alphazero", game).decide(state)
    after = state.apply(decision.action)
    move = game.format_move(decision.action)
    print(f"tengen {tengen.__version__} on Python {sys.version.split()[0]}: first move {move}")
    if after.to_play == state.to_play:
        sys.exit("the move did not change sides")
    ending = tengen.load("draughts", position="B:BK1,K2:WK32")
    if load_agent("mcts?playouts=2", ending).decide(ending.initial_state()).value != 1:
        sys.exit("two kings against one are not known to win: no endgame tables")
    load_agent(rung(game, 1).spec, game).decide(state)


if __name__ == "__main__":
    main()
