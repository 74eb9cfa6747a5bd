"""Runs every benchmark that takes minutes, one after the other.

What trains first is apart: ``learning_8x8.py``, ``dqn.py``, ``qlearning.py``, ``policy.py``.
"""

import subprocess
import sys
from pathlib import Path

SCRIPTS = (
    "startup",
    "memory",
    "search",
    "alphabeta",
    "engine",
    "rollouts",
    "playouts",
    "perft",
    "planes",
    "scoring",
    "records",
    "tables",
    "vcf",
    "selfplay",
    "leagues",
    "arena",
)


def main() -> int:
    """Run them all, also after one has failed; return how many failed."""
    folder = Path(__file__).parent
    failed = [
        name
        for name in SCRIPTS
        if subprocess.run([sys.executable, folder / f"{name}.py"], check=False).returncode
    ]
    for name in failed:
        print(f"benchmark {name} failed", file=sys.stderr)
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
