"""Our agents against the best public engines, and the page that tells how strong they are.

python benchmarks/field.py                       # writes docs/strength/README.md from what was measured
python benchmarks/field.py --row NAME --program pbrain-rapfi=/opt/rapfi/pbrain-rapfi
python benchmarks/field.py --row NAME --more 40 --program pbrain-rapfi=/opt/rapfi/pbrain-rapfi

Plays the rows of `ROWS` that are named: equal time for both on one thread, openings that are even, both
colours. A row takes from ten minutes to an hour: the machine should do nothing else. The engines are not
ours; each is built from its own source, and the ladders know by which name it is looked for
(`tengen ladder show`). With ``--more`` so many games are added to those that the same net has played of
a row, over openings of another seed. Results go to ``docs/strength/matches.json``, ten games of each row,
lost ones first, to ``docs/strength/games``.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import field_page
from engine_openings import eleven_men
from strongest import write_openings
from tengen import records
from tengen.agents.ladder import find_ladder
from tengen.arena.rating import rate
from tengen.core import AgentSpec, Record, parse_spec
from tengen.games import load

SEED = 19
KEPT = 10
"""Games of a row that are kept."""
SUFFIXES = {"gomoku": ".sgf", "draughts": ".pdn", "go": ".sgf"}


class Row(NamedTuple):
    """A match to play."""

    game: str
    settings: dict[str, Any]
    ours: str
    rung: str
    """Of the game's ladder: the opponent."""
    engine: str
    """Which version of it, and how it was built."""
    seconds: float
    """A move, of both; an engine that is given visits takes as long as those take."""
    games: int
    """Played at first; `--more` adds to them."""
    men: int = 12
    """Of each side at the start, in draughts: with 11 the openings are 11-man ballots."""


RAPFI = "Rapfi 0.43.02 (dhbloo/rapfi 3aedf3a), classical evaluation model220723, gcc 12, AVX2"
CAKE = "Cake 1.89g (martinfierz/cake 0221bfb), gcc 12, without opening book and endgame databases"
KATAGO = "KataGo 1.17.2 (lightvector/KataGo 6a1fc5de), Eigen, net g170-b6c96-s175395328-d26788732"
GNU = "GNU Go 3.8, level 10, area rules, Debian 12"
FREESTYLE = {"size": 15, "rule": "freestyle"}
LARGE = {"size": 20, "rule": "freestyle"}
STANDARD = {"size": 15, "rule": "standard"}
GO = {"size": 9, "komi": 7.0}
ROWS = {
    "gomoku-rapfi": Row("gomoku", FREESTYLE, "nnue", "Rapfi 0.3 s", RAPFI, 0.3, 200),
    "gomoku-rapfi-1s": Row("gomoku", FREESTYLE, "nnue", "Rapfi 0.3 s", RAPFI, 1.0, 40),
    "gomoku-rapfi-alphazero": Row("gomoku", FREESTYLE, "alphazero", "Rapfi 0.3 s", RAPFI, 0.3, 60),
    "gomoku-rapfi-20x20": Row("gomoku", LARGE, "nnue", "Rapfi 0.3 s", RAPFI, 0.3, 120),
    "gomoku-rapfi-20x20-1s": Row("gomoku", LARGE, "nnue", "Rapfi 0.3 s", RAPFI, 1.0, 40),
    "gomoku-rapfi-standard": Row("gomoku", STANDARD, "nnue", "Rapfi 0.3 s", RAPFI, 0.3, 60),
    "gomoku-rapfi-standard-1s": Row("gomoku", STANDARD, "nnue", "Rapfi 0.3 s", RAPFI, 1.0, 40),
    "gomoku-rapfi-renju": Row(
        "gomoku", {"size": 15, "rule": "renju"}, "nnue", "Rapfi 0.3 s", RAPFI, 0.3, 40
    ),
    "draughts-cake": Row("draughts", {}, "nnue", "Cake 0.1 s", CAKE, 0.1, 312),
    "draughts-cake-1s": Row("draughts", {}, "nnue", "Cake 0.1 s", CAKE, 1.0, 40),
    "draughts-cake-11": Row("draughts", {}, "nnue", "Cake 0.1 s", CAKE, 0.1, 200, men=11),
    "go-katago-8": Row("go", GO, "alphazero", "KataGo 8", f"{KATAGO}, 8 visits", 1.0, 100),
    "go-katago-1": Row("go", GO, "alphazero", "KataGo 1", f"{KATAGO}, 1 visit", 1.0, 100),
    "go-gnugo-13x13": Row("go", {"size": 13}, "alphazero", "GNU Go level 10", GNU, 1.0, 40),
    "go-gnugo-19x19": Row("go", {"size": 19}, "alphazero", "GNU Go level 10", GNU, 1.0, 12),
}


