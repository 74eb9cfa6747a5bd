"""One measured figure beside its peer's."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A figure, and the same of a peer measured in the same run."""

    bench: str
    case: str
    value: float
    unit: str
    peer: str | None = None
    """What `peer_value` is of; None where there was nothing to compare with."""
    peer_value: float | None = None

    @property
    def ratio(self) -> float | None:
        """`value` over `peer_value`."""
        return self.value / self.peer_value if self.peer_value else None

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`."""
        return asdict(self) | {"ratio": self.ratio}
