"""OpenSpiel's own searches as opponents in draughts, on its own board and by its own rules.

Its rules have the same moves. They end a game as a draw after 40 plies without a capture, sooner
than the official ones; from there on an even opponent takes over: ``nnue:none`` with as much time.
"""

import time
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from tengen.agents import load_agent
from tengen.bench.open_spiel import Board
from tengen.core import Agent, Decision, Game, Limit, State, Stop, check_asked
from tengen.games.draughts.notation import DIRECTIONS
from tengen.games.face import NativeState

SUBSTITUTE = "nnue:none"
"""Plays on where OpenSpiel takes the game for a draw."""
DEFAULT_LIMIT = Limit(seconds=0.1)
_SIMULATIONS = 1_000_000
"""Bound of a search that ends by the clock."""
_MEMORY = 1000
"""Of the tree, in MB."""
_KING = 1.5
"""Men that a king is worth."""
_DEPTH = 40
"""Hops looked ahead at most."""

Way = tuple[str, bool, bool]
"""A hop: the square it starts from, as OpenSpiel calls it, whether to higher letters, to higher
numbers."""


@dataclass(frozen=True, slots=True)
class OpenSpielPlayer:
    """Makes one of the agents below for each game, in any process."""

    kind: type["OpenSpielAgent"]
    game: Game

    @property
    def name(self) -> str:
        """What people call it."""
        return self.kind.title

    def __call__(self, seed: int) -> Agent:
        """Return an agent whose randomness comes from `seed`."""
        return self.kind(self.game, seed)

    def for_game(self, game: Game) -> "OpenSpielPlayer":
        """Return the same player for other settings of the game."""
        return OpenSpielPlayer(self.kind, game)


class OpenSpielAgent(Agent):
    """Brings OpenSpiel's board to where the game is and asks one of its searches."""

    title: ClassVar[str]
    default_limit = DEFAULT_LIMIT

    def __init__(self, game: Game, seed: int) -> None:
        """Prepare to play `game` from the usual start.

        Raises:
            ImportError: when OpenSpiel is not installed.
        """
        import pyspiel

        self.name = self.title
        self._game = game
        self._seed = seed
        self._theirs = pyspiel.load_game("checkers")
        self._substitute = load_agent(SUBSTITUTE, game, seed=seed)

    @abstractmethod
    def choose(self, board: Board, seconds: float) -> int:
        """Return an action of OpenSpiel's for its state `board`, which goes on."""

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        del on_progress  # there is one answer
        check_asked(self.name, self._game, state)
        assert isinstance(state, NativeState)
        limit = limit or self.default_limit
        board = self.board_of(state)
        if board.is_terminal():
            return self._substitute.decide(state, limit, stop=stop)
        started = time.perf_counter()
        seconds = DEFAULT_LIMIT.seconds if limit.seconds is None else limit.seconds
        assert seconds is not None
        way = way_of_theirs(board, self.choose(board, seconds))
        (action,) = (int(own) for own in state.legal_actions() if way_of(int(own)) == way)
        return Decision(action, None, seconds=time.perf_counter() - started)

    def board_of(self, state: NativeState) -> Board:
        """Return OpenSpiel's state after the same hops; a finished one where it ends sooner."""
        ways: list[Way] = []
        at: NativeState | None = state
        while at is not None and at.last_action is not None:
            ways.append(way_of(at.last_action))
            at = at.previous
        board: Board = self._theirs.new_initial_state()
        for way in reversed(ways):
            if board.is_terminal():
                break
            actions = {way_of_theirs(board, action): action for action in board.legal_actions()}
            board.apply_action(actions[way])
        return board


class TreeSearchAgent(OpenSpielAgent):
    """Its Monte-Carlo tree search in C++, a random game a leaf, wins and losses proven."""

    title = "open_spiel MCTSBot (C++)"

    def choose(self, board: Board, seconds: float) -> int:
        import pyspiel

        make_bot: Callable[..., Any] = pyspiel.MCTSBot
        bot = make_bot(
            self._theirs,
            pyspiel.RandomRolloutEvaluator(1, self._seed),
            2.0,  # uct_c
            _SIMULATIONS,
            _MEMORY,
            True,  # solve
            self._seed,
            False,  # verbose
            max_wall_clock_time=seconds,
        )
        action: int = bot.step(board)
        return action


class MinimaxAgent(OpenSpielAgent):
    """Its alpha-beta in Python, a hop deeper each time, judged by the count of pieces."""

    title = "open_spiel alpha_beta_search (Python)"

    def choose(self, board: Board, seconds: float) -> int:
        # No types ship with it.
        from open_spiel.python.algorithms.minimax import (  # type: ignore[import-untyped]
            alpha_beta_search,
        )

        mover, deadline = board.current_player(), time.perf_counter() + seconds

        def judge(leaf: Board) -> float:
            if time.perf_counter() > deadline:
                raise _TimeUpError
            return material(leaf, mover)

        best: int = board.legal_actions()[0]
        try:
            for depth in range(1, _DEPTH):
                value, best = alpha_beta_search(self._theirs, board, judge, depth)
                if abs(value) == 1:  # won or lost whatever comes
                    break
        except _TimeUpError:
            pass
        return best


class _TimeUpError(Exception):
    pass


def material(board: Board, player: int) -> float:
    """Return what `player` has on OpenSpiel's board less what the other has, below a win's 1."""
    text = "".join(row[1:] for row in str(board).splitlines()[:8])
    first = text.count("o") - text.count("+") + _KING * (text.count("8") - text.count("*"))
    return (first if player == 0 else -first) / 100


def way_of(action: int) -> Way:
    """Return what an action of ours is on OpenSpiel's board, where Black's first row is 1."""
    square, direction = divmod(action, len(DIRECTIONS))
    row, column = divmod(square, 4)
    column = 2 * column + (1 - row % 2)
    name = DIRECTIONS[direction]
    return ("hgfedcba"[column] + str(row + 1), "w" in name, "s" in name)


def way_of_theirs(board: Board, action: int) -> Way:
    """Return what an action of OpenSpiel's is; a capture goes the same way as a move."""
    text = board.action_to_string(action)
    return (text[:2], text[2] > text[0], text[3] > text[1])
