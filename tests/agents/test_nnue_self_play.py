"""What is kept of a search's games against itself is what happened in them."""

from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen import load
from tengen.agents.nets import find_net
from tengen.agents.nnue.openings import Openings, near_actions
from tengen.agents.nnue.self_play import (
    SelfPlay,
    SelfPlayer,
    SelfPlaySearch,
    SelfPlaySettings,
    Thought,
)
from tengen.agents.nnue.teacher import Teacher, score_of
from tengen.contract.learning import Silent
from tengen.core import Game, SettingsError, WeightsError
from tengen.core.runner import InlineRunner
from tengen.games.face import NativeState
from tengen.games.nnue import UNPLAYED
from tengen.learning.jobs import Net
from tengen.learning.opened import OpenedGame
from tengen.learning.samples import PlayedGame

GAMES = {
    "gomoku": load("gomoku", size=9),
    "renju": load("gomoku", size=9, rule="renju"),
    "draughts": load("draughts"),
}
QUICK = SelfPlaySettings(nodes=100, opening_plies=4, memory_mib=1)


def _play(name: str, count: int, settings: SelfPlaySettings = QUICK) -> list[PlayedGame]:
    game: Any = GAMES[name]
    scale = game.kernel.ENGINE_SCORE_SCALE
    taught_by = settings.teacher
    teacher = Net.read(find_net("alphazero", taught_by, game)) if taught_by else None
    player = SelfPlayer(settings, scale, teacher, game, None, np.random.default_rng(7))
    played: list[PlayedGame] = []
    while len(played) < count:
        played += player.step()
    return played[:count]


def _positions(played: PlayedGame) -> dict[bytes, NativeState]:
    """Return the positions of a game by how they are stored."""
    state: Any = GAMES[
        "renju" if played.record.settings.get("rule") == "renju" else played.record.game
    ].initial_state()
    found = {}
    for move in played.record.moves:
        found[state.native.nnue_position()] = state
        state = state.apply(move.action)
    found[state.native.nnue_position()] = state
    return found


@pytest.mark.parametrize("name", GAMES)
def test_samples_are_positions_of_the_game(name: str) -> None:
    """Each was on the board, its best move is legal, its result the mover's."""
    for played in _play(name, 6):
        samples, outcome = played.samples, played.record.outcome
        positions = _positions(played)
        assert outcome is not None
        for row in range(len(samples["score"])):
            state = positions[samples["position"][row].tobytes()]
            assert state.legal_mask()[samples["best"][row]]
            assert samples["result"][row] == outcome.value_for(state.to_play)


@pytest.mark.parametrize("name", GAMES)
def test_decided_and_forced_positions_are_left_out(name: str) -> None:
    """No score is a proven one, and no capture or four is to be met."""
    kernel: Any = GAMES[name].kernel  # type: ignore[attr-defined]
    for played in _play(name, 4):
        assert (np.abs(played.samples["score"]) <= kernel.ENGINE_DECIDED).all()
        positions = _positions(played)
        for position in played.samples["position"]:
            native = positions[position.tobytes()].native
            assert kernel.engine_is_quiet(native, kernel.NnueNet())


@pytest.mark.parametrize(("name", "count"), [("gomoku", 6), ("renju", 18), ("draughts", 6)])
def test_what_is_decided_can_be_learned(name: str, count: int) -> None:
    """Proven positions are kept as worth so much to the side that has won; the others are as they were."""
    alone, told = _play(name, count), _play(name, count, QUICK.model_copy(update={"decided": 0.9}))
    scale = GAMES[name].kernel.ENGINE_SCORE_SCALE  # type: ignore[attr-defined]
    sure = int(score_of(0.9, scale))
    found = 0
    for one, other in zip(alone, told, strict=True):
        assert one.record == other.record
        decided = np.abs(other.samples["score"]) == sure
        found += decided.sum()
        for column in one.samples:
            assert np.array_equal(other.samples[column][~decided], one.samples[column])
        won = np.sign(other.samples["score"][decided])
        assert np.array_equal(other.samples["result"][decided], won)
    assert found > 0


