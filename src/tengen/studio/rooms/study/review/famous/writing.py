"""How the reviews of famous games are made; for whoever adds or renews one.

python -m tengen.studio.rooms.study.review.famous.writing famous-alphago-lee-4 1000
"""

import json
import sys
from dataclasses import asdict

from tengen.agents import load_agent
from tengen.agents.reviewer import usual_reviewer, with_defaults
from tengen.core import Limit
from tengen.core.files import write_bytes
from tengen.games import load
from tengen.search.review import review
from tengen.studio.archive import famous
from tengen.studio.rooms.study.review.famous import FOLDER
from tengen.studio.rooms.study.review.sheet import ReviewSheet


def write(name: str, visits: int | None = None) -> None:
    """Review a famous game with so many visits a move, None for as many as is usual."""
    record = famous.games()[name]
    game = load(record.game, **record.settings)
    spec = usual_reviewer(game)
    agent = load_agent(with_defaults(spec), game)
    limit = None if visits is None else Limit(visits=visits)
    found = review(record, game, agent, limit)
    sheet = ReviewSheet("done", spec, visits, total=len(found.moves), moves=[*found.moves])
    sheet.caveat = agent.caveat or ""
    write_bytes(FOLDER / f"{name}.json", _written(sheet).encode())


def _written(sheet: ReviewSheet) -> str:
    """Return a review with a line for each move, figures as far as anybody sees them."""
    head = json.dumps({key: told for key, told in sheet.to_json().items() if key != "moves"})
    moves = [_rounded(asdict(move)) for move in sheet.moves]
    lines = ",\n".join(json.dumps(move, separators=(",", ":")) for move in moves)
    return f'{head[:-1]}, "moves": [\n{lines}\n]}}\n'


def _rounded(move: dict[str, object]) -> dict[str, object]:
    return {
        key: round(value, 3) if isinstance(value, float) else value for key, value in move.items()
    }


if __name__ == "__main__":
    write(sys.argv[1], *map(int, sys.argv[2:3]))
