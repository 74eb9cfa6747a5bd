"""The run folder is never half written, and never mistaken for another."""

from pathlib import Path

import pytest

from tengen.learning.run import Run, RunError, to_toml

CONFIG = {"method": "alphazero", "game": "gomoku", "settings": {"size": 8, "rule": "freestyle"}}


def test_config_round_trip(tmp_path: Path) -> None:
    """What a run was started with is what a resumed run reads."""
    config = CONFIG | {"deep": {"a": {"b": [[0.5, 2.0]], "c": 1e-05, "d": True}}, "none": None}
    Run.create(tmp_path / "r", config)
    run = Run.resume(tmp_path / "r", {"method": "alphazero"})
    assert run.config == {k: v for k, v in config.items() if k != "none"}


def test_folder_is_not_overwritten(tmp_path: Path) -> None:
    """A second run into the same folder is refused and told about --resume."""
    Run.create(tmp_path / "r", CONFIG)
    with pytest.raises(RunError, match="--resume"):
        Run.create(tmp_path / "r", CONFIG)


def test_only_the_same_game_resumes(tmp_path: Path) -> None:
    """A run of another board is refused, and both boards are named."""
    Run.create(tmp_path / "r", CONFIG)
    with pytest.raises(RunError, match=r"size=8 .*size=15"):
        Run.resume(tmp_path / "r", {"settings": {"size": 15, "rule": "freestyle"}})


@pytest.mark.parametrize("text", [None, "method = ", "\xff\xfe"])
def test_missing_or_damaged_config(tmp_path: Path, text: str | None) -> None:
    """Without a readable configuration there is nothing to resume."""
    if text is not None:
        (tmp_path / "config.toml").write_bytes(text.encode("latin-1"))
    with pytest.raises(RunError, match=r"config\.toml"):
        Run.resume(tmp_path, {})


def test_torn_metrics_line_is_dropped(tmp_path: Path) -> None:
    """A crash in the middle of a line costs that line only."""
    run = Run.create(tmp_path / "r", CONFIG)
    run.log({"minutes": 1})
    path = tmp_path / "r" / "metrics.jsonl"
    path.write_text(path.read_text() + '{"minutes": 2, "elo')
    run = Run.resume(tmp_path / "r", {})
    run.log({"minutes": 3})
    assert [entry["minutes"] for entry in run.metrics()] == [1, 3]


def test_old_checkpoints_go(tmp_path: Path) -> None:
    """The newest two checkpoints stay."""
    run = Run.create(tmp_path / "r", CONFIG)
    for steps in (5, 20, 100):
        run.checkpoint_path(steps).write_bytes(b"")
    run.prune(3)
    assert run.latest_checkpoint() == run.checkpoint_path(100)
    assert not run.checkpoint_path(5).exists()
    assert run.checkpoint_path(20).exists()


def test_so_many_networks_stay(tmp_path: Path) -> None:
    """As many of the newest as a setting says."""
    run = Run.create(tmp_path / "r", CONFIG)
    for steps in (0, 5, 20, 100):
        run.network_path(steps, ".onnx").write_bytes(b"")
    run.prune(3)
    assert sorted(int(path.stem) for path in run.networks.iterdir()) == [5, 20, 100]


def test_toml_is_readable() -> None:
    """Tables are nested by dotted headers, after the plain entries."""
    assert to_toml({"a": 1, "t": {"u": {"x": "y"}}}).split() == [
        "a",
        "=",
        "1",
        "[t]",
        "[t.u]",
        "x",
        "=",
        '"y"',
    ]
