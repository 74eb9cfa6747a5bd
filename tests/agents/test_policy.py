"""Learning moves from records: what is learned, on what it is measured, what is refused."""

import logging
import shutil
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen import load
from tengen.agents import load_agent, training
from tengen.core import Game, Record, RecordedMove, TengenError, WeightsError
from tengen.core.runner import InlineRunner
from tengen.learning import learner
from tengen.learning.run import Run, RunError
from tengen.records import read, write
from tengen.records.dataset import open_dataset

pytest.importorskip("torch")
from safetensors.numpy import load_file

from tengen.agents.policy.train import learn_on, train
from tengen.contract.learning import Silent
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.export import export_onnx
from tengen.networks.store import seeded_build

GAME = load("gomoku", size=5)
CENTRE = 12
TINY = (
    "network.blocks=2", "network.channels=16", "network.head_channels=16", "threads=1",
    "trainer.warmup_steps=0", "trainer.learning_rate=5e-3", "trainer.average_steps=20",
    "learner.batch=64", "learner.measure_seconds=1e9", "yardstick.opponent=random",
    "yardstick.games=2",
)  # fmt: skip


def learn(out: Path, *extra: str, game: Game = GAME, **options: Any) -> dict[str, Any]:
    """Train without a bound on time, in this process; return what was measured at the end."""
    options = {"minutes": 1e9, "seed": 5, "runner": InlineRunner(), "display": Silent()} | options
    train(game, out, overrides=(*TINY, *extra), **options)
    return Run(out, {}).metrics()[-1]


def mirrored_game(rng: np.random.Generator) -> Record:
    """Return a game whose first player takes the centre and then mirrors what the other does."""
    state, moves = GAME.initial_state(), []
    while (outcome := state.outcome()) is None:
        last = state.last_action
        if last is None:
            action = CENTRE
        elif state.to_play == 0:
            action = 2 * CENTRE - last
        else:
            action = int(rng.choice(state.legal_actions()))
        moves.append(RecordedMove(action))
        state = state.apply(action)
    return Record(GAME.name, dict(GAME.settings), tuple(moves), outcome, ("mirror", "chance"))


def random_game(game: Game, rng: np.random.Generator, plies: int = 400) -> Record:
    """Return a game of random moves."""
    state, moves = game.initial_state(), []
    while state.outcome() is None and len(moves) < plies:
        moves.append(RecordedMove(int(rng.choice(state.legal_actions()))))
        state = state.apply(moves[-1].action)
    return Record(game.name, dict(game.settings), tuple(moves), state.outcome())


