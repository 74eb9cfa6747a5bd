"""The page of a comparison: HTML in one file, and Markdown with its charts beside it."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
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
from tengen.experiments.html import cell, document, made_by, section, table
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
    sections = [
        *section("Strength", "Elo with 95 % intervals, by all games together.", [ladder]),
        *section(
            "Learning",
            f"Score against {figures['yardstick']} while they learned; on the right in Elo.",
            [learning],
        ),
        *section("Cost", "", _costs(figures)),
        *section(
            "Favourite openings",
            "The first moves of games in which the players chose every move; mirror images count "
            "as one move. The board shows the one played most.",
            _openings(figures, boards),
        ),
        *section("Each against each", "Points won by the row, in per cent.", _cross(figures)),
        *section("How this was made", "", _making(figures)),
    ]
    return document(f"{game_text(figures)}: methods compared", lead(figures), sections)


def lead(figures: Figures) -> str:
    """Return in a sentence or two what was done and what came out."""
    methods = [training for training in figures["trainings"] if training["failure"] is None]
    best = next((p for p in figures["players"] if p["trained"]), None)
    rounds = sum(sum(cell) for row in figures["cross_table"] for cell in row if cell) // 2
    text = (
        f"{len(methods)} {'method' if len(methods) == 1 else 'methods'} had "
        f"{minutes_long(figures['minutes'])} each to learn; "
        f"then {len(figures['players'])} players met in {thousands(rounds)} games."
    )
    if best is None:
        return text
    return f"{text} The strongest of the methods is {best['name']}, Elo {elo_text(best)}."


def _name(player: str, colour: Mapping[str, str], methods: Sequence[str]) -> str:
    kind = ' class="method"' if player in methods else ""
    dot = f'<span class="dot" style="background: {colour.get(player, "var(--c7)")}"></span>'
    return f"{dot}<span{kind}>{escape(player)}</span>"


def _methods(figures: Figures) -> list[str]:
    return [training["method"] for training in figures["trainings"]]


def _costs(figures: Figures) -> Iterator[str]:
    colour, methods = colours(figures), _methods(figures)
    moves = {player["name"]: player["seconds_per_move"] for player in figures["players"]}
    rows = [
        [
            _name(training["method"], colour, methods),
            minutes_text(minutes_spent(training)),
            escape(cpu_text(training)),
            thousands(training["games"] + training["expert_games"]),
            thousands(training["positions"]),
            thousands(training["steps"]),
            thousands(training["parameters"]),
            milliseconds(moves[training["method"]]["wall"]),
            escape(strength_text(training)).replace(", ", ",<br>"),
        ]
        for training in figures["trainings"]
        if training["failure"] is None
    ]
    head = (
        "method", "minutes", "CPU seconds", "games", "positions", "steps", "parameters",
        "ms a move", f"level with<br>{escape(figures['yardstick'])}",
    )  # fmt: skip
    yield from table(head, rows)
    others = ", ".join(
        f"{name} {milliseconds(cost['wall'])} ms"
        for name, cost in moves.items()
        if name not in methods
    )
    yield f'<p class="hint" style="margin: 10px 0 0">A move of the others: {escape(others)}.</p>'


def _unbroken(text: str) -> str:
    """Return text whose hyphens end no line: ``9-14`` is one move."""
    return escape(text).replace("-", "&#8209;")


def _openings(figures: Figures, boards: Mapping[str, str]) -> Iterator[str]:
    yield '<div class="openings">'
    for player in figures["players"]:
        if player["openings"]:
            begun = f"{player['begun']} games begun"
            yield (
                f"<figure>{boards[player['name']]}<figcaption><b>{escape(player['name'])}</b><br>"
                f"{_unbroken(shares_text(player))}<br><span>{begun}</span></figcaption></figure>"
            )
    yield "</div>"


def _cross(figures: Figures) -> Iterator[str]:
    colour, methods = colours(figures), _methods(figures)
    players = figures["players"]
    head = ["", *(str(rank) for rank in range(1, len(players) + 1)), "all"]
    rows = []
    for rank, (player, cells) in enumerate(
        zip(players, figures["cross_table"], strict=True), start=1
    ):
        row = [f"<td>{rank} {_name(player['name'], colour, methods)}</td>"]
        row += [
            cell(results, player["name"], other["name"], _per_cent)
            for results, other in zip(cells, players, strict=True)
        ]
        rows.append([*row, f"<b>{percent(player['score'])}</b>"])
    return table(head, rows, "cross")


def _per_cent(points: float, games: int) -> str:
    return f"{100 * points / max(1, games):.0f}"


def _making(figures: Figures) -> Iterator[str]:
    yield "<ul>"
    yield from (f"<li>{escape(note)}</li>" for note in notes(figures))
    yield "</ul>"
    yield from made_by(
        figures["command"],
        f"Seed {figures['seed']} of every training, and with the names of a pair of its match. "
        f"Tengen {figures['version']}, {figures['date']}; {figures['machine']}.",
    )
