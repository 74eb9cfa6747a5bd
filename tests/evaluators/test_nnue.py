"""Files of incremental nets: whole, of this game, or refused in one line."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("safetensors", reason="training is not installed")
from safetensors.numpy import load_file, save

from tengen import load
from tengen.core import SpecError, WeightsError
from tengen.evaluators.nnue import no_net, read_net
from tengen.networks.nnue import write_net
from tengen.weights.nnue import read_arrays

DRAUGHTS = load("draughts")
METADATA = {
    "game": "draughts",
    "settings": json.dumps(DRAUGHTS.settings),
    "method": "nnue",
    "score_scale": "127.0",
}
ARRAYS = {
    "a": np.arange(6, dtype=np.int16).reshape(2, 3),
    "b": np.array([-1, 7], np.int8),
    "c": np.array([1 << 30], np.int32),
}


@pytest.fixture
def net(tmp_path: Path) -> Path:
    """A sound net of draughts, with random weights."""
    torch = pytest.importorskip("torch", reason="training is not installed")
    from tengen.networks import nnue_draughts

    torch.manual_seed(3)
    path = tmp_path / "d.nnue"
    write_net(path, nnue_draughts.quantise(nnue_draughts.Net()), METADATA)
    return path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Arrays of every type, their shapes, and the metadata come back."""
    path = tmp_path / "x.nnue"
    write_net(path, ARRAYS, METADATA)
    arrays, metadata = read_arrays(path)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert np.array_equal(arrays[name], array)
    assert metadata.items() >= METADATA.items()


def test_others_read_the_file_too(tmp_path: Path) -> None:
    """The file is what the safetensors library calls one."""
    path = tmp_path / "x.nnue"
    write_net(path, ARRAYS, METADATA)
    theirs = load_file(path)
    assert set(theirs) == set(ARRAYS)
    assert all(np.array_equal(theirs[name], array) for name, array in ARRAYS.items())


def test_a_net_says_what_it_is_for(net: Path) -> None:
    """A sound file gives the native net, the settings it learned under, and its scale."""
    found = read_net(net, DRAUGHTS)
    assert found.trained_on == dict(DRAUGHTS.settings)
    assert found.score_scale == 127.0
    state = DRAUGHTS.initial_state()
    assert found.native.scores([state.native]).shape == (1,)
    assert abs(no_net(DRAUGHTS).scores([state.native])[0]) < 50


def test_every_flipped_byte_is_seen(tmp_path: Path) -> None:
    """Whatever one byte of a file is changed, it is refused, and never read as another net."""
    path = tmp_path / "x.nnue"
    write_net(path, ARRAYS, METADATA)
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(WeightsError) as refusal:
            read_arrays(path)
        assert "\n" not in str(refusal.value)


def test_every_cut_file_is_refused(tmp_path: Path) -> None:
    """A file that ends early, or goes on too long, is none."""
    path = tmp_path / "x.nnue"
    write_net(path, ARRAYS, METADATA)
    whole = path.read_bytes()
    for data in (*(whole[:end] for end in range(0, len(whole), 5)), whole + b"x"):
        path.write_bytes(data)
        with pytest.raises(WeightsError, match=r"x\.nnue"):
            read_arrays(path)


def _without(name: str) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        arrays, metadata = read_arrays(path)
        write_net(path, {k: v for k, v in arrays.items() if k != name}, metadata)

    return spoil


def _told(**changes: str) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        arrays, metadata = read_arrays(path)
        write_net(path, arrays, metadata | changes)

    return spoil


def _other_file(path: Path) -> None:
    path.write_bytes(save(ARRAYS, {"format": "pt"}))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_without("bias"), "bias"),
        (_told(game="chess"), "plays chess, not draughts"),
        (_told(score_scale="nan"), "score_scale"),
        (_told(score_scale="much"), "does not say"),
        (_told(settings="[1]"), "does not say"),
        (_other_file, "not a tengen-nnue-1 file"),
        (lambda path: path.unlink(), "no weights file"),
    ],
    ids=["array", "game", "scale", "scale-word", "settings", "foreign", "missing"],
)
def test_a_net_that_cannot_play_is_refused(
    net: Path, spoil: Callable[[Path], None], said: str
) -> None:
    """Sound files of other games, shapes and programs: one line says what is wrong."""
    spoil(net)
    with pytest.raises(WeightsError, match=said) as refusal:
        read_net(net, DRAUGHTS)
    assert "\n" not in str(refusal.value)


def test_a_game_without_such_nets_says_so(net: Path) -> None:
    """Go has none."""
    with pytest.raises(SpecError, match="no nnue nets for go"):
        read_net(net, load("go"))
