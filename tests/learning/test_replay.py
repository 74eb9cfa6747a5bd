"""The replay buffer forgets the oldest, mirrors boards and moves together, and survives."""

from pathlib import Path
from threading import Event

import numpy as np
import pytest

from tengen import load
from tengen.core import TengenError
from tengen.learning import ring
from tengen.learning.replay import Replay
from tengen.learning.ring import ReplaySettings
from tengen.learning.samples import POLICY_VALUE, Packed, Samples

GAME = load("gomoku", size=6)


def samples(count: int, first: int = 0) -> Samples:
    """Positions with one stone; the policy points at it and the value counts up."""
    numbers = np.arange(first, first + count)
    planes = np.zeros((count, 4, 36), np.int8)
    planes[np.arange(count), 0, numbers % 36] = 1
    return {
        "planes": planes.reshape(count, 4, 6, 6),
        "policy": planes[:, 0].astype(np.float16),
        "value": numbers.astype(np.float32),
        "weight": np.ones(count, np.float32),
    }


def test_newest_are_kept(tmp_path: Path) -> None:
    """A full ring holds the newest positions only."""
    replay = Replay(GAME, POLICY_VALUE, ReplaySettings(smallest=50, largest=50), tmp_path)
    for start in range(0, 120, 30):
        replay.add(samples(30, start))
    drawn = replay.sample(2000, np.random.default_rng(0))
    assert set(drawn.columns["value"]) == set(range(70, 120))


def test_packed_games_lie_as_samples_do() -> None:
    """Also where a game goes on at the ring's first row, and in whatever order its columns came."""
    settings = ReplaySettings(smallest=50, largest=50)
    packed = Replay(GAME, POLICY_VALUE, settings, None)
    plain = Replay(GAME, POLICY_VALUE, settings, None)
    for start in range(0, 180, 18):
        game = samples(18, start)
        some = dict(reversed(game.items())) if start % 4 else game
        packed.take([Packed.of(some)], games=1)
        plain.add(game | {"other": np.zeros(18, np.float32)})  # which no ring has
    assert (packed.total, len(packed)) == (plain.total, len(plain)) == (180, 50)
    drawn = [r.sample(500, np.random.default_rng(3)).columns for r in (packed, plain)]
    for name, column in drawn[0].items():
        np.testing.assert_array_equal(column, drawn[1][name])
    assert set(drawn[0]["value"]) == set(range(130, 180))


def test_a_game_longer_than_the_ring_leaves_its_end(tmp_path: Path) -> None:
    """What a ring cannot hold is left out, the newest positions stay."""
    replay = Replay(GAME, POLICY_VALUE, ReplaySettings(smallest=50, largest=50), tmp_path)
    replay.take([Packed.of(samples(10)), Packed.of(samples(120, 10))], games=2)
    assert set(replay.sample(500, np.random.default_rng(3)).columns["value"]) == set(range(80, 130))


@pytest.mark.parametrize("count", [2, 4])
def test_packed_games_of_another_length_are_refused(count: int) -> None:
    """Nothing is read behind the end of what came in, and nothing left over."""
    replay = Replay(GAME, POLICY_VALUE, ReplaySettings(smallest=50, largest=50), None)
    whole = Packed.of(samples(3))
    with pytest.raises(ValueError, match="bytes"):
        replay.take([Packed(whole.data, count)], games=1)
    assert not len(replay)


def test_window_grows_with_what_was_seen(tmp_path: Path) -> None:
    """The window starts small, grows more slowly than the positions, and has a largest size."""
    replay = Replay(GAME, POLICY_VALUE, ReplaySettings(smallest=100, largest=1000), tmp_path)
    widths = []
    for _ in range(120):
        replay.add(samples(50))
        widths.append(replay.window)
    assert widths[0] == 100
    assert widths == sorted(widths)
    assert 100 < widths[19] < 1000  # of 1,000 positions seen
    assert widths[-1] == 1000


def test_symmetries_turn_board_and_policy_together(tmp_path: Path) -> None:
    """However a board is turned, its policy still points at the same stone."""
    replay = Replay(GAME, POLICY_VALUE, ReplaySettings(), tmp_path)
    replay.add(samples(36))
    drawn = replay.sample(2000, np.random.default_rng(0))
    np.testing.assert_array_equal(
        drawn.columns["planes"][:, 0].reshape(2000, 36), drawn.columns["policy"]
    )
    places = {
        (int(v), int(p.argmax()))
        for v, p in zip(drawn.columns["value"], drawn.columns["policy"], strict=True)
    }
    assert len({place for value, place in places if value == 1}) == 8


def test_weights_decide_how_often(tmp_path: Path) -> None:
    """A sample of three times the weight is drawn three times as often."""
    replay = Replay(GAME, POLICY_VALUE, ReplaySettings(), tmp_path)
    two = samples(2)
    replay.add(two | {"weight": np.array([1, 3], np.float32)})
    drawn = replay.sample(8000, np.random.default_rng(0))
    assert drawn.columns["value"].mean() == pytest.approx(0.75, abs=0.03)


def test_the_disk_has_what_was_added(tmp_path: Path) -> None:
    """Everything that came in is there again, whether it was saved since or not, and counted."""
    settings = ReplaySettings(smallest=100, largest=100)
    replay = Replay(GAME, POLICY_VALUE, settings, tmp_path)
    for start in (0, 40, 80):
        replay.add(samples(40, start), games=2)
        replay.save()
    replay.add(samples(5, 120))
    again = Replay(GAME, POLICY_VALUE, settings, tmp_path)
    again.load()
    assert (again.total, again.games) == (125, 7)
    drawn = again.sample(3000, np.random.default_rng(0))
    assert set(drawn.columns["value"]) == set(range(25, 125))


