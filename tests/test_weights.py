"""The nets that ship are what the index and their cards say."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tengen import load, weights
from tengen.agents import load_agent
from tengen.core import Limit, WeightsError
from tengen.evaluators.nnue import read_net
from tengen.evaluators.onnx import OnnxEvaluator

FOLDER = Path(weights.__file__).parent
INDEX = json.loads((FOLDER / "index.json").read_text())


def test_index_lists_the_nets() -> None:
    """Every net is in the index, and has a card."""
    files = [path for path in FOLDER.iterdir() if path.suffix in (".onnx", ".nnue")]
    assert sorted(INDEX) == weights.shipped() == sorted(path.stem for path in files)
    assert {"gomoku-8x8", "gomoku-15x15"} <= set(INDEX)
    for name in INDEX:
        card = (FOLDER / f"{name}.md").read_text()
        assert "tengen train" in card
        assert "tengen match" in card


def _told_by(path: Path, game: Any) -> dict[str, Any]:
    """Return what a net's file says of method, game and settings; it can play `game`."""
    if path.suffix == ".nnue":
        metadata, prefix = read_net(path, game).metadata, ""
    else:
        metadata, prefix = OnnxEvaluator(path, game).metadata, "tengen."
    told = {name: metadata[prefix + name] for name in ("game", "settings")}
    # The first nets did not say whose they are.
    method = metadata.get(f"{prefix}method", "alphazero")
    return told | {"method": method, "settings": json.loads(told["settings"])}


@pytest.mark.parametrize("name", sorted(INDEX))
def test_index_agrees_with_the_file(name: str) -> None:
    """Method, game and settings in the index are those of the file, and it loads."""
    game = load(INDEX[name]["game"], **INDEX[name]["settings"])
    path = weights.find(name)
    told = _told_by(path, game)
    # Settings that a net is older than had their usual values.
    assert told | {"settings": {}} == INDEX[name] | {"settings": {}}
    assert told["settings"].items() >= INDEX[name]["settings"].items()
    assert path.stat().st_size < 4 << 20


@pytest.mark.parametrize(
    "name",
    [
        # The small ones of each kind of file are damaged most, in the least time.
        pytest.param(name, marks=[pytest.mark.long] * (name not in ("go-5x5", "draughts-nnue")))
        for name in sorted(INDEX)
    ],
)
def test_damaged_nets_are_refused(name: str, tmp_path: Path) -> None:
    """A bit that is not as it was, anywhere in a net that ships, is found before it is played."""
    path, game = weights.find(name), load(INDEX[name]["game"], **INDEX[name]["settings"])
    data, rng = path.read_bytes(), random.Random(1)
    damaged = tmp_path / path.name
    for _ in range(200 if len(data) < 1 << 18 else 20):
        changed = bytearray(data)
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        damaged.write_bytes(changed)
        with pytest.raises(WeightsError, match=path.name):
            _told_by(damaged, game)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"size": 8}, "gomoku-8x8"),
        ({"size": 9}, "gomoku-8x8"),
        ({"size": 15}, "gomoku-15x15"),
        ({"size": 20}, "gomoku-15x15"),
        ({"size": 15, "rule": "standard"}, "gomoku-15x15"),
    ],
)
def test_best_net_is_nearest_in_size(settings: dict[str, int | str], name: str) -> None:
    """A board of any size and either rule gets the nearest net."""
    assert weights.best_for(load("gomoku", **settings)).stem == name


@pytest.mark.parametrize(
    ("size", "komi", "name"),
    [
        (5, 7.5, "go-5x5"),
        (7, 7.5, "go-9x9"),
        (9, 7.5, "go-9x9"),
        (11, 7.5, "go-13x13"),
        (13, 7.5, "go-13x13"),
        (19, 7.5, "go-13x13"),
    ],
)
def test_size_comes_before_komi(size: int, komi: float, name: str) -> None:
    """The net of 9x9 learned with a komi of 7; with another it is still the one for that board."""
    assert weights.best_for(load("go", size=size, komi=komi)).stem == name


def test_a_method_gets_nets_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The net of another method is none, however well it fits."""
    monkeypatch.setattr(weights, "_index", lambda: {"x": {**INDEX["gomoku-8x8"], "method": "nnue"}})
    assert weights.shipped("alphazero") == []
    with pytest.raises(WeightsError, match="alphazero:FILE"):
        weights.best_for(load("gomoku", size=8))


def test_another_win_length_has_no_net() -> None:
    """Five in a row is what the nets know."""
    with pytest.raises(WeightsError, match="no shipped net"):
        weights.best_for(load("gomoku", size=8, win_length=4))


@pytest.mark.parametrize(
    ("moves", "answer"),
    [("d4 a8 d5 b8 d6 c8 d7 d8", "d3"), ("a8 a1 b8 c2 c8 g5 d8", "e8")],
    ids=["win", "block"],
)
def test_shipped_net_wins_and_blocks(moves: str, answer: str) -> None:
    """A win in one is taken; the only answer to a four is found."""
    game = load("gomoku", size=8)
    state = game.initial_state()
    for move in moves.split():
        state = state.apply(game.parse_move(move))
    decision = load_agent("alphazero", game).decide(state, Limit(visits=100))
    assert game.format_move(decision.action) == answer


@pytest.mark.parametrize(
    ("game", "methods"),
    [
        (load("gomoku", size=15), ["nnue", "alphazero"]),
        (load("gomoku", size=20), ["nnue", "alphazero"]),
        (load("gomoku", size=15, rule="standard"), ["nnue", "alphazero"]),
        (load("gomoku", size=15, rule="renju"), ["nnue", "alphazero"]),
        (load("go", size=9), ["alphazero"]),
        (load("draughts"), ["nnue", "alphazero"]),
        (load("gomoku", size=15, opening="swap2"), ["nnue"]),
        (load("gomoku", size=8, win_length=4), []),
    ],
    ids=str,
)
def test_the_strongest_method_comes_first(game: Any, methods: list[str]) -> None:
    """By the match played nearest to these rules; of those with a net that can play the game."""
    assert weights.strongest(game) == methods


def test_where_a_match_was_even_the_net_for_the_rules_comes_first() -> None:
    """On 8x8 neither wins; the net that learned on that board is asked."""
    assert weights.strongest(load("gomoku", size=8)) == ["alphazero", "nnue"]


@pytest.mark.long
@pytest.mark.parametrize("match", weights.matches(), ids=lambda match: str(match["settings"]))
def test_a_match_told_can_be_played_again(match: dict[str, Any]) -> None:
    """Ten games of it: whoever won by far wins again."""
    best = max(match["scores"], key=match["scores"].get)
    if match["scores"][best] == 0.5:
        pytest.skip("it was even")
    other = next(method for method in match["scores"] if method != best)
    command = [sys.executable, "-m", "tengen.cli", "match", best, other, "--game", match["game"]]
    command += [f"--set={key}={value}" for key, value in match["settings"].items()]
    command += ["--seconds", str(match["seconds"]), "--games", "10", "--seed", "1", "--json"]
    told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    assert told["score"] > 0.5