def random_games(folder: Path, count: int = 8, game: Game = GAME) -> Path:
    """Write random games to a file and return it."""
    rng = np.random.default_rng(3)
    write([random_game(game, rng) for _ in range(count)], folder / "random.jsonl")
    return folder / "random.jsonl"


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run that learned mirroring from two hundred games."""
    folder = tmp_path_factory.mktemp("mirror")
    rng = np.random.default_rng(1)
    write([mirrored_game(rng) for _ in range(200)], folder / "games.jsonl")
    learn(folder / "run", "learner.positions=9000", records=[folder / "games.jsonl"])
    return folder / "run"


def test_it_learns_a_rule(mirror: Path) -> None:
    """It finds nearly all moves that follow a rule, in games it never saw."""
    found = Run(mirror, {}).metrics()[-1]
    assert found["kind"] == "held_out"
    # Half of the moves are chance, of which hardly any can be guessed.
    assert found["top1"] > 0.42
    assert found["top5"] > found["top1"]
    assert found["held_out_positions"] == len(open_dataset(mirror / "data").splits["valid"])


def test_the_table_of_move_numbers_adds_up(mirror: Path) -> None:
    """Its rows are all positions, and in each row every played move has one place."""
    found = Run(mirror, {}).metrics()[-1]
    rows = found["by_move"]
    assert [row["moves"] for row in rows] == ["1-10", "11-20", "21-30"]
    assert sum(row["positions"] for row in rows) == found["held_out_positions"]
    for row in rows:
        places = [row[name] for name in ("first", "second", "to_5th", "to_10th", "beyond")]
        assert sum(places) == pytest.approx(1, abs=1e-3)
        assert row["first"] == row["top1"]
        assert sum(places[:3]) == pytest.approx(row["top5"], abs=1e-3)


def test_games_are_learned_from_or_measured_on(mirror: Path) -> None:
    """No game is in both parts."""
    splits = open_dataset(mirror / "data").splits
    assert not set(splits["train"].games) & set(splits["valid"].games)


def test_it_plays_what_it_learned(mirror: Path) -> None:
    """Without temperature it mirrors, the same with every seed; with some it varies."""
    state = GAME.initial_state().apply(CENTRE).apply(0)
    spec = f"policy:{mirror / 'net.onnx'}"
    calm = {load_agent(spec, GAME, seed=seed).decide(state).action for seed in range(4)}
    assert calm == {24}
    assert load_agent(f"{spec}?symmetric=1", GAME).decide(state).action == 24
    wild = f"{spec}?temperature=20"
    assert len({load_agent(wild, GAME, seed=seed).decide(state).action for seed in range(20)}) > 5


def test_the_rules_have_a_say(mirror: Path) -> None:
    """A win at once is taken, whatever the net likes better, unless that is switched off."""
    state = GAME.initial_state()
    for action in (CENTRE, 20, 6, 21, 0, 22, 18, 23):
        state = state.apply(action)
    assert state.apply(24).outcome() is not None
    spec = f"policy:{mirror / 'net.onnx'}"
    exact = load_agent(spec, GAME).decide(state)
    assert (exact.action, exact.value) == (24, 1.0)
    assert load_agent(f"{spec}?exact=0", GAME).decide(state).nodes == 1


@pytest.mark.long
def test_learning_on_from_a_game(mirror: Path, tmp_path: Path) -> None:
    """A few steps on a game make its moves likelier; the run goes on counting and can be resumed."""
    run = tmp_path / "run"
    shutil.copytree(mirror, run)
    played = random_game(GAME, np.random.default_rng(9), plies=12)
    before, steps = chance_of(played, run), newest(run)
    network = learn_on(run, [played], steps=30)
    assert network == run / "net.onnx"
    assert chance_of(played, run) > 1.2 * before
    assert newest(run) == steps + 30
    learn_on(run, [played])
    assert newest(run) == steps + 40
    learn(run, "learner.positions=13000", resume=True)
    assert newest(run) > steps + 40


def newest(run: Path) -> int:
    """Return the steps behind a run's newest checkpoint."""
    path = Run(run, {}).latest_checkpoint()
    assert path is not None
    return int(path.stem)


def chance_of(record: Record, run: Path) -> float:
    """Return how likely a run's net finds the moves of a game, on average."""
    agent = load_agent(f"policy:{run / 'net.onnx'}?exact=0", GAME)
    chances = []
    for state, move in zip(record.replay(GAME), record.moves, strict=False):
        found = {c.action: c.prior for c in agent.decide(state).candidates}
        chances.append(found[move.action])
    return float(np.mean(chances))


def test_nothing_is_learned_on_without_a_network(tmp_path: Path) -> None:
    """A run that was never finished has no network to learn on with."""
    learn(tmp_path / "r", minutes=0, records=[random_games(tmp_path)])
    (tmp_path / "r" / "net.onnx").unlink()
    with pytest.raises(RunError, match="no finished network"):
        learn_on(tmp_path / "r", [random_game(GAME, np.random.default_rng(0))])


