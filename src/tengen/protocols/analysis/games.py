"""The games of queries: how one begins, and what its moves are called.

Go has KataGo's words, those of the Go Text Protocol; the other games have our own names of moves.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from tengen.core import Game, IllegalMoveError, NotationError, SettingsError, State
from tengen.core.game import Setting
from tengen.games import load
from tengen.protocols.analysis.fields import FieldError, Fields, read_number, read_whole
from tengen.protocols.analysis.rules import read_bonus, read_go_rules
from tengen.protocols.gtp.vertex import format_vertex, parse_vertex
from tengen.protocols.hub.notation import is_inside_a_move
from tengen.protocols.turns import with_turn

Pairs = Sequence[tuple[int, str]]
"""Players and places."""
_LEAST, _MOST = 2, 25
_MOST_KOMI = 400.0
_KOMI = 7.5
_XY = re.compile(r"\((\d{1,3}),(\d{1,3})\)", re.ASCII)


class Table(ABC):
    """A kind of game that queries are about."""

    def __init__(self, base: Game) -> None:
        """Take what a query does not say from `base`."""
        self._base = base

    @abstractmethod
    def read_rules(self, query: Fields) -> tuple[dict[str, Setting], list[tuple[str, str]]]:
        """Return the settings that a query tells, and warnings: a field and a sentence each.

        Raises:
            FieldError: when a field cannot be read.
        """

    @abstractmethod
    def place(self, game: Game, place: str) -> tuple[int, int]:
        """Return the point of a stone, and by how much its code is above its player's own.

        Raises:
            NotationError: when there is no such place.
        """

    @abstractmethod
    def parse(self, state: State, move: str) -> tuple[int, ...]:
        """Return the actions of a move.

        Raises:
            NotationError, IllegalMoveError: when there is no such move.
        """

    @abstractmethod
    def names(self, state: State, line: Sequence[int]) -> list[str]:
        """Return the names of the moves that a line of legal actions makes up."""

    def begin(self, query: Fields, stones: Pairs, to_play: int | None) -> Game:
        """Return the game of a query, from where its stones stand.

        Args:
            to_play: who begins; None for whoever does in such a game.

        Raises:
            FieldError: when there is no such game.
        """
        settings, _ = self.read_rules(query)
        try:
            game = load(self._base.name, **{**self._base.settings, **settings})
        except SettingsError as error:
            raise FieldError("rules", str(error)) from None
        if not stones and to_play in (None, game.initial_state().to_play):
            return game
        board = game.initial_state().board() if not stones else _empty(game)
        for player, name in stones:
            try:
                point, kind = self.place(game, name)
            except NotationError:
                message = f"Could not parse board location: {name[:40]}"
                raise FieldError("initialStones", message) from None
            board.flat[point] = 1 + player + kind
        try:
            return game.set_up(board, to_play or 0)
        except SettingsError as error:
            raise FieldError("initialStones", str(error)) from None

    def turned(self, state: State, player: int) -> State:
        """Return a position with `player` to move.

        Raises:
            IllegalMoveError: when the other side is, or the game is over.
        """
        if state.to_play != player:
            raise IllegalMoveError("it is the other side's turn")
        return state

    def going_on(self, state: State) -> State:
        """Return a position as it is analysed, which may be one after the game's end."""
        return state


