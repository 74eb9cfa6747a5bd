"""The charts of a comparison as SVG, coloured by the page's own style."""

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape

from tengen.arena.rating import elo_of
from tengen.experiments.compare.shapes import CurvePoint, Figures, PlayerFigures
from tengen.experiments.compare.words import player_names
from tengen.experiments.html import STYLE
from tengen.experiments.words import elo_text, minutes_text, percent, signed

WIDTH = 850
_ROW = 30
_LABELS = 170
"""Room for the names of players."""
_END = 190
"""Room for what stands at the end of a row or curve."""
_LABEL_ROOM = 16.0
"""Between the names of two curves."""


def colours(figures: Figures) -> dict[str, str]:
    """Return the colour of each player: one of its own for a method, grey for the others."""
    methods = [training["method"] for training in figures["trainings"]]
    own = {method: f"var(--c{index % 7})" for index, method in enumerate(methods)}
    return {player["name"]: "var(--c7)" for player in figures["players"]} | own


def draw_ladder(figures: Figures) -> str:
    """Return every player's Elo with its interval, from the strongest to the weakest."""
    players, colour = figures["players"], colours(figures)
    low, high = _range(players)
    names = player_names(figures)
    left, right = max(_LABELS, 20 + 7.4 * max(map(len, names.values()))), WIDTH - _END
    height = _ROW * len(players) + 40

    def x(elo: float) -> float:
        return left + (right - left) * (min(max(elo, low), high) - low) / (high - low)

    parts = list(_elo_grid(low, high, x, height - 30))
    for row, player in enumerate(players):
        y = _ROW * row + _ROW / 2 + 6
        strong = ' class="strong"' if player["trained"] else ""
        name = _text(left - 12, y + 4, names[player["name"]], f'text-anchor="end"{strong}')
        parts += [name, *_mark(player, y, x, colour[player["name"]])]
        parts.append(_text(right + 14, y + 4, elo_text(player), 'class="faint"'))
    return _svg(WIDTH, height, "Elo of every player, with 95 % intervals", parts)


