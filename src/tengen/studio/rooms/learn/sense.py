"""Whether a net passes a check of sense: does it know what the rules alone already say?

Positions of random games are looked for in which most moves lose at once, and few do not. In Go, where
nothing ends in one move, it is boards at their end: who is ahead?
"""

from collections.abc import Callable
from typing import TypedDict, cast

import numpy as np

from tengen.core import Game, State
from tengen.games.face import NativeState
from tengen.search.one_ply import OnePly
from tengen.studio.rooms.learn import exam
from tengen.studio.sitting.history import is_on_squares

POSITIONS = 40
GAMES = 400
"""Random games that are looked through at most."""
COIN = 0.5
"""How often chance says of a decided board who is ahead."""
LUCK = 0.035
"""How often chance finds the one winning move of an exam, where about 29 are legal."""
SEED = 7


class Sense(TypedDict):
    """What came of the check."""

    kind: str
    """``moves``, ``search``, ``boards`` or ``exam``."""
    right: int
    of: int
    chance: int
    """How many would be right by chance."""
    needed: int
    """To pass: half way from chance to all."""
    passed: bool


def decided_positions(game: Game) -> list[tuple[State, frozenset[int]]]:
    """Return positions of random games with the few moves there that the rules know to be right."""
    rng = np.random.default_rng(SEED)
    found: list[tuple[State, frozenset[int]]] = []
    for _ in range(GAMES):
        state = game.initial_state()
        while state.outcome() is None and state.ply < game.max_plies:
            if right := _right(state):
                found.append((state, right))
                break
            state = state.apply(_draw(state, rng))
        if len(found) == POSITIONS:
            break
    return found


def _draw(state: State, rng: np.random.Generator) -> int:
    """Return a random move; where stones are placed, near those that lie there, as people place them."""
    actions, board = state.sensible_actions(), state.board()
    stones = np.argwhere(board != 0)
    if is_on_squares(state.game) or not len(stones) or actions.max() >= board.size:
        return int(rng.choice(actions))
    points = np.stack(np.divmod(actions, board.shape[1]), 1)
    apart = np.abs(points[:, None] - stones[None]).max(2).min(1)
    odds = np.exp(-2.0 * apart)
    return int(rng.choice(actions, p=odds / odds.sum()))


def _right(state: State) -> frozenset[int]:
    """Return the moves that do not lose at once, where most others do and none wins at once.

    Who can win at once may win as well later: then another move is not wrong.
    """
    moves = OnePly.of([cast("NativeState", state)])
    certain = moves.certain()
    kept = moves.actions[certain != -1]
    few = 0 < len(kept) <= len(certain) - len(kept)
    return frozenset(kept.tolist()) if few and not (certain == 1).any() else frozenset()


def finished_boards(game: Game) -> list[tuple[State, int]]:
    """Return boards near the end of random games, with the player who is clearly ahead."""
    rng = np.random.default_rng(SEED)
    found: list[tuple[State, int]] = []
    for _ in range(GAMES):
        state, last = game.initial_state(), game.initial_state()
        while state.outcome() is None and state.ply < game.max_plies:
            last, state = state, state.apply(int(rng.choice(state.sensible_actions())))
        outcome = state.outcome()
        if outcome is not None and outcome.winner is not None:
            found.append((last, outcome.winner))
        if len(found) == POSITIONS:
            break
    return found


def check_moves(game: Game, choose: Callable[[State], int], kind: str = "moves") -> Sense:
    """Return how often the move that is liked best is one that the rules know to be right.

    Args:
        game: of the positions.
        choose: returns that move.
        kind: ``moves`` where a net chooses at first glance, ``search`` where a search does.
    """
    positions = decided_positions(game)
    shares = [len(right) / len(state.sensible_actions()) for state, right in positions]
    found = sum(choose(state) in right for state, right in positions)
    return _told(kind, found, len(positions), float(np.mean(shares)))


def check_boards(game: Game, value: Callable[[State], float]) -> Sense:
    """Return how often a net says of a decided board who is ahead."""
    boards = finished_boards(game)
    signs = [value(state) * (1 if state.to_play == ahead else -1) for state, ahead in boards]
    return _told("boards", sum(sign > 0 for sign in signs), len(boards), COIN)


def check_exam(share: float) -> Sense:
    """Return the same of a net by its mark in the exam of its story."""
    return _told("exam", round(share * exam.POSITIONS), exam.POSITIONS, LUCK)


def _told(kind: str, right: int, of: int, luck: float) -> Sense:
    needed = round(of * (1 + luck) / 2)
    return {
        "kind": kind,
        "right": right,
        "of": of,
        "chance": round(of * luck),
        "needed": needed,
        "passed": right >= needed,
    }
