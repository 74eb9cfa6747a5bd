"""The native modules under sanitizers, as Python loads and uses them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("under_sanitizer.py")
OPTIONS = {
    # Python itself does not free everything when it ends.
    "address": {"ASAN_OPTIONS": "detect_leaks=0:halt_on_error=1"},
    "thread": {"TSAN_OPTIONS": "halt_on_error=1"},
}
# The sanitizer's own library must be there before Python is, and finds there how C++ throws.
PRELOADED = {
    "address": ("libasan.so", "libstdc++.so"),
    "thread": ("libtsan.so", "libstdc++.so"),
}


def library(name: str) -> str:
    """Return where the compiler has a library."""
    compiler = shutil.which("g++") or pytest.skip("needs GCC")
    asked = [compiler, f"-print-file-name={name}"]
    found = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    return found if Path(found).is_absolute() else pytest.skip(f"needs {name}")


def build(sanitizer: str) -> Path:
    """Return the folder of the modules, built with a sanitizer; again only what has changed."""
    folder = ROOT / "build" / f"modules-{sanitizer}"
    configure = ["cmake", "-S", ROOT, "-B", folder, f"-DPython_EXECUTABLE={sys.executable}"]
    configure += ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", f"-DTENGEN_SANITIZE_MODULES={sanitizer}"]
    generator = [] if (folder / "CMakeCache.txt").exists() else ["-G", "Ninja"]
    subprocess.run([*configure, *generator, "--log-level=WARNING"], check=True)
    subprocess.run(["cmake", "--build", folder, "-j", "2"], check=True)
    return folder


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.skipif(sys.platform != "linux", reason="preloads a library of Linux")
@pytest.mark.parametrize("sanitizer", OPTIONS)
def test_modules_are_sound(sanitizer: str) -> None:
    """Searches, tables, nets and rules do nothing that a sanitizer objects to."""
    preloaded = " ".join(library(name) for name in PRELOADED[sanitizer])
    built = build(sanitizer)
    environment = os.environ | OPTIONS[sanitizer] | {"LD_PRELOAD": preloaded}
    done = subprocess.run(
        [sys.executable, SCRIPT, built],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
