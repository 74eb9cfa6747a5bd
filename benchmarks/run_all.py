"""Runs every benchmark that takes minutes, one after the other, or those that are named.

python benchmarks/run_all.py perft search

Each is one of ``tengen bench`` or a script here; a script goes before a benchmark of its name, of
which it shows more. What trains first is apart: ``learning_8x8.py``, ``dqn.py``, ``qlearning.py``,
``policy.py``.
"""

import subprocess
import sys
from pathlib import Path

from tengen.bench import NAMES

SCRIPTS = ("engine", "vcf", "selfplay", "leagues")
FOLDER = Path(__file__).parent


def main(wanted: list[str]) -> int:
    """Run them, also after one has failed; return how many failed."""
    names = wanted or [*(name for name in NAMES if name not in SCRIPTS), *SCRIPTS]
    failed = [name for name in names if subprocess.run(command(name), check=False).returncode]
    for name in failed:
        print(f"benchmark {name} failed", file=sys.stderr)
    return len(failed)


def command(name: str) -> list[str]:
    """Return what runs a benchmark in a process of its own."""
    script = FOLDER / f"{name}.py"
    if script.exists():
        return [sys.executable, str(script)]
    return [sys.executable, "-m", "tengen.cli", "bench", name]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
