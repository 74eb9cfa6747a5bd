"""A weights file is checked at the door: one clear line says what is wrong with it."""

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest

from tengen import load
from tengen.core import WeightsError
from tengen.core.game import pack_planes
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.evaluators.torch import TorchEvaluator
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.export import export_onnx
from tengen.networks.store import load_network, save_network, seeded_build

RESIDUAL = NetworkConfig(blocks=1, channels=8, head_channels=8)
ORIGIN = NetworkConfig(kind="alphazero")
CHECKSUM = {"tengen.checked", "tengen.sha256"}


def exported(folder: Path, config: NetworkConfig = RESIDUAL, size: int = 8) -> Path:
    blueprint = Blueprint.of(config, load("gomoku", size=size))
    export_onnx(folder / "net.onnx", seeded_build(blueprint, 1), blueprint, steps=12)
    return folder / "net.onnx"


def refusal(path: Path, size: int = 8) -> str:
    with pytest.raises(WeightsError) as caught:
        OnnxEvaluator(path, load("gomoku", size=size))
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_missing(tmp_path: Path) -> None:
    """A file that is not there is named."""
    assert "no weights file" in refusal(tmp_path / "net.onnx")
    (tmp_path / "run").mkdir()
    assert "did you mean" not in refusal(tmp_path / "run")
    (tmp_path / "run" / "net.onnx").touch()
    assert f"did you mean {tmp_path / 'run' / 'net.onnx'}?" in refusal(tmp_path / "run")


@pytest.mark.parametrize("share", [0.0, 0.3, 0.99])
def test_truncated(tmp_path: Path, share: float) -> None:
    """A file cut short is refused, wherever the cut."""
    path = exported(tmp_path)
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    refusal(path)


def test_garbage(tmp_path: Path) -> None:
    """Bytes that are no network are refused."""
    path = tmp_path / "net.onnx"
    path.write_bytes(bytes(range(256)) * 40)
    assert "not a readable ONNX network" in refusal(path)


def without_checksum(path: Path) -> onnx.ModelProto:
    """Return the net in a file as one that states no checksum, to be changed."""
    model = onnx.load(path)
    kept = [entry for entry in model.metadata_props if entry.key not in CHECKSUM]
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    return model


def test_foreign_network(tmp_path: Path) -> None:
    """An ONNX file without our description is not taken for a player."""
    path = exported(tmp_path)
    model = without_checksum(path)
    del model.metadata_props[:]
    onnx.save(model, path)
    assert "not a Tengen network" in refusal(path)


