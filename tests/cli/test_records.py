"""`tengen records`: files of games from the command line."""

import gzip
import json

import pytest

from tengen.records import read

GOOD = "(;GM[4]SZ[6]PB[a]PW[b]RE[B+R];B[aa];W[bb])"
BAD = "(;GM[4]SZ[6];B[aa];W[aa])"
UNREADABLE = "(;GM[4]SZ[6];B[zz])"


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text(GOOD + BAD + UNREADABLE + GOOD)
    return path


def test_check(tengen, games):
    """Each fault is a line with file, game, move and reason; the code is 2."""
    ran = tengen("records", "check", games)
    assert ran.code == 2
    assert ran.out.splitlines() == [
        f"{games}, game 2, move 2: a6 is occupied",
        f"{games}, game 3, move 1: B[zz] is no point of the board",
        "4 games, 2 faulty",
    ]


def test_check_json(tengen, games):
    """The same for programs."""
    ran = tengen("records", "check", games, "--json")
    assert ran.code == 2
    data = json.loads(ran.out)
    assert (data["games"], data["faulty"]) == (4, 2)
    assert data["faults"][0] == {
        "file": str(games),
        "game": 2,
        "move": 2,
        "reason": "a6 is occupied",
    }


def test_check_of_good_games(tengen, tmp_path):
    """Games that are right end with 0."""
    (tmp_path / "a.sgf").write_text(GOOD)
    ran = tengen("records", "check", tmp_path)
    assert (ran.code, ran.out) == (0, "1 game, 0 faulty\n")


def test_info(tengen, games):
    """What the games of a file add up to, in words and as JSON."""
    ran = tengen("records", "info", games)
    assert ran.code == 2
    assert f"{games}: 3 games, 1 faulty" in ran.out
    assert "gomoku 6x6 (3)" in ran.out
    assert "first player won (2)" in ran.out
    (data,) = json.loads(tengen("records", "info", games, "--json").out)
    assert (data["games"], data["moves"], data["players"]) == (3, 6, 2)


def test_info_of_players(tengen, tmp_path):
    """Who plays against himself is in one game; where nobody is named, nobody is spoken of."""
    (tmp_path / "a.sgf").write_text("(;GM[4]PB[a]PW[a];B[aa])")
    assert "1 player, in most games a (1)" in tengen("records", "info", tmp_path / "a.sgf").out
    (tmp_path / "b.sgf").write_text("(;GM[4];B[aa])")
    assert "player," not in tengen("records", "info", tmp_path / "b.sgf").out


def test_convert(tengen, games, tmp_path):
    """Good games are written in the other format, faults told, nothing overwritten unasked."""
    out = tmp_path / "out.jsonl"
    ran = tengen("records", "convert", games, "--out", out)
    assert ran.code == 2
    assert "3 games written" in ran.out
    assert "game 3, move 1" in ran.err
    assert len(list(read(out))) == 3
    before = out.read_bytes()
    again = tengen("records", "convert", games, "--out", out)
    assert again.code == 2
    assert "--force" in again.err
    assert out.read_bytes() == before
    assert tengen("records", "convert", games, "--out", out, "--force").code == 2


@pytest.mark.parametrize("packing", [".gz", ".bz2", ".xz", ".zst"])
def test_convert_into_a_packed_file(tengen, games, tmp_path, packing):
    """A suffix behind that of the format packs the file, to the same bytes each time."""
    plain, out = tmp_path / "out.jsonl", tmp_path / f"out.jsonl{packing}"
    assert tengen("records", "convert", games, "--out", plain).code == 2
    packed = []
    for _ in range(2):
        assert tengen("records", "convert", games, "--out", out, "--force").code == 2
        packed.append(out.read_bytes())
    assert packed[0] == packed[1]
    assert packed[0] != plain.read_bytes()
    assert list(read(out)) == list(read(plain))
    refused = tengen("records", "convert", games, "--out", tmp_path / f"out.tar{packing}")
    assert "its suffix must be one of" in refused.err


