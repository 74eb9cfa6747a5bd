"""Numbers as other programs write them."""

import math


def read_finite(text: str) -> float | None:
    """Return the finite number that `text` is, None where it is none."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
