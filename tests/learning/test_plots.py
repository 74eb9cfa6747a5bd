"""Curves of a run as a picture."""

import json

import pytest

from tengen.learning import plots
from tengen.learning.run import RunError, read_metrics

pytest.importorskip("matplotlib")

PNG = b"\x89PNG\r\n\x1a\n"
ENTRIES = [
    {"kind": "progress", "minutes": 0.5, "steps": 9, "games": 4, "td_loss": 0.5, "top1": 0.1,
     "draw_rate": 0.25},
    {"kind": "progress", "minutes": 1.0, "steps": 20, "games": 9, "td_loss": 0.25, "top1": 0.3},
    {
        "kind": "match", "minutes": 1.0, "opponent": "random", "match_games": 10, "wins": 7,
        "draws": 2, "losses": 1, "score": 0.8, "interval": [0.5, 0.9], "elo": 240.8,
        "elo_interval": [0.0, 381.7],
    },
    {
        "kind": "match", "minutes": 2.0, "opponent": "random", "match_games": 10, "wins": 10,
        "draws": 0, "losses": 0, "score": 1.0, "interval": [0.7, 1.0], "elo": None,
        "elo_interval": [166.2, None],
    },
]  # fmt: skip


def write(folder, entries, tail=""):
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(entry) + "\n" for entry in entries)
    (folder / "metrics.jsonl").write_text(lines + tail)
    return folder


def curves_of(figure, title):
    (axes,) = [axes for axes in figure.axes if axes.get_title(loc="left") == title]
    return {line.get_label(): list(line.get_ydata()) for line in axes.get_lines()}


def test_panels(tmp_path):
    """Losses, accuracies, games played to learn, matches and Elo each have a panel.

    A match won without a loss has no Elo: its lower bound stands for it.
    """
    figure = plots.draw({"run": read_metrics(write(tmp_path / "run", ENTRIES))})
    assert curves_of(figure, "Loss") == {"td loss": [0.5, 0.25]}
    assert curves_of(figure, "Accuracy") == {"top1": [0.1, 0.3]}
    assert curves_of(figure, "Games to learn from") == {"draw rate": [0.25]}
    assert curves_of(figure, "Won, drawn, score") == {
        "won against random": [0.7, 1.0],
        "drawn against random": [0.2, 0.0],
        "score against random, 95 %": [0.8, 1.0],
    }
    assert curves_of(figure, "Elo") == {
        "above random, 95 %": [240.8],
        "above random, at least": [166.2],
    }


def test_several_runs(tmp_path):
    """Runs are told apart by name, and a figure that only one of them has is drawn for it."""
    figure = plots.draw({"a": ENTRIES, "b": ENTRIES[:1]})
    assert curves_of(figure, "Loss") == {"a: td loss": [0.5, 0.25], "b: td loss": [0.5]}
    assert len(curves_of(figure, "Elo")) == 2


def test_lines_of_several_runs_differ():
    """The curves of two runs differ in colour, and those of one run in line style."""
    keys = ("loss", "policy_loss", "value_loss", "td_loss", "q_loss", "margin_loss")
    entries = [{"kind": "progress", "minutes": m, **dict.fromkeys(keys, 0.5)} for m in (1, 2)]
    (axes,) = plots.draw({"a": entries, "b": entries}).axes
    looks = {(line.get_color(), str(line._unscaled_dash_pattern)) for line in axes.get_lines()}
    assert len(looks) == 2 * len(keys)


def test_entry_without_a_time(tmp_path):
    """What a method adds when the time is up stands where the run ended."""
    added = [{"kind": "held_out", "steps": 20, "top1": 0.5}]
    figure = plots.draw({"run": read_metrics(write(tmp_path / "run", ENTRIES + added))})
    (axes,) = [axes for axes in figure.axes if axes.get_title(loc="left") == "Accuracy"]
    assert list(axes.get_lines()[0].get_xdata()) == [0.5, 1.0, 2.0]


def test_resumed_run(tmp_path):
    """What a crash had lost and the resumed run did again is drawn once."""
    times = [1.0, 2.0, 3.0, 1.5, 2.5]
    entries = [{"kind": "progress", "minutes": m, "steps": 1, "q_loss": m} for m in times]
    figure = plots.draw({"run": read_metrics(write(tmp_path / "run", entries))})
    assert curves_of(figure, "Loss") == {"q loss": [1.0, 1.5, 2.5]}


