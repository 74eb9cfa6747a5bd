"""The page of a tournament: one HTML file that needs nothing beside itself, no script either."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Literal

import tengen
from tengen.arena.shapes import Meeting, Report, Standing
from tengen.core.files import write_bytes
from tengen.experiments.html import cell, document, made_by, section, table
from tengen.experiments.words import elo_text, game_text, milliseconds, percent, signed, thousands

_STYLE = """
.cross td, .cross th { width: 4.6em; }
.cross td small { display: block; font-size: .72rem; }
.cross .cell small { color: inherit; opacity: .8; }
.left { float: left; }
.standings td small { display: block; max-width: 24em; white-space: normal;
  overflow-wrap: anywhere; }
.cross td:first-child, .standings td:nth-child(2) { position: sticky; left: 0;
  background: var(--card); }
.cross td:first-child { min-width: 7.5em; max-width: 14em; white-space: normal;
  overflow-wrap: anywhere; }
.standings td:nth-child(2) { white-space: normal; overflow-wrap: anywhere; min-width: 8em; }
.standings th, .standings td { padding: 5px 6px; }
.cross td.self { color: var(--hair); }
.rounds { display: grid; grid-template-columns: repeat(auto-fit, minmax(210px, 1fr)); gap: 18px; }
.rounds h3 { font-size: .9rem; color: var(--faint); margin: 0 0 .4em; font-weight: 600; }
.match { border: 1px solid var(--hair); border-radius: 9px; padding: 6px 10px; margin-bottom: 8px; }
.match div { display: flex; justify-content: space-between; gap: 1em; overflow-wrap: anywhere; }
.match .won { font-weight: 600; }
details summary { cursor: pointer; color: var(--faint); font-size: .9rem; }
.games td, .games th { text-align: left; font-size: .86rem; white-space: normal; }
@media (max-width: 560px) { .standings td small { max-width: 10em; } main { padding: 20px 10px 40px; } section { padding: 14px 12px; }
  h1 { font-size: 1.35rem; } }
"""
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
    title = f"{figures['tournament']}: {game_text(figures)}"
    sections = [
        *section("Table", _table_hint(figures), _standings(figures)),
        *section("Each against each", _CROSS_HINT, _cross(figures)),
        *(section("Rounds", "", _rounds(figures)) if figures["rounds"] else ()),
        *section("Games", "", _games(figures)),
        *section("How this was made", "", _making(figures, command)),
    ]
    return document(title, lead(figures), sections, _STYLE)


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


def _table_hint(figures: Report) -> str:
    return (
        f"Elo with 95 % intervals by all games together, {figures['anchor']} being 0; LOS is the "
        "likelihood of being stronger than the next in the table."
    )


_CROSS_HINT = "Points of the row against the column, and below them wins, draws and losses."

_OWN_COLUMNS: dict[str, tuple[str, Literal["buchholz", "rounds_won"]]] = {
    "swiss": ("Buchholz", "buchholz"),
    "knock-out": ("rounds won", "rounds_won"),
}


def _standings(figures: Report) -> Iterator[str]:
    own = _OWN_COLUMNS.get(figures["kind"])
    left = '<span class="left">player</span>'
    head = ["", left, "points", *([own[0]] if own else []), "Elo", "LOS",
            "+ = \N{MINUS SIGN}", "score", "ms a move"]  # fmt: skip
    rows = []
    for player in figures["players"]:
        superiority = player["superiority_over_next"]
        rows.append(
            [
                str(player["place"]),
                _player(player),
                f"<b>{player['points']:g}</b>",
                *([f"{player[own[1]]:g}"] if own else []),
                escape(elo_text(player)),
                "" if superiority is None else percent(superiority),
                f"{player['wins']} {player['draws']} {player['losses']}",
                percent(player["score"]),
                milliseconds(player["seconds_per_move"]),
            ]
        )
    return table(head, rows, "standings")


def _player(player: Standing) -> str:
    """Return the name, and in small letters the spec and the time where they say more."""
    told = [player["spec"]] if player["spec"] != player["name"] else []
    told += [player["time"]] if player["time"] else []
    small = f"<small>{escape(', '.join(told))}</small>" if told else ""
    return f'<td style="text-align: left"><b>{escape(player["name"])}</b>{small}</td>'


def _cross(figures: Report) -> Iterator[str]:
    players = figures["players"]
    head = ["", *(str(player["place"]) for player in players)]
    rows = []
    for player, cells in zip(players, figures["cross_table"], strict=True):
        row = [f"<td>{player['place']} {escape(player['name'])}</td>"]
        for results, other in zip(cells, players, strict=True):
            row.append(_cell(results, player["name"], other["name"]))
        rows.append(row)
    return table(head, rows, "cross")


def _cell(results: Sequence[int] | None, player: str, other: str) -> str:
    if player == other:
        return '<td class="self">\N{MULTIPLICATION SIGN}</td>'
    counts = " ".join(map(str, results or ()))
    return cell(results, player, other, lambda points, _: f"{points:g}<small>{counts}</small>")


def _rounds(figures: Report) -> Iterator[str]:
    yield '<div class="rounds">'
    for number, matches in enumerate(figures["rounds"], start=1):
        yield f"<div><h3>Round {number}</h3>"
        yield from (_match(match) for match in matches)
        yield "</div>"
    yield "</div>"


def _match(match: Meeting) -> str:
    first, second = match["players"]
    assert first is not None
    if second is None:
        return (
            f'<div class="match"><div><span>{escape(first)}</span><small>rests</small></div></div>'
        )
    lines = []
    for name, points in zip((first, second), match["points"], strict=True):
        won = ' class="won"' if match.get("winner") == name else ""
        lines.append(f"<div{won}><span>{escape(name)}</span><span>{points:g}</span></div>")
    if match.get("by_seed"):
        lines.append("<small>tied to the end: the better seed goes on</small>")
    return f'<div class="match">{"".join(lines)}</div>'


def _games(figures: Report) -> Iterator[str]:
    games = figures["played"]
    rows = []
    for game in games:
        first, second = game["players"]
        score = {0: "1\N{EN DASH}0", 1: "0\N{EN DASH}1", None: "\N{VULGAR FRACTION ONE HALF}"}
        key = f"{game['round']}.{game['match']}.{game['game']}"
        cells = [key, first, second, score[game["winner"]], game["reason"], str(game["plies"]),
                 game["opening"]]  # fmt: skip
        rows.append([f"<td>{escape(cell)}</td>" for cell in cells])
    head = ["game", "first", "second", "", "by", "plies", "opening"]
    yield f"<details><summary>{thousands(len(games))} games</summary>"
    yield from table(head, rows, "games")
    yield "</details>"


def _making(figures: Report, command: str) -> Iterator[str]:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    yield "<ul>"
    yield from (f"<li>{escape(note)}</li>" for note in _notes(figures))
    yield from (f"<li>Forfeit in {escape(verdict)}.</li>" for verdict in figures["forfeits"])
    yield "</ul>"
    yield from made_by(command, f"Seed {figures['seed']}. Tengen {tengen.__version__}, {now}.")


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
