"""How the printed commands are run by the tests: as they stand, cut short, or only understood.

The three tables are all that a reader does otherwise than the tests. The first pattern that is found
in a command decides.
"""

import re

NOT_RUN = {
    r"^(\./setup|make|pip|sudo|git|docker|cmake|ray|kubectl|PIP_|export|source|\.venv|mkdocs|jupyter|python -m (venv|pip))": (
        "installs or builds; `make wheel` and CI do it"
    ),
    r"--cluster ": "needs a cluster: tests/scaleout/test_ray_work.py has one",
    r"^python benchmarks/": "measures for minutes; it prints its own figures",
    r"(^tengen (bench|weights add|ladder measure)|--write-brain| docs/compare/)": "measures, or writes elsewhere",
    r"/opt/|pbrain-rapfi": "programs of other people",
    r"^tengen tune ": "trials of minutes, or else there is nothing to measure: tests/cli/test_tune.py",
    r"runs/(nnue-draughts|go-9x9)/games": "games of trainings that took hours",
    r"learner\.kept_networks=1000": "runs of minutes, whose networks lie beside the page that says so",
}
"""Commands that are not run, by what they look like, each with the reason; options are checked."""

SERVES = r"^tengen (studio|gtp|gomocup|hub|analysis)\b"
"""Commands that talk until they are told to end: they are started, asked something and ended."""

TAKES_LONG = (
    r"^tengen (train|compare|tune|learn|arena|rate|match|puzzles|book|tables)\b"
    r"|^tengen (review|plot|perft)\b|^python |--proof|gnugo"
)
"""Commands that take more than about a second: the long tests run them."""

TINY = " ".join(
    f"--set {change}"
    for change in ("learner.workers=1", "yardstick.opponent=random", "yardstick.games=2")
)
CUT = (
    # A sitting of seconds still writes every file of a run.
    (r"^tengen train .*", rf"\g<0> {TINY}"),
    (r"--minutes [\d.]+", "--minutes 0.1"),
    (r"^tengen compare .*", r"\g<0> --methods dqn --set dqn.yardstick.opponent=random"),
    # As many games as colours, and thinking for as long as it takes to answer.
    (r"--games \d+", "--games 2"),
    (r"playouts=\d+", "playouts=20"),
    (r"visits=\d+", "visits=8"),
    (r"--playouts \d+", "--playouts 200"),
    (r"--seconds \d+", "--seconds 5"),
    (r"--count \d+", "--count 1"),
    # What more games, and more pieces would do is more of the same.
    (r"(^tengen tables build .*)--pieces \d", r"\1--pieces 3"),
    (r"(^tengen tables build .*)--distances \d", r"\1--distances 2"),
    (r"^tengen tables build draughts *$", "tengen tables build draughts --pieces 3"),
    (r"^tengen rate .*", r"\g<0> --games 4"),
    (r"(^tengen match (?!.*--games).*)", r"\1 --games 2"),
)
"""What is cut short, in this order: a pattern and what stands in its place."""


def why_not(command: str) -> str | None:
    """Return why a command is not run; None where it is."""
    return next((why for pattern, why in NOT_RUN.items() if re.search(pattern, command)), None)


def cut(command: str) -> str:
    """Return a command with its limits cut."""
    for pattern, instead in CUT:
        command = re.sub(pattern, instead, command)
    return command
