"""Weights files are whole, checked, and free of code."""

from pathlib import Path

import pytest
import torch

from tengen import load
from tengen.core import WeightsError
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.store import load_network, save_network, save_tensors, seeded_build

CONFIG = NetworkConfig(blocks=1, channels=8, head_channels=8)


def test_round_trip(tmp_path: Path) -> None:
    """What is read is what was written, blueprint included."""
    blueprint = Blueprint.of(CONFIG, load("gomoku", size=7, rule="standard"))
    network = seeded_build(blueprint, 3)
    save_network(tmp_path / "n.safetensors", network, blueprint)
    read, read_blueprint = load_network(tmp_path / "n.safetensors")
    assert read_blueprint == blueprint
    for name, tensor in network.state_dict().items():
        assert torch.equal(tensor, read.state_dict()[name])


def test_seed_decides_the_first_weights() -> None:
    """One seed gives one network; another seed another."""
    blueprint = Blueprint.of(CONFIG, load("gomoku", size=7))
    first, same, other = (seeded_build(blueprint, seed).stem.conv.weight for seed in (1, 1, 2))
    assert torch.equal(first, same)
    assert not torch.equal(first, other)


@pytest.mark.parametrize("damage", ["missing", "truncated", "flipped", "garbage", "foreign"])
def test_bad_files_are_refused_in_one_line(tmp_path: Path, damage: str) -> None:
    """Whatever is wrong with the file, the error names it and fits on a line."""
    path = tmp_path / "n.safetensors"
    blueprint = Blueprint.of(CONFIG, load("gomoku", size=7))
    if damage == "truncated":
        save_network(path, seeded_build(blueprint, 3), blueprint)
        path.write_bytes(path.read_bytes()[:-100])
    elif damage == "flipped":
        save_network(path, seeded_build(blueprint, 3), blueprint)
        data = bytearray(path.read_bytes())
        data[-7] ^= 1  # of a weight: another number, that nothing else would notice
        path.write_bytes(data)
    elif damage == "garbage":
        path.write_bytes(b"not weights at all")
    elif damage == "foreign":
        save_tensors(path, {"w": torch.zeros(2)}, {})
    with pytest.raises(WeightsError) as caught:
        load_network(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
