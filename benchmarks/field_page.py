"""The page "How strong": written from measured matches and the ladders, and from nothing else."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tengen import weights
from tengen.agents.ladder import Rung, find_ladder
from tengen.core import Game
from tengen.experiments.words import elo_text, game_text, percent
from tengen.games import load

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "strength"
MATCHES = FOLDER / "matches.json"
HEAD = """\
# How strong

Our agents, as they ship, against the best public programs that we could build, and all on one scale for each
game. This page is written by one command from [matches.json](matches.json) and the
[ladders](../../src/tengen/agents/ladders/README.md):

```sh
python benchmarks/field.py
```

Both sides have the same time for a move, on one thread; KataGo, which is given visits, takes less. Every opening
is played with both colours; those of Gomoku are even in quick games of our own search with itself, those of
draughts are three-move ballots. Nothing of these programs is in Tengen, no line, table, book or weight, and none
of our nets has learned from them.

## Against other people's programs

"""
SCALE = """
## On one scale

What the ladder of a game knows, by games of its rungs with each other: 95 % intervals, `level` 1 is 0. Programs
of other people are in bold.
"""
BOARDS = (
    ("gomoku", {"size": 15}),
    ("gomoku", {"size": 8}),
    ("gomoku", {"size": 20}),
    ("gomoku", {"rule": "renju"}),
    ("gomoku", {"rule": "standard"}),
    ("go", {"size": 9, "komi": 7.0}),
    ("go", {"size": 13}),
    ("go", {"size": 19}),
    ("draughts", {}),
)
END = """
A score is of the whole match, a draw half a win; the interval is Wilson's, for 95 %. A line with few games says
little: see its interval. † marks a net before the one that ships now; the search may have changed since any of
these days, which the changelog tells. The games kept are ten of each match, the lost ones first.
"""


def matches() -> list[dict[str, Any]]:
    """Return the results that were kept, in the order of the page."""
    found: list[dict[str, Any]] = json.loads(MATCHES.read_text(encoding="utf-8"))
    return found


def net_of(game: Game, method: str) -> str:
    """Return by what the net that a method has for a game is known again."""
    return hashlib.sha256(weights.best_for(game, method).read_bytes()).hexdigest()[:12]


def keep(result: dict[str, Any]) -> None:
    """Add a result, in the place of an earlier one of its name."""
    kept = (
        [each for each in matches() if each["name"] != result["name"]] if MATCHES.is_file() else []
    )
    rows = sorted([*kept, result], key=lambda each: (each["game"] != "gomoku", each["name"]))
    lines = ",\n ".join(json.dumps(row) for row in rows)
    MATCHES.write_text(f"[\n {lines}\n]\n", encoding="utf-8")


def write() -> None:
    """Write the page."""
    (FOLDER / "README.md").write_text(page(), encoding="utf-8")


def page() -> str:
    """Return the page as it has to be."""
    return HEAD + "".join(_table()) + END + _commands() + SCALE + "".join(map(_ladder, BOARDS))


def _table() -> Iterator[str]:
    yield "| game, time a move | agent | program | score | + = \N{MINUS SIGN} | Elo | played | games |\n"
    yield "|---|---|---|---|---|---|---|---|\n"
    for row in matches():
        low, high = map(percent, row["interval"])
        counts = f"{row['wins']} {row['draws']} {row['losses']}"
        elo = elo_text({"elo": row["elo"], "interval": row["elo_interval"]})
        game = load(row["game"], **row["settings"])
        older = "" if row["net"] == net_of(game, row["a"]) else " \N{DAGGER}"
        name = game_text({"game": game.name, "settings": dict(game.settings)})
        name = ", ".join(filter(None, [name, row.get("openings")]))
        (file,) = (FOLDER / "games").glob(f"{row['name']}.*")
        yield (
            f"| {name}, {row['seconds']:g} s | `{row['a']}` | {row['engine']} | "
            f"{percent(row['score'])} ({low} to {high}) | {counts} | {elo} | {row['played']}{older} | "
            f"[ten](games/{file.name}) |\n"
        )


def _commands() -> str:
    lines = "".join(
        f"{row['command']}{f' --more {games}' if number else ''}  # seed {seed}\n"
        for row in matches()
        for number, (games, seed) in enumerate(zip(row["games"], row["seeds"], strict=True))
    )
    return f"\n```sh\n{lines}```\n"


def _ladder(board: tuple[str, dict[str, Any]]) -> str:
    game = load(board[0], **board[1])
    ladder = find_ladder(game).ladder
    rated = sorted((r for r in ladder.rungs if r.elo is not None), key=lambda r: -(r.elo or 0.0))
    title = game_text({"game": game.name, "settings": dict(game.settings)})
    measured = ladder.measured
    lines = [f"\n### {title}\n\n", "| who | Elo | games |\n|---|---|---|\n", *map(_rung, rated)]
    first = f"`{measured['command']}`, {measured['date']}, {measured['machine']}"
    lines += [f"\nMeasured by {first}.\n"]
    lines += [f"\nPlaced: {line}.\n" for line in measured.get("placed", ())]
    return "".join(lines)


def _rung(rung: Rung) -> str:
    low, high = rung.interval or (None, None)
    name = f"**{rung.name}**" if rung.needs else f"{rung.name}, `{rung.spec}`"
    return f"| {name} | {elo_text({'elo': rung.elo, 'interval': [low, high]})} | {rung.games} |\n"


if __name__ == "__main__":
    write()
