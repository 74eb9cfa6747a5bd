"""Games written in Python, in the search of the native ones."""

import gc
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.agents import load_agent
from tengen.arena.match import MatchSettings, play_match
from tengen.contract import GameContract
from tengen.contract.game import play_randomly
from tengen.core import (
    Decision,
    Game,
    IllegalMoveError,
    Limit,
    NotationError,
    Outcome,
    SettingsError,
    SpecError,
    Stop,
)
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.games import load
from tengen.games.draughts.reference import ReferenceState as DraughtsReference
from tengen.games.gomoku.reference import ReferenceState as GomokuReference
from tengen.games.python import Position, PythonGame
from tengen.search.mcts import SearchSettings, TreeSearch


@dataclass(frozen=True)
class Heap:
    """Nim with one heap: take one to three, who takes the last has won."""

    left: int = 9
    to_play: int = 0

    def legal_actions(self) -> list[int]:
        return [taken - 1 for taken in (1, 2, 3) if taken <= self.left]

    def apply(self, action: int) -> "Heap":
        return type(self)(self.left - action - 1, 1 - self.to_play)

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome(1 - self.to_play, "took the last", (0,))

    def planes(self) -> NDArray[Any]:
        return (np.arange(9) < self.left).reshape(1, 1, 9)

    def board(self) -> NDArray[Any]:
        return (np.arange(9) < self.left).reshape(1, 9)


class Nim(PythonGame):
    """Nim from any position."""

    name = "nim"
    num_actions = 3
    planes_shape = (1, 1, 9)
    max_plies = 9

    def __init__(self, first: Position | None = None) -> None:
        self.first = first or Heap()

    def start(self) -> Position:
        return self.first


class Rulebook(PythonGame):
    """A game of ours by its rulebook, which is Python."""

    def __init__(self, game: Game, first: Position) -> None:
        self.name = game.name
        self.num_actions = game.num_actions
        self.planes_shape = game.planes_shape
        self.first = first

    def start(self) -> Position:
        return self.first


class Spread:
    """Logits and values that differ by the position."""

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        seen = planes.reshape(len(planes), -1) @ np.arange(planes[0].size, dtype=np.float32)
        actions = np.arange(legal.shape[1], dtype=np.float32)
        return np.sin(seen[:, None] + actions), np.cos(seen)


@pytest.mark.parametrize(
    ("name", "settings", "first"),
    [
        ("gomoku", {"size": 6, "win_length": 5}, GomokuReference(6, 5)),
        ("draughts", {}, DraughtsReference()),
    ],
)
@pytest.mark.parametrize("considered", [0, 4])
def test_same_search(name: str, settings: dict[str, Any], first: Any, considered: int) -> None:
    """The same rules in Python are searched as the native ones are, visit by visit."""
    native = load(name, **settings)
    # Native rules see some results before the end: without the solver nobody asks.
    how = SearchSettings(solver=False, considered=considered)
    decisions = []
    for game in (native, Rulebook(native, first)):
        search = TreeSearch(game, Spread(), how, cache_entries=0)  # type: ignore[arg-type]
        state = game.initial_state()
        line = []
        for _ in range(6):
            decision = search.search(state, Limit(visits=200))  # type: ignore[arg-type]
            line.append((decision.candidates, decision.pv, decision.value, decision.nodes))
            state = state.apply(decision.action)
        decisions.append(line)
    assert decisions[0] == decisions[1]


@pytest.mark.parametrize("spec", ["mcts?playouts=300", "random"])
def test_agents(spec: str) -> None:
    """The agents that need no net play it in matches, with colours changing."""
    game = Nim()
    result = play_match(
        load_agent(spec, game), load_agent("random", game), game, MatchSettings(games=4)
    )
    assert not result.forfeits
    assert len(result.games) == 4


def test_perfect_play() -> None:
    """Search by random games proves that taking one of nine wins, and says so."""
    game = Nim()
    decision = load_agent("mcts?playouts=1000", game).decide(game.initial_state())
    assert (decision.action, decision.value) == (0, 1)


def test_rollouts() -> None:
    """Random games can be asked for outside a search; the same seed gives the same."""
    state = Nim(Heap(2)).initial_state()
    assert RolloutEvaluator(games=64).value(state) == RolloutEvaluator(games=64).value(state)
    assert -0.5 < RolloutEvaluator(games=64).value(state) < 0.5


def test_nets_are_missing() -> None:
    """Other methods say in one line that they cannot play it."""
    with pytest.raises(SpecError, match="no rules of thumb for nim"):
        load_agent("robot", Nim())


