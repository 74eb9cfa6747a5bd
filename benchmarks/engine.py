"""The selective alpha-beta engine: speed, threads, matches, features, and how exactly it stops.

python benchmarks/engine.py --part speed                      # nodes a core-second
python benchmarks/engine.py --part threads                    # two threads against one
python benchmarks/engine.py --part matches --alphazero draughts=runs/d/net.onnx
python benchmarks/engine.py --part features --seconds 0.02    # Elo of each feature of the search
python benchmarks/engine.py --part stop                       # how late a move of 0.1 s comes

Matches and features take hours: games are kept in --save and not played twice.
"""

import argparse
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from common import announce, console, print_rows
from engine_games import features, matches, net_of
from tengen.agents import load_agent
from tengen.bench import engine

BARS = {"gomoku": 800_000, "draughts": 4_000_000}
"""Nodes a core-second to reach."""
THREADS_BAR = 0.62


def main() -> None:
    """Measure what is asked for."""
    options = read_arguments()
    options.net = dict(part.split("=", 1) for part in options.net)
    options.alphazero = dict(part.split("=", 1) for part in options.alphazero)
    for part in options.part or MINUTES:
        PARTS[part](options)


def speed(options: argparse.Namespace) -> None:
    """Print nodes a core-second of each game."""
    engine.POSITIONS = options.positions or engine.POSITIONS
    for name in options.game:
        game = engine.game_of(name)
        announce(
            f"{name}: at least {BARS[name]:,} nodes a core-second, one thread, "
            f"{engine.POSITIONS} positions, {engine.NODES:,} nodes each",
            seed=engine.SEED,
        )
        print_rows(engine.speed(game, net_of(name, options)))


def threads(options: argparse.Namespace) -> None:
    """Print how much sooner two threads are than one."""
    for name in options.game:
        game, net = engine.game_of(name), net_of(name, options)
        announce(
            f"{name}: two threads take at most {THREADS_BAR} of the wall time of one, same depth, "
            f"as deep as one gets with {engine.DEEP_NODES[name]:,} nodes",
            seed=engine.SEED,
        )
        ratios = []
        for ratio in engine.threads(game, net, options.positions or 50):
            ratios.append(ratio)
            console.print(
                f"{len(ratios)}: depth {ratio.depth}, wall {ratio.wall:.2f}, half the CPU time "
                f"{ratio.cpu:.2f}, {ratio.cores:.2f} cores"
            )
        print_rows(engine.thread_rows(game, net, ratios))


def stop(options: argparse.Namespace) -> None:
    """Print how late moves are."""
    seconds = options.seconds or 0.1
    for name in options.game:
        game = engine.game_of(name)
        announce(f"{name}: a move of {seconds:g} s ends within 5 ms of the limit", seed=engine.SEED)
        agent = load_agent(engine.spec_of(net_of(name, options)), game, seed=engine.SEED)
        late = list(islice(engine.lateness(agent, game, seconds), options.positions or 200))
        print_rows(engine.stop_rows(game, late))


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "speed": speed,
    "threads": threads,
    "stop": stop,
    "matches": matches,
    "features": features,
}
MINUTES = ("speed", "threads", "stop")
"""Parts that do not take hours."""


def read_arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--part", choices=PARTS, action="append",
        help=f"{', '.join(MINUTES)} if not given, which take minutes",
    )  # fmt: skip
    parser.add_argument("--game", choices=engine.GAMES, nargs="+", default=list(engine.GAMES))
    parser.add_argument(
        "--net", metavar="GAME=FILE", nargs="+", default=[],
        help="nets of the engine, or GAME=none for own counts; those that ship, if not given",
    )  # fmt: skip
    parser.add_argument("--positions", type=int, help="20 of speed, 50 of threads, 200 of stop")
    parser.add_argument(
        "--seconds", type=float,
        help="of a move: 0.1 for stop, 0.02 for features; 0.3 (Gomoku) and 0.1 "
        "(draughts) for matches",
    )  # fmt: skip
    parser.add_argument("--games", type=int, help="of a match: 200 (Gomoku), 312 (draughts); 400")
    parser.add_argument("--threads", type=int, default=1, help="of the engine in matches")
    parser.add_argument("--workers", type=int, default=1, help="games side by side")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--save", type=Path, default=Path("runs/engine_games.jsonl"))
    parser.add_argument(
        "--opponent", metavar="SPEC", action="append",
        help="of matches, instead of the usual ones: a spec or open_spiel-mcts, open_spiel-minimax",
    )  # fmt: skip
    parser.add_argument(
        "--alphazero", metavar="GAME=FILE", nargs="+", default=[],
        help="its nets; those that ship, if not given",
    )  # fmt: skip
    parser.add_argument("--without", nargs="+", help="of features: only these")
    return parser.parse_args()


if __name__ == "__main__":
    main()
