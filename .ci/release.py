"""The steps of a release, the same in `.github/workflows/release.yml` and on any machine.

    python .ci/release.py check [TAG]   # version, changelog and tag agree
    python .ci/release.py notes         # what the changelog says of this version
    python .ci/release.py test          # install this checkout and run the tests with this Python
    python .ci/release.py build         # sdist and, from it, a wheel, into dist/
    python .ci/release.py audit [DIR]   # what the wheels in a folder (dist/) say and ask for
    python .ci/release.py prove [DIR]   # its wheel, or sdist, makes a first move where nothing else is

Each ends with the first thing that fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
ABI3 = re.compile(r"-cp312-abi3-|-cp311-cp311-")
"""3.11 has its own wheel; the one built with 3.12 serves every later Python."""
LARGEST = 20_000_000
"""Bytes of a wheel."""
IS_WINDOWS = sys.platform == "win32"


def main() -> None:
    """Do the step that the command line names."""
    steps = {
        "check": check,
        "notes": notes,
        "test": test,
        "build": build,
        "audit": audit,
        "prove": prove,
    }
    if len(sys.argv) < 2 or sys.argv[1] not in steps:
        sys.exit(__doc__)
    steps[sys.argv[1]](*sys.argv[2:])


def check(tag: str = "") -> None:
    """Refuse a release whose version, changelog, citation and tag differ."""
    version = _version()
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    if not re.search(rf"(?m)^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changelog):
        sys.exit(f"CHANGELOG.md has no section [{version}] with its day")
    if f"\nversion: {version}\n" not in citation:
        sys.exit(f"CITATION.cff is not of {version}")
    if tag and tag.removeprefix("refs/tags/") != f"v{version}":
        sys.exit(f"the tag {tag} is not v{version}")
    sys.stdout.write(f"{version}: changelog and citation agree\n")


def notes() -> None:
    """Print the changelog's section of this version, for those who look at the release."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"(?ms)^## \[{re.escape(_version())}\][^\n]*\n(.*?)(?=^## \[|\Z)", changelog)
    if found is None:
        sys.exit(f"CHANGELOG.md has no section [{_version()}]")
    sys.stdout.buffer.write(found[1].strip().encode() + b"\n")


def test(*options: str) -> None:
    """Install this checkout, its modules beside their sources, and run the tests."""
    pip = (sys.executable, "-m", "pip", "install", "-q")
    _run(*pip, "pip>=23.1", "scikit-build-core>=0.10", "nanobind==3.1.0", "cmake>=3.18", "ninja")
    _run(
        *(*pip, "--no-build-isolation", "-c", ROOT / "constraints.txt"),
        *("-Ceditable.mode=inplace", "-Ccmake.define.TENGEN_INPLACE=ON", "-e"),
        f"{ROOT}[train,dev,docs]",
    )
    jobs = min(4, os.cpu_count() or 1)
    _run(sys.executable, "-m", "pytest", "-q", "-n", jobs, *options, "tests", cwd=ROOT)


def build() -> None:
    """Build the sdist, and a wheel from it, so that a file missing there shows."""
    shutil.rmtree(DIST, ignore_errors=True)
    _run(sys.executable, "-m", "build", cwd=ROOT)


def audit(folder: str = str(DIST)) -> None:
    """Refuse wheels that serve fewer Pythons or systems than they say, or hold what they should not."""
    wheels = sorted(Path(folder).rglob("*.whl"))
    if not wheels:
        sys.exit(f"no wheel in {folder}")
    for wheel in wheels:
        if not ABI3.search(wheel.name):
            sys.exit(f"{wheel.name}: neither for the stable ABI nor for 3.11")
        if wheel.stat().st_size > LARGEST:
            sys.exit(f"{wheel.name}: {wheel.stat().st_size:,} bytes, more than {LARGEST:,}")
        _audit_names(wheel)
        if "abi3" in wheel.name:
            _run(sys.executable, "-m", "abi3audit", "--strict", wheel)
        if "linux" in wheel.name:
            _run(sys.executable, "-m", "auditwheel", "show", wheel)


def prove(folder: str = str(DIST)) -> None:
    """Install a wheel, or else the sdist, into an empty environment and make a first move there."""
    with tempfile.TemporaryDirectory() as home:
        venv.create(home, with_pip=True)
        python = Path(home) / ("Scripts" if IS_WINDOWS else "bin") / "python"
        pip = (python, "-m", "pip", "install", "-q")
        if list(Path(folder).rglob("*.whl")):
            # Of many wheels, pip knows the one for this Python; what that asks for comes from the index.
            tengen = f"tengen=={_version()}"
            _run(*pip, "--no-index", "--no-deps", "--find-links", folder, tengen)
            _run(*pip, tengen)
        else:
            _run(*pip, *sorted(Path(folder).rglob("*.tar.gz")))
        _run(python, "-I", ROOT / "tests" / "wheel" / "first_move.py")
        _run(python, "-I", "-m", "tengen", "--version")


def _audit_names(wheel: Path) -> None:
    """Refuse sources, and a wheel without the nets or with other native modules than it should have."""
    names = zipfile.ZipFile(wheel).namelist()
    strays = [name for name in names if name.endswith((".cpp", ".hpp", ".o", ".obj"))]
    nets = [name for name in names if name.endswith((".onnx", ".nnue"))]
    natives = re.compile(r"/_native\.(.+\.)?(so|pyd)$")
    modules = {str(PurePosixPath(name).parent) for name in names if natives.search(name)}
    sources = (ROOT / "src").rglob("bind.cpp")
    bound = {path.parent.relative_to(ROOT / "src").as_posix() for path in sources}
    if strays or not nets or modules != bound:
        sys.exit(f"{wheel.name}: {strays=}, {len(nets)} nets, {modules=}, not {bound}")
    sys.stdout.write(f"{wheel.name}: {len(nets)} nets, {wheel.stat().st_size:,} bytes\n")


def _version() -> str:
    text = (ROOT / "src" / "tengen" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'(?m)^__version__ = "(.+)"$', text)
    assert found is not None
    return found[1]


def _run(*command: object, cwd: object = None) -> None:
    done = subprocess.run(list(map(str, command)), cwd=cwd, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
