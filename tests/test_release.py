"""What is released agrees with itself, and is made by steps that anyone can run."""

import re
import subprocess
import sys
import zipfile
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


@pytest.mark.parametrize("name", ["check", "notes", "test", "build", "audit", "prove"])
def test_steps_are_told(name: str) -> None:
    """Each step is in the script's own words."""
    assert f"python .ci/release.py {name}" in _run().stderr


def test_notes_are_of_this_version_alone() -> None:
    """Who looks at a release reads what is new in it."""
    told = _run("notes").stdout
    assert told.startswith("### Added")
    assert "\n## [" not in told


def test_wheels_are_looked_into(tmp_path: Path) -> None:
    """A wheel has nets and every native module, and no sources; one of another kind is refused."""
    modules = [path.relative_to(ROOT / "src") for path in (ROOT / "src").rglob("_native.*.so")]
    net = Path("tengen/weights/some.onnx")

    def told(*names: Path, kind: str = "cp311-cp311-win_amd64") -> subprocess.CompletedProcess[str]:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        with zipfile.ZipFile(folder / f"tengen-1.0-{kind}.whl", "w") as wheel:
            for name in names:
                wheel.writestr(name.as_posix(), b"")
        return _run("audit", str(folder))

    good = told(*modules, net)
    assert (good.returncode, good.stdout.split(":")[1][:7]) == (0, " 1 nets"), good.stderr
    for odd in ((*modules[1:], net), tuple(modules), (*modules, net, Path("tengen/a.cpp"))):
        assert told(*odd).returncode == 1
    assert "neither for the stable ABI" in told(*modules, net, kind="cp313-cp313-win_amd64").stderr


def test_the_workflow_tests_what_is_promised() -> None:
    """Every Python that the package allows, on three systems, x86-64 and ARM; its steps are there."""
    text = WORKFLOW.read_text(encoding="utf-8")
    systems = re.findall(r"os: \[(.+)\]", text)
    assert systems[0] == "ubuntu-24.04, ubuntu-24.04-arm, macos-15, windows-2022"
    # Where PyTorch has no wheels a first move has to do.
    everywhere = (
        "ubuntu-24.04, ubuntu-24.04-arm, macos-15-intel, macos-15, windows-2022, windows-11-arm"
    )
    assert systems[1:] == [everywhere] * 2
    assert text.count('["3.11", "3.12", "3.13", "3.14"]') == 2
    steps = set(re.findall(r"\.ci/release\.py (\w+)", text))
    assert steps == {"check", "notes", "test", "audit", "prove"}
    assert "needs: [test, whole, prove, sdist]" in text


def test_the_image_has_no_rights() -> None:
    """The container's user is a number that is nobody's, and others come in by the token."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"(?m)^USER 10001$", text)
    assert '"--host", "0.0.0.0"' in text
