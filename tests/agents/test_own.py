"""Nets that ship learn on in a copy of one's own: it plays alike at first, and otherwise in time."""

from pathlib import Path

import numpy as np
import pytest

from tengen import weights
from tengen.agents import load_agent, own
from tengen.agents.lesson import learn_on
from tengen.core import Game, Record, RecordedMove, TengenError
from tengen.games import load
from tengen.learning.lock import held

NETS = {
    "gomoku-8x8-dqn": "?visits=1&noise=0",
    "gomoku-8x8-qlearning": "",
    "gomoku-8x8-boardvalue": "?depth=1",
    "gomoku-15x15-policy": "",
}


def spec_of(name: str, net: Path | str) -> str:
    return f"{weights.listed()[name]['method']}:{net}{NETS[name]}"


def game_of(name: str) -> Game:
    entry = weights.listed()[name]
    return load(entry["game"], **entry["settings"])


def replies(spec: str, game: Game, opening: str) -> list[int]:
    """Return the moves of a player after an opening, what it likes best first."""
    state = game.initial_state()
    for action in game.parse_line(state, opening):
        state = state.apply(action)
    return [candidate.action for candidate in load_agent(spec, game).decide(state).candidates]


def lost_game(game: Game, opening: str, reply: int, rng: np.random.Generator) -> Record:
    """Return a game in which Black wins by a row after a reply to the opening, White at random."""
    state, moves = game.initial_state(), [*game.parse_line(game.initial_state(), opening), reply]
    for action in moves:
        state = state.apply(action)
    row = [game.parse_move(f"{column}1") for column in "abcdefgh"]
    if reply in row or moves[0] in row:
        row = [game.parse_move(f"{column}2") for column in "abcdefgh"]
    for action in row:
        state = state.apply(action)
        moves.append(action)
        if state.outcome() is not None:
            break
        others = [each for each in state.legal_actions() if each not in row]
        moves.append(int(rng.choice(others)))
        state = state.apply(moves[-1])
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == 0
    return Record(game.name, game.settings, tuple(map(RecordedMove, moves)), outcome)


@pytest.mark.parametrize("name", NETS)
def test_a_copy_plays_as_the_net_that_ships(name: str, tmp_path: Path) -> None:
    """It needs no PyTorch to be made, and is not made a second time."""
    game = game_of(name)
    net = own.ensure_copy(name, tmp_path / "my")
    assert net == tmp_path / "my/net.onnx"
    assert own.original_of(tmp_path / "my") == name
    assert replies(spec_of(name, net), game, "d4") == replies(spec_of(name, name), game, "d4")
    before = net.stat().st_mtime_ns
    assert own.ensure_copy(name, tmp_path / "my") == net
    assert net.stat().st_mtime_ns == before


LARGE = ("gomoku-8x8-dqn", "gomoku-8x8-qlearning", "gomoku-15x15-policy")


@pytest.mark.parametrize(
    "name",
    ["gomoku-8x8-boardvalue", *(pytest.param(name, marks=pytest.mark.long) for name in LARGE)],
)
def test_ten_lost_games_in_one_opening_change_what_it_plays_there(
    name: str, tmp_path: Path
) -> None:
    """After ten at most it answers otherwise; the net that ships does not, nor the copy when reset."""
    pytest.importorskip("torch", reason="training is not installed")
    game, rng = game_of(name), np.random.default_rng(1)
    folder = tmp_path / "my"
    spec = spec_of(name, own.ensure_copy(name, folder))
    reply = replies(spec, game, "d4")[0]
    for _ in range(10):
        assert learn_on(folder, [lost_game(game, "d4", reply, rng)]).steps == 10
        if replies(spec, game, "d4")[0] != reply:
            break
    assert replies(spec, game, "d4")[0] != reply
    assert replies(spec_of(name, name), game, "d4")[0] == reply
    own.reset(folder)
    assert replies(spec, game, "d4")[0] == reply
    assert not list((folder / "checkpoints").iterdir())


def test_what_is_no_copy_of_a_net_is_refused(tmp_path: Path) -> None:
    """One line each, and nothing is written."""
    with pytest.raises(TengenError, match="gomoku-8x8 is no shipped net of boardvalue or dqn"):
        own.ensure_copy("gomoku-8x8", tmp_path / "my")
    assert not (tmp_path / "my").exists()
    own.ensure_copy("gomoku-8x8-dqn", tmp_path / "my")
    with pytest.raises(TengenError, match="another run"):
        own.ensure_copy("gomoku-8x8-qlearning", tmp_path / "my")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/config.toml").write_text('method = "dqn"\n')
    with pytest.raises(TengenError, match="no copy"):
        own.reset(tmp_path / "other")
    with held(tmp_path / "my"), pytest.raises(TengenError, match="under way"):
        own.reset(tmp_path / "my")


def test_a_net_learns_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``tengen learn gomoku-8x8-boardvalue``: a copy in the data folder learns, and is named."""
    pytest.importorskip("torch", reason="training is not installed")
    from tengen.cli.app import run
    from tengen.records import write

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    name, game = "gomoku-8x8-boardvalue", game_of("gomoku-8x8-boardvalue")
    path = tmp_path / "game.sgf"
    write(
        [lost_game(game, "d4", game.parse_move("e5"), np.random.default_rng(1))],
        path,
    )
    shipped = weights.find(name).read_bytes()
    assert run(["learn", name, str(path)]) == 0
    copy = own.usual_folder(name)
    told = capsys.readouterr().out
    assert "1 game learned from in 10 steps." in told
    assert str(copy / "net.onnx") in told.replace("\n", "")
    assert (copy / "net.onnx").read_bytes() != shipped == weights.find(name).read_bytes()
    assert run(["learn", name, str(path), "--steps", "2"]) == 0
    assert run(["learn", "gomoku-8x8", str(path)]) == 2
    assert "gomoku-8x8 is a net of alphazero" in capsys.readouterr().err


def test_a_training_begins_with_a_net_that_ships(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its name; a net of another method, whose answers mean something else, is refused."""
    pytest.importorskip("torch", reason="training is not installed")
    from tengen.agents.teachers import load_teacher
    from tengen.contract.learning import Silent
    from tengen.core.runner import InlineRunner

    def begin(method: str, net: str, *changes: str) -> Path:
        out = tmp_path / f"{method}-{len(list(tmp_path.iterdir()))}"
        given = {"minutes": 0, "runner": InlineRunner(), "display": Silent()}
        overrides = ("yardstick.opponent=random", *changes)
        trained = load_teacher(method).train(
            load("gomoku", size=8), out, start_from=Path(net), overrides=overrides, **given
        )
        return trained.network

    game = load("gomoku", size=8)
    for name in ("gomoku-8x8-boardvalue",):
        method = weights.listed()[name]["method"]
        net = begin(method, name)
        assert (
            replies(spec_of(name, net), game, "d4")[:3]
            == replies(spec_of(name, name), game, "d4")[:3]
        )
    for method, net in (
        ("dqn", "gomoku-8x8"),
        ("alphazero", "gomoku-8x8-dqn"),
        ("boardvalue", "gomoku-8x8-dqn"),
        ("dqn", str(weights.find("gomoku-8x8-boardvalue"))),
    ):
        with pytest.raises(TengenError, match=rf"is a net of .*: {method} begins with") as refusal:
            begin(method, net)
        assert "\n" not in str(refusal.value)
