"""Replays of records by the rules."""

from collections.abc import Sequence

from tengen.core import Game, IllegalMoveError, Record, RecordedMove, State, TengenError
from tengen.records.fault import Fault, FaultyGameError, fault_of
from tengen.records.games import load

SETTLED_BY_PLAYERS = {"go"}
"""Games whose players agree on the result (which stones are dead) after the last move."""


def check(record: Record) -> Fault | None:
    """Return why a record is against the rules, None when it is not.

    Every move of the game and of its variations is played, and a result that the board shows
    must be the one stated.
    """
    try:
        game = load(record.game, record.settings)
        last = _play(game.initial_state(), record.moves, 1)
    except TengenError as error:
        return fault_of(error)
    return None if record.game in SETTLED_BY_PLAYERS else _contradiction(record, game, last)


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
                raise FaultyGameError(f"in a variation: {error}", error.move) from None
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
    """Return whether a move of draughts ends where its player has to jump on."""
    is_same_player = after is not before and after.to_play == before.to_play
    return after.game.name == "draughts" and is_same_player and after.outcome() is None


def _contradiction(record: Record, game: Game, last: State) -> Fault | None:
    """Return a fault where the result stated is not the one that the board shows."""
    stated, shown = record.outcome, last.outcome()
    if stated is None or shown is None or shown.winner == stated.winner:
        return None
    names = [
        "nobody" if outcome.winner is None else game.players[outcome.winner]
        for outcome in (stated, shown)
    ]
    return Fault(f"the result is that {names[0]} won, but {names[1]} did: {shown.reason}")
