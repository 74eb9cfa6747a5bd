"""DQN on Gomoku 8x8: 20 minutes of learning from nothing, then matches, with a search and without.

python benchmarks/dqn.py                     # trains first
python benchmarks/dqn.py --run runs/dqn8     # a run that is finished already
"""

from common import announce, console
from learning import curve_of, make_parser, play, score_text, trained_run

BARS = {"robot?level=2": 0.90, "mcts?playouts=1000": 0.60}
WAYS = {"as it plays unless told otherwise": "", "without a search": "?visits=1"}
SIZE = 8


def main() -> None:
    """Train if need be, play the matches, print all of it."""
    options = make_parser(__doc__ or "", minutes=20, games=400).parse_args()
    announce(
        f"DQN on Gomoku 8x8 from nothing in {options.minutes:g} minutes: "
        + ", ".join(f"at least {bar:.0%} against {opponent}" for opponent, bar in BARS.items()),
        seed=options.seed,
    )
    run = trained_run("dqn", "gomoku", SIZE, options)
    console.print(curve_of(run))
    for opponent in BARS:
        for words, query in WAYS.items():
            result = play(f"dqn:{run / 'net.onnx'}{query}", opponent, "gomoku", SIZE, options)
            console.print(f"{opponent}, {words}: {score_text(result)}")
            console.print(result["command"], soft_wrap=True)


if __name__ == "__main__":
    main()