def opponent(row: Row, programs: dict[str, str]) -> str:
    """Return the spec of a row's opponent, where it is on this machine."""
    ladder = find_ladder(load(row.game, **row.settings)).ladder.with_programs(programs)
    (rung,) = (rung for rung in ladder.rungs if rung.name == row.rung)
    spec = parse_spec(rung.spec)
    options = {**spec.options, "name": re.split(r" (?=\d)", row.engine)[0]}
    if "seconds" in options:
        options["seconds"] = f"{row.seconds:g}"
    return str(AgentSpec(spec.name, spec.source, options))


def play(name: str, programs: dict[str, str], more: int | None) -> dict[str, Any]:
    """Play a row, or so many games more of it, keep ten of its games, and return its result."""
    row = ROWS[name]
    net = field_page.net_of(load(row.game, **row.settings), row.ours)
    before = {} if more is None else standing(name, net)
    games = row.games if more is None else more
    seed = SEED + len(before.get("seeds", []))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        if row.men == 11:
            openings = str(place / "openings")
            Path(openings).write_text("\n".join(eleven_men(games // 2, seed)))
        else:
            openings = write_openings(place / "openings", row.game, row.settings, games, seed)
        command = [sys.executable, "-m", "tengen.cli", "match", row.ours, opponent(row, programs)]
        command += ["--game", row.game, "--seconds", str(row.seconds), "--games", str(games)]
        command += [f"--set={key}={value}" for key, value in row.settings.items()]
        command += ["--seed", str(seed), "--openings", openings, "--save", str(place / "g.jsonl")]
        told = json.loads(subprocess.run([*command, "--json"], check=True, stdout=-1).stdout)
        played = [each for each in records.read(place / "g.jsonl") if isinstance(each, Record)]
    file = field_page.FOLDER / "games" / f"{name}{SUFFIXES[row.game]}"
    kept = [each for each in records.read(file) if isinstance(each, Record)] if before else []
    records.write(chosen([*played, *kept], told["a"]), file, lossy=True)
    paths = [f"--program {key}=PATH" for key in programs]
    return {
        "name": name,
        "game": row.game,
        "settings": row.settings,
        "seconds": row.seconds,
        "engine": row.engine,
        "openings": "11-man ballots" if row.men == 11 else "",
        **score(told, before),
        "net": net,
        "played": f"{datetime.now(UTC):%Y-%m-%d}",
        "games": [*before.get("games", []), games],
        "seeds": [*before.get("seeds", []), seed],
        "command": " ".join([f"python benchmarks/field.py --row {name}", *paths]),
    }


def standing(name: str, net: str) -> dict[str, Any]:
    """Return the result that a row has.

    Raises:
        SystemExit: where there is none, or another net or engine has played it.
    """
    row = ROWS[name]
    for each in field_page.matches():
        if each["name"] == name and (each["net"], each["engine"]) == (net, row.engine):
            return each
    sys.exit(f"{name}: this net has no games against this engine to add to: leave --more out")


def score(told: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """Return the score of a match that was told as JSON, with the games played before it."""
    counts = {key: told[key] + before.get(key, 0) for key in ("wins", "draws", "losses")}
    rating = rate(**counts)
    return {
        "a": told["a"],
        "b": told["b"],
        **counts,
        "score": rating.score,
        "interval": rating.interval,
        "elo": rating.elo,
        "elo_interval": rating.elo_interval,
    }


def chosen(played: list[Record], ours: str) -> list[Record]:
    """Return the games to keep, those that `ours` lost first, then draws."""

    def points(record: Record) -> float:
        winner = None if record.outcome is None else record.outcome.winner
        return 0.5 if winner is None else float(record.players[winner] == ours)

    return sorted(played, key=points)[:KEPT]


def main() -> None:
    """Play what was asked for, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--row", action="append", default=[], choices=sorted(ROWS))
    parser.add_argument("--program", action="append", default=[], metavar="NAME=PATH")
    parser.add_argument("--more", type=int, metavar="GAMES", help="add so many to those of a row")
    asked = parser.parse_args()
    programs = dict(text.split("=", 1) for text in asked.program)
    for name in asked.row:
        field_page.keep(play(name, programs, asked.more))
    field_page.write()


if __name__ == "__main__":
    main()
