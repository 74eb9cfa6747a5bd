"""Uses the native modules as Tengen does, when they were built with a sanitizer.

    LD_PRELOAD=libasan.so python under_sanitizer.py FOLDER

FOLDER is where CMake built them. The sanitizer ends the process where it finds something.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Thread, Timer


class Sanitized(importlib.abc.MetaPathFinder):
    """Finds the ``_native`` modules in the folder that they were built in."""

    def __init__(self, built: Path) -> None:
        self.built = built

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return where a module is, if it is one of these."""
        if not name.endswith("._native"):
            return None
        folder = self.built.joinpath(*name.split(".")[:-1])
        (file,) = (path for path in folder.iterdir() if path.name.startswith("_native."))
        return importlib.util.spec_from_file_location(name, file)


sys.meta_path.insert(0, Sanitized(Path(sys.argv[1])))

import numpy as np  # noqa: E402

from tengen.core import Limit, Record  # noqa: E402
from tengen.evaluators.nnue import no_net  # noqa: E402
from tengen.evaluators.rollout import RolloutEvaluator  # noqa: E402
from tengen.games import load, metrics_of  # noqa: E402
from tengen.games.draughts import tables  # noqa: E402
from tengen.games.draughts.tables.file import materials  # noqa: E402
from tengen.games.face import NativeGame, NativeState  # noqa: E402
from tengen.games.gomoku.threats import find_win_by_threats  # noqa: E402
from tengen.games.nnue import features_of, stored_position  # noqa: E402
from tengen.records.sgf import read_games  # noqa: E402
from tengen.search.alphabeta import AlphaBeta  # noqa: E402
from tengen.search.judges import MetricsJudge  # noqa: E402
from tengen.search.mcts import MIB, SearchSettings, TreeSearch  # noqa: E402
from tengen.search.one_ply import OnePly  # noqa: E402
from tengen.search.proof import Prover  # noqa: E402
from tengen.search.selective import SelectiveSearch, can_search  # noqa: E402

RNG = np.random.default_rng(1)
GAMES = [
    load("gomoku", size=9),
    load("gomoku", size=15, rule="renju"),
    load("go", size=7),
    load("draughts"),
]
SGF = b"(;FF[4]GM[1]SZ[9];B[ee];W[cc];B[gc];W[cg](;B[gg];W[ec])(;B[ce];W[ge]))"


def positions(game: NativeGame, count: int) -> list[NativeState]:
    """Return unfinished positions of random games."""
    found: list[NativeState] = []
    state = game.initial_state()
    while len(found) < count:
        found.append(state)
        state = state.apply(int(RNG.choice(state.legal_actions())))
        if state.outcome() is not None:
            state = game.initial_state()
    return found


def rules(game: NativeGame) -> None:
    """Ask for all that a position says of itself."""
    states = positions(game, 40)
    game.batch_planes(states)
    OnePly.of(states, planes=True)
    metrics_of(game).measure(states)
    for state in states:
        state.board(), state.planes(), state.legal_mask(), state.known(), state.forbidden_points()
    states[-1].native.playouts(5, 1)
    states[0].native.perft(2)


def trees(game: NativeGame) -> None:
    """Search by trees, by random games, and prove."""
    for state in positions(game, 2):
        settings = SearchSettings(considered=4)
        TreeSearch(game, RolloutEvaluator(), settings, memory=4 * MIB).search(
            state, Limit(nodes=40)
        )
        Prover(game, memory=MIB).prove(state, Limit(nodes=200))
        AlphaBeta(game, MetricsJudge(), memory=MIB).search(state, Limit(nodes=300))


def selective(game: NativeGame) -> None:
    """Search with two threads, one search after the other, and stop one from outside."""
    net = no_net(game)
    search = SelectiveSearch(game, net, threads=2, memory=MIB)
    for state in positions(game, 3):
        search.search(state, nodes=3000, lines=2, report=lambda found: found.lines[0].actions[0])
    timer = Timer(0.2, search.stop)
    timer.start()
    search.search(game.initial_state(), seconds=5, poll=lambda: False)
    timer.join()
    search.clear()
    features_of(game, np.stack([stored_position(state) for state in positions(game, 5)]))


def side_by_side(game: NativeGame) -> None:
    """Play random games on several threads at once, which native code does without the lock."""
    start = game.initial_state().native
    threads = [Thread(target=start.playouts, args=(20, seed)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def endgames() -> None:
    """Solve small tables by two threads, attach and check them."""
    slices = tables.solve(3, 2, lambda done, total: None)
    assert len(slices) == len(materials(3))
    probed = load("draughts", position="B:BK1,K2:WK32").initial_state()
    assert isinstance(probed, NativeState)
    assert probed.known() is not None


def records() -> None:
    """Read a game record and play it."""
    (record,) = read_games(SGF)
    assert isinstance(record, Record)
    assert len(record.moves) == 6


for played in GAMES:
    assert isinstance(played, NativeGame)
    rules(played)
    trees(played)
    side_by_side(played)
    if can_search(played):
        selective(played)
find_win_by_threats(GAMES[0].initial_state(), 0.5)
endgames()
records()