@pytest.mark.long
def test_it_stops_when_it_learns_no_more(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Chance cannot be learned: the run ends early, with the weights that were best."""
    caplog.set_level(logging.INFO, "tengen")
    files = [random_games(tmp_path)]
    options = ("learner.measure_seconds=0.1", "patience=3", "trainer.learning_rate=1e-2")
    learn(tmp_path / "r", *options, records=files)
    assert "has not fallen in 3 measurements" in caplog.text
    lines = Run(tmp_path / "r", {}).metrics()
    losses = [line["held_out_loss"] for line in lines if line["kind"] == "match"]
    assert int(np.argmin(losses)) == len(losses) - 4
    kept = load_file(tmp_path / "r" / "best.safetensors")
    final = load_file(tmp_path / "r" / "net.safetensors")
    assert all(np.array_equal(kept[name], final[name]) for name in kept)
    assert lines[-1]["held_out_loss"] == pytest.approx(min(losses), abs=0.02)


@pytest.mark.long
def test_a_resumed_run_needs_no_files(tmp_path: Path) -> None:
    """The data set is in the run folder; the records may be gone when it goes on."""
    files = random_games(tmp_path)
    first = learn(tmp_path / "r", "learner.positions=640", records=[files])
    files.unlink()
    second = learn(tmp_path / "r", "learner.positions=1280", resume=True)
    assert (first["steps"], second["steps"]) == (10, 20)
    assert first["held_out_positions"] == second["held_out_positions"]


def test_one_seed_gives_one_set_of_weights(tmp_path: Path) -> None:
    """On one thread the same seed leads to the same weights."""
    files = [random_games(tmp_path)]
    weights = []
    for name, seed in (("a", 5), ("b", 5), ("c", 6)):
        learn(tmp_path / name, "learner.positions=320", records=files, seed=seed)
        weights.append(load_file(tmp_path / name / "net.safetensors"))
    first, same, other = weights
    assert all(np.array_equal(first[key], same[key]) for key in first)
    assert any(not np.array_equal(first[key], other[key]) for key in first)


@pytest.mark.long
def test_it_learns_more_than_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that takes long to write, as 8 bits do on a large board, is written seldom."""
    written = training.export

    def slowly(*args: Any, **options: Any) -> None:
        time.sleep(0.1)
        written(*args, **options)

    monkeypatch.setattr(learner, "_CHUNK_SECONDS", 0.02)
    monkeypatch.setattr(training, "export", slowly)
    options = ("learner.publish_seconds=0", "learner.checkpoint_seconds=1e9")
    learn(tmp_path / "r", *options, records=[random_games(tmp_path)], minutes=0.02)
    kinds = [line["kind"] for line in Run(tmp_path / "r", {}).metrics()]
    assert 2 <= kinds.count("progress") <= 4


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("gomoku", "default"),
        ("go", "origin"),
        *(
            pytest.param(name, preset, marks=pytest.mark.long)
            for name, preset in (
                ("gomoku", "origin"),
                ("go", "default"),
                ("draughts", "default"),
                ("draughts", "origin"),
            )
        ),
    ],
)
def test_all_games(name: str, preset: str, tmp_path: Path) -> None:
    """Both presets learn each game, moves of several hops included, and what they made plays."""
    game = load(name) if name == "draughts" else load(name, size=7)
    files = random_games(tmp_path, game=game)
    size = ("network.blocks=1",) if preset == "default" else ()
    found = learn(
        tmp_path / "r", "learner.positions=128", *size, game=game, preset=preset, records=[files]
    )
    assert found["steps"] == 2
    assert ("held_out_value_error" in found) == (preset == "default")
    agent = load_agent(f"policy:{tmp_path / 'r' / 'net.onnx'}", game)
    decision = agent.decide(game.initial_state())
    assert decision.action in game.initial_state().legal_actions()
    assert (decision.value is None) == (preset == "origin")


@pytest.mark.long
def test_real_games(data_dir: Path, tmp_path: Path) -> None:
    """From a few games of a strong engine it learns what chance does not know."""
    games = list(islice(read(data_dir / "gomoku/yixin17_selfplay_15x15.sgf"), 40))
    write([game for game in games if isinstance(game, Record)], tmp_path / "few.sgf")
    found = learn(
        tmp_path / "r", "learner.positions=4000", game=load("gomoku"),
        records=[tmp_path / "few.sgf"],
    )  # fmt: skip
    assert found["top1"] > 0.08


