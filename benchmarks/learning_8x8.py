"""Learning Gomoku 8x8 from nothing for 30 minutes on two cores, then a match.

python benchmarks/learning_8x8.py                    # trains first
python benchmarks/learning_8x8.py --run runs/g8      # a run that is finished already
"""

from common import announce, console
from learning import curve_of, make_parser, play, score_text, trained_run

OPPONENT = "mcts?playouts=3000"
SIZE = 8


def main() -> None:
    """Train if need be, play the match, print the curve and the score."""
    parser = make_parser(__doc__ or "", minutes=30, games=100)
    parser.add_argument("--visits", type=int, default=400, help="of the net, a move")
    options = parser.parse_args()
    announce(
        f"8x8 from nothing in {options.minutes:g} minutes: at least 95 % against {OPPONENT}",
        seed=options.seed,
    )
    run = trained_run("alphazero", "gomoku", SIZE, options)
    console.print(curve_of(run))
    player = f"alphazero:{run / 'net.onnx'}?visits={options.visits}"
    result = play(player, OPPONENT, "gomoku", SIZE, options)
    ours, theirs = (1000 * result["seconds_per_move"][side]["wall"] for side in ("a", "b"))
    console.print(f"{score_text(result)}, {ours:.0f} ms a move against {theirs:.0f}")
    console.print(result["command"], soft_wrap=True)


if __name__ == "__main__":
    main()
