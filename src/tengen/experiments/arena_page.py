"""The page of a tournament: one HTML file that needs nothing beside itself, no script either."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import tengen
from tengen.arena.shapes import Report
from tengen.core.files import write_bytes
from tengen.experiments.html import draw
from tengen.experiments.words import elo_text, game_text, milliseconds, percent, signed, thousands

KINDS = {
    "round-robin": "Everybody played everybody.",
    "gauntlet": "The challengers played all others.",
    "knock-out": "Who lost a match was out; seeds in the order of the settings.",
    "swiss": "In each round those met who had done equally well, nobody the same twice.",
}


def write_page(figures: Report, command: str, path: Path) -> None:
    """Write the page, whole or not at all.

    Args:
        figures: as `Account.report` returns them.
        command: what was typed.
        path: of the page.
    """
    write_bytes(path, draw_page(figures, command).encode())


def draw_page(figures: Report, command: str) -> str:
    """Return the page."""
    return draw(
        "arena.html",
        title=f"{figures['tournament']}: {game_text(figures)}",
        lead=lead(figures),
        figures=figures,
        own=_OWN_COLUMNS.get(figures["kind"]),
        notes=list(_notes(figures)),
        command=command,
        version=tengen.__version__,
        now=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        elo_text=elo_text,
        milliseconds=milliseconds,
        percent=percent,
        thousands=thousands,
    )


def lead(figures: Report) -> str:
    """Return in a few sentences what was played and who leads."""
    played, expected = figures["games"], figures["expected"]
    if figures["complete"]:
        games = f"{thousands(played)} games"
    else:
        games = f"{thousands(played)} of {thousands(expected)} games so far"
    text = f"{len(figures['players'])} players, {games}. {KINDS[figures['kind']]}"
    if played:
        best = figures["players"][0]
        text += f" {'First is' if figures['complete'] else 'In front is'} {best['name']}."
    sprt = figures["sprt"]
    if sprt is not None:
        told = {"H0": "accepted H0", "H1": "accepted H1", None: "has no verdict yet"}
        text += f" The sequential test {told[sprt['verdict']]} (LLR {sprt['llr']:.2f})."
    return text


_OWN_COLUMNS: dict[str, tuple[str, Literal["buchholz", "rounds_won"]]] = {
    "swiss": ("Buchholz", "buchholz"),
    "knock-out": ("rounds won", "rounds_won"),
}


def _notes(figures: Report) -> Iterator[str]:
    """Yield what must be known to read the figures right."""
    yield f"Openings: {figures['openings']}; each is played twice, with colours changed."
    if figures["time"]:
        yield f"Time for a game: {figures['time']}."
    rules = figures["adjudication"]
    if rules["tables"]:
        yield "Games end as the endgame tables have it."
    if rule := rules["resign"]:
        yield (
            f"A game is lost when the loser's last {rule['moves']} values are at most "
            f"\N{MINUS SIGN}{rule['value']:g} and the winner's at least {rule['value']:g}."
        )
    if rule := rules["draw"]:
        yield (
            f"From ply {rule['after']} on a game is a draw when the last {rule['moves']} values of "
            f"both are within {rule['value']:g} of 0."
        )
    if rules["longest"]:
        yield f"A game of {rules['longest']} plies is a draw."
    yield (
        f"Moving first is worth {signed(figures['first_move_elo'])} Elo in these games. Where a "
        "player won or lost everything, or nothing connects two, there is a bound in place of an Elo."
    )
    if sprt := figures["sprt"]:
        yield (
            f"Sequential test by pairs of games: LLR {sprt['llr']:.2f}; H0 is accepted at "
            f"{sprt['lower']:.2f}, H1 at {sprt['upper']:.2f}."
        )