@pytest.mark.long
def test_saved_beside_the_run(tmp_path):
    """The picture in the run folder is whole, also from a run that was just killed."""
    folder = write(tmp_path / "run", ENTRIES, tail='{"kind": "prog')
    plots.save(folder)
    assert (folder / plots.CURVES).read_bytes().startswith(PNG)


@pytest.mark.parametrize("cause", ["no matplotlib", "full disk", "no metrics", "damaged metrics"])
def test_picture_never_fails_a_run(tmp_path, monkeypatch, cause):
    """Where no picture can be made, the last one stays and the run goes on."""
    folder = write(tmp_path / "run", ENTRIES)
    (folder / plots.CURVES).write_bytes(b"earlier")
    if cause == "no matplotlib":
        monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    elif cause == "full disk":
        monkeypatch.setattr(plots, "write_beside", _full)
    elif cause == "no metrics":
        (folder / "metrics.jsonl").unlink()
    else:
        (folder / "metrics.jsonl").write_text("[]\n")
    plots.save(folder)
    assert (folder / plots.CURVES).read_bytes() == b"earlier"


def _full(*_):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("text", ['{"minutes": "now"}\n', "[1]\n", "nonsense\n{}\n", "\xff\n"])
def test_damaged_metrics(tmp_path, text):
    """Lines that are no entries are told with their number."""
    folder = write(tmp_path / "run", [])
    (folder / "metrics.jsonl").write_text(text, encoding="latin-1")
    with pytest.raises(RunError, match="damaged"):
        read_metrics(folder)


AXES = [
    {"kind": "progress", "minutes": 0.5, "steps": 9, "games": 4, "positions": 90, "generation": 1,
     "policy_loss": 0.5, "learned_top1": 0.2},
    {"kind": "progress", "minutes": 1.0, "steps": 20, "games": 9, "positions": 200,
     "generation": 3, "policy_loss": 0.4, "learned_top1": 0.4},
    {"kind": "match", "minutes": 1.0, "games": 9, "positions": 200, "generation": 3, "top1": 0.3,
     "held_out_loss": 0.6, "opponent": "random", "match_games": 10, "wins": 7, "draws": 2,
     "losses": 1, "score": 0.8, "elo": 240.8},
    {"kind": "match", "minutes": 2.0, "games": 20, "positions": 300, "generation": 4, "top1": 0.4,
     "held_out_loss": 0.5, "opponent": "robot", "match_games": 10, "wins": 1, "draws": 2,
     "losses": 7, "score": 0.2, "elo": -240.8},
]  # fmt: skip


@pytest.mark.parametrize(
    ("x", "at"),
    [
        ("minutes", [0.5, 1.0]),
        ("games", [4, 9]),
        ("positions", [90, 200]),
        ("generation", [1, 3]),
    ],
)
def test_curves_against_what_is_asked(tmp_path, x, at):
    """The axis is called what it is, and each point lies where the run was then."""
    figure = plots.draw({"run": read_metrics(write(tmp_path / "run", AXES))}, x)
    (loss,) = [axes for axes in figure.axes if axes.get_title(loc="left") == "Loss"]
    assert loss.get_xlabel() == x
    assert list(loss.get_lines()[0].get_xdata()) == at


def test_learned_and_held_out_share_a_panel(tmp_path):
    """Loss and accuracy of what is learned from and of what is held out, in one picture."""
    figure = plots.draw({"run": read_metrics(write(tmp_path / "run", AXES))})
    assert curves_of(figure, "Loss").keys() == {"policy loss", "held out loss"}
    assert curves_of(figure, "Accuracy").keys() == {"learned top1", "top1"}


def test_each_opponent_has_its_own_elo(tmp_path):
    """Two opponents are two curves with their names: they are no points of one scale."""
    figure = plots.draw({"run": read_metrics(write(tmp_path / "run", AXES))})
    assert curves_of(figure, "Elo") == {"above random": [240.8], "above robot": [-240.8]}


def test_what_was_not_counted_is_told(tmp_path):
    """A run of games has no epochs: one line."""
    entries = read_metrics(write(tmp_path / "run", AXES))
    with pytest.raises(RunError, match="nothing to draw against epoch: run logged none"):
        plots.draw({"run": entries}, "epoch")
