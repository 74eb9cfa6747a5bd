"""Pieces of which the pages of experiments are made: each a file that needs nothing beside itself."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark;
  --page: #f5f2ec; --card: #fffdf9; --ink: #26231f; --faint: #6d665c; --hair: #e2dbcf;
  --accent: #a63c2a; --wood: #e3c389; --dark-square: #b98d5b; --light-square: #f0dfc0;
  --c0: #a63c2a; --c1: #2f6d9c; --c2: #4b7a2e; --c3: #8a5aa3; --c4: #b07712; --c5: #22807a;
  --c6: #a04668; --c7: #5d6470; }
@media (prefers-color-scheme: dark) { :root {
  --page: #171614; --card: #211f1d; --ink: #ece7de; --faint: #a39b8f; --hair: #37332f;
  --accent: #e58468; --wood: #b8935a; --dark-square: #7d5f3f; --light-square: #c9ae84;
  --c0: #e58468; --c1: #74b3e0; --c2: #9cc77a; --c3: #c69adf; --c4: #e3b355; --c5: #63c4bd;
  --c6: #e58fae; --c7: #b1b9c5; } }
svg text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: var(--ink); }
svg .faint { fill: var(--faint); }
svg .strong { font-weight: 600; }
svg .grid { stroke: var(--hair); stroke-width: 1; }
svg .level { stroke: var(--faint); stroke-width: 1; stroke-dasharray: 3 4; }
svg .line { fill: none; stroke-width: 2.2; stroke-linejoin: round; stroke-linecap: round; }
svg .whisker { stroke-width: 2; stroke-linecap: round; }
"""
"""Colours, by day and by night, and how charts are drawn."""
_STYLE = """
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


def document(title: str, lead: str, sections: Iterable[str], style: str = "") -> str:
    """Return a page without a script.

    Args:
        title: in words.
        lead: what comes first, in a few sentences.
        sections: HTML, see `section`.
        style: CSS beside that of all pages.
    """
    title = escape(title)
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        f'<head><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}{_STYLE}{style}</style></head>",
        "<body><main>",
        f"<h1>{title}</h1>",
        f'<p class="lead">{escape(lead)}</p>',
        *sections,
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


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


def cell(
    results: Sequence[int] | None, player: str, other: str, inside: Callable[[float, int], str]
) -> str:
    """Return a cell of a cross-table, the darker the more `player` won against `other`.

    Args:
        results: wins, draws and losses; None where the two have not met.
        inside: HTML by points and games.
    """
    if results is None:
        return "<td></td>"
    wins, draws, losses = results
    points, games = wins + draws / 2, sum(results)
    title = f"{player} - {other}: {wins} won, {draws} drawn, {losses} lost"
    return (
        f'<td class="cell" style="--won: {70 * points / max(1, games):.0f}%" '
        f'title="{escape(title)}">{inside(points, games)}</td>'
    )


def made_by(command: str, how: str) -> Iterator[str]:
    """Yield the command that made the page, and in small letters how."""
    yield f'<p style="margin: 12px 0 4px"><code>{escape(command)}</code></p>'
    yield f'<p class="hint" style="margin: 0">{escape(how)}</p>'
