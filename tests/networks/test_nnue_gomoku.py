"""The net of Gomoku: floats, integers and what native code makes of them are one."""

import numpy as np
import pytest
import torch

from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.gomoku.game import Gomoku, create
from tengen.networks import nnue_gomoku
from tengen.networks.nnue_gomoku import COUNTS, ROWS, SCORE_SCALE, Net, quantise, restore
from tengen.networks.optimizers import make_optimizer

BOUND = 0.2
"""Logits that integers may be apart from floats."""


def random_states(game: Gomoku, count: int, seed: int = 0) -> list[NativeState]:
    """Return unfinished positions of random games in the middle of the board."""
    rng, states = np.random.default_rng(seed), []
    while len(states) < count:
        state = game.initial_state()
        while state.outcome() is None and state.ply < 60 and len(states) < count:
            states.append(state)
            points = state.legal_actions()
            rows, columns = np.divmod(points, game.size)
            middle = np.abs(rows - game.size // 2) + np.abs(columns - game.size // 2) < 7
            state = state.apply(int(rng.choice(points[middle] if middle.any() else points)))
    return states


def inputs_of(states: list[NativeState]) -> tuple[torch.Tensor, torch.Tensor]:
    game = states[0].game
    stored = np.stack([np.frombuffer(s.native.nnue_position(), np.uint8) for s in states])
    features = game.kernel.nnue_features(game.rules, stored)
    return torch.from_numpy(features), torch.from_numpy(stored[:, -1].astype(np.int64))


@torch.no_grad()
def lively_net(seed: int) -> Net:
    """Return a net in which every part has something to say."""
    torch.manual_seed(seed)
    net = Net()
    net.out.normal_(std=0.6)
    net.policy.normal_(std=1.0)
    net.threats.normal_(std=0.1)
    net.bound()
    return net


@pytest.mark.parametrize(
    ("size", "rule"), [(9, "freestyle"), (15, "renju"), (15, "caro"), (20, "standard")]
)
def test_integers_agree_with_floats(size: int, rule: str) -> None:
    """Native scores are the float net's within the bound, and mostly far nearer."""
    states, net = random_states(create(size=size, rule=rule), 200, size), lively_net(size)
    with torch.no_grad():
        logits, _ = net(*inputs_of(states))
    native = create().kernel.NnueNet(quantise(net)).scores([s.native for s in states])
    apart = np.abs(native / SCORE_SCALE - logits.numpy())
    assert np.std(logits.numpy()) > 0.3
    assert apart.max() < BOUND
    assert np.median(apart) < BOUND / 2


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_threats_are_counted(rule: str) -> None:
    """Levels are of how many points threaten what, as the rules have it: none, one, two or three, more."""
    states = random_states(create(size=9, rule=rule), 100, 6)
    levels = inputs_of(states)[0][:, -COUNTS:].reshape(len(states), 2, -1)
    for state, row in zip(states, levels.tolist(), strict=True):
        threats = state.native.threats()
        for side in (0, 1):
            for kind, level in enumerate(row[side], start=2):
                # A double-three may turn out to be forbidden when it is looked at closely.
                if rule != "renju":
                    count = int((threats[side] == kind).sum())
                    assert level == min(3, count.bit_length())
    assert set(levels.ravel().tolist()) == {0, 1, 2, 3}


def test_a_net_of_before_sees_no_threats() -> None:
    """Without their array a net judges as one to which they are worth nothing, and learns on from there."""
    states, net = random_states(create(size=9), 50, 1), lively_net(2)
    with torch.no_grad():
        net.threats.zero_()
    arrays = dict(quantise(net))
    assert not arrays.pop("threats").any()
    own, other = (create().kernel.NnueNet(each) for each in (quantise(net), arrays))
    natives = [state.native for state in states]
    assert np.array_equal(own.scores(natives), other.scores(natives))
    assert not restore(arrays)["threats"].any()


def test_images_of_a_position_are_the_same() -> None:
    """Turned and mirrored boards have the same score, and the images of moves the same logits."""
    game, net = create(), lively_net(3)
    for state in random_states(game, 40, 3)[9::10]:
        images = []
        for symmetry in game.symmetries():
            image = game.initial_state()
            for action in symmetry.actions[_moves_of(state)]:
                image = image.apply(int(action))
            images.append(image)
        with torch.no_grad():
            logits, moves = net(*inputs_of(images))
        assert torch.allclose(logits, logits[0].expand_as(logits), atol=1e-4)
        for symmetry, row in zip(game.symmetries(), moves, strict=True):
            assert torch.allclose(row[torch.from_numpy(symmetry.actions)], moves[0], atol=1e-4)


def _moves_of(state: NativeState) -> list[int]:
    moves = []
    while state.previous is not None and state.last_action is not None:
        moves.append(state.last_action)
        state = state.previous
    return moves[::-1]


def test_a_taken_point_is_no_move() -> None:
    """Moves on stones have a logit far below all others."""
    states = random_states(create(size=9), 50)
    with torch.no_grad():
        _, moves = lively_net(1)(*inputs_of(states))
    taken = torch.from_numpy(np.stack([s.board().ravel() for s in states])) != 0
    assert moves[taken].max() < moves[~taken].min() - 100


def test_the_side_to_move_matters() -> None:
    """The same stones are judged by another head for each colour."""
    features, side = inputs_of(random_states(create(), 20))
    net = lively_net(5)
    with torch.no_grad():
        one, other = net(features, side)[0], net(features, 1 - side)[0]
    assert (one - other).abs().min() > 1e-4


def test_a_net_that_has_judged_can_learn() -> None:
    """The empty board, remembered since a net first judged positions of a size, serves training."""
    nnue_gomoku.empty_board.cache_clear()
    states, net = random_states(create(size=7), 4), lively_net(1)
    with torch.inference_mode():
        net(*inputs_of(states))
    logits, _ = net(*inputs_of(states))
    logits.sum().backward()
    assert net.rows.grad is not None


def test_a_net_learns_what_shapes_are_worth() -> None:
    """A few steps teach a fresh net much of what counted shapes say of the same positions."""
    states = random_states(create(size=7), 100, 2)
    features, side = inputs_of(states)
    hand = create().kernel.NnueNet().scores([s.native for s in states]) / SCORE_SCALE
    target = torch.sigmoid(torch.from_numpy(hand).float())
    torch.set_num_threads(1)  # tests share the cores
    torch.manual_seed(1)
    net = Net()
    optimizer = make_optimizer("adam", net, decay=0.0)
    for group in optimizer.param_groups:
        group["lr"] = 0.01
    for _ in range(25):
        logits, _ = net(features, side)
        torch.nn.functional.binary_cross_entropy_with_logits(logits, target).backward()
        optimizer.step()
        optimizer.zero_grad()
        net.bound()
    scores = create().kernel.NnueNet(quantise(net)).scores([s.native for s in states])
    chances = 1 / (1 + np.exp(-scores / SCORE_SCALE))
    assert np.corrcoef(chances, target.numpy())[0, 1] > 0.7


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("rows", np.zeros((10, 64), np.int16)),
        ("policy", np.zeros((2, 64), np.float32)),
        ("out_bias", np.zeros(3, np.int32)),
        ("threats", np.zeros((2, 18, 32), np.int32)),
    ],
)
def test_other_arrays_are_refused(name: str, array: np.ndarray) -> None:
    """A wrong shape or type, or none, is an error and no crash."""
    arrays = dict(quantise(Net())) | {name: array}
    with pytest.raises(ValueError, match=f"array {name}|arrays of"):
        create().kernel.NnueNet(arrays)
    if name != "threats":  # which nets of before have not
        del arrays[name]
        with pytest.raises(ValueError, match=name):
            create().kernel.NnueNet(arrays)


def test_positions_of_another_board_are_refused() -> None:
    """Features are of the board that was asked for."""
    stored = np.frombuffer(create(size=9).initial_state().native.nnue_position(), np.uint8)
    with pytest.raises(ValueError, match="not positions"):
        create().kernel.nnue_features(create().rules, stored[None])
    opening = load("gomoku", opening="swap2").initial_state()
    with pytest.raises(ValueError, match="not searched"):
        create().kernel.NnueNet().scores([opening.native])


def test_weights_fit_into_a_small_file() -> None:
    """All arrays together are below 4 MB, and there is a row for each kind of line."""
    arrays = quantise(Net())
    assert sum(array.nbytes for array in arrays.values()) < 4_000_000
    features, _ = inputs_of(random_states(create(size=7), 300, 4))
    assert features[:, :-COUNTS].max() < ROWS
    assert nnue_gomoku.empty_board(49).shape == (49, 4)