class GoTable(Table):
    """Go, in the words of KataGo."""

    def read_rules(self, query: Fields) -> tuple[dict[str, Setting], list[tuple[str, str]]]:
        size, komi = read_size(query), _KOMI
        told, doubt = read_go_rules(query.get("rules"))
        if "komi" in query:
            komi = read_number(query, "komi", -_MOST_KOMI, _MOST_KOMI)
        if komi * 2 % 1:
            raise FieldError("komi", "Must be a integer or half-integer from -400.0 to 400.0")
        settings: dict[str, Setting] = {**told, "size": size, "komi": komi}
        if "whiteHandicapBonus" in query:
            settings["compensation"] = read_bonus(query["whiteHandicapBonus"])
        return settings, [] if doubt is None else [("rules", doubt)]

    def begin(self, query: Fields, stones: Pairs, to_play: int | None) -> Game:
        game = super().begin(query, stones, to_play)
        handicap = len(stones)
        if handicap < 2 or any(player for player, _ in stones):
            return game
        bonus = self.read_rules(query)[0].get("compensation", "none")
        return load("go", **{**game.settings, "handicap": handicap, "compensation": bonus})

    def place(self, game: Game, place: str) -> tuple[int, int]:
        point = self._action(game, place)
        if point == game.num_actions - 1:
            raise NotationError("a pass is no stone")
        return point, 0

    def parse(self, state: State, move: str) -> tuple[int, ...]:
        return (self._action(state.game, move),)

    def names(self, state: State, line: Sequence[int]) -> list[str]:
        return [format_vertex(state.game, action) for action in line]

    def turned(self, state: State, player: int) -> State:
        return with_turn(state, player)

    def going_on(self, state: State) -> State:
        # Two passes are no end to programs: somebody may want to know what is still to be had.
        return with_turn(state, state.to_play)

    @staticmethod
    def _action(game: Game, text: str) -> int:
        found, size = _XY.fullmatch(text), game.planes_shape[-1]
        if found and int(found[1]) < size and int(found[2]) < size:
            return int(found[2]) * size + int(found[1])
        return parse_vertex(game, text)


class GomokuTable(Table):
    """Gomoku, with the letters that people use: no column is left out."""

    def read_rules(self, query: Fields) -> tuple[dict[str, Setting], list[tuple[str, str]]]:
        settings: dict[str, Setting] = {"size": read_size(query)}
        if "rules" in query:
            settings["rule"] = _text(query, "rules")
        return settings, []

    def place(self, game: Game, place: str) -> tuple[int, int]:
        return game.parse_move(place), 0

    def parse(self, state: State, move: str) -> tuple[int, ...]:
        return (state.game.parse_move(move),)

    def names(self, state: State, line: Sequence[int]) -> list[str]:
        return state.game.format_line(state, line)

    def turned(self, state: State, player: int) -> State:
        return with_turn(state, player)


class DraughtsTable(Table):
    """English draughts: whole moves, ``11-15`` and ``22x15``, and pieces on ``12`` or ``K12``."""

    def read_rules(self, query: Fields) -> tuple[dict[str, Setting], list[tuple[str, str]]]:
        if "boardXSize" in query or "boardYSize" in query:
            read_size(query, least=8, most=8)
        return {}, []

    def place(self, game: Game, place: str) -> tuple[int, int]:
        from tengen.games.draughts.notation import point_of

        square = place.upper().removeprefix("K")
        if not (square.isascii() and square.isdigit() and len(square) <= 2):
            raise NotationError("no square")
        if not 1 <= int(square) <= 32:
            raise NotationError("no square")
        return point_of(int(square)), 2 if place[:1] in {"K", "k"} else 0

    def parse(self, state: State, move: str) -> tuple[int, ...]:
        actions = state.game.parse_line(state, move)
        if len(state.game.format_line(state, actions)) != 1:
            raise NotationError(f"bad move {move[:40]!r}: expected one move such as 11-15")
        return actions

    def names(self, state: State, line: Sequence[int]) -> list[str]:
        # A line may break off inside a capture, whose name has all its hops.
        actions, end = list(line), state.apply_all(line)
        while is_inside_a_move(end):
            actions.append(int(end.legal_actions()[0]))
            end = end.apply(actions[-1])
        return state.game.format_line(state, actions)


TABLES: dict[str, type[Table]] = {"go": GoTable, "gomoku": GomokuTable, "draughts": DraughtsTable}


def read_size(query: Fields, least: int = _LEAST, most: int = _MOST) -> int:
    """Return the size of the board, which is square.

    Raises:
        FieldError: when it is none.
    """
    sizes = []
    for name in ("boardXSize", "boardYSize"):
        try:
            sizes.append(read_whole(query, name, least, most))
        except FieldError:
            raise FieldError(name, f"Must provide an integer from {least} to {most}") from None
    if sizes[0] != sizes[1]:
        raise FieldError("boardYSize", "Rectangular boards are not supported: must be boardXSize")
    return sizes[0]


def _text(query: Fields, name: str) -> str:
    text = query[name]
    if not isinstance(text, str):
        raise FieldError(name, "Must be a string")
    return text


def _empty(game: Game) -> "np.ndarray[tuple[int, ...], np.dtype[np.int8]]":
    return np.zeros(game.initial_state().board().shape, np.int8)