def test_state() -> None:
    """States are values that know their ply and refuse illegal actions."""
    game = Nim()
    state = game.initial_state()
    after = state.apply(2).apply(2)
    assert (after.ply, after.last_action, after.to_play) == (2, 2, 0)
    assert after.legal_actions().tolist() == [0, 1, 2]
    assert after == state.apply(2).apply(2)
    assert hash(after) == hash(state.apply(2).apply(2))
    assert after != state.apply(1).apply(2)
    np.testing.assert_array_equal(after.board(), [[1, 1, 1, 0, 0, 0, 0, 0, 0]])
    np.testing.assert_array_equal(after.planes()[0], after.board())
    won = after.apply(2)
    assert won.outcome() == Outcome(0, "took the last", (0,))
    assert not len(won.legal_actions())
    assert not won.legal_mask().any()
    with pytest.raises(IllegalMoveError, match="game is over"):
        won.apply(0)
    with pytest.raises(IllegalMoveError, match="2 is not legal here"):
        state.apply(2).apply(2).apply(1).apply(2)
    with pytest.raises(IllegalMoveError, match="action 3 is not one of 0 to 2"):
        state.apply(3)
    assert game.parse_move(game.format_move(2)) == 2
    with pytest.raises(NotationError, match="'3'"):
        game.parse_move("3")
    (symmetry,) = game.symmetries()
    assert len(symmetry.actions) == 3
    assert game.policy_layout.point_of(2, 3) is None


def test_the_contract_holds_for_what_is_inherited() -> None:
    """Moves named by their numbers, and a game in which one move may follow itself, keep it."""
    game, contract = Nim(), GameContract()
    contract.test_notation_round_trip(game)
    for text in ("", "\u0663", "\u0660", "-1", "+1", "0" * 5000):
        contract.test_unreadable_moves_are_quoted(game, text)
    games = [list(play_randomly(game, np.random.default_rng(seed))) for seed in range(5)]
    contract.test_lines_with_a_bad_move_are_refused(game, games)


class SpoiltError(Exception):
    """What the rules below raise."""


def spoil(name: str, how: Callable[[Any], Any], left: int = 5) -> Nim:
    """Return Nim in which one answer goes wrong once so few are left."""

    def wrong(heap: Heap, *given: Any) -> Any:
        right = getattr(Heap, name)
        if heap.left > left:
            return right(heap, *given)
        return how(heap)

    return Nim(type("Spoilt", (Heap,), {name: wrong, "__hash__": Heap.__hash__})())


def fail(heap: Heap) -> Any:
    raise SpoiltError(heap.left)


def spoil_attribute(name: str) -> Nim:
    """Return Nim in which looking at an attribute fails once five are left."""

    class Spoilt(Heap):
        def __getattribute__(self, asked: str) -> Any:
            if asked == name and object.__getattribute__(self, "left") <= 5:
                raise SpoiltError(object.__getattribute__(self, "left"))
            return object.__getattribute__(self, asked)

        __hash__ = Heap.__hash__

    return Nim(Spoilt())


ASKED = ("legal_actions", "apply", "outcome", "to_play")
"""By every search; the planes and the hash by those with an evaluator alone."""


@pytest.mark.parametrize(
    ("name", "kind"),
    [(name, "rollouts") for name in ASKED]
    + [(name, "net") for name in (*ASKED, "planes", "__hash__")],
)
def test_failing_rules(name: str, kind: str) -> None:
    """What the rules raise comes out of the search, which then works again elsewhere."""
    special = {"__hash__": spoil_hash, "to_play": lambda: spoil_attribute("to_play")}
    game = special[name]() if name in special else spoil(name, fail)
    evaluator = Spread() if kind == "net" else RolloutEvaluator()
    search = TreeSearch(game, evaluator, SearchSettings(solver=False))
    state = game.initial_state()
    for _ in range(3):
        with pytest.raises(SpoiltError) as caught:
            search.search(state, Limit(nodes=500))
        assert caught.value.args[0] <= 5
    sound = TreeSearch(Nim(), evaluator, SearchSettings(solver=False))
    expected = sound.search(Nim().initial_state(), Limit(nodes=100))
    game.first = Heap()
    again = search.search(game.initial_state(), Limit(nodes=100))
    assert again.nodes == expected.nodes
    assert sum(candidate.visits for candidate in again.candidates) == 100 - 1


def spoil_hash() -> Nim:
    game = spoil("outcome", fail, left=-1)

    def wrong(heap: Heap) -> int:
        return hash((heap.left, heap.to_play)) if heap.left > 5 else fail(heap)

    type(game.first).__hash__ = wrong  # type: ignore[method-assign]
    return game


@pytest.mark.parametrize(
    ("name", "answer", "message"),
    [
        ("legal_actions", [], "legal_actions..: none, and outcome.. is None"),
        ("legal_actions", [3], "legal_actions..: must be 0 to num_actions - 1"),
        ("legal_actions", [-1], "legal_actions..: must be 0 to num_actions - 1"),
        ("legal_actions", [1, 1], "legal_actions..: one action twice"),
        ("legal_actions", ["a"], r"legal_actions.. is \['a'\]: must be a sequence of numbers"),
        ("apply", None, "'NoneType' object has no attribute"),
        ("outcome", "a draw", "outcome.. is 'a draw': must be an Outcome or None"),
        ("outcome", True, "outcome.. is True: must be an Outcome or None"),
        ("outcome", Outcome(2, "nobody"), "winner is 2: must be 0 or 1"),
        ("outcome", Outcome("B", "nobody"), "winner is 'B': must be 0 or 1"),  # type: ignore[arg-type]
        ("planes", np.zeros((1, 9)), "planes..: its shape must be that of planes_shape"),
        ("planes", "none", "planes.. is 'none': must be an array of numbers"),
    ],
)
def test_wrong_answers(name: str, answer: Any, message: str) -> None:
    """Answers that are no answers are told in words and never reach the tree."""
    search = TreeSearch(spoil(name, lambda _: answer), Spread(), SearchSettings())
    with pytest.raises((AttributeError, TypeError, ValueError), match=message):
        search.search(search.game.initial_state(), Limit(nodes=500))


