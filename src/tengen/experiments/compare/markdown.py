"""The page of a comparison as Markdown, for places that show no HTML."""

from collections.abc import Iterator, Mapping, Sequence

from tengen.experiments.compare.shapes import Figures, TrainingFigures
from tengen.experiments.compare.words import (
    cpu_text,
    minutes_spent,
    notes,
    player_names,
    shares_text,
    strength_text,
)
from tengen.experiments.words import (
    elo_text,
    game_text,
    milliseconds,
    minutes_text,
    percent,
    thousands,
)


def write_markdown(figures: Figures, boards: Mapping[str, str]) -> str:
    """Return the page; `boards` are the files of favourite openings, by player."""
    names = player_names(figures)
    players, yardstick = figures["players"], figures["yardstick"]
    parts = [
        f"# {game_text(figures)}: methods compared",
        (
            f"The same as a page: [index.html](index.html), as data: [figures.json](figures.json)."
            f"\n\n```sh\n{figures['command']}\n```"
        ),
        "## Strength\n\n![Elo of every player](elo.svg)",
        _table(
            ("", "player", "Elo (95 %)", "score", "+ = -", "ms a move"),
            [
                (
                    str(rank),
                    f"**{names[p['name']]}**" if p["trained"] else p["name"],
                    elo_text(p),
                    percent(p["score"]),
                    f"{p['wins']} {p['draws']} {p['losses']}",
                    milliseconds(p["seconds_per_move"]["wall"]),
                )
                for rank, p in enumerate(players, start=1)
            ],
        ),
        f"## Learning\n\n![Score against {yardstick} while they learned](learning.svg)",
        _curves(figures),
        "## Cost",
        _costs(figures),
        "## Favourite openings",
        _openings(figures, boards),
        "## Each against each",
        "Points won by the row, in per cent.",
        _cross(figures),
        "## How this was made",
        "\n".join(f"- {note}" for note in notes(figures)),
        (
            f"Seed {figures['seed']} of every training, and with the names of a pair of its match. "
            f"Tengen {figures['version']}, "
            f"{figures['date']}; {figures['machine']}."
        ),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 2) -> str:
    """Return a table whose first `left` columns are texts, the others figures."""
    lines = [head, ["---" if place < left else "---:" for place in range(len(head))], *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |"
                     for line in lines)  # fmt: skip


def _curves(figures: Figures) -> str:
    rows = [
        (training["method"], ", ".join(_measured(training)))
        for training in figures["trainings"]
        if training["curve"]
    ]
    return _table(
        ("method", f"score against {figures['yardstick']}, at minute of processor time"), rows
    )


def _measured(training: TrainingFigures) -> Iterator[str]:
    for match in training["curve"]:
        at = minutes_text(match["minutes"] + training["expert_minutes"])
        yield f"{percent(match['score'])} at {at}"


def _costs(figures: Figures) -> str:
    head = ("method", "minutes", "CPU seconds", "games", "positions", "steps", "parameters",
            f"level with {figures['yardstick']}")  # fmt: skip
    rows = [
        (
            training["method"],
            minutes_text(minutes_spent(training)),
            cpu_text(training),
            thousands(training["games"] + training["expert_games"]),
            thousands(training["positions"]),
            thousands(training["steps"]),
            thousands(training["parameters"]),
            strength_text(training),
        )
        for training in figures["trainings"]
        if training["failure"] is None
    ]
    return _table(head, rows, left=1)


def _openings(figures: Figures, boards: Mapping[str, str]) -> str:
    rows = [
        (
            player["name"],
            f"![{player['name']}]({boards[player['name']]})",
            shares_text(player),
            str(player["begun"]),
        )
        for player in figures["players"]
        if player["openings"]
    ]
    return _table(("player", "", "first moves, mirror images as one", "games begun"), rows, left=3)


def _cross(figures: Figures) -> str:
    players = figures["players"]
    head = ["", "player", *(str(rank) for rank in range(1, len(players) + 1))]
    rows = []
    for rank, (player, cells) in enumerate(
        zip(players, figures["cross_table"], strict=True), start=1
    ):
        scores = ["" if cell is None else f"{_score(cell):.0f}" for cell in cells]
        rows.append([str(rank), player["name"], *scores])
    return _table(head, rows)


def _score(cell: Sequence[int]) -> float:
    wins, draws, losses = cell
    return 100 * (wins + draws / 2) / max(1, wins + draws + losses)
