"""Where training happens."""

import torch

from tengen.core import SettingsError


def choose_device(wanted: str) -> str:
    """Return ``cpu`` or ``cuda``; ``auto`` takes a CUDA GPU if there is one.

    Raises:
        SettingsError: when ``cuda`` is wanted and there is none.
    """
    if wanted == "cuda" and not has_cuda():
        raise SettingsError("device=cuda: there is no CUDA GPU that torch can use")
    if wanted == "auto":
        return "cuda" if has_cuda() else "cpu"
    return wanted


def has_cuda() -> bool:
    """Return whether torch can use a CUDA GPU."""
    return torch.cuda.is_available()


def use_threads(count: int) -> None:
    """Let a gradient step on a CPU use so many threads."""
    torch.set_num_threads(count)
