"""Positions as people give them: moves in a row, or a game in a file."""

import json
from pathlib import Path
from typing import Any

from tengen.cli.words import count
from tengen.core import Game, IllegalMoveError, NotationError, Record, State, TengenError
from tengen.games import load


def position_in(path: Path, number: int = 1, ply: int | None = None) -> State:
    """Return the position after `ply` moves (None: all) of a game in a file.

    Raises:
        TengenError: when the file, the game or a move is wrong; it names the file.
        OSError: when it cannot be read.
    """
    record = read_record(path, number)
    try:
        return replay_to(record, load(record.game, **record.settings), ply)
    except TengenError as error:
        raise type(error)(f"{path}: {error}") from None


def read_record(path: Path, number: int = 1) -> Record:
    """Return a game from a file of one JSON record, or of one a line.

    Args:
        path: the file.
        number: which of several games, from 1.

    Raises:
        NotationError: when the file is no record or has fewer games.
        OSError: when it cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not a game record: it is not text") from None
    games = _parse(path, text)
    if not 1 <= number <= len(games):
        raise NotationError(f"{path} has {count(len(games), 'game')}, so there is no game {number}")
    data = games[number - 1]
    if not isinstance(data, dict):
        raise NotationError(f"{path} is not a game record: game {number} is no object")
    try:
        return Record.from_json(data)
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None


def _parse(path: Path, text: str) -> list[Any]:
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        pass
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except json.JSONDecodeError as error:
        raise NotationError(f"{path} is not a game record: {error}") from None


def play_moves(game: Game, moves: str) -> State:
    """Return the position after moves in the game's notation, separated by spaces or commas.

    Raises:
        NotationError: at a move that cannot be read.
        IllegalMoveError: at a move against the rules.
    """
    state = game.initial_state()
    for text in moves.replace(",", " ").split():
        state = state.apply(game.parse_move(text))
    return state


def replay_to(record: Record, game: Game, ply: int | None) -> State:
    """Return the position of `record` after `ply` moves, None for all of them.

    Raises:
        NotationError: when the game has fewer moves.
        IllegalMoveError: at a move against the rules.
    """
    wanted = len(record.moves) if ply is None else ply
    if wanted > len(record.moves):
        raise NotationError(f"the game has {count(len(record.moves), 'move')}, so no ply {wanted}")
    state = game.initial_state()
    for number, move in enumerate(record.moves[:wanted], 1):
        try:
            state = state.apply(move.action)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}") from None
    return state
