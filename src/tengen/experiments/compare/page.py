"""The page of a comparison: HTML in one file, and Markdown with its charts beside it."""

from collections.abc import Mapping
from pathlib import Path

from tengen.core import Game
from tengen.core.files import write_bytes, write_json
from tengen.experiments.compare.boards import draw_opening
from tengen.experiments.compare.charts import (
    colours,
    draw_ladder,
    draw_learning,
    stand_alone,
)
from tengen.experiments.compare.markdown import write_markdown
from tengen.experiments.compare.shapes import Figures
from tengen.experiments.compare.words import (
    cpu_text,
    minutes_spent,
    notes,
    shares_text,
    strength_text,
)
from tengen.experiments.html import Markup, draw
from tengen.experiments.words import (
    elo_text,
    game_text,
    milliseconds,
    minutes_long,
    minutes_text,
    percent,
    thousands,
)


def write_pages(figures: Figures, game: Game, out: Path) -> None:
    """Write the page into the folder `out`, and the figures it is drawn from."""
    boards = {
        player["name"]: draw_opening(game, player["openings"])
        for player in figures["players"]
        if player["openings"]
    }
    ladder, learning = draw_ladder(figures), draw_learning(figures)
    write_json(out / "figures.json", figures)
    write_bytes(out / "elo.svg", stand_alone(ladder).encode())
    write_bytes(out / "learning.svg", stand_alone(learning).encode())
    for name, board in boards.items():
        write_bytes(out / opening_file(name), stand_alone(board).encode())
    files = {name: opening_file(name) for name in boards}
    write_bytes(out / "README.md", write_markdown(figures, files).encode())
    write_bytes(out / "index.html", write_html(figures, ladder, learning, boards).encode())


def opening_file(name: str) -> str:
    """Return the name of the file with a player's favourite opening."""
    plain = "".join(char if char.isalnum() else "-" for char in name)
    return f"opening-{plain}.svg"


def write_html(figures: Figures, ladder: str, learning: str, boards: Mapping[str, str]) -> str:
    """Return the page, which needs nothing beside itself, no script either."""
    return draw(
        "compare.html",
        title=f"{game_text(figures)}: methods compared",
        lead=lead(figures),
        figures=figures,
        colours=colours(figures),
        methods=[training["method"] for training in figures["trainings"]],
        seconds={
            player["name"]: player["seconds_per_move"]["wall"] for player in figures["players"]
        },
        ladder=Markup(ladder),
        learning=Markup(learning),
        boards={name: Markup(board) for name, board in boards.items()},
        # Hyphens that end no line: 9-14 is one move.
        unbroken=Markup("&#8209;"),
        br=Markup(",<br>"),
        cpu_text=cpu_text,
        milliseconds=milliseconds,
        minutes_spent=minutes_spent,
        minutes_text=minutes_text,
        notes=notes,
        percent=percent,
        shares_text=shares_text,
        strength_text=strength_text,
        thousands=thousands,
    )


def lead(figures: Figures) -> str:
    """Return in a sentence or two what was done and what came out."""
    methods = [training for training in figures["trainings"] if training["failure"] is None]
    best = next((p for p in figures["players"] if p["trained"]), None)
    rounds = sum(sum(cell) for row in figures["cross_table"] for cell in row if cell) // 2
    text = (
        f"{len(methods)} {'method' if len(methods) == 1 else 'methods'} had "
        f"{minutes_long(figures['minutes'])} of processor time each to learn; "
        f"then {len(figures['players'])} players met in {thousands(rounds)} games."
    )
    if best is None:
        return text
    return f"{text} The strongest of the methods is {best['name']}, Elo {elo_text(best)}."
