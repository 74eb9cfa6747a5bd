"""Which first moves a player likes best, mirror images counted as one."""

from collections import Counter
from collections.abc import Sequence

from tengen.core import Game, Record
from tengen.experiments.compare.rounds import Pairing
from tengen.experiments.compare.shapes import Favourites, FirstMove

SHOWN = 4
"""So many first moves are named."""


def favourite_openings(game: Game, pairings: Sequence[Pairing]) -> dict[str, Favourites]:
    """Return each player's first moves, most played first, and in how many games.

    They are those of the games it began itself, from the game's first position.
    """
    counts: dict[str, Counter[int]] = {}
    for pairing in pairings:
        for number, record in enumerate(pairing.records):
            if is_whole(record):
                first = (pairing.a, pairing.b)[number % 2]
                counts.setdefault(first, Counter())[canonical(game, record.moves[0].action)] += 1
    return {
        name: {"openings": _shares(game, count), "begun": count.total()}
        for name, count in counts.items()
    }


def is_whole(record: Record) -> bool:
    """Return whether the players chose every move of a game themselves."""
    return bool(record.moves) and not record.laid_out_plies


def canonical(game: Game, action: int) -> int:
    """Return the action that stands for all that a first move's mirror images are."""
    board = game.initial_state().board().ravel()
    images = [
        int(symmetry.actions[action])
        for symmetry in game.symmetries()
        if not symmetry.swaps_players and (board[symmetry.points] == board).all()
    ]
    return min(images)


def _shares(game: Game, count: Counter[int]) -> list[FirstMove]:
    state = game.initial_state()
    total = count.total()
    return [
        {
            "action": action,
            "move": game.format_line(state, [action])[0],
            "games": games,
            "share": games / total,
        }
        for action, games in sorted(count.items(), key=lambda item: (-item[1], item[0]))[:SHOWN]
    ]
