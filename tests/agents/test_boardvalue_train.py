"""Learning the values of boards: the stages of a run, resumed and repeated, and what is refused."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from tengen import load
from tengen.agents import load_agent
from tengen.core import Game, NotationError, Record, RecordedMove, SettingsError, WeightsError
from tengen.core.runner import InlineRunner
from tengen.learning import learner
from tengen.learning.overrides import override
from tengen.learning.run import Run
from tengen.records import write

pytest.importorskip("torch")
from safetensors.numpy import load_file

from tengen.agents.boardvalue.settings import BoardValueSettings
from tengen.agents.boardvalue.train import train
from tengen.contract.learning import Silent

GAMES = {
    "gomoku": load("gomoku", size=5, win_length=4),
    "go": load("go", size=4),
    "draughts": load("draughts"),
}
TINY = (
    "lessons.positions=300", "lessons.metrics_epochs=2", "lessons.board_epochs=2",
    "lessons.expert_epochs=2", "search.nodes=20", "generations.games=12", "learner.workers=1",
    "learner.batch=32", "learner.first_positions=50", "learner.publish_positions=50",
    "learner.publish_seconds=0", "learner.positions=300", "learner.measure_seconds=1e9",
    "yardstick.opponent=random", "yardstick.games=2",
)  # fmt: skip
ORIGIN = ("learner.publish_games=12", "generations.longest=40")


def learn(
    game: Game, out: Path, *extra: str, until: tuple[str, int] = ("nothing", 1), **options: Any
) -> list[str]:
    """Train without a bound on time, in this process; return the kinds of all that was logged."""
    stop, shown = Event(), Counter[str]()
    name, count = until

    def is_enough(_: float, figures: Mapping[str, Any]) -> bool:
        shown.update(figures.keys())
        return shown[name] >= count

    given = {"minutes": 1e9, "seed": 3, "runner": InlineRunner(), "stop": stop} | options
    train(game, out, display=Silent(stop, is_enough), overrides=(*TINY, *extra), **given)
    return [entry["kind"] for entry in Run(out, {}).metrics()]


def order_of(kinds: list[str]) -> list[str]:
    """Return the kinds in their order, each row of the same one once."""
    return [kind for i, kind in enumerate(kinds) if i == 0 or kinds[i - 1] != kind]


@pytest.fixture(scope="module")
def origin_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of draughts by the source's preset, to be looked at."""
    out = tmp_path_factory.mktemp("origin") / "run"
    learn(GAMES["draughts"], out, *ORIGIN, preset="origin")
    return out


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("go", "default"),
        ("draughts", "origin"),
        pytest.param("gomoku", "default", marks=pytest.mark.long),
        pytest.param("gomoku", "origin", marks=pytest.mark.long),
        pytest.param("draughts", "default", marks=pytest.mark.long),
        pytest.param("go", "origin", marks=pytest.mark.long),
    ],
)
def test_every_game_is_learned_and_played(
    name: str, preset: str, origin_run: Path, tmp_path: Path
) -> None:
    """Metrics teach a model, its labels the net, games go on; what comes out plays."""
    game, out = GAMES[name], tmp_path / "run"
    if (name, preset) == ("draughts", "origin"):
        out = origin_run
    else:
        learn(game, out, *(ORIGIN if preset == "origin" else ()), preset=preset)
    kinds = [entry["kind"] for entry in Run(out, {}).metrics()]
    assert order_of(kinds) == ["metrics-model", "board-model", "progress", "match"]
    agent = load_agent(f"boardvalue:{out / 'net.onnx'}", game)
    assert agent.decide(game.initial_state()).action in game.initial_state().legal_actions()


def test_figures_of_each_stage(origin_run: Path) -> None:
    """Losses, accuracies and the rate of successes are logged under names that curves are found by."""
    found: dict[str, dict[str, Any]] = {}
    for entry in Run(origin_run, {}).metrics():
        found.setdefault(entry["kind"], {}).update(entry)
    for name, kind in (("metrics", "metrics-model"), ("board", "board-model")):
        assert found[kind][f"{name}_loss"] > 0
        assert 0 <= found[kind][f"{name}_accuracy"] <= 1
        assert 0 <= found[kind][f"held_out_{name}_accuracy"] <= 1
    assert 0 <= found["progress"]["draw_rate"] <= found["progress"]["win_or_draw_rate"] <= 1


