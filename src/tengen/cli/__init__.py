"""The command line; ``python -m tengen.cli`` and the command ``tengen`` are the same."""

import sys


def main() -> None:
    """Run the command that `sys.argv` names and exit with its code."""
    from tengen.cli.app import run

    sys.exit(run(sys.argv[1:]))