def refused(tmp_path: Path, records: Sequence[Path], game: Game = GAME) -> str:
    """Return why records are refused; nothing may be left of the attempt."""
    before = sorted(tmp_path.iterdir())
    with pytest.raises(TengenError) as caught:
        learn(tmp_path / "r", game=game, records=records)
    assert sorted(tmp_path.iterdir()) == before
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_records_that_cannot_be_learned_from(tmp_path: Path) -> None:
    """No records, none there, none readable, another game or board, a single game: each is told."""
    assert "--records" in refused(tmp_path, [])
    assert "no such file" in refused(tmp_path, [tmp_path / "none.sgf"])
    (tmp_path / "empty").mkdir()
    assert "no game files" in refused(tmp_path, [tmp_path / "empty"])
    (tmp_path / "bad.sgf").write_text("(;GM[4]SZ[5];B[zz9]")
    assert "of 1 games none is a right one of gomoku 5x5" in refused(
        tmp_path, [tmp_path / "bad.sgf"]
    )
    (tmp_path / "none.sgf").write_text("")
    assert refused(tmp_path, [tmp_path / "none.sgf"]).endswith("none.sgf: holds no games")
    (tmp_path / "none.sgf").unlink()
    files = random_games(tmp_path)
    assert "of 8 games none is a right one of gomoku 6x6" in refused(
        tmp_path, [files], load("gomoku", size=6)
    )
    assert "none is a right one of go" in refused(tmp_path, [files], load("go", size=5))
    shorter = load("gomoku", size=5, win_length=4)
    assert "4 in a row" in refused(tmp_path, [files], shorter)
    assert "too few" in refused(tmp_path, [random_games(tmp_path, count=1)])


def test_bad_records_are_left_out_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Right games are learned from; what is faulty or of another board is counted."""
    caplog.set_level(logging.INFO, "tengen")
    folder = tmp_path / "games"
    folder.mkdir()
    random_games(folder)
    rng = np.random.default_rng(0)
    write([random_game(load("gomoku", size=6), rng)], folder / "other.sgf")
    (folder / "broken.sgf").write_text("(;GM[4]SZ[99];B[aa])")
    learn(tmp_path / "r", "learner.positions=64", records=[folder])
    assert "1 faulty games" in caplog.text
    assert "1 games of another kind or board" in caplog.text
    assert open_dataset(tmp_path / "r" / "data").card["games"] == 10


def test_a_net_without_a_policy_is_refused(tmp_path: Path) -> None:
    """A net that only judges positions cannot play by its policy."""
    blueprint = Blueprint.of(NetworkConfig(kind="dqn"), GAME)
    export_onnx(tmp_path / "v.onnx", seeded_build(blueprint, 0), blueprint)
    with pytest.raises(WeightsError, match="no policy"):
        load_agent(f"policy:{tmp_path / 'v.onnx'}", GAME)


def test_a_net_of_another_method_is_told(tmp_path: Path) -> None:
    """A net says who trained it; with one of its own, or of nobody's, there is nothing to say."""
    blueprint = Blueprint.of(NetworkConfig(blocks=1, channels=8), GAME)
    network = seeded_build(blueprint, 0)
    for teacher, caveat in (
        ("alphazero", "trained by alphazero, not policy"),
        ("policy", None),
        ("", None),
    ):
        path = tmp_path / f"{teacher}.onnx"
        export_onnx(path, network, blueprint, method=teacher)
        assert load_agent(f"policy:{path}", GAME).caveat == caveat
    learn(tmp_path / "r", "learner.positions=64", records=[random_games(tmp_path)])
    net = tmp_path / "r" / "net.onnx"
    assert load_agent(f"alphazero:{net}", GAME).caveat == "trained by policy, not alphazero"


def test_games_of_other_rules_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Rules that leave board and aim alone do not keep games out, but they are mentioned."""
    caplog.set_level(logging.INFO, "tengen")
    game = load("gomoku", size=5, rule="standard")
    learn(tmp_path / "r", "learner.positions=64", game=game, records=[random_games(tmp_path)])
    assert "Not all are of this game's rule" in caplog.text
