"""Every agent above the weakest sees the next move: a win is taken, a loss is met."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tengen.agents import can_play, load_agent, names
from tengen.agents.teachers import methods
from tengen.core import Agent, Game, Limit, State
from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.go.borders import stand
from tengen.search.one_ply import passing

GAMES = {
    "freestyle": load("gomoku", size=15),
    "renju": load("gomoku", size=9, rule="renju"),
    "caro": load("gomoku", size=8, rule="caro"),
    "draughts": load("draughts"),
    "go": load("go", size=5),
}
PASSES = "go"
"""There a move that wins is a pass, and whoever passes first agrees to what follows."""
EXEMPT = ("random", "cb", "gtp", "gomocup", "hub")
"""Chance, and the programs of others."""
OWN = ("mcts", "person?level=2", "robot?level=2", "robot?level=3", "robot?level=4", "robot?level=5")
HASTY = Limit(nodes=5, visits=5)
"""Too little to see anything by searching."""
QUICK, LONG = 12, 500
"""Positions of each kind, game and agent."""


def goes_on(state: NativeState, after: NativeState) -> bool:
    """Tell whether an action was a hop and the same move has more of them."""
    is_hop = state.game.name == "draughts" and after.to_play == state.to_play
    return is_hop and after.outcome() is None


def moves(state: NativeState) -> Iterator[NativeState]:
    """Yield where each whole move leads, of several hops or of one."""
    for action in state.legal_actions().tolist():
        after = state.apply(action)
        if goes_on(state, after):
            yield from moves(after)
        else:
            yield after


def has_won(after: State, player: int) -> bool:
    """Tell whether the game is over and `player` has won it."""
    end = after.outcome()
    return end is not None and end.winner == player


def can_win(state: NativeState) -> bool:
    """Tell whether the side to move wins with one move, by trying each."""
    return any(has_won(after, state.to_play) for after in moves(state))


def gives_away(after: NativeState, player: int) -> bool:
    """Tell whether `player` has lost, or the opponent wins with the next move."""
    return has_won(after, 1 - player) or (after.outcome() is None and can_win(after))


def play_about(game: Game, rng: np.random.Generator) -> Iterator[NativeState]:
    """Yield positions of random games; stones fall near the last one, mostly."""
    while True:
        state = game.initial_state()
        while state.outcome() is None:
            assert isinstance(state, NativeState)
            yield state
            actions, last = state.legal_actions(), state.last_action
            if game.name == "gomoku" and last is not None and rng.random() < 0.9:
                size = len(state.board())
                apart = np.abs(np.subtract(np.divmod(actions, size), np.divmod([last], size)))
                near = actions[apart.max(axis=0) <= 2]
                actions = near if len(near) else actions
            state = state.apply(int(rng.choice(actions)))


def is_quick_to_tell(state: NativeState, after: NativeState) -> bool:
    """Tell whether a move may have been a mistake, where the rules say so at a glance."""
    if state.game.name != "gomoku":
        return True
    return after.outcome() is None and after.native.wins_at_once()


@cache
def positions(game: str, kind: str, count: int) -> list[NativeState]:
    """Return positions with a ``win`` in one move, or with a ``loss`` in one that can be met."""
    rng = np.random.default_rng(11)
    return list(islice(_find(GAMES[game], kind, rng), count))


def _find(game: Game, kind: str, rng: np.random.Generator) -> Iterator[NativeState]:
    for state in play_about(game, rng):
        if game.name == "gomoku" and state.native.wins_at_once() != (kind == "win"):
            continue
        if kind == "win":
            if can_win(state):
                yield state
            continue
        careless = state.apply(int(rng.choice(state.legal_actions())))
        if not is_quick_to_tell(state, careless) or can_win(state):
            continue
        given = [gives_away(after, state.to_play) for after in moves(state)]
        if any(given) and not all(given):
            yield state


def played(agent: Agent, state: NativeState) -> NativeState:
    """Return where the agent's whole move leads."""
    after = state.apply(agent.decide(state, HASTY).action)
    return played(agent, after) if goes_on(state, after) else after


Nets = Callable[[str, Game], Path]


@pytest.fixture(scope="module")
def nets(tmp_path_factory: pytest.TempPathFactory) -> Nets:
    """Makes an untrained net of a method for a game, once."""

    @cache
    def make(method: str, game: Game) -> Path:
        pytest.importorskip("torch", reason="training is not installed")
        from tengen.contract.learning import train

        return train(method, game, tmp_path_factory.mktemp(method) / "run").network

    return make


def has_more_to_gain(state: NativeState) -> bool:
    """Tell whether a pass, which wins by komi perhaps, would leave points of an open board to nobody."""
    leave = passing(state.game)
    assert leave is not None
    return bool(stand(state.apply(leave)).gains[state.to_play])


def _check(spec: str, game: str, nets: Nets, count: int) -> None:
    rules = GAMES[game]
    agent = load_agent(f"{spec}:{nets(spec, rules)}" if spec in methods() else spec, rules, seed=3)
    for state in positions(game, "win", count):
        if not has_won(played(agent, state), state.to_play):
            # People do not end a game that has hardly begun.
            assert (game, spec.partition("?")[0]) == (PASSES, "person"), state.native.board()
            assert has_more_to_gain(state), state.native.board()
    for state in positions(game, "loss", count) if game != PASSES else ():
        assert not gives_away(played(agent, state), state.to_play), state.native.board()


SPECS = (*OWN, *(name for name in methods() if name not in EXEMPT))
CASES = [
    (spec, game)
    for spec in SPECS
    for game in GAMES
    if can_play(spec.partition("?")[0], GAMES[game])
]


@pytest.mark.parametrize(("spec", "game"), CASES)
def test_the_next_move_is_seen(spec: str, game: str, nets: Nets) -> None:
    """A win in one move is taken; where some move leaves the opponent none, such a one is made."""
    _check(spec, game, nets, QUICK)


@pytest.mark.long
@pytest.mark.parametrize(("spec", "game"), CASES)
def test_the_next_move_is_seen_in_thousands_of_positions(spec: str, game: str, nets: Nets) -> None:
    """So it is in many more positions."""
    _check(spec, game, nets, LONG)


def test_every_agent_is_held_to_it() -> None:
    """A method added later is tested, or said to be exempt."""
    assert {spec.partition("?")[0] for spec in SPECS} | set(EXEMPT) == set(names())