def test_several_processes_do_the_same(tengen, games, tmp_path):
    """`--jobs` changes nothing of what comes out, and what came is told as JSON too."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    for command in (["check"], ["info", "--json"]):
        told = [tengen("records", *command, games, "--jobs", jobs).out for jobs in (1, 2)]
        assert told[0] == told[1]
    for jobs, name in ((1, "one"), (2, "two")):
        out = tmp_path / name / "out.sgf"
        ran = tengen("records", "convert", games, "--out", out, "--jobs", jobs, "--json")
        assert json.loads(ran.out) == {"out": str(out), "games": 3, "left_out": 1, "unread": 0}
    assert (tmp_path / "one/out.sgf").read_bytes() == (tmp_path / "two/out.sgf").read_bytes()


def test_convert_what_does_not_fit(tengen, tmp_path):
    """What the other format has no room for is named with the game; --lossy leaves it out."""
    source, out = tmp_path / "a.sgf", tmp_path / "a.psq"
    source.write_text("(;GM[4];B[aa]C[x])")
    ran = tengen("records", "convert", source, "--out", out)
    assert ran.code == 2
    assert ran.err.splitlines() == [
        f"tengen: {source}, game 1: PSQ has no room for comments (--lossy leaves it out)"
    ]
    assert not out.exists()
    assert tengen("records", "convert", source, "--out", out, "--lossy").code == 0
    assert len(list(read(out))) == 1
    ran = tengen("records", "convert", source, "--out", tmp_path / "a.pdn")
    assert "PDN is for draughts, not for gomoku" in ran.err
    assert "--lossy" not in ran.err


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("records check /no/such/file.sgf", "/no/such/file.sgf"),
        ("records check README.unknown", "README.unknown"),
        ("records convert x.sgf", "--out"),
        ("records convert x.sgf --out x.doc", "x.doc"),
        ("records nothing", "nothing"),
    ],
)
def test_refusals(tengen, command, words):
    """Each mistake is named in one line."""
    ran = tengen(*command.split())
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert words in ran.err


@pytest.fixture
def collection(tmp_path):
    """A folder with good games, and between them files that hold none or are damaged."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.sgf").write_text(GOOD)
    (folder / "b.pdn").write_bytes(b"")
    (folder / "c.tar.gz").write_bytes(b"no archive")
    (folder / "d.sgf").write_text(GOOD)
    return folder


def test_a_file_without_games_does_not_stop_the_check(tengen, collection, tmp_path):
    """The file is named, the rest is read, and the code is 2."""
    ran = tengen("records", "check", collection, tmp_path / "gone.sgf")
    assert ran.code == 2
    empty, damaged, gone, total = ran.out.splitlines()
    assert empty == f"{collection}/b.pdn: holds no games"
    assert damaged.startswith(f"{collection}/c.tar.gz: is damaged: ")
    assert gone == f"{tmp_path}/gone.sgf: No such file or directory"
    assert total == "2 games, 0 faulty, 3 files not read"
    data = json.loads(tengen("records", "check", collection, "--json").out)
    assert (data["games"], data["faulty"], data["unread"]) == (2, 0, 2)
    assert data["faults"][0]["file"] == f"{collection}/b.pdn"


def test_a_file_without_games_does_not_stop_the_others(tengen, collection, tmp_path):
    """What it is, a conversion and a data set go on without it and blame it alone."""
    ran = tengen("records", "info", collection)
    assert ran.code == 2
    assert f"{collection}/b.pdn: holds no games" in ran.out.splitlines()
    assert f"{collection}/d.sgf: 1 game, 0 faulty" in ran.out
    ran = tengen("records", "convert", collection, "--out", tmp_path / "out.jsonl")
    assert ran.code == 2
    assert "2 games written" in ran.out
    assert "a.sgf" not in ran.err
    assert ran.err.count("b.pdn: holds no games") == 1
    ran = tengen("records", "dataset", collection, "--out", tmp_path / "set", "--valid", 0)
    assert ran.code == 2
    assert "b.pdn: holds no games" in ran.err
    assert "2 positions" in ran.out or "of 2 games" in ran.out


def test_dataset(tengen, games, tmp_path):
    """Positions of what can be played, with the numbers of what was left out."""
    out = tmp_path / "set"
    ran = tengen("records", "dataset", games, "--out", out, "--valid", 0)
    assert ran.code == 2
    assert f"{out}/train: 2 positions of 3 games" in ran.out
    assert "1 faulty game, the ends of 1 game" in ran.out
    assert tengen("records", "dataset", games, "--out", out).err.count("there already") == 1
    ran = tengen("records", "dataset", games, "--out", tmp_path / "b", "--json")
    assert json.loads(ran.out)["faulty"] == 1


def test_analyse_reads_every_format(tengen, tmp_path):
    """A position can come from any file of games, packed or not."""
    for name, text in {
        "a.sgf": GOOD,
        "a.psq": "Piskvorky 6x6, 0:0, 0\n1,1,0\n2,2,0\n",
        "a.pdn": "1. 11-15 23-19 *",
    }.items():
        path = tmp_path / f"{name}.gz"
        path.write_bytes(gzip.compress(text.encode()))
        ran = tengen("analyse", path, "--agent", "random", "--json")
        assert ran.code == 0
        assert json.loads(ran.out)["ply"] == 2


def test_analyse_of_a_fault(tengen, games):
    """A game that cannot be read, or is not there, is refused with its number."""
    assert "game 3" in tengen("analyse", games, "--number", 3, "--agent", "random").err
    assert "4 games" in tengen("analyse", games, "--number", 5, "--agent", "random").err