@pytest.mark.parametrize("evaluator", [Spread(), RolloutEvaluator()])
def test_endless_rules(evaluator: Any) -> None:
    """Rules that let a game go on beyond its own bound are told so, in place of a search for ever."""
    game = spoil("apply", lambda heap: heap)  # Nim has at most 9 moves
    search = TreeSearch(game, evaluator, SearchSettings(solver=False))
    with pytest.raises(ValueError, match=r"outcome.. is None after max_plies = 9 moves"):
        search.search(game.initial_state(), Limit(nodes=500))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("num_actions", 1025, "num_actions is 1025: must be 1 to 1024"),
        ("num_actions", "many", "num_actions is 'many': must be a number"),
        ("planes_shape", (1, 9), "planes_shape: must be three numbers above zero"),
    ],
)
def test_wrong_sizes(name: str, value: Any, message: str) -> None:
    """Sizes that no search can hold are refused before it begins."""
    game = type("Wrong", (Nim,), {name: value})()
    with pytest.raises((TypeError, ValueError), match=message):
        game.initial_state()


def test_referee() -> None:
    """Rules that fail in a search lose the game for who searched, and the match goes on."""
    game = spoil("legal_actions", fail)
    players = load_agent("mcts?playouts=100", game), load_agent("random", game)
    result = play_match(*players, game, MatchSettings(games=2, opening_plies=0))
    assert len(result.forfeits) == 2
    assert all("mcts?playouts=100 raised SpoiltError" in forfeit for forfeit in result.forfeits)


def test_nothing_is_kept() -> None:
    """When a search is gone, so are the game and its positions, failed searches included."""
    gone = []
    for game in (Nim(), spoil("outcome", fail)):
        search = TreeSearch(game, RolloutEvaluator(), SearchSettings())
        try:
            search.search(game.initial_state(), Limit(nodes=200))
        except SpoiltError as error:
            error.__traceback__ = None
        gone += [weakref.ref(game), weakref.ref(game.first)]
    del game, search
    gc.collect()
    assert [reference() for reference in gone] == [None] * 4


def test_exit() -> None:
    """Python ends quietly with games and searches still there."""
    script = """
from test_python_game import *
game = Nim()
search = TreeSearch(game, RolloutEvaluator(), SearchSettings(solver=False))
search.search(game.initial_state(), Limit(nodes=500))
failed = spoil("outcome", fail)
agent = load_agent("mcts", failed)
try:
    agent.decide(failed.initial_state())
except SpoiltError as error:
    caught = error
"""
    folder = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_threads() -> None:
    """Two searches on two threads take turns and can be stopped."""
    stop = Stop()
    both = threading.Barrier(3)
    decisions = []

    def think(seed: int) -> None:
        game, told = Nim(), threading.Event()

        def hear(decision: Decision) -> None:
            if not told.is_set():
                told.set()
                both.wait(60)

        search = TreeSearch(game, RolloutEvaluator(), SearchSettings(solver=False), seed=seed)
        limit = Limit(seconds=60)
        state = game.initial_state()
        decisions.append(search.search(state, limit, stop=stop, on_progress=hear))

    threads = [threading.Thread(target=think, args=[seed]) for seed in range(2)]
    for thread in threads:
        thread.start()
    both.wait(60)
    stop.set()
    for thread in threads:
        thread.join(60)
    assert [decision.nodes > 0 for decision in decisions] == [True, True]


def test_slow_rules_keep_time() -> None:
    """A search looks at the clock every few random games, however slow the rules are."""

    class Slow(Heap):
        def apply(self, action: int) -> Heap:
            time.sleep(0.001)
            return super().apply(action)

    game = Nim(Slow())
    agent = load_agent("mcts?playouts=100000", game)
    assert agent.decide(game.initial_state(), Limit(seconds=0.1)).nodes < 200


def test_zoo() -> None:
    """It is an environment like the games that ship."""
    pytest.importorskip("pettingzoo", reason="the extra [pettingzoo] is not installed")
    from tengen.zoo import env

    board = env(Nim())
    board.reset()
    for action in (0, 2, 2, 1):
        board.step(action)
    assert board.rewards == {"player_0": -1, "player_1": 1}


def test_limit_is_needed() -> None:
    """A search without a bound is refused here as well."""
    with pytest.raises(SettingsError, match="limit"):
        TreeSearch(Nim(), Spread(), SearchSettings()).search(Nim().initial_state(), Limit())
