"""Small boards as SVG: a player's favourite first move, and the others it tried."""

from collections.abc import Callable, Iterator, Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game
from tengen.experiments.compare.shapes import FirstMove
from tengen.experiments.words import percent

SIDE = 150
"""Width and height of a board."""
_MARGIN = 9.0
_PIECES = {1: ("#1d1c1b", "#000"), 2: ("#f7f4ee", "#8d857a")}
"""Fill and edge of the players' pieces, whatever the page's colours."""


def draw_opening(game: Game, moves: Sequence[FirstMove]) -> str:
    """Return the board after the first of `moves`, which are as `favourite_openings` says."""
    label = ", ".join(f"{move['move']} {percent(move['share'])}" for move in moves)
    draw = _on_squares if game.policy_layout.per_point > 1 else _on_points
    inside = "\n".join(draw(game, moves))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" '
        f'height="{SIDE}" role="img" aria-label="{escape(label)}">\n{inside}\n</svg>'
    )


def _on_points(game: Game, moves: Sequence[FirstMove]) -> Iterator[str]:
    """Yield lines and stones; the moves that were tried less are smaller and fainter."""
    start = game.initial_state()
    size = start.board().shape[0]
    gap = (SIDE - 2 * _MARGIN) / size
    first = _MARGIN + gap / 2

    def at(point: int) -> tuple[float, float]:
        return first + gap * (point % size), first + gap * (point // size)

    yield f'<rect width="{SIDE}" height="{SIDE}" rx="8" style="fill: var(--wood)"/>'
    last = first + gap * (size - 1)
    for line in range(size):
        place = first + gap * line
        yield (
            f'<path d="M{first:.1f} {place:.1f}H{last:.1f}M{place:.1f} {first:.1f}V{last:.1f}" '
            'style="stroke: #5b4a2f; stroke-width: .7; opacity: .75"/>'
        )
    yield from _pieces(start.board(), at, 0.46 * gap)
    fill, edge = _PIECES[start.to_play + 1]
    for rank, move in enumerate(moves):
        if game.policy_layout.point_of(move["action"], game.num_actions) is None:
            continue
        x, y = at(int(np.flatnonzero(start.apply(move["action"]).board() != start.board())[0]))
        radius = gap * (0.46 if rank == 0 else 0.16 + 0.24 * move["share"])
        opacity = 1.0 if rank == 0 else 0.55
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" style="fill: {fill}; '
            f'stroke: {edge}; stroke-width: .6; opacity: {opacity}">{_title(move)}</circle>'
        )


def _on_squares(game: Game, moves: Sequence[FirstMove]) -> Iterator[str]:
    """Yield squares and pieces after the favourite move; where it came from and went is ringed."""
    start = game.initial_state()
    before = start.board()
    after = start.apply(moves[0]["action"]).board()
    size = before.shape[0]
    gap = SIDE / size
    playable = set(game.policy_layout.points)

    def at(point: int) -> tuple[float, float]:
        return gap * (point % size + 0.5), gap * (point // size + 0.5)

    for point in range(size * size):
        name = "dark" if point in playable else "light"
        x, y = gap * (point % size), gap * (point // size)
        yield (
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{gap:.2f}" height="{gap:.2f}" '
            f'style="fill: var(--{name}-square)"/>'
        )
    yield from _pieces(after, at, 0.38 * gap)
    for changed in np.flatnonzero(before != after):
        x, y = at(int(changed))
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.42 * gap:.1f}" style="fill: none; '
            f'stroke: var(--accent); stroke-width: 2">{_title(moves[0])}</circle>'
        )


def _pieces(
    board: NDArray[np.int8], at: Callable[[int], tuple[float, float]], radius: float
) -> Iterator[str]:
    for point in np.flatnonzero(board):
        fill, edge = _PIECES[(int(board.ravel()[point]) - 1) % 2 + 1]
        x, y = at(int(point))
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" '
            f'style="fill: {fill}; stroke: {edge}; stroke-width: .6"/>'
        )


def _title(move: FirstMove) -> str:
    return f"<title>{escape(move['move'])}: {percent(move['share'])} of games begun</title>"
