"""Whom the next game of each kind is proposed against: what the first page tells beside it."""

from typing import TypedDict, cast

from tengen.core.game import Setting
from tengen.games import load
from tengen.studio.archive.store import Store
from tengen.studio.rooms.play.standing import Mine, describe_standing
from tengen.studio.thinking.catalogue import describe_games
from tengen.studio.thinking.levels import describe_levels

LATEST = 12
"""Games that are told, among them the one that was finished last against a level."""


class Proposal(TypedDict):
    """An opponent by its level, and the board."""

    size: int | None
    """Points on a side, where a game is played on boards of several sizes."""
    number: int
    is_own: bool
    """Whether it is the person's own level, by the games that were finished; else a newcomer's."""


class Last(TypedDict):
    """How strong the person is by the rules of the game that was finished last."""

    game: str
    settings: dict[str, object]
    mine: Mine


def describe_proposals(store: Store) -> dict[str, Proposal]:
    """Return for each game the level that a game begun unasked is against; for a thread.

    A game without levels is not there.
    """
    found: dict[str, Proposal] = {}
    for described in describe_games():
        settings = cast("dict[str, Setting]", described["settings"])
        game = load(str(described["name"]), **settings)
        levels = describe_levels(game)["levels"]
        mine = describe_standing(store, game, levels)
        usual = next((level["number"] for level in levels if level["default"]), None)
        number = usual if mine is None else mine["number"]
        if number is not None:
            size = cast("int | None", settings.get("size"))
            found[game.name] = {"size": size, "number": number, "is_own": mine is not None}
    return found


def describe_last(store: Store) -> Last | None:
    """Return the standing in the game that was finished last against a level; for a thread."""
    for sheet in store.recent(LATEST):
        game = sheet.load_game()
        if sheet.outcome is None or len(sheet.terms.people) != 1 or sheet.level(game) is None:
            continue
        mine = describe_standing(store, game, describe_levels(game)["levels"])
        settings: dict[str, object] = dict(sheet.terms.settings)
        return None if mine is None else Last(game=game.name, settings=settings, mine=mine)
    return None
