"""What is released agrees with itself, and is made by steps that anyone can run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tengen

ROOT = Path(__file__).parents[1]
STEPS = ROOT / ".ci" / "release.py"
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, STEPS, *words], capture_output=True, text=True, check=False
    )


def test_version_changelog_and_citation_agree() -> None:
    """The version is written in one place, and the changelog has a section with its day."""
    ran = _run("check", f"v{tengen.__version__}")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(tengen.__version__)


def test_another_tag_is_refused() -> None:
    """A tag that is not the version's releases nothing."""
    ran = _run("check", "v0.0.1")
    assert ran.returncode == 1
    assert "is not v" in ran.stderr


@pytest.mark.parametrize("name", ["check", "test", "build", "audit", "prove"])
def test_steps_are_told(name: str) -> None:
    """Each step is in the script's own words."""
    assert f"python .ci/release.py {name}" in _run().stderr


def test_the_workflow_tests_what_is_promised() -> None:
    """Every Python that the package allows, on three systems, x86-64 and ARM; its steps are there."""
    text = WORKFLOW.read_text(encoding="utf-8")
    for system in (
        "ubuntu-24.04",
        "ubuntu-24.04-arm",
        "macos-15",
        "macos-15-intel",
        "windows-2022",
    ):
        assert system in text
    assert '["3.11", "3.12", "3.13", "3.14"]' in text
    steps = set(re.findall(r"\.ci/release\.py (\w+)", text))
    assert steps <= {"check", "test", "build", "audit", "prove"}
    assert {"check", "test", "audit", "prove"} <= steps
    assert "needs: [test, whole, wheels, sdist]" in text


def test_the_image_has_no_rights() -> None:
    """The container's user is a number that is nobody's, and others come in by the token."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"(?m)^USER 10001$", text)
    assert '"--host", "0.0.0.0"' in text
