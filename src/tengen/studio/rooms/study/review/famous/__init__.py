"""Reviews that ship, of famous games: each is what the studio wrote of its own review."""

import json
from pathlib import Path

from tengen.studio.rooms.study.review.sheet import ReviewSheet

REVIEWED = "famous-tinsley-long"
"""The famous game whose review ships."""
_FILE = Path(__file__).parent / f"{REVIEWED}.json"


def famous_review(game_id: str) -> ReviewSheet | None:
    """Return the review that ships of a game, None where none does; for a thread."""
    if game_id != REVIEWED:
        return None
    return ReviewSheet.from_json(json.loads(_FILE.read_text(encoding="utf-8")))
