"""The page of a comparison: HTML in one file, and Markdown with its charts beside it."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from tengen.core import Game
from tengen.core.files import write_bytes, write_json
from tengen.experiments.compare.boards import draw_opening
from tengen.experiments.compare.charts import (
    STYLE,
    colours,
    draw_ladder,
    draw_learning,
    stand_alone,
)
from tengen.experiments.compare.markdown import write_markdown
from tengen.experiments.compare.words import (
    cpu_text,
    elo_text,
    game_text,
    milliseconds,
    minutes_long,
    minutes_spent,
    minutes_text,
    notes,
    percent,
    shares_text,
    strength_text,
    thousands,
)

PAGE_STYLE = """
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 940px; margin: 0 auto; padding: 36px 22px 60px; }
h1 { font-size: 1.7rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 .3em; }
h2 { font-size: 1.06rem; margin: 0 0 .2em; }
p { margin: 0 0 .8em; }
.lead, .hint { color: var(--faint); }
.hint { font-size: .9rem; }
section { background: var(--card); border: 1px solid var(--hair); border-radius: 14px;
  padding: 18px 22px; margin-top: 20px; }
.wide { overflow-x: auto; }
.wide > svg { min-width: 680px; }
svg { display: block; max-width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: right; font-weight: 600; font-size: .86rem; color: var(--faint);
  vertical-align: bottom; padding: 5px 9px; }
td { text-align: right; padding: 5px 9px; border-top: 1px solid var(--hair); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td small { color: var(--faint); }
.dot { display: inline-block; width: .62em; height: .62em; border-radius: 50%;
  margin-right: .5em; }
.method { font-weight: 600; }
.cross td, .cross th { padding: 4px 6px; text-align: center; font-size: .84rem; width: 3.4em; }
.cross td:first-child, .cross th:first-child { text-align: left; width: auto; }
.cross .cell { background: color-mix(in srgb, var(--c1) var(--won), var(--card)); }
.openings { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 18px; }
figure { margin: 0; }
figcaption { margin-top: 6px; font-size: .88rem; }
figcaption span { color: var(--faint); }
ul { margin: 0; padding-left: 1.15em; }
li { margin-bottom: .35em; }
code { font: .86rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  overflow-wrap: anywhere; }
"""


def write_pages(figures: Mapping[str, Any], game: Game, out: Path) -> None:
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


def write_html(
    figures: Mapping[str, Any], ladder: str, learning: str, boards: Mapping[str, str]
) -> str:
    """Return the page, which needs nothing beside itself, no script either."""
    title = escape(f"{game_text(figures)}: methods compared")
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        f'<head><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}{PAGE_STYLE}</style></head>",
        "<body><main>",
        f"<h1>{title}</h1>",
        f'<p class="lead">{escape(lead(figures))}</p>',
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
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def lead(figures: Mapping[str, Any]) -> str:
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


def section(title: str, hint: str, inside: Sequence[str] | Iterator[str]) -> Iterator[str]:
    """Yield a part of the page under its title; `inside` is HTML."""
    yield f"<section><h2>{escape(title)}</h2>"
    if hint:
        yield f'<p class="hint">{escape(hint)}</p>'
    yield from ('<div class="wide">', *inside, "</div></section>")


def table(head: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> Iterator[str]:
    """Yield a table; cells are HTML."""
    yield f'<table class="{kind}"><thead><tr>' + "".join(f"<th>{h}</th>" for h in head)
    yield "</tr></thead><tbody>"
    for row in rows:
        cells = (cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in row)
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table>"


def _name(player: str, colour: Mapping[str, str], methods: Sequence[str]) -> str:
    kind = ' class="method"' if player in methods else ""
    dot = f'<span class="dot" style="background: {colour.get(player, "var(--c7)")}"></span>'
    return f"{dot}<span{kind}>{escape(player)}</span>"


def _methods(figures: Mapping[str, Any]) -> list[str]:
    return [training["method"] for training in figures["trainings"]]


def _costs(figures: Mapping[str, Any]) -> Iterator[str]:
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


def _openings(figures: Mapping[str, Any], boards: Mapping[str, str]) -> Iterator[str]:
    yield '<div class="openings">'
    for player in figures["players"]:
        if player["openings"]:
            begun = f"{player['begun']} games begun"
            yield (
                f"<figure>{boards[player['name']]}<figcaption><b>{escape(player['name'])}</b><br>"
                f"{escape(shares_text(player))}<br><span>{begun}</span></figcaption></figure>"
            )
    yield "</div>"


def _cross(figures: Mapping[str, Any]) -> Iterator[str]:
    colour, methods = colours(figures), _methods(figures)
    players = figures["players"]
    head = ["", *(str(rank) for rank in range(1, len(players) + 1)), "all"]
    rows = []
    for rank, (player, cells) in enumerate(
        zip(players, figures["cross_table"], strict=True), start=1
    ):
        row = [f"<td>{rank} {_name(player['name'], colour, methods)}</td>"]
        row += [_cell(cell, player["name"], other["name"]) for cell, other in
                zip(cells, players, strict=True)]  # fmt: skip
        rows.append([*row, f"<b>{percent(player['score'])}</b>"])
    return table(head, rows, "cross")


def _cell(cell: Sequence[int] | None, player: str, other: str) -> str:
    if cell is None:
        return "<td></td>"
    wins, draws, losses = cell
    score = (wins + draws / 2) / max(1, sum(cell))
    title = f"{player} - {other}: {wins} won, {draws} drawn, {losses} lost"
    return (
        f'<td class="cell" style="--won: {70 * score:.0f}%" title="{escape(title)}">'
        f"{100 * score:.0f}</td>"
    )


def _making(figures: Mapping[str, Any]) -> Iterator[str]:
    yield "<ul>"
    yield from (f"<li>{escape(note)}</li>" for note in notes(figures))
    yield "</ul>"
    yield f'<p style="margin: 12px 0 4px"><code>{escape(figures["command"])}</code></p>'
    yield (
        f'<p class="hint" style="margin: 0">Seed {figures["seed"]} of every training, and with the '
        f"names of a pair of its match. "
        f"Tengen {escape(figures['version'])}, {figures['date']}; {escape(figures['machine'])}.</p>"
    )
