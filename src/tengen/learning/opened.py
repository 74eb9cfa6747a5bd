"""Games that learners play: how they begin, go on, and the records they become."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tengen.core import LAID_OUT, Outcome, Record, RecordedMove
from tengen.games.face import NativeGame, NativeState


@dataclass(slots=True)
class OpenedGame:
    """A game under way that began with random moves."""

    state: NativeState
    opening: list[int]
    """The random moves."""
    actions: list[int] = field(default_factory=list)
    """Those after them."""

    def __len__(self) -> int:
        """Return how many moves were made, random ones included."""
        return len(self.opening) + len(self.actions)

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended it."""
        return bool(self.state.native.is_over)

    def play(self, action: int) -> None:
        """Go on."""
        self.actions.append(action)
        self.state = self.state.apply(action)

    def record(self, outcome: Outcome | None) -> Record:
        """Return the record of the game that ended so; None where it was given up."""
        return make_record(self.state.game, self.opening, self.actions, outcome)


def open_game(
    game: NativeGame,
    most_plies: int,
    rng: np.random.Generator,
    *,
    choices: Callable[[NativeState], NDArray[np.generic]] = NativeState.legal_actions,
    book_share: float = 0.0,
) -> OpenedGame:
    """Begin a game with random moves, evenly from none up to `most_plies`; they leave it open.

    Nobody can win at once after them, unless the game itself begins so.

    Args:
        game: the rules.
        most_plies: at most so many moves are random.
        rng: draws them.
        choices: the moves ``[N]`` of a position among which one is drawn.
        book_share: of the games, so many have an opening of the game's book before that.
    """
    while True:
        state, actions = _start(game, book_share, rng)
        for _ in range(int(rng.integers(most_plies + 1))):
            actions.append(int(rng.choice(choices(state))))
            state = state.apply(actions[-1])
            if state.outcome() is not None:
                break
        if state.outcome() is None and not (actions and state.native.wins_at_once()):
            return OpenedGame(state, actions)


def _start(
    game: NativeGame, book_share: float, rng: np.random.Generator
) -> tuple[NativeState, list[int]]:
    """Return the initial position, or by chance one of the book, and the moves to it."""
    actions: list[int] = []
    book = [opening for opening in game.book() if opening.game == game] if book_share > 0 else []
    if book and rng.random() < book_share:
        actions += book[int(rng.integers(len(book)))].actions
    return game.initial_state().apply_all(actions), actions


def most_moves(game: NativeGame, a_point: float) -> int:
    """Return `a_point` times the points of the board: longer games are given up."""
    return max(1, int(a_point * np.prod(game.planes_shape[1:])))


def make_record(
    game: NativeGame, opening: Sequence[int], actions: Sequence[int], outcome: Outcome | None
) -> Record:
    """Return the record of a game that began with a random `opening`."""
    return Record(
        game=game.name,
        settings=game.settings,
        moves=(
            *(RecordedMove(action, comment=LAID_OUT) for action in opening),
            *(RecordedMove(action) for action in actions),
        ),
        outcome=outcome,
    )