@pytest.mark.parametrize("suffix", [".onnx", ".safetensors"])
def test_damaged_bits(tmp_path: Path, suffix: str) -> None:
    """A net with a single bit changed, wherever it is, is refused; so is one that is cut short."""
    whole, read = NETS[suffix](tmp_path)
    read(whole)
    data = whole.read_bytes()
    rng = random.Random(1)
    ends = [*range(8), *range(len(data) - 120, len(data))]
    for at in [*ends, *(rng.randrange(len(data)) for _ in range(200))]:
        damaged = bytearray(data)
        damaged[at] ^= 1 << rng.randrange(8)
        whole.write_bytes(damaged)
        with pytest.raises(WeightsError) as caught:
            read(whole)
        assert "\n" not in str(caught.value)
    for length in (len(data) - 1, len(data) // 2):
        whole.write_bytes(data[:length])
        with pytest.raises(WeightsError):
            read(whole)


def _onnx(folder: Path) -> tuple[Path, Callable[[Path], object]]:
    return exported(folder), lambda path: OnnxEvaluator(path, load("gomoku", size=8))


def _safetensors(folder: Path) -> tuple[Path, Callable[[Path], object]]:
    path = folder / "net.safetensors"
    blueprint = Blueprint.of(RESIDUAL, load("gomoku", size=8))
    save_network(path, seeded_build(blueprint, 1), blueprint)
    return path, load_network


NETS = {".onnx": _onnx, ".safetensors": _safetensors}


def test_a_net_without_a_checksum_is_read(tmp_path: Path) -> None:
    """Nets of other programs, and those from before, state none."""
    path = exported(tmp_path)
    onnx.save(without_checksum(path), path)
    OnnxEvaluator(path, load("gomoku", size=8))


def test_other_game(tmp_path: Path) -> None:
    """A net for another game is refused by its game's name."""
    path = exported(tmp_path)
    model = without_checksum(path)
    for entry in model.metadata_props:
        if entry.key == "tengen.game":
            entry.value = "go"
    onnx.save(model, path)
    assert "plays go, not gomoku" in refusal(path)


@pytest.mark.parametrize("text", ["", "{", "[1]", "null"])
def test_damaged_description(tmp_path: Path, text: str) -> None:
    """A description of the network that cannot be read is refused in one line."""
    path = exported(tmp_path)
    model = without_checksum(path)
    for entry in model.metadata_props:
        if entry.key == "tengen.network":
            entry.value = text
    onnx.save(model, path)
    assert "does not say what network it is" in refusal(path)


def test_other_size(tmp_path: Path) -> None:
    """A net with dense heads plays its own size only; a convolutional one plays any."""
    assert "plays 8x8 only" in refusal(exported(tmp_path, ORIGIN), size=9)
    evaluator = OnnxEvaluator(exported(tmp_path, RESIDUAL), load("gomoku", size=9))
    logits, _ = evaluator.evaluate(np.zeros((1, 4, 9, 9), np.float32), np.ones((1, 81), np.bool_))
    assert logits.shape == (1, 81)


def test_other_win_length(tmp_path: Path) -> None:
    """A net that learned five in a row does not play four; the rule may be another one."""
    path = exported(tmp_path)
    with pytest.raises(WeightsError, match="trained for win_length 5, not 4"):
        OnnxEvaluator(path, load("gomoku", size=8, win_length=4))
    evaluator = OnnxEvaluator(path, load("gomoku", size=8, rule="standard"))
    assert evaluator.trained_on["rule"] == "freestyle"


@pytest.mark.parametrize("fault", ["no value", "other input", "other shape"])
def test_labels_that_lie(tmp_path: Path, fault: str) -> None:
    """A file with our labels and another network inside is refused when it is loaded."""
    path = exported(tmp_path)
    model = without_checksum(path)
    if fault == "no value":
        del model.graph.output[1]
    elif fault == "other input":
        model.graph.input[0].name = "pictures"
        for node in model.graph.node:
            node.input[:] = ["pictures" if name == "planes" else name for name in node.input]
    else:
        (logits,) = (node for node in model.graph.node if "logits" in node.output)
        (value,) = (node for node in model.graph.node if "value" in node.output)
        logits.output[0], value.output[0] = "value", "logits"
    onnx.save(model, path)
    assert "is damaged" in refusal(path)


def test_file_may_be_replaced_while_in_use(tmp_path: Path) -> None:
    """An evaluator keeps the network it read, whatever becomes of the file."""
    path = exported(tmp_path)
    game = load("gomoku", size=8)
    evaluator = OnnxEvaluator(path, game)
    shutil.copy(__file__, path)
    values = evaluator.evaluate(np.zeros((2, 4, 8, 8), np.float32), np.ones((2, 64), np.bool_))[1]
    assert values.shape == (2,)


def test_torch_reads_and_checks_too(tmp_path: Path) -> None:
    """The torch evaluator agrees with the ONNX one and refuses the wrong size."""
    game = load("gomoku", size=8)
    blueprint = Blueprint.of(ORIGIN, game)
    network = seeded_build(blueprint, 1)
    save_network(tmp_path / "net.safetensors", network, blueprint)
    export_onnx(tmp_path / "net.onnx", network, blueprint)
    planes = (np.random.default_rng(1).random((5, 4, 8, 8)) < 0.3).astype(np.float32)
    legal = np.ones((5, 64), np.bool_)
    evaluator = TorchEvaluator.load(tmp_path / "net.safetensors", game)
    theirs = OnnxEvaluator(tmp_path / "net.onnx", game).evaluate(planes, legal)
    for ours in (evaluator.evaluate(planes, legal), evaluator.judge(pack_planes(planes))):
        for mine, other in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(mine, other, atol=1e-4)
    with pytest.raises(WeightsError, match="other planes"):
        TorchEvaluator.load(tmp_path / "net.safetensors", load("gomoku", size=9))
