"""Positions of games on disk, to learn from."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tengen.core import LAID_OUT, Game, NotationError, Outcome, Record, RecordedMove
from tengen.games import load
from tengen.records import read, write
from tengen.records.dataset import Split, build, open_dataset
from tengen.records.dataset.arrays import pack
from tengen.scaleout.local import LocalRunner

GAMES = [("gomoku", {"size": 6}), ("go", {"size": 5, "komi": 0.5}), ("draughts", {})]


def random_records(game: Game, number: int, seed: int = 0, plies: int = 30) -> list[Record]:
    """Return games of random moves, with the result that the rules see."""
    rng = np.random.default_rng(seed)
    records = []
    for _ in range(number):
        state, moves = game.initial_state(), []
        while state.outcome() is None and len(moves) < plies:
            moves.append(RecordedMove(int(rng.choice(state.legal_actions()))))
            state = state.apply(moves[-1].action)
        records.append(Record(game.name, dict(game.settings), tuple(moves), state.outcome()))
    return records


def made(folder: Path, records: list[Record], **options: object) -> Path:
    """Make a data set of some records."""
    write(records, folder / "games.jsonl")
    build([folder / "games.jsonl"], folder / "set", **options)  # type: ignore[arg-type]
    return folder / "set"


def keys_of(split: Split, game: Game) -> list[bytes]:
    """Return each position in the first of its images, so that equal ones have equal keys."""
    planes = split.planes(slice(None)).reshape(len(split), split.shape[0], -1)
    images = [planes[:, :, symmetry.points] for symmetry in game.symmetries()]
    return [min(image[row].tobytes() for image in images) for row in range(len(split))]


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_planes_moves_and_results(name: str, rules: dict[str, int], tmp_path: Path) -> None:
    """A row is what was seen before a move, the move, and the result for who made it."""
    game = load(name, **rules)
    records = random_records(game, 5)
    split = open_dataset(made(tmp_path, records, shares={"train": 1.0})).splits["train"]
    found = split.planes(slice(None))
    for row in range(len(split)):
        record, ply = records[split.games[row]], int(split.plies[row])
        state = list(record.replay(game))[ply]
        assert (found[row] == state.planes()).all()
        assert split.moves[row] == record.moves[ply].action
        if split.counts[row] == 1:
            expected = record.outcome.value_for(state.to_play) if record.outcome else np.nan
            assert np.array_equal(split.results[row], np.float32(expected), equal_nan=True)
    assert split.counts.sum() == sum(len(record.moves) for record in records)
    assert (split.planes(np.array([3, 0])) == found[[3, 0]]).all()


def test_moves_that_nobody_chose_are_no_samples(tmp_path: Path) -> None:
    """Of a game that began with a given opening the moves after it count; given whole, none."""
    game = load("gomoku", size=6)
    one, other = random_records(game, 2)
    given = [replace(move, comment=LAID_OUT) for move in one.moves]
    begun = replace(one, moves=(*given[:4], *one.moves[4:]))
    records = [begun, replace(other, moves=tuple(given))]
    split = open_dataset(made(tmp_path, records, shares={"train": 1.0})).splits["train"]
    order = np.argsort(split.plies)
    assert split.plies[order].tolist() == list(range(4, len(one.moves)))
    assert split.moves[order].tolist() == [move.action for move in one.moves[4:]]
    states = list(one.replay(game))
    assert (split.planes(order)[0] == states[4].planes()).all()


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_no_position_twice_and_none_in_two_splits(
    name: str, rules: dict[str, int], tmp_path: Path
) -> None:
    """Each position is there once for each move played in it, mirror images counted as equal."""
    game = load(name, **rules)
    path = made(tmp_path, random_records(game, 60, plies=12), shares={"train": 2, "valid": 1})
    data = open_dataset(path)
    seen = {split: keys_of(rows, game) for split, rows in data.splits.items()}
    assert not set(seen["train"]) & set(seen["valid"])
    assert min(len(rows) for rows in data.splits.values()) > 20
    assert max(rows.counts.max() for rows in data.splits.values()) > 1
    assert data.card["duplicates"] > 0
    assert data.card["leaks"] > 0
    kept = sum(int(rows.counts.sum()) for rows in data.splits.values())
    assert kept + data.card["leaks"] == data.card["positions"]


def test_equal_positions_are_merged(tmp_path: Path) -> None:
    """The same move in the same position counts, with the mean of the results."""
    game = load("gomoku", size=6)
    start = dict(game.settings)
    black, white = (Outcome(winner, "") for winner in (0, 1))
    # The corners are images of each other; the point beside one is another move.
    games = [(0, black), (5, black), (30, white), (1, white)]
    records = [Record("gomoku", start, (RecordedMove(a),), outcome) for a, outcome in games]
    split = open_dataset(made(tmp_path, records, shares={"train": 1})).splits["train"]
    assert split.counts.tolist() == [3, 1]
    assert split.results.tolist() == pytest.approx([1 / 3, -1])
    assert split.moves.tolist() == [0, 1]


def test_games_without_result(tmp_path: Path) -> None:
    """Where nobody knows who won, the moves are there and the result is no number."""
    game = load("gomoku", size=6)
    record = Record("gomoku", dict(game.settings), (RecordedMove(3),))
    split = open_dataset(made(tmp_path, [record], shares={"train": 1})).splits["train"]
    assert np.isnan(split.results).tolist() == [True]


def test_the_same_game_is_in_one_split(tmp_path: Path) -> None:
    """A game that several files have comes into the same split from each of them."""
    game = load("gomoku", size=6)
    records = random_records(game, 10)
    write(records, tmp_path / "a.jsonl")
    write(records[::-1], tmp_path / "b.jsonl")
    card = build(
        [tmp_path / "a.jsonl", tmp_path / "b.jsonl"], tmp_path / "set", shares={"a": 1, "b": 1}
    )
    assert all(split["games"] % 2 == 0 for split in card["splits"].values())
    assert card["duplicates"] + card["leaks"] >= card["positions"] // 2
    assert min(split["games"] for split in card["splits"].values()) > 0


def test_shares_and_seed(tmp_path: Path) -> None:
    """The shares say how many games a split gets, the seed which."""
    game = load("gomoku", size=6)
    write(random_records(game, 200, plies=6), tmp_path / "a.jsonl")
    cards = [
        build(
            [tmp_path / "a.jsonl"],
            tmp_path / str(n),
            shares={"train": 0.8, "valid": 0.2},
            seed=seed,
        )
        for n, seed in enumerate((1, 1, 2))
    ]
    assert 140 < cards[0]["splits"]["train"]["games"] < 180
    assert cards[0]["splits"] == cards[1]["splits"]
    assert cards[0]["splits"] != cards[2]["splits"]


def test_what_is_left_out(tmp_path: Path) -> None:
    """Faulty games, games of other boards and games without moves are counted, not kept.

    Of a game that can be played up to a fault, the positions before it are kept.
    """
    small, large = load("gomoku", size=6), load("gomoku", size=7)
    faulty = Record("gomoku", dict(small.settings), (RecordedMove(99),))
    cut = Record("gomoku", dict(small.settings), tuple(map(RecordedMove, (7, 14, 7, 3))))
    empty = Record("gomoku", dict(small.settings))
    records = [*random_records(small, 2), faulty, cut, empty, *random_records(large, 1)]
    card = open_dataset(made(tmp_path, records)).card
    assert (card["games"], card["faulty"], card["cut"], card["others"]) == (6, 1, 1, 1)
    assert card["settings"] == small.settings
    assert sum(split["games"] for split in card["splits"].values()) == 3


def test_settings_that_differ_are_not_stated(tmp_path: Path) -> None:
    """Games of one kind of board with different komi lie in one set, whose card says no komi."""
    records = [*random_records(load("go", size=5, komi=0.5), 1)]
    records += random_records(load("go", size=5, komi=1), 1, seed=1)
    card = open_dataset(made(tmp_path, records)).card
    assert card["others"] == 0
    assert card["settings"]["size"] == 5
    assert "komi" not in card["settings"]


def test_many_at_once_are_as_few_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorting out positions in parts, to save memory, changes nothing."""
    game = load("draughts")
    records = random_records(game, 20)
    for name, bucket in (("whole", 1), ("parts", 37)):
        monkeypatch.setattr("tengen.records.dataset.sorting.BUCKETS", bucket)
        (tmp_path / name).mkdir()
        made(tmp_path / name, records)
    whole, parts = (open_dataset(tmp_path / name / "set") for name in ("whole", "parts"))
    for split in whole.splits:
        for array in ("bits", "values", "moves", "results", "counts", "games", "plies"):
            first, second = getattr(whole.splits[split], array), getattr(parts.splits[split], array)
            assert np.array_equal(first, second, equal_nan=first.dtype == np.float32)