def test_what_is_on_disk_has_the_weights_that_came_in(tmp_path: Path) -> None:
    """Neither a new weight, nor parts, nor the end of the ring among them, changes what is kept."""
    settings = ReplaySettings(smallest=50, largest=50)
    replay = Replay(GAME, POLICY_VALUE, settings, tmp_path)
    replay.take([Packed.of(samples(10)), Packed.of(samples(25, 10))], games=2)
    replay.settle()
    go_on = Event()
    ring._WRITER.submit(go_on.wait)
    replay.take([Packed.of(samples(20, 35)), Packed.of(samples(5, 55))], games=2)
    replay.reweigh(np.arange(50), np.full(50, 9, np.float32))
    go_on.set()
    replay.settle()
    again = Replay(GAME, POLICY_VALUE, settings, tmp_path)
    again.load()
    assert (again.total, again.games) == (60, 4)
    drawn = again.sample(3000, np.random.default_rng(0)).columns
    assert set(drawn["value"]) == set(range(10, 60))
    assert set(drawn["weight"]) == {1.0}


def test_files_outside_the_window_are_removed(tmp_path: Path) -> None:
    """The folder does not grow for ever."""
    replay = Replay(GAME, POLICY_VALUE, ReplaySettings(smallest=100, largest=100), tmp_path)
    for start in range(0, 1000, 50):
        replay.add(samples(50, start))
        replay.save()
    assert len(list(tmp_path.glob("*.games"))) == 2


def test_damage_is_told_and_the_rest_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A damaged file costs what it holds, in one line; what comes in later is drawn beside it."""
    settings = ReplaySettings(smallest=100, largest=160)
    replay = Replay(GAME, POLICY_VALUE, settings, tmp_path)
    for start in (0, 40, 80):
        replay.add(samples(40, start))
    path = sorted(tmp_path.glob("*.games"))[1]
    path.write_bytes(b"PK not really, and long enough for a header of a record")
    again = Replay(GAME, POLICY_VALUE, settings, tmp_path)
    again.load()
    again.add(samples(10, 120))
    assert again.total == 130
    (line,) = [record.getMessage() for record in caplog.records]
    assert path.name in line
    drawn = again.sample(3000, np.random.default_rng(0)).columns["value"]
    assert set(drawn) == {*range(40), *range(80, 130)}


def test_planes_are_drawn_alike_from_bits_and_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a game's planes are flat they are kept in bits; what is drawn is the same."""
    in_bits = Replay(GAME, POLICY_VALUE, ReplaySettings(), tmp_path / "bits")
    monkeypatch.setattr(type(GAME), "has_flat_planes", False)
    in_bytes = Replay(GAME, POLICY_VALUE, ReplaySettings(), tmp_path / "bytes")
    assert (in_bits._ring["planes"].dtype, in_bytes._ring["planes"].dtype) == (np.uint8, np.int8)
    for replay in (in_bits, in_bytes):
        replay.add(samples(36))
    one, other = (r.sample(100, np.random.default_rng(1)).columns for r in (in_bits, in_bytes))
    for name, column in one.items():
        np.testing.assert_array_equal(column, other[name])
    np.testing.assert_array_equal(in_bits.recent_planes(9), in_bytes.recent_planes(9))
    swapped = Replay(GAME, POLICY_VALUE, ReplaySettings(), tmp_path / "bits")
    swapped.load()
    np.testing.assert_array_equal(swapped.recent_planes(36), in_bits.recent_planes(36))


def test_planes_that_are_not_flat_are_refused_where_a_game_says_so() -> None:
    """To keep them in bits would be to lose some."""
    replay = Replay(GAME, POLICY_VALUE, ReplaySettings(), None)
    odd = samples(3)
    odd["planes"][2, 0, 0, :2] = (3, 4)
    with pytest.raises(TengenError, match="planes"):
        replay.add(odd)


def test_positions_of_another_game_are_refused(tmp_path: Path) -> None:
    """A folder whose columns are of another kind is named, and nothing is drawn from it."""
    Replay(GAME, POLICY_VALUE, ReplaySettings(), tmp_path).add(samples(10))
    other = Replay(load("gomoku", size=7), POLICY_VALUE, ReplaySettings(), tmp_path)
    with pytest.raises(TengenError, match=r"of another run.*planes"):
        other.load()


def test_shards_of_earlier_versions_are_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What a run kept in shards is there, and goes with its age; a damaged one is told."""
    for start in (0, 40, 80):
        np.savez_compressed(tmp_path / f"{start:012d}-000040.npz", **samples(40, start))  # type: ignore[arg-type]
    damaged = bytearray((tmp_path / "000000000040-000040.npz").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "000000000040-000040.npz").write_bytes(damaged)
    replay = Replay(GAME, POLICY_VALUE, ReplaySettings(smallest=100, largest=100), tmp_path)
    replay.load()
    assert (replay.total, len(replay)) == (120, 80)
    (line,) = [record.getMessage() for record in caplog.records]
    assert "000000000040-000040.npz" in line
    replay.add(samples(100, 120))
    replay.save()
    assert not list(tmp_path.glob("*.npz"))
