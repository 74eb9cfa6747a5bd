"""What a training in a test shows its progress to."""

from collections.abc import Callable, Mapping
from threading import Event
from typing import Any, Self


class Silent:
    """Keeps what it is told to show; sets `stop` when `is_enough` says so of what was shown.

    `is_enough` is asked with the share of the run that is done and the newest figures.
    """

    def __init__(
        self,
        stop: Event | None = None,
        is_enough: Callable[[float, Mapping[str, Any]], bool] | None = None,
    ) -> None:
        self.figures: dict[str, Any] = {}
        self._stop, self._is_enough = stop, is_enough

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def show(self, progress: float, figures: Mapping[str, Any]) -> None:
        """Take note."""
        self.figures |= figures
        if self._stop and self._is_enough and self._is_enough(progress, figures):
            self._stop.set()
