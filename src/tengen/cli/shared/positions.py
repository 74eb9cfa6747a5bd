"""Positions as people give them: moves in a row, or a game in a file."""

from pathlib import Path

from tengen.cli.shared.words import count
from tengen.core import Game, IllegalMoveError, NotationError, Record, State, TengenError
from tengen.games import load
from tengen.records import Fault, scan
from tengen.records.unplayed import first_unplayed


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
    """Return a game from a file of any format that `tengen.records` reads.

    Args:
        path: the file.
        number: which of several games, from 1.

    Raises:
        NotationError: when the file is no record or has fewer games, or that game is faulty.
        OSError: when it cannot be read.
    """
    games = 0
    for entry in scan(path):
        games += 1
        if games < number:
            continue
        if isinstance(entry.game, Fault):
            raise NotationError(str(entry.game))
        return entry.game
    raise NotationError(f"{path} has {count(games, 'game')}, so there is no game {number}")


def play_moves(game: Game, moves: str) -> State:
    """Return the position after moves in the game's notation, separated by spaces or commas.

    Raises:
        NotationError: at a move that cannot be read.
        IllegalMoveError: at a move against the rules.
    """
    state = game.initial_state()
    return state.apply_all(game.parse_line(state, moves))


def replay_to(record: Record, game: Game, ply: int | None) -> State:
    """Return the position of `record` after `ply` moves, None for all of them.

    Raises:
        NotationError: when the game has fewer moves.
        IllegalMoveError: at a move against the rules.
    """
    wanted = len(record.moves) if ply is None else ply
    part = first_unplayed(record)
    if part and wanted >= len(record.moves) and ply is None:
        raise NotationError(f"it can be played up to ply {len(record.moves)}: {part.fault}")
    if wanted > len(record.moves):
        raise NotationError(f"the game has {count(len(record.moves), 'move')}, so no ply {wanted}")
    state = game.initial_state()
    for number, move in enumerate(record.moves[:wanted], 1):
        try:
            state = state.apply(move.action)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}") from None
    return state
