"""Files read in blocks, and by several workers."""

from pathlib import Path

import pytest

from tengen.core import Record
from tengen.records import Fault, blocks, scan, sgf_split
from tengen.records.checking import check_all
from tengen.records.parts import Part, in_parts
from tengen.scaleout.local import LocalRunner

from .fuzzing import DRAUGHTS, GO, GOMOKU, ODD_DRAUGHTS, OURS, TOURNAMENT

WITHOUT_TAGS = b"1. 11-15 23-19 1-0\n1. 11-15 {1-0\n} 24-20 *\n"
FOLDED = b"(;GM[1]SZ[9];B[aa]C[\\] (;GM[1] ;W[bb]])\n"
FILES = {
    "a.sgf": [GO, GOMOKU, FOLDED],
    "a.pdn": [DRAUGHTS, ODD_DRAUGHTS, DRAUGHTS.replace(b"\n", b"\r\n"), WITHOUT_TAGS],
    "a.psq": [TOURNAMENT],
    "a.jsonl": [OURS],
}


def games_of(path: Path) -> list[object]:
    """Return what a file holds, each game with its place."""
    return [(entry.file, entry.number, entry.game) for entry in scan(path)]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("size", [50, 700, 2000])
def test_blocks_are_read_as_the_whole(
    name: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However small the pieces in which a file is read, its games are the same."""
    path = tmp_path / name
    path.write_bytes(b"\n".join(FILES[name] * 30))
    whole = games_of(path)
    monkeypatch.setattr(blocks, "BLOCK", size)
    assert len(list(blocks.blocks_of(path))) > 1
    assert games_of(path) == whole


@pytest.mark.parametrize(
    "file", ["draughts/acf_9377_games.pdn", "gomoku/gomocup2024_freestyle15_div1.sgf"]
)
def test_real_files_in_blocks(
    file: str, data_dir: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A collection of real games has the same ones in blocks."""
    if not (data_dir / file).exists():
        pytest.skip("real games are not there")
    path = tmp_path / Path(file).name
    path.write_bytes((data_dir / file).read_bytes()[:300_000])
    monkeypatch.setattr(blocks, "BLOCK", 10_000_000)
    whole = games_of(path)
    monkeypatch.setattr(blocks, "BLOCK", 10_000)
    assert games_of(path) == whole


def test_wide_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of two bytes a letter is cut between games too."""
    path = tmp_path / "a.sgf"
    path.write_bytes(("(;GM[4]PB[常昊];B[aa])\n" * 20).encode("utf-16"))
    whole = games_of(path)
    monkeypatch.setattr(blocks, "BLOCK", 90)
    assert games_of(path) == whole
    assert len(whole) == 20


def test_a_game_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game larger than any is a fault; what follows is read."""
    monkeypatch.setattr(blocks, "BLOCK", 1000)
    monkeypatch.setattr(blocks, "MOST_GAME", 20_000)
    path = tmp_path / "a.pdn"
    path.write_bytes(DRAUGHTS + b"{" + b"a" * 90_000 + b"}\n" + DRAUGHTS * 20)
    found = [game for _, _, game in games_of(path)]
    assert sum(isinstance(game, Fault) for game in found) == 1
    assert sum(isinstance(game, Record) for game in found) > 20


def test_letters_that_hold_brackets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where brackets may be halves of letters, games are told apart by their roots."""
    path = tmp_path / "a.sgf"
    game = "(;GM[1]CA[GBK]PB[常昊]C[歖)]KM[0];B[aa];W[bb])\n".encode("gbk")
    path.write_bytes(game * 1000)
    whole = games_of(path)
    monkeypatch.setattr(blocks, "BLOCK", 5000)
    monkeypatch.setattr(sgf_split, "PATIENCE", 5000)
    assert len(list(blocks.blocks_of(path))) > 5
    assert games_of(path) == whole


def test_workers_do_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes of the games of many files, in their order, does not tell how many worked."""
    monkeypatch.setattr(blocks, "BLOCK", 700)
    for number, (name, data) in enumerate(FILES.items()):
        (tmp_path / f"{number}{name}").write_bytes(b"\n".join(data * 3))
    (tmp_path / "4empty.sgf").write_bytes(b"")
    (tmp_path / "5damaged.zip").write_bytes(b"no archive")
    paths = sorted(tmp_path.iterdir())
    alone = list(in_parts([*paths, tmp_path / "gone.sgf"], check_all))
    two = list(
        in_parts([*paths, tmp_path / "gone.sgf"], check_all, runner=LocalRunner(), workers=2)
    )
    assert [key(part) for part in two] == [key(part) for part in alone]
    told = [part.fault.reason for part in alone if part.fault]
    assert told[0] == "holds no games"
    assert told[1].startswith("is damaged")
    assert told[2] == "No such file or directory"
    for path in paths[:4]:
        games = sum(part.games for part in alone if part.path == path)
        assert games == len(games_of(path))


def key(part: Part[list[tuple[int, Fault]]]) -> tuple[object, ...]:
    """Return what a part is."""
    return part.path, part.file, part.before, part.games, part.result, part.fault
