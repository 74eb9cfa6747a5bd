"""Openings that a game may begin with, such as the three-move ballots of draughts."""

import secrets
from dataclasses import replace

from tengen.core import LAID_OUT, Game, Opening, RecordedMove
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.web.messages import RequestError

BY_LOT = "by lot"
"""What terms say that leave the opening to chance."""


def describe_openings(game: Game) -> list[dict[str, object]]:
    """Return the openings of serious games of these rules: their names and moves."""
    first = game.initial_state()
    return [
        {"name": opening.name, "moves": game.format_line(first, opening.actions)}
        for opening in game.book()
    ]


def find_opening(game: Game, wanted: str) -> Opening | None:
    """Return the opening called `wanted`, one of all for `BY_LOT`, None for an empty name.

    Raises:
        RequestError: when the game has no such opening.
    """
    if not wanted:
        return None
    book = game.book()
    found = [each for each in book if wanted in {each.name, BY_LOT}]
    if not found:
        raise RequestError("settings", f"{game.name} has no opening {wanted!r} by these rules")
    return secrets.choice(found)


def play_opening(sheet: Sheet) -> Sheet:
    """Return an empty sheet with the opening of its terms written on it.

    Raises:
        RequestError: when the game has no such opening.
        SettingsError: when there are no such rules.
    """
    opening = find_opening(sheet.load_game(), sheet.terms.opening)
    return sheet if opening is None else laid_out(sheet, opening)


def laid_out(sheet: Sheet, opening: Opening) -> Sheet:
    """Return an empty sheet with an opening written on it, which costs nobody time."""
    plies, clock = len(opening.actions), sheet.clock
    for _ in opening.actions:
        clock = clock and clock.skip()
    return replace(
        sheet,
        opening=opening.name,
        begun=plies,
        moves=tuple(RecordedMove(action, comment=LAID_OUT) for action in opening.actions),
        values=(None,) * (plies + 1),
        clock=clock,
    )
