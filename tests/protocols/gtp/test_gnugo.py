"""A game against GNU Go, which referees it."""

import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

PATH = shutil.which("gnugo") or "/usr/games/gnugo"
OPTIONS = "--mode gtp --level 1 --chinese-rules --score aftermath --capture-all-dead --never-resign"


class GnuGo:
    """GNU Go as an engine."""

    def __init__(self):
        self._process = subprocess.Popen(
            [PATH, *OPTIONS.split()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def __call__(self, command):
        """Return the result of a command that is carried out."""
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines = []
        while line := self._process.stdout.readline().rstrip("\n"):
            lines.append(line)
        assert lines[0].startswith("="), f"{command}: {lines}"
        return "\n".join(lines)[1:].strip()

    def close(self):
        self._process.communicate("quit\n", timeout=20)


@pytest.fixture
def gnugo():
    """GNU Go, or a skip where it is not installed."""
    if not Path(PATH).exists():
        pytest.skip("GNU Go is not installed: apt-get install gnugo")
    engine = GnuGo()
    yield engine
    engine.close()


@pytest.mark.parametrize("ours", ["b", pytest.param("w", marks=pytest.mark.long)])
def test_gnu_go_agrees_on_moves_and_score(connect, gnugo, ours):
    """Every move of ours is legal to it and its to us, and both count the same in the end."""
    engine = connect(size=5, spec="mcts?playouts=2000")
    engine("kata-set-param allowResignation false")
    for side in (engine, gnugo):
        for command in ("boardsize 5", "clear_board", "komi 6.5"):
            side(command)
    passes, colours = 0, "bw"
    for ply in range(150):
        colour = colours[ply % 2]
        player, other = (engine, gnugo) if colour == ours else (gnugo, engine)
        vertex = player(f"genmove {colour}")
        other(f"play {colour} {vertex}")
        passes = passes + 1 if vertex.lower() == "pass" else 0
        if passes == 2:
            break
    assert passes == 2
    assert engine("final_score") == gnugo("final_score")
    assert engine("gogui-rules_board").strip() == board_of(gnugo)


@pytest.mark.parametrize("every", [1200, pytest.param(300, marks=pytest.mark.long)])
def test_gnu_go_reads_the_same_games(connect, gnugo, data_dir, tmp_path, every):
    """Positions of games of strong players, up to some move and with moves taken back."""
    engine = connect(size=19)
    with tarfile.open(data_dir / "go" / "kgs_2015_6d_19x19.tar.gz") as archive:
        games = [member for member in archive if member.name.endswith(".sgf")][::every]
        for number, game in enumerate(games):
            path = tmp_path / f"{number}.sgf"
            path.write_bytes(archive.extractfile(game).read())
            for command in (f"loadsgf {path} {30 * number + 3}", "undo", "undo"):
                assert engine.ask(command).ok
                gnugo(command)
                assert engine("gogui-rules_board").strip() == board_of(gnugo, 19)
    assert games


def board_of(gnugo, size=5):
    """Return GNU Go's stones as signs."""
    black, white = (set(gnugo(f"list_stones {colour}").split()) for colour in ("black", "white"))
    letters = "ABCDEFGHJKLMNOPQRST"[:size]
    signs = {**dict.fromkeys(black, "X"), **dict.fromkeys(white, "O")}
    return "\n".join(
        " ".join(signs.get(f"{x}{y}", ".") for x in letters) for y in range(size, 0, -1)
    )