@pytest.mark.parametrize("preset", ["default", pytest.param("origin", marks=pytest.mark.long)])
def test_one_seed_gives_one_set_of_weights(
    preset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs with the same seed in one thread end with the same weights, another seed's differ."""
    # A busy machine would end training for a look at finished games sooner in one run.
    monkeypatch.setattr(learner, "_CHUNK_SECONDS", float("inf"))
    nets = []
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        extra = (*(ORIGIN if preset == "origin" else ()), "learner.positions=100")
        learn(GAMES["gomoku"], tmp_path / name, *extra, preset=preset, seed=seed)
        nets.append(load_file(tmp_path / name / "net.safetensors"))
    same = [all(np.array_equal(nets[0][k], net[k]) for k in nets[0]) for net in nets]
    assert same == [True, True, False]


@pytest.mark.parametrize(
    ("until", "repeats"),
    [
        (("metrics_loss", 1), True),
        pytest.param(("board_loss", 1), True, marks=pytest.mark.long),
        pytest.param(("win_or_draw_rate", 1), False, marks=pytest.mark.long),
    ],
)
def test_every_stage_resumes(until: tuple[str, int], repeats: bool, tmp_path: Path) -> None:
    """A run stopped within the lessons has them again, one stopped later goes on from there."""
    game, out = GAMES["draughts"], tmp_path / "run"
    before = learn(game, out, *ORIGIN, until=until, preset="origin")
    steps = Run(out, {}).metrics()[-1]["steps"]
    kinds = learn(game, out, "learner.positions=900", resume=True, preset=None, seed=None)
    assert ("board-model" in kinds[len(before) :]) == repeats
    assert order_of(kinds)[-2:] == ["progress", "match"]
    assert Run(out, {}).metrics()[-1]["steps"] > steps


@pytest.mark.long
def test_no_time_means_no_lessons(tmp_path: Path) -> None:
    """A run of no minutes is over at once; with more of them it begins with its lessons."""
    game, out = GAMES["draughts"], tmp_path / "run"
    assert set(learn(game, out, minutes=0)) == {"progress"}
    kinds = learn(game, out, resume=True, seed=None)
    assert {"metrics-model", "board-model", "match"} <= set(kinds)


def random_games(game: Game, path: Path, count: int) -> Path:
    """Write random games to a file and return its path."""
    rng = np.random.default_rng(1)
    records = []
    for _ in range(count):
        state, moves = game.initial_state(), []
        while state.outcome() is None:
            moves.append(RecordedMove(int(rng.choice(state.legal_actions()))))
            state = state.apply(moves[-1].action)
        records.append(Record(game.name, dict(game.settings), tuple(moves), state.outcome()))
    write(records, path)
    return path


@pytest.mark.long
def test_games_of_experts_come_first(tmp_path: Path) -> None:
    """With records the net learns how their games ended before it plays; a resumed run has them."""
    game, out = GAMES["draughts"], tmp_path / "run"
    records = [random_games(game, tmp_path / "games.pdn", 30)]
    kinds = learn(game, out, "lessons.positions=0", records=records, until=("expert_loss", 1))
    assert set(kinds) == {"expert-games", "progress"}
    (tmp_path / "games.pdn").unlink()
    kinds = learn(game, out, resume=True, seed=None)
    assert order_of(kinds)[-3:] == ["expert-games", "progress", "match"]
    last = [entry for entry in Run(out, {}).metrics() if entry["kind"] == "expert-games"][-1]
    assert last["expert_loss"] > 0
    assert 0 <= last["held_out_expert_accuracy"] <= 1


@pytest.mark.parametrize(
    ("text", "error"),
    [(None, SettingsError), ("", NotationError), ("1. nonsense *", NotationError)],
)
def test_bad_records_leave_nothing(
    text: str | None, error: type[Exception], tmp_path: Path
) -> None:
    """Records that are missing, empty or all faulty are told in one line, before a run begins."""
    path = tmp_path / "games.pdn"
    if text is not None:
        path.write_text(text)
    with pytest.raises(error) as caught:
        learn(GAMES["draughts"], tmp_path / "run", records=[path])
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "run").exists()


def test_records_of_another_game_are_refused(tmp_path: Path) -> None:
    """Nothing can be learned from them."""
    path = random_games(GAMES["gomoku"], tmp_path / "games.jsonl", 3)
    with pytest.raises(NotationError, match="none is a right one"):
        learn(GAMES["draughts"], tmp_path / "run", records=[path])


def test_only_dense_nets_can_be_trained(tmp_path: Path) -> None:
    """A net that alpha-beta cannot judge with is refused before a run begins."""
    with pytest.raises(SettingsError, match="boardvalue plays with"):
        learn(GAMES["go"], tmp_path / "run", "network.kind=residual")
    assert not (tmp_path / "run").exists()


def test_three_nets_are_kept_and_play(origin_run: Path) -> None:
    """The metrics model, the board model and the reinforced one are three players of a run."""
    game, out = GAMES["draughts"], origin_run
    state, values = game.initial_state(), []
    for net in ("opponents/run-metrics.onnx", "opponents/run-board.onnx", "net.onnx"):
        agent = load_agent(f"boardvalue:{out / net}", game)
        decision = agent.decide(state)
        assert decision.action in state.legal_actions()
        values.append([candidate.value for candidate in decision.candidates])
    assert values[0] != values[1] != values[2]
    with pytest.raises(WeightsError, match="judges ten metrics of a board"):
        load_agent(f"alphazero:{out / 'opponents/run-metrics.onnx'}", game)


def test_a_number_of_generations_ends_a_run(tmp_path: Path) -> None:
    """After so many, each learned from, it is over; every line counts them."""
    few = ("learner.positions=100000", "learner.generations=3")
    learn(GAMES["gomoku"], tmp_path / "run", *ORIGIN, *few, preset="origin")
    lines = [line for line in Run(tmp_path / "run", {}).metrics() if line["kind"] == "progress"]
    assert lines[-1]["generation"] == 3
    assert lines[-1]["games"] >= 36
    learned = [line["ratio"] for line in lines if line["generation"] == 2]
    assert learned == pytest.approx([16] * len(learned), rel=0.01)


@pytest.mark.parametrize("published", [None, 201])
def test_a_generation_without_a_next_net_is_refused(published: int | None) -> None:
    """Who has played a generation would wait for ever for a net that is not due."""
    changes = ["play=generations"] + [f"learner.publish_games={published}"] * (
        published is not None
    )
    with pytest.raises(SettingsError, match=r"needs learner\.publish_games, at most"):
        override(BoardValueSettings(), changes)
    assert override(BoardValueSettings(), ["play=generations", "learner.publish_games=200"])
