"""OpenSpiel's search in C++, the peer of everything that plays random games."""

from collections.abc import Callable, Mapping
from typing import Any

from tengen.bench.timing import Work

NAME = "open_spiel MCTSBot (C++)"


def rollouts(game: str, settings: Mapping[str, Any], simulations: int, seed: int) -> Work | None:
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
