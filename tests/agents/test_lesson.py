"""Learning on from played games, with a method that only counts; from Python and the terminal."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tengen.agents import lesson
from tengen.agents.lesson import learn_on
from tengen.cli.app import run
from tengen.core import Game, Outcome, Record, RecordedMove, TengenError
from tengen.games import load
from tengen.learning.run import to_toml
from tengen.records import write

GAME = load("go", size=5, komi=0.5)


def _play(game: Game, seed: int = 1) -> Record:
    rng, state, moves = np.random.default_rng(seed), game.initial_state(), []
    while (outcome := state.outcome()) is None:
        moves.append(RecordedMove(int(rng.choice(state.legal_actions()))))
        state = state.apply(moves[-1].action)
    return Record(game.name, dict(game.settings), tuple(moves), outcome)


@pytest.fixture
def lessons(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[Record]]:
    """What the method ``counting`` was given; it takes two steps a game."""
    given: list[Sequence[Record]] = []

    def learn(folder: Path, records: Sequence[Record], *, steps: int | None) -> Path:
        given.append(records)
        done = steps or 2 * len(records)
        (folder / "checkpoints" / f"{100 + done:09d}.safetensors").touch()
        return folder / "net.onnx"

    monkeypatch.setattr(lesson, "learners", lambda: ["counting"])
    monkeypatch.setattr(lesson, "load_teacher", lambda _: SimpleNamespace(learn_on=learn))
    return given


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run of the method ``counting``, a hundred steps old."""
    return _make_run(tmp_path / "run", "counting")


def _make_run(folder: Path, method: str) -> Path:
    config: dict[str, Any] = {"method": method, "game": "go", "settings": dict(GAME.settings)}
    (folder / "checkpoints").mkdir(parents=True)
    (folder / "checkpoints" / "000000100.safetensors").touch()
    (folder / "config.toml").write_text(to_toml(config))
    (folder / "net.onnx").touch()
    return folder


def test_games_reach_the_method(folder: Path, lessons: list[Sequence[Record]]) -> None:
    """By its folder or by its network, the run gets the games, and says how far it came."""
    told = learn_on(folder / "net.onnx", [_play(GAME), _play(GAME, 2)])
    assert told == lesson.Lesson(folder / "net.onnx", 4)
    assert learn_on(folder, [_play(GAME)], steps=9).steps == 109 - 104
    assert [len(records) for records in lessons] == [2, 1]


def test_another_komi_is_the_same_game(folder: Path, lessons: list[Sequence[Record]]) -> None:
    """What a net does not see does not matter; the method gets a game of the run's own rules."""
    learn_on(folder, [_play(load("go", size=5, komi=7.5))])
    assert lessons[0][0].settings == GAME.settings


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (_play(load("go", size=4)), "go 4x4"),
        (_play(load("gomoku", size=5)), "of gomoku"),
        (_play(load("go", size=5, position="B:Bc3")), "from B:Bc3"),
        (replace(_play(GAME), settings={"size": 99}), "99"),
        (Record("go", GAME.settings, (RecordedMove(3), RecordedMove(3))), "occupied"),
        (Record("ludo", {}), "ludo"),
        (Record("go", GAME.settings), "no moves"),
    ],
)
def test_games_of_another_kind_are_refused(
    folder: Path, lessons: list[Sequence[Record]], record: Record, words: str
) -> None:
    """One line names the game and what is wrong with it; the method never sees it."""
    with pytest.raises(TengenError, match=rf"^game 2[,:].*{words}") as refusal:
        learn_on(folder, [_play(GAME), record])
    assert "\n" not in str(refusal.value)
    assert lessons == []


def test_runs_that_cannot_learn_are_refused(
    tmp_path: Path, folder: Path, lessons: list[Sequence[Record]]
) -> None:
    """No run, a run of a method that cannot, and no games: one line each."""
    with pytest.raises(TengenError, match="nothing is no run"):
        learn_on(tmp_path / "nothing", [_play(GAME)])
    with pytest.raises(TengenError, match=r"a run of alphazero, which .*: counting can"):
        learn_on(_make_run(tmp_path / "other", "alphazero"), [_play(GAME)])
    with pytest.raises(TengenError, match="no games"):
        learn_on(folder, [])
    (folder / "config.toml").write_text('method = "counting"\ngame = "go"\n')
    with pytest.raises(TengenError, match="damaged"):
        learn_on(folder, [_play(GAME)])


def test_the_command(
    folder: Path, lessons: list[Sequence[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Games of any format are learned from; a faulty one is told and left out."""
    resigned = replace(_play(GAME), outcome=Outcome(0, "resignation"))
    write([_play(GAME), resigned], folder / "a.sgf")
    wrong = Record("go", GAME.settings, (RecordedMove(3), RecordedMove(3)))
    write([wrong, _play(GAME)], folder / "b.jsonl")
    assert run(["learn", str(folder), str(folder / "a.sgf"), str(folder / "b.jsonl")]) == 0
    printed = capsys.readouterr()
    assert "3 games learned from in 6 steps." in printed.out
    assert "Learning from 3 games" in printed.err
    assert str(folder / "net.onnx") in printed.out
    assert "b.jsonl, game 1, move 2" in printed.err
    assert run(["learn", str(folder), str(folder / "a.sgf"), "--steps", "7", "--json"]) == 0
    assert '"games": 2' in capsys.readouterr().out


def test_the_command_leaves_out_games_of_another_kind(
    folder: Path, lessons: list[Sequence[Record]], capsys: pytest.CaptureFixture[str]
) -> None:
    """What is not of the run's game is named by file and number; with nothing else it ends."""
    other = _play(load("go", size=4))
    write([_play(GAME), other, _play(GAME, 2)], folder / "a.jsonl")
    write([other], folder / "b.jsonl")
    assert run(["learn", str(folder), str(folder / "a.jsonl")]) == 0
    assert len(lessons[0]) == 2
    assert "a.jsonl, game 2: it is of go 4x4" in capsys.readouterr().err
    assert run(["learn", str(folder), str(folder / "b.jsonl")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "no games to learn from" in line
    assert "b.jsonl, game 1: it is of go 4x4" in line


@pytest.mark.parametrize(
    ("place", "file", "words"),
    [
        ("nothing", "a.sgf", "nothing is no run"),
        (".", "missing.sgf", "no games to learn from in"),
        (".", "empty", "no games to learn from in"),
    ],
)
def test_the_command_refuses(
    folder: Path,
    lessons: list[Sequence[Record]],
    capsys: pytest.CaptureFixture[str],
    place: str,
    file: str,
    words: str,
) -> None:
    """What cannot be is one line and exit code 2."""
    (folder / "empty").mkdir()
    write([_play(GAME)], folder / "a.sgf")
    assert run(["learn", str(folder / place), str(folder / file)]) == 2
    assert words in capsys.readouterr().err.splitlines()[-1]
    assert lessons == []