def test_one_seed_gives_the_same_games() -> None:
    """Played again they are the same to the byte."""
    first, second = _play("gomoku", 3), _play("gomoku", 3)
    for a, b in zip(first, second, strict=True):
        assert a.record == b.record
        assert all(np.array_equal(a.samples[name], b.samples[name]) for name in a.samples)


def test_games_that_nobody_gives_up_end_by_the_rules() -> None:
    """With ``played_out_share=1`` no game is adjudicated before the board's bound."""
    whole = QUICK.model_copy(update={"played_out_share": 1.0})
    for played in _play("gomoku", 3, whole):
        assert played.record.outcome is not None
        assert played.record.outcome.reason != "adjudication"


def _sampled(played: PlayedGame) -> Iterator[NativeState]:
    """Yield the positions of a game that are kept, with what came before them."""
    state: Any = GAMES[played.record.game].initial_state()
    moves = iter(played.record.moves)
    for position in played.samples["position"]:
        while state.native.nnue_position() != position.tobytes():
            state = state.apply(next(moves).action)
        yield state
        state = state.apply(next(moves).action)


@pytest.mark.parametrize(("name", "teacher"), [("gomoku", "gomoku-8x8"), ("draughts", "draughts")])
def test_a_teacher_changes_what_is_learned_and_nothing_else(name: str, teacher: str) -> None:
    """The same games are played; a score is worth the mean of the search's and the teacher's."""
    alone = _play(name, 2)
    taught = _play(name, 2, QUICK.model_copy(update={"teacher": teacher, "teacher_share": 0.25}))
    scale = GAMES[name].kernel.ENGINE_SCORE_SCALE  # type: ignore[attr-defined]
    for one, other in zip(alone, taught, strict=True):
        assert one.record == other.record
        for column in ("position", "best", "result"):
            assert np.array_equal(one.samples[column], other.samples[column])
        judged = Teacher.named(teacher, GAMES[name]).judge(list(_sampled(one)))
        values, wanted = (np.tanh(each.samples["score"] / (2 * scale)) for each in (other, one))
        assert values == pytest.approx(0.75 * wanted + 0.25 * judged, abs=2e-3)
        assert np.abs(judged).max() > 0.02


@pytest.mark.parametrize("name", GAMES)
def test_what_a_search_judged_is_learned_from_besides(name: str) -> None:
    """Positions of the game keep its result; the leaves, other ones mostly, have none."""
    settings = QUICK.model_copy(update={"leaves": 3, "leaf_nodes": 50})
    kernel: Any = GAMES[name].kernel  # type: ignore[attr-defined]
    leaves = strange = 0
    for played in _play(name, 3, settings):
        samples, positions = played.samples, _positions(played)
        is_leaf = samples["result"] == UNPLAYED
        assert all(p.tobytes() in positions for p in samples["position"][~is_leaf])
        assert (np.abs(samples["score"]) <= kernel.ENGINE_DECIDED).all()
        leaves += is_leaf.sum()
        strange += sum(p.tobytes() not in positions for p in samples["position"][is_leaf])
        assert is_leaf.sum() <= 3 * len(played.record.moves)
    assert leaves > 30
    assert strange > leaves / 2


def _train(game: Game, out: Path, *overrides: str) -> None:
    pytest.importorskip("torch", reason="training is not installed")
    from tengen.agents.nnue.train import train

    rest = {"minutes": 1.0, "runner": InlineRunner(), "display": Silent()}
    train(game, out, overrides=overrides, **rest)


@pytest.mark.parametrize("teacher", ["nobody", "draughts"])
def test_who_cannot_teach_is_refused(tmp_path: Path, teacher: str) -> None:
    """A net that is none, or of another game, is told before there is a folder."""
    with pytest.raises(WeightsError, match=teacher):
        _train(GAMES["gomoku"], tmp_path / "run", f"play.teacher={teacher}")
    assert not (tmp_path / "run").exists()


