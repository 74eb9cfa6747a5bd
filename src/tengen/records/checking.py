"""Replays of records by the rules."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tengen.core import (
    Game,
    IllegalMoveError,
    Outcome,
    Record,
    RecordedMove,
    State,
    TengenError,
)
from tengen.games.face import Followed, NativeGame
from tengen.records.fault import Fault, FaultyGameError, fault_of
from tengen.records.games import load
from tengen.records.sgf_terms import NUMBERS
from tengen.records.sgf_write import text_of
from tengen.records.unplayed import IN_VARIATION, Unplayed, first_unplayed, with_unplayed


def check(record: Record) -> Fault | None:
    """Return why a record is against the rules or cannot be played to its end, None when it can.

    Every move of the game and of its variations is played, and a result that the board shows
    must be the one stated.
    """
    try:
        game = load(record.game, record.settings)
        # Most games have neither, and many are looked through.
        noted = any(move.marks or move.variations for move in record.moves)
        shown = _shown(game, record.moves, has_variations=noted)
    except TengenError as error:
        return fault_of(error)
    if (noted or record.marks) and (part := first_unplayed(record)):
        return part.fault
    return None if game.result_is_agreed else _contradiction(record, game, shown)


def check_all(games: Iterable[Record | Fault]) -> list[tuple[int, Fault]]:
    """Return what is wrong with games, by their numbers from 0."""
    checked = (game if isinstance(game, Fault) else check(game) for game in games)
    return [(number, fault) for number, fault in enumerate(checked) if fault is not None]


def playable(record: Record) -> tuple[Record, Fault | None]:
    """Return a record up to what can be played, and what stops it there, None if nothing does.

    What follows is kept in the record: its own formats write it back.

    Raises:
        FaultyGameError: when not even the first move can be played, or the result stated is none.
    """
    fault = check(record)
    if fault is None:
        return record, None
    try:
        game = load(record.game, record.settings)
        cut, last = _cut(record, game)
    except TengenError:
        raise FaultyGameError(fault.reason, fault.move) from None
    against = None if game.result_is_agreed else _contradiction(cut, game, last.outcome())
    if against or not cut.moves:
        raise FaultyGameError(fault.reason, fault.move)
    return cut, fault


def _cut(record: Record, game: Game) -> tuple[Record, State]:
    """Return a record up to the first move against the rules, and the position there."""
    state = game.initial_state()
    cut = replace(record, moves=())
    for ply, move in enumerate(record.moves):
        sound: list[Sequence[RecordedMove]] = []
        for line in move.variations:
            try:
                _play(state, line, ply + 1)
                sound.append(line)
            except FaultyGameError as error:
                fault = FaultyGameError(f"{IN_VARIATION}{error}", error.move)
                cut = with_unplayed(cut, _unplayed(record, line, ply, fault))
        try:
            state = state.apply(move.action)
        except IllegalMoveError as error:
            fault = FaultyGameError(str(error), ply + 1)
            tail = record.moves[ply:]
            return with_unplayed(cut, _unplayed(record, tail, ply, fault)), state
        kept = replace(move, variations=tuple(map(tuple, sound)))
        cut = replace(cut, moves=(*cut.moves, kept))
    return cut, state


def _unplayed(
    record: Record, moves: Sequence[RecordedMove], ply: int, error: FaultyGameError
) -> Unplayed:
    """Return moves against the rules, in SGF where the game is written in it."""
    number, reason = error.move or ply + 1, str(error)
    if record.game in NUMBERS:
        return Unplayed("SGF", number, reason, text_of(record, moves, ply))
    return Unplayed("JSON", number, reason, json.dumps([move.to_json() for move in moves]))


def _shown(game: Game, moves: Sequence[RecordedMove], *, has_variations: bool) -> Outcome | None:
    """Return the outcome that the board shows after a game, which may have variations or not.

    Raises:
        FaultyGameError: at the first move against the rules, in it or in a variation.
    """
    if isinstance(game, NativeGame) and not has_variations:
        followed = game.follow(actions_of(moves))
        if len(followed.players) == len(moves) and not _is_open(game, followed):
            return followed.outcome
    # Slower, and it says what is wrong.
    return _play(game.initial_state(), moves, 1).outcome()


def _is_open(game: Game, followed: Followed) -> bool:
    """Return what `_is_broken_off` does, of a game played through."""
    goes_on = game.has_hops and followed.outcome is None and len(followed.players)
    return bool(goes_on and followed.players[-1] == followed.to_play)


def actions_of(moves: Sequence[RecordedMove]) -> NDArray[np.int32]:
    """Return the actions of moves, ``[N]``; -1 for what can be none."""
    try:
        return np.array([move.action for move in moves], np.int32)
    except OverflowError:
        return np.array(
            [move.action if 0 <= move.action < 2**31 else -1 for move in moves], np.int32
        )


def _play(state: State, moves: Sequence[RecordedMove], number: int) -> State:
    """Return the position after a line; `number` is that of its first move.

    Raises:
        FaultyGameError: at the first move against the rules.
    """
    before = state
    for move in moves:
        for line in move.variations:
            try:
                _play(state, line, number)
            except FaultyGameError as error:
                raise FaultyGameError(f"{IN_VARIATION}{error}", error.move) from None
        try:
            after = state.apply(move.action)
        except IllegalMoveError as error:
            raise FaultyGameError(str(error), number) from None
        before, state = state, after
        number += after.to_play != before.to_play
    if _is_broken_off(before, state):
        raise FaultyGameError("not a whole capture", number)
    return state


def _is_broken_off(before: State, after: State) -> bool:
    """Return whether a move ends where its player has to jump on."""
    is_same_player = after is not before and after.to_play == before.to_play
    return after.game.has_hops and is_same_player and after.outcome() is None


def _contradiction(record: Record, game: Game, shown: Outcome | None) -> Fault | None:
    """Return a fault where the result stated is not the one that the board shows."""
    stated = record.outcome
    if stated is None or shown is None or shown.winner == stated.winner:
        return None
    names = [
        "nobody" if outcome.winner is None else game.players[outcome.winner]
        for outcome in (stated, shown)
    ]
    return Fault(f"the result is that {names[0]} won, but {names[1]} did: {shown.reason}")
