"""Where training happens."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from tengen.core import SettingsError


def choose_devices(wanted: str) -> tuple[str, ...]:
    """Return what PyTorch calls the devices: the first one trains, all of them judge for players.

    Args:
        wanted: ``cpu``, ``cuda``, ``mps``, some of ``cuda:0,cuda:1``, or ``auto``: all CUDA GPUs if
            there are any.

    Raises:
        SettingsError: when one is wanted that is not there.
    """
    if wanted == "auto":
        return tuple(f"cuda:{n}" for n in range(torch.cuda.device_count())) or ("cpu",)
    devices = tuple(name.strip() for name in wanted.split(","))
    for device in devices:
        if device.startswith("cuda") and _cuda_number(device) >= torch.cuda.device_count():
            raise SettingsError(
                f"device={wanted}: there is no CUDA GPU {device} that torch can use"
            )
        if device == "mps" and not torch.backends.mps.is_available():
            raise SettingsError("device=mps: there is no Apple GPU that torch can use")
    if len(set(devices)) < len(devices):
        raise SettingsError(f"device={wanted}: each can be named once")
    return devices


def _cuda_number(device: str) -> int:
    return int(device.partition(":")[2] or 0)


def has_cuda() -> bool:
    """Return whether torch can use a CUDA GPU."""
    return torch.cuda.is_available()


def use_threads(count: int) -> None:
    """Let a gradient step on a CPU use so many threads."""
    torch.set_num_threads(count)


@contextmanager
def tiny_as_zero() -> Iterator[None]:
    """Let this thread's CPU count numbers too small for full precision as 0: with them it is many times slower.

    As a decorator of what computes; others in the process may count on such numbers. The first session of
    ONNX Runtime sets this back, so it cannot be said once for all.
    """
    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(False)