def test_a_net_to_blend_with_is_looked_for_at_first(tmp_path: Path) -> None:
    """One that is not there is told before there is a folder."""
    with pytest.raises(WeightsError, match="nobody"):
        _train(GAMES["draughts"], tmp_path / "run", "blend_with=nobody")
    assert not (tmp_path / "run").exists()


def test_openings_are_of_the_book_and_even() -> None:
    """In draughts a ballot comes first; of some openings the even one is taken."""
    game: Any = GAMES["draughts"]
    ballots = {opening.actions for opening in game.book()}
    values = iter(np.tile([0.9, 0.8, 0.2], 100))
    drawn = Openings(game, 3, 0.5)
    for _ in range(5):
        opened = drawn.draw(lambda _: float(next(values)), np.random.default_rng(1))
        assert any(tuple(opened.opening[: len(b)]) == b for b in ballots)
        assert not opened.is_over
    # Each took the third look.
    assert next(values) == 0.9


@pytest.mark.parametrize("name", ["gomoku", "draughts"])
def test_games_branch_off_the_one_before(name: str) -> None:
    """They go a part of its way, which is laid out for them, and random moves from there."""
    settings = QUICK.model_copy(update={"branch_share": 0.95})
    played = _play(name, 12, settings)
    deepest = 0
    for before, after in pairwise(played):
        laid_out = sum(move.is_laid_out for move in after.record.moves)
        pairs = zip(before.record.moves, after.record.moves, strict=False)
        way = list(takewhile(lambda pair: pair[0].action == pair[1].action, pairs))
        deepest = max(deepest, min(len(way), laid_out))
        positions = _positions(after)
        assert all(position.tobytes() in positions for position in after.samples["position"])
    assert deepest > settings.opening_plies + 3  # a ballot has three


def test_nothing_branches_off_a_game_at_its_end() -> None:
    """Where whatever is played ends the game, it begins like any other."""
    game: Any = load("gomoku", size=5)
    state, actions = game.initial_state(), list[int]()
    rng = np.random.default_rng(0)
    while len(actions) < 24:
        if state.native.is_over:
            state, actions = game.initial_state(), []
        actions.append(int(rng.choice(state.legal_actions())))
        state = state.apply(actions[-1])
    opened = Openings(game, 1, 0.5).draw(lambda _: 0.0, rng, OpenedGame(state, actions))
    assert len(opened.opening) == 1
    assert not opened.is_over


def test_a_game_that_teaches_nothing_has_no_rows() -> None:
    """Without a position that a net would be asked about there are none, as wide as others."""
    game: Any = GAMES["draughts"]

    class Forced(SelfPlaySearch):
        def __call__(self, state: NativeState, **asked: int | None) -> Thought:
            return super().__call__(state, **asked)._replace(is_quiet=False)

    think = Forced(game, game.kernel.NnueNet(), 127.0, QUICK, 1)
    play = SelfPlay(game, think, QUICK, np.random.default_rng(0))
    while (played := play.step()) is None:
        pass
    assert played.samples["position"].shape == (0, 13)


def test_random_moves_stay_near_the_others() -> None:
    """On an empty board any point will do, then those within two of a stone."""
    game: Any = load("gomoku", size=15)
    state = game.initial_state()
    assert len(near_actions(state)) == 225
    state = state.apply(game.parse_move("h8"))
    assert len(near_actions(state)) == 24


def test_an_opening_that_is_not_searched_is_not_learned(tmp_path: Path) -> None:
    """Swap2 is refused before there is a folder: its first decisions are no positions to search."""
    with pytest.raises(SettingsError, match="swap2"):
        _train(load("gomoku", size=9, opening="swap2"), tmp_path / "run")
    assert not (tmp_path / "run").exists()
