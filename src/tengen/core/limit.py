"""How much thinking one decision may cost."""

from dataclasses import dataclass

from tengen.core.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds of one decision; the first one reached ends it, and None means unbounded.

    Raises:
        SettingsError: when a bound is not positive.
    """

    seconds: float | None = None
    """Wall time."""
    nodes: int | None = None
    """New positions examined by this decision."""
    visits: int | None = None
    """Visits of the root, those kept from an earlier decision included."""

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "visits"):
            bound = getattr(self, name)
            if bound is not None and not bound > 0:
                raise SettingsError(f"limit {name}={bound}: must be above zero")

    @property
    def is_open(self) -> bool:
        """Whether nothing bounds the decision."""
        return self.seconds is None and self.nodes is None and self.visits is None
