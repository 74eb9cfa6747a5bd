"""The net of English draughts: floats, integers and what native code makes of them are one."""

import numpy as np
import pytest
import torch

from tengen.core.errors import TengenError
from tengen.games.draughts.game import create
from tengen.games.face import NativeState
from tengen.networks import nnue_draughts
from tengen.networks.nnue_draughts import BLOCKS, PIECES, SCORE_SCALE, Net, quantise
from tengen.networks.optimizers import make_optimizer

BOUND = 0.1
"""Logits that integers may be apart from floats."""


def random_states(count: int, seed: int = 0) -> list[NativeState]:
    """Return unfinished positions of random games, with many kings among them."""
    rng = np.random.default_rng(seed)
    game, states = create(), []
    while len(states) < count:
        state = game.initial_state()
        while state.outcome() is None:
            states.append(state)
            state = state.apply(int(rng.choice(state.legal_actions())))
    return states[:count]


def positions_of(states: list[NativeState]) -> np.ndarray:
    return np.stack([np.frombuffer(s.native.nnue_position(), np.uint8) for s in states])


def features_of(states: list[NativeState]) -> np.ndarray:
    game = states[0].game
    return game.kernel.nnue_features(game.rules, positions_of(states))


@torch.no_grad()
def lively_net(seed: int) -> Net:
    """Return a net in which every part has something to say."""
    torch.manual_seed(seed)
    net = Net()
    net.shapes.weight.normal_(std=2.4)
    net.pieces.weight[:PIECES].normal_(std=0.12)
    net.first.weight.normal_(std=0.3)
    net.second.weight.normal_(std=0.3)
    net.bound()
    return net


@pytest.mark.parametrize("seed", range(3))
def test_integers_agree_with_floats(seed: int) -> None:
    """Native scores are the float net's within a tenth of a logit, and mostly far nearer."""
    states, net = random_states(2000, seed), lively_net(seed)
    features = torch.from_numpy(features_of(states))
    with torch.no_grad():
        logits, moves = net(features, torch.zeros(len(states), dtype=torch.int64))
    native = create().kernel.NnueNet(quantise(net)).scores([s.native for s in states])
    apart = np.abs(native / SCORE_SCALE - logits.numpy())
    assert moves is None
    assert np.std(logits.numpy()) > 0.3
    assert apart.max() < BOUND
    assert np.median(apart) < BOUND / 4


def test_both_colours_see_the_same() -> None:
    """A position and its turned image with the colours exchanged have the same features."""
    game = create()
    whole = "B:W18,24,27,K10:B5,11,K30"
    turned = "W:B15,9,6,K23:W28,22,K3"
    one, other = (create(position=fen).initial_state() for fen in (whole, turned))
    rows = features_of([one, other])
    assert rows.shape == (2, BLOCKS + 24)
    assert sorted(rows[0]) == sorted(rows[1])
    native = game.kernel.NnueNet(quantise(lively_net(7)))
    scores = native.scores([one.native, other.native])
    assert scores[0] == scores[1] != 0


@pytest.mark.long
def test_a_net_learns_who_is_ahead() -> None:
    """A few steps teach a fresh net to count pieces."""
    states = random_states(1500)
    features = torch.from_numpy(features_of(states))
    raw = positions_of(states).astype(np.uint8)
    black = np.unpackbits(raw[:, 0:4], axis=1).sum(1).astype(int)
    white = np.unpackbits(raw[:, 4:8], axis=1).sum(1).astype(int)
    ahead = np.where(raw[:, 12] == 0, black - white, white - black)
    target = torch.sigmoid(torch.from_numpy(ahead).float())
    torch.manual_seed(1)
    net = Net()
    optimizer = make_optimizer("adam", net, decay=0.0)
    for group in optimizer.param_groups:
        group["lr"] = 0.02
    side = torch.zeros(len(states), dtype=torch.int64)
    for _ in range(25):
        loss = torch.nn.functional.binary_cross_entropy_with_logits(net(features, side)[0], target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        net.bound()
    scores = create().kernel.NnueNet(quantise(net)).scores([s.native for s in states])
    assert np.corrcoef(scores, ahead)[0, 1] > 0.95


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("rows", np.zeros((10, 32), np.int16)),
        ("bias", np.zeros(32, np.float32)),
        ("out_bias", np.zeros(2, np.int32)),
    ],
)
def test_other_arrays_are_refused(name: str, array: np.ndarray) -> None:
    """A wrong shape or type is an error, not a crash."""
    arrays = dict(quantise(Net())) | {name: array}
    with pytest.raises((ValueError, TengenError)):
        create().kernel.NnueNet(arrays)
    del arrays[name]
    with pytest.raises((ValueError, KeyError)):
        create().kernel.NnueNet(arrays)


def test_weights_fit_into_a_small_file() -> None:
    """All arrays together are below 4 MB."""
    assert sum(array.nbytes for array in quantise(nnue_draughts.Net()).values()) < 4_000_000
