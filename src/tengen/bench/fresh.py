"""Python run afresh, so that what this process already holds is not measured."""

import subprocess
import sys

from tengen.core import TengenError


def run_fresh(code: str) -> str:
    """Return what `code` prints in a new interpreter.

    Raises:
        TengenError: when it fails, with the last line it wrote.
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise TengenError(f"the measured process failed: {reason}")
    return done.stdout