def _range(players: Sequence[PlayerFigures]) -> tuple[float, float]:
    """Return whole hundreds that hold every finite bound, and some room for the infinite ones."""
    known = [bound for p in players for bound in (*p["interval"], p["elo"]) if bound is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    return math.floor(low / 100 - 0.4) * 100.0, math.ceil(high / 100 + 0.4) * 100.0


def _elo_grid(low: float, high: float, x: Callable[[float], float], bottom: float) -> Iterator[str]:
    step = next(step for step in (100, 200, 500, 1000, 5000) if (high - low) / step <= 9)
    for elo in range(math.ceil(low / step) * step, int(high) + 1, step):
        kind = "level" if elo == 0 else "grid"
        yield f'<line class="{kind}" x1="{x(elo):.1f}" y1="4" x2="{x(elo):.1f}" y2="{bottom}"/>'
        yield _text(x(elo), bottom + 18, signed(elo) if elo else "0", _MIDDLE)


_MIDDLE = 'class="faint" text-anchor="middle"'


def _mark(
    player: PlayerFigures, y: float, x: Callable[[float], float], colour: str
) -> Iterator[str]:
    """Yield a whisker and a dot; an arrow where one end is open."""
    low, high = player["interval"]
    start, end = x(-math.inf if low is None else low), x(math.inf if high is None else high)
    title = f"<title>{escape(player['name'])}: {escape(elo_text(player))}</title>"
    yield (
        f'<line class="whisker" style="stroke: {colour}" x1="{start:.1f}" y1="{y}" '
        f'x2="{end:.1f}" y2="{y}">{title}</line>'
    )
    if player["elo"] is not None:
        at = x(player["elo"])
        yield f'<circle style="fill: {colour}" cx="{at:.1f}" cy="{y}" r="5">{title}</circle>'
    for is_open, at, side in ((low is None, start, -1), (high is None, end, 1)):
        if is_open:
            head = f"M{at:.1f} {y - 5} l{6 * side} 5 l{-6 * side} 5 z"
            yield f'<path style="fill: {colour}" d="{head}">{title}</path>'


def draw_learning(figures: Figures) -> str:
    """Return each method's score against the yardstick while it learned."""
    height, left, right, top, bottom = 330.0, 62.0, WIDTH - _END - 30.0, 14.0, 284.0
    colour = colours(figures)
    last = [t["curve"][-1]["minutes"] + t["expert_minutes"] for t in figures["trainings"]
            if t["curve"]]  # fmt: skip
    whole: float = max(1e-9, float(figures["minutes"]), *last)

    def x(at: float) -> float:
        return left + (right - left) * at / whole

    def y(score: float) -> float:
        return bottom - (bottom - top) * score

    parts = list(_score_grid(whole, x, y, left, right, bottom))
    ends = []
    for training in figures["trainings"]:
        if not training["curve"]:
            continue
        # What its games to learn from took counts as well.
        before = training["expert_minutes"]
        points = [(x(m["minutes"] + before), y(m["score"]), m) for m in training["curve"]]
        parts += _curve(training["method"], points, colour[training["method"]])
        ends.append((points[-1][1], training["method"]))
    ends.sort()
    height = max(height, top + _LABEL_ROOM * len(ends))
    places = _spread([at for at, _ in ends], top, height - _LABEL_ROOM / 2)
    for place, (_, name) in zip(places, ends, strict=True):
        style = f'class="strong" style="fill: {colour[name]}"'
        parts.append(_text(right + 62, place + 4, name, style))
    label = f"Score against {figures['yardstick']} by minutes of processor time"
    return _svg(WIDTH, height, label, parts)


def _score_grid(
    minutes: float,
    x: Callable[[float], float],
    y: Callable[[float], float],
    left: float,
    right: float,
    bottom: float,
) -> Iterator[str]:
    for score in (0.0, 0.25, 0.5, 0.75, 1.0):
        kind = "level" if score == 0.5 else "grid"
        at = y(score)
        yield f'<line class="{kind}" x1="{left}" y1="{at:.1f}" x2="{right}" y2="{at:.1f}"/>'
        yield _text(left - 8, at + 4, percent(score), 'class="faint" text-anchor="end"')
        elo = elo_of(score)
        if elo is not None:
            word = signed(elo) if elo else "0 Elo"
            yield _text(right + 12, at + 4, word, 'class="faint"')
    for at in _ticks(minutes):
        yield _text(x(at), bottom + 20, minutes_text(at), _MIDDLE)
    yield _text((left + right) / 2, bottom + 38, "minutes of processor time", _MIDDLE)


def _ticks(minutes: float) -> Iterator[float]:
    """Yield round times, six to eleven of them, up to `minutes`."""
    unit = 10.0 ** math.floor(math.log10(minutes))
    step = next(unit * part for part in (0.1, 0.2, 0.5, 1.0) if minutes / (unit * part) < 11)
    yield from (step * number for number in range(int(minutes / step + 1e-9) + 1))


def _curve(
    name: str, points: Sequence[tuple[float, float, CurvePoint]], colour: str
) -> Iterator[str]:
    path = " ".join(f"{'L' if index else 'M'}{x:.1f} {y:.1f}" for index, (x, y, _) in
                    enumerate(points))  # fmt: skip
    yield f'<path class="line" style="stroke: {colour}" d="{path}"/>'
    for x, y, match in points:
        told = (
            f"{name}, {minutes_text(match['minutes'])} min, {match['games']:,.0f} games: "
            f"{percent(match['score'])} ({percent(match['low'])} to {percent(match['high'])})"
        )
        yield (
            f'<circle style="fill: {colour}" cx="{x:.1f}" cy="{y:.1f}" r="3.4">'
            f"<title>{escape(told)}</title></circle>"
        )


def _spread(places: Sequence[float], low: float, high: float) -> list[float]:
    """Return ascending places moved apart, so that the labels there can be read, within bounds."""
    spread: list[float] = []
    for place in places:
        spread.append(max(place, spread[-1] + _LABEL_ROOM if spread else low))
    limit = high
    for index in reversed(range(len(spread))):
        spread[index] = min(spread[index], limit)
        limit = spread[index] - _LABEL_ROOM
    return spread


def _text(x: float, y: float, text: str, attributes: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {attributes}>{escape(text)}</text>'


def _svg(width: float, height: float, label: str, parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-label="{escape(label)}">\n'
        f"{inside}\n</svg>"
    )


def stand_alone(svg: str) -> str:
    """Return a chart as a file of its own, with the style that the page would give it."""
    head, close, rest = svg.partition(">")
    return f"{head}{close}\n<style>{STYLE}</style>\n{rest}\n"
