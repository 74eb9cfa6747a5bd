"""Words of messages that several layers use."""

from collections.abc import Iterable


def there_are(names: Iterable[str]) -> str:
    """Return in words what there is to choose from: ``there are a, b``, ``there is none``."""
    listed = sorted(names)
    verb = "are" if len(listed) > 1 else "is"
    return f"there {verb} {', '.join(listed) or 'none'}"
