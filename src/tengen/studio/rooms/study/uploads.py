"""Files of games that pages hand over: SGF, PDN, PSQ or JSON, pasted or dropped."""

from dataclasses import dataclass

from tengen.core import NotationError, Record
from tengen.records.checking import playable
from tengen.records.fault import Fault
from tengen.records.formats import format_of
from tengen.records.games import load as load_game
from tengen.studio.sitting.history import count_moves

MAX_BYTES = 2 * 1024 * 1024
"""Of a file; the largest collections belong in the library."""
MOST_GAMES = 2000
"""Of a file that are listed."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that has been read."""

    games: list[Record | Fault]

    def describe(self) -> list[dict[str, object]]:
        """Return a line for each game to choose from, numbered from 1."""
        return [_describe(number, game) for number, game in enumerate(self.games, 1)]

    def game(self, number: int) -> Record:
        """Return the game of this number, from 1.

        Raises:
            NotationError: when it cannot be read, or there is none.
        """
        if not 1 <= number <= len(self.games):
            raise NotationError(f"there is no game {number}: the file holds {len(self.games)}")
        game = self.games[number - 1]
        if isinstance(game, Fault):
            # Of a game without a single move the first is no place.
            why = game.reason if game.move == 1 else game
            raise NotationError(f"this is no game record that can be read: {why}")
        try:
            return playable(game)[0]
        except NotationError:
            return game  # of which not even the first move can be played


def read_upload(data: bytes, name: str) -> Upload:
    """Return the games of a file; slow, for a thread.

    Args:
        data: its bytes.
        name: what it is called, ``game.sgf``; may be empty.

    Raises:
        NotationError: when it is too large or holds no games.
    """
    if len(data) > MAX_BYTES:
        raise NotationError(f"{name or 'the text'} is larger than {MAX_BYTES >> 20} MB")
    suffix = "." + name.rsplit(".", 1)[-1].lower() if "." in name else ""
    format_ = format_of(suffix, data.lstrip(), name or "the text")
    games: list[Record | Fault] = []
    for game in format_.read_games(data):
        games.append(game)
        if len(games) == MOST_GAMES:
            break
    if not games:
        raise NotationError(f"{name or 'the text'} holds no games")
    return Upload(games)


def _describe(number: int, game: Record | Fault) -> dict[str, object]:
    if isinstance(game, Fault):
        return {"number": number, "fault": str(game)}
    actions = [move.action for move in game.moves]
    return {
        "number": number,
        "game": game.game,
        "players": list(game.players),
        "outcome": game.outcome and {"winner": game.outcome.winner, "reason": game.outcome.reason},
        "moves": count_moves(load_game(game.game, game.settings), actions),
        "event": game.meta.get("Event", "") or game.meta.get("EV", ""),
        "date": game.meta.get("Date", "") or game.meta.get("DT", ""),
    }