def test_arrays_are_mapped(tmp_path: Path) -> None:
    """Nothing is read but what is looked at."""
    split = open_dataset(made(tmp_path, random_records(load("gomoku", size=6), 3))).splits["train"]
    assert all(isinstance(a, np.memmap) for a in (split.bits, split.moves, split.results))


def test_refusals(tmp_path: Path) -> None:
    """A folder that is there, no good game and no data set are refused in one line."""
    path = made(tmp_path, random_records(load("gomoku", size=6), 2))
    with pytest.raises(NotationError, match="there already"):
        build([tmp_path / "games.jsonl"], path)
    with pytest.raises(NotationError, match="shares"):
        build([tmp_path / "games.jsonl"], tmp_path / "x", shares={})
    (tmp_path / "bad.sgf").write_text("(;GM[4];B[zz])")
    with pytest.raises(NotationError, match="no games that are right"):
        build([tmp_path / "bad.sgf"], tmp_path / "x")
    with pytest.raises(NotationError, match="no data set"):
        open_dataset(tmp_path)
    card = json.loads((path / "card.json").read_text())
    (path / "card.json").write_text(json.dumps(card | {"format": 99}))
    with pytest.raises(NotationError, match="format 99"):
        open_dataset(path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.sgf", "games.jsonl", "set"]


def test_missing_and_damaged_arrays(tmp_path: Path) -> None:
    """A set that was not copied whole is refused."""
    path = made(tmp_path, random_records(load("gomoku", size=6), 2))
    moves = path / "train" / "moves.npy"
    whole = moves.read_bytes()
    for data in (whole[:50], b""):
        moves.write_bytes(data)
        with pytest.raises(NotationError, match="no data set"):
            open_dataset(path)
    moves.unlink()
    with pytest.raises(NotationError, match="moves"):
        open_dataset(path)


def test_planes_with_several_values_do_not_fit() -> None:
    """A plane is zero or one value; another kind of plane is refused, not changed."""
    fits = np.array([[[[0, 3], [3, 0]], [[-2, -2], [-2, -2]]]], np.int8)
    bits, values = pack(fits)
    assert (bits.shape, values.tolist()) == ((1, 1), [[3, -2]])
    with pytest.raises(NotationError, match="several values"):
        pack(np.array([[[[1, 2]]]], np.int8))


def test_real_games(data_dir: Path, tmp_path: Path) -> None:
    """A collection of strong engines' games is in order."""
    path = data_dir / "gomoku" / "gomocup2024_freestyle15_div1.sgf"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    games = [game for game in read(path) if isinstance(game, Record)][:100]
    data = open_dataset(made(tmp_path, games))
    card = data.card
    assert card["positions"] == sum(len(game.moves) for game in games)
    kept = sum(split["positions"] for split in card["splits"].values())
    assert kept + card["duplicates"] + card["leaks"] == card["positions"]


@pytest.mark.long
def test_workers_make_the_same_data_set(tmp_path: Path) -> None:
    """However many replay the games, every file of the data set has the same bytes."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    records = random_records(load("gomoku", size=6), 100)
    folders = [
        made(tmp_path / "one", records),
        made(tmp_path / "two", records, runner=LocalRunner(), workers=2),
    ]
    arrays = [sorted(folder.rglob("*.npy")) for folder in folders]
    assert len(arrays[0]) == len(arrays[1]) > 0
    for one, two in zip(*arrays, strict=True):
        assert one.read_bytes() == two.read_bytes()
