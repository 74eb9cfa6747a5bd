"""Reviews that ship, of famous games: each is what the studio wrote of its own review.

``writing`` makes them.
"""

import json
from pathlib import Path

from tengen.studio.rooms.study.review.sheet import ReviewSheet

REVIEWED = ("famous-rapfi-yixin", "famous-alphago-lee-4", "famous-tinsley-long")
"""The famous games whose reviews ship. The net that judges Go on 19x19 is no match for who played there, and has learned
13x13 alone: its review says the latter."""
FOLDER = Path(__file__).parent


def famous_review(game_id: str) -> ReviewSheet | None:
    """Return the review that ships of a game, None where none does; for a thread."""
    if game_id not in REVIEWED:
        return None
    text = (FOLDER / f"{game_id}.json").read_text(encoding="utf-8")
    return ReviewSheet.from_json(json.loads(text))
