"""What this computer offers."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_NVIDIA_DEVICES = ("/dev/nvidiactl", "/dev/dxg", "C:/Windows/System32/nvcuda.dll")
"""What the driver of a GPU makes, on Linux, in its guise on Windows, and on Windows."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory() -> int | None:
    """Return the bytes of memory that this computer has; None where it does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def may_have_cuda() -> bool:
    """Return whether PyTorch would find a CUDA GPU here, as far as can be told without loading it."""
    if os.environ.get("CUDA_VISIBLE_DEVICES", "0") in {"", "-1"}:
        return False
    try:
        is_built_for_it = not version("torch").endswith("+cpu")
    except PackageNotFoundError:
        return False
    return is_built_for_it and any(map(os.path.exists, _NVIDIA_DEVICES))


def processor() -> str:
    """Return what the processor calls itself."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
