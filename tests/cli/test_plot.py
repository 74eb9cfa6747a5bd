"""``tengen plot``: the curves of runs as a picture."""

import json

import pytest

pytest.importorskip("matplotlib")

from .test_errors import assert_refused

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def run_folder(tmp_path):
    """A folder with a short run's figures."""
    folder = tmp_path / "g8"
    folder.mkdir()
    entries = [{"kind": "progress", "minutes": m, "steps": m, "q_loss": 1 / m} for m in (1, 2)]
    (folder / "metrics.jsonl").write_text("".join(json.dumps(e) + "\n" for e in entries))
    return folder


def test_picture_of_a_run(tengen, run_folder, tmp_path):
    """Without --out the picture is put into the run folder; with it, nowhere else."""
    out = tmp_path / "new" / "two.png"
    assert tengen("plot", run_folder, run_folder, "--out", out).code == 0
    assert out.read_bytes().startswith(PNG)
    assert not (run_folder / "curves.png").exists()
    ran = tengen("plot", run_folder)
    assert ran.code == 0
    assert (run_folder / "curves.png").read_bytes().startswith(PNG)
    assert str(run_folder / "curves.png") in ran.out.replace("\n", "")


def test_no_run_is_refused(tengen, run_folder, tmp_path):
    """A folder without a run, an empty run and a name that is no PNG are told in one line."""
    assert_refused(tengen("plot", tmp_path), str(tmp_path), "holds no run")
    assert_refused(tengen("plot", tmp_path / "missing"), "missing", "holds no run")
    assert_refused(tengen("plot", run_folder, "--out", tmp_path / "x.svg"), "x.svg", ".png")
    (run_folder / "metrics.jsonl").write_text('{"kind": "progress", "minutes": 0.1, "steps": 0}\n')
    assert_refused(tengen("plot", run_folder), "g8 measured nothing")
    assert not (run_folder / "curves.png").exists()
    (run_folder / "metrics.jsonl").write_text("")
    assert_refused(tengen("plot", run_folder), "logged nothing yet")


def test_what_curves_are_drawn_against(tengen, run_folder):
    """An axis that there is not, and one that the run does not count, are told in one line."""
    assert_refused(tengen("plot", run_folder, "--x", "moves"), "--x moves", "generation")
    assert_refused(tengen("plot", run_folder, "--x", "epoch"), "against epoch", "g8")
    assert tengen("plot", run_folder, "--x", "minutes").code == 0
