"""OpenSpiel's search in C++, the peer of everything that plays random games."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tengen.bench.timing import Work
from tengen.core.game import Setting


class Board(Protocol):
    """OpenSpiel's state of a game, as far as it is used here; no types ship with it."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        ...

    def current_player(self) -> int:
        """Return who is to move."""
        ...

    def legal_actions(self) -> Sequence[int]:
        """Return what may be played."""
        ...

    def apply_action(self, action: int) -> None:
        """Play."""
        ...

    def child(self, action: int) -> "Board":
        """Return the state after an action."""
        ...

    def action_to_string(self, action: int) -> str:
        """Return an action as people write it."""
        ...


NAME = "open_spiel MCTSBot (C++)"


def rollouts(
    game: str, settings: Mapping[str, Setting], simulations: int, seed: int
) -> Work | None:
    """Return a search of so many simulations, a random game each; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    loaded = pyspiel.load_game(game, dict(settings))
    state = loaded.new_initial_state()

    def search() -> int:
        make_bot: Callable[..., Any] = pyspiel.MCTSBot
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = make_bot(
            loaded,
            evaluator,
            2.0,  # uct_c
            simulations,
            1000,  # memory limit in MB
            True,  # solve
            seed,
            False,  # verbose
        )
        bot.step(state)
        return simulations

    return search
