"""Lines of English draughts counted beside OpenSpiel's rules, in the same run."""

from common import run

if __name__ == "__main__":
    run("perft", "perft of English draughts from the start: at least 100 M leaves a core-second")
