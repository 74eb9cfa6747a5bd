"""A trained net is taken into the box: its file, its card, its line."""

import json
import shutil

import pytest

pytest.importorskip("torch", reason="training is not installed")
from tengen import weights
from tengen.agents import load_agent
from tengen.contract.learning import train
from tengen.core import TengenError
from tengen.experiments.boxing import add_to_box
from tengen.games import load

GAME = load("gomoku", size=5, win_length=4)
QUICK = (
    "play.games=8", "learner.batch=8", "learner.first_positions=32",
    "learner.publish_positions=64", "learner.publish_seconds=0",
)  # fmt: skip


@pytest.fixture
def box(tmp_path, monkeypatch):
    """A box with the index alone."""
    folder = tmp_path / "box"
    folder.mkdir()
    shutil.copy(weights.folder() / "index.json", folder)
    monkeypatch.setattr(weights, "folder", lambda: folder)
    return folder


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run that has learned for a moment."""
    out = tmp_path_factory.mktemp("dqn") / "run"
    train("dqn", GAME, out, QUICK, minutes=0.03)
    return out


def test_a_net_is_taken_in(box, run):
    """It plays by its name; the card says how it is made again, and what it scored."""
    before = json.loads((box / "index.json").read_text())
    name = add_to_box(run)
    assert name == "gomoku-5x5-dqn"
    assert load_agent(f"dqn:{name}", GAME).net == name
    entry = {"method": "dqn", "game": "gomoku", "settings": {"size": 5, "win_length": 4}}
    assert json.loads((box / "index.json").read_text()) == before | {name: entry}
    assert weights.listed()[name] == entry
    card = (box / f"{name}.md").read_text()
    assert card.startswith(f"# {name}\n")
    assert "tengen train dqn gomoku --set size=5 --set win_length=4 --minutes 0.03" in card
    assert "--set learner.batch=8" in card
    assert "--set network.channels=8" in card
    assert "learner.replay_ratio" not in card  # as the preset has it
    assert "Against `random` it scored" in card


@pytest.mark.long
def test_a_card_says_what_a_run_went_on_from(box, run, tmp_path):
    """Weights that were not random at first are no secret."""
    start = run / "net.safetensors"
    train("dqn", GAME, tmp_path / "more", QUICK, minutes=0.02, start_from=start)
    name = add_to_box(tmp_path / "more", "more")
    card = (box / f"{name}.md").read_text()
    assert f"going on from `{start}`" in card
    assert f"--start-from {start}" in card


def test_a_name_is_taken_once(box, run):
    """Neither a net that ships nor a file elsewhere is written over; one line says so."""
    files = sorted(box.iterdir())
    for name in ("gomoku-8x8", "../elsewhere", "A B"):
        with pytest.raises(TengenError) as refusal:
            add_to_box(run, name)
        assert name in str(refusal.value)
        assert "\n" not in str(refusal.value)
    assert sorted(box.iterdir()) == files


def test_what_is_no_run_is_refused(box, tmp_path):
    """A folder without a run gives nothing to take."""
    with pytest.raises(TengenError, match="no run"):
        add_to_box(tmp_path)
