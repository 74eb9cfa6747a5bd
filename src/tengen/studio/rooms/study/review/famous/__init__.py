"""Reviews that ship, of famous games: each is what the studio wrote of its own review."""

import json
from pathlib import Path

from tengen.studio.rooms.study.review.sheet import ReviewSheet

REVIEWED = ("famous-rapfi-yixin", "famous-tinsley-long")
"""The famous games whose reviews ship. Of Go none does: the net that judges 19x19 is no match for who played them."""
_FOLDER = Path(__file__).parent


def famous_review(game_id: str) -> ReviewSheet | None:
    """Return the review that ships of a game, None where none does; for a thread."""
    if game_id not in REVIEWED:
        return None
    text = (_FOLDER / f"{game_id}.json").read_text(encoding="utf-8")
    return ReviewSheet.from_json(json.loads(text))
