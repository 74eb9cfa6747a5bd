"""Bad input gets one clear line on stderr and exit code 2; nothing is lost."""

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tengen.core import Record
from tengen.games import load
from tengen.search.agent import SearchAgent

FULL = Path("/dev/full")
long_ = partial(pytest.param, marks=pytest.mark.long)
WITH_CTRL_C = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
from tengen.cli import main
if __name__ == "__main__":
    main()
"""


def assert_refused(ran, *words):
    assert ran.code == 2
    assert ran.err.startswith("tengen: ")
    assert ran.err.count("\n") == 1
    for word in words:
        assert word in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("match nobody random", ["unknown agent 'nobody'", "random"]),
        ("train nobody gomoku", ["nobody", "alphazero"]),
        ("train alphazero gomoku", ["Missing option '--out'"]),
        ("match random mcts?playouts=0", ["playouts"]),
        ("match random mcts?playouts=many", ["playouts", "many"]),
        ("match random mcts?colour=red", ["colour"]),
        ("match random random?x", ["x"]),
        ("match random random:net.onnx", ["random"]),
        ("match random ?", ["bad agent spec"]),
        ("match random random --size 2", ["size=2"]),
        ("match random random --size 21", ["size=21"]),
        ("match random random --size big", ["--size"]),
        ("match random random --size 5 --set win_length=6", ["win_length=6"]),
        ("match random random --rule loose", ["loose", "freestyle"]),
        ("match random random --game chess", ["chess", "gomoku"]),
        ("match random random --games 0", ["--games"]),
        ("match random random --visits 0", ["visits"]),
        ("match random random --seconds -1", ["seconds"]),
        ("match random random --seconds nan", ["seconds", "must be a number"]),
        ("match random random --seconds inf", ["seconds", "86400"]),
        ("match random random --seconds 1e18", ["seconds", "86400"]),
        ("match random random --visits 99999999999999999999999", ["visits", "at most"]),
        ("match random random --seed 99999999999999999999", ["--seed"]),
        ("match random random --workers 10000", ["--workers"]),
        ("match random mcts?playouts=99999999999999999999", ["playouts"]),
        ("match random mcts?c_puct=inf", ["c_puct"]),
        ("match random alphazero?threads=10000", ["threads", "64"]),
        ("match random alphazero?memory=99999999999999999999", ["memory"]),
        ("match random alphazero:", ["bad agent spec 'alphazero:'"]),
        ("match random mcts?", ["bad agent spec 'mcts?'"]),
        ("match random mcts?playouts=9&", ["mcts"]),
        ("match random alphazero --size 3 --set win_length=3", ["gomoku 3x3, 3 in a row"]),
        ("match random alphazero:gomoku-8x8 --size 8 --set win_length=4", ["win_length 5, not 4"]),
        ("match random random --size 4", ["win_length=5", "--set win_length="]),
        ("match random", ["'B'"]),
        ("match random random --fast", ["--fast"]),
        ("match random random --save /no/such/folder/x", ["/no/such/folder/x"]),
        ("conquer", ["conquer"]),
        ("bench speed", ["speed", "rollouts"]),
        ("analyse --moves z99 --agent random", ["z99"]),
        ("analyse --moves h8,h8 --agent random", ["h8"]),
        ("analyse /no/such/file", ["/no/such/file"]),
        ("analyse --agent nobody", ["nobody"]),
        ("analyse --agent random --ply 3", ["--ply", "record"]),
        ("analyse --agent random --number 1", ["--number", "record"]),
        ("analyse some.json --size 8", ["--size", "record"]),
        ("train nothing gomoku --out x", ["nothing"]),
    ],
)
def test_refusals(tengen, command, words):
    """Each mistake is named in one line."""
    assert_refused(tengen(*command.split()), *words)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, ["weights", "net.onnx"]),
        (b"", ["net.onnx"]),
        (b"\x08\x07\x12\x04garbage", ["net.onnx"]),
        (b"not a network at all" * 100, ["net.onnx"]),
    ],
)
def test_weights_that_are_none(tengen, tmp_path, content, words):
    """Weights that are missing, truncated or something else are refused before any game."""
    path = tmp_path / "net.onnx"
    if content is not None:
        path.write_bytes(content)
    assert_refused(tengen("match", f"alphazero:{path}", "random", "--games", 2), *words)


def export_net(path, rules, **changes):
    """Write a net for the game `rules`, its blueprint changed."""
    pytest.importorskip("torch")
    from tengen.networks.blueprint import Blueprint
    from tengen.networks.config import NetworkConfig
    from tengen.networks.export import export_onnx
    from tengen.networks.store import seeded_build

    blueprint = Blueprint.of(NetworkConfig(kind="alphazero"), rules)
    network = seeded_build(blueprint, 0)
    export_onnx(path, network, replace(blueprint, **changes))


@pytest.mark.parametrize(
    ("size", "changes", "cut", "words"),
    [
        (8, {}, None, ["net.onnx", "6x6"]),
        (6, {"game": "chess"}, None, ["net.onnx", "chess"]),
        (6, {}, 1000, ["net.onnx"]),
    ],
)
def test_weights_for_something_else(tengen, tmp_path, size, changes, cut, words):
    """A net for another board or another game, or cut short, is refused before any game."""
    path = tmp_path / "net.onnx"
    export_net(path, load("gomoku", size=6), **changes)
    if cut:
        path.write_bytes(path.read_bytes()[:-cut])
    assert_refused(tengen("match", f"alphazero:{path}", "random", "--size", size), *words)


@pytest.mark.parametrize("content", ["", "[1, 2]", "{}", '{"game": 3}', "seven\n", "\0", "3"])
def test_records_that_are_none(tengen, tmp_path, content):
    """A file that holds no game is refused by its name."""
    path = tmp_path / "game.json"
    path.write_text(content)
    assert_refused(tengen("analyse", path, "--agent", "random"), "game.json")


def record_of(*actions, **changes):
    return {
        "game": "gomoku",
        "settings": {"size": 6},
        "players": ["a", "b"],
        "moves": [{"action": action} for action in actions],
        "outcome": None,
        "meta": {},
    } | changes


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({k: v for k, v in record_of().items() if k != "outcome"}, ["no 'outcome'"]),
        (record_of(moves=[{}]), ["no 'action'"]),
        (record_of(0, 1, 0), ["move 3", "a6 is occupied"]),
        (record_of(99), ["move 1", "99"]),
        (record_of(settings={"size": 99}), ["size=99"]),
    ],
)
def test_what_is_wrong_with_a_record(tengen, tmp_path, data, words):
    """The file, and the missing part or the move, are named."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data))
    assert_refused(tengen("analyse", path, "--agent", "random"), "game.json", *words)


@pytest.mark.parametrize(
    "content", ["[tool]\nname = 1\n", "[1]\n", '{"game": 3}\n', json.dumps(record_of())]
)
def test_save_leaves_other_files_alone(tengen, tmp_path, content):
    """Games are not appended to what holds no games, nor to half a line."""
    path = tmp_path / "notes.txt"
    path.write_text(content)
    assert_refused(tengen("match", "random", "random", "--save", path), "notes.txt")
    assert path.read_text() == content


def test_match_of_forfeits_measures_nothing(tengen, monkeypatch):
    """When every game ends by an agent's fault, the result is printed and the code is 2."""

    def fail(*_, **__):
        raise RuntimeError("out of ideas")

    monkeypatch.setattr(SearchAgent, "decide", fail)
    ran = tengen("match", "mcts", "random", "--size", 6, "--games", 2, "--json")
    assert_refused(ran, "every game was forfeited", "out of ideas")
    assert len(json.loads(ran.out)["forfeits"]) == 2


def test_program_that_is_not_there_plays_no_match(tengen):
    """It is told before anything is played, and no match is shown that was not."""
    ran = tengen("match", "random", "gtp:notaprogram", "--games", 2)
    assert_refused(ran, "gtp:notaprogram did not start: notaprogram: No such file")
    assert "forfeit" not in ran.out + ran.err
    assert ran.out == ""


def test_binary_is_no_record(tengen, tmp_path):
    """Bytes that are not text are refused like any other stranger."""
    path = tmp_path / "game.json"
    path.write_bytes(b"\xff\xfe\x00\x01")
    assert_refused(tengen("analyse", path, "--agent", "random"), "not JSON")


def test_a_folder_in_the_place_of_a_file(tengen, tmp_path):
    """What cannot be written is told by its own name, and nothing stays beside it."""
    folder = tmp_path / "brain"
    folder.mkdir()
    ran = tengen("gomocup", "--write-brain", str(folder))
    assert_refused(ran, f"Is a directory: {folder}")
    assert list(tmp_path.iterdir()) == [folder]


def test_record_and_moves(tengen, tmp_path):
    """A position comes from one place."""
    path = tmp_path / "game.json"
    path.write_text("{}")
    assert_refused(tengen("analyse", path, "--moves", "h8"), "not both")


def test_port_in_use(tengen, tmp_path):
    """A studio that cannot listen says which port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = tengen("studio", "--no-browser", "--port", port, "--data", tmp_path)
    assert_refused(ran, str(port))


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
def test_full_disk_keeps_the_result(tengen):
    """A match whose games cannot be saved is still played and told, then refused."""
    ran = tengen("match", "random", "random", "--size", 5, "--games", 2, "--save", FULL, "--json")
    assert_refused(ran, "No space left", "/dev/full")
    assert json.loads(ran.out)["games"] == 2


def test_full_disk_keeps_whole_lines(tengen, tmp_path, monkeypatch):
    """When the disk fills up in the middle of a game, the file ends with the last whole one."""
    from tengen.cli.shared import saving

    path = tmp_path / "games.jsonl"
    write = saving.RecordFile._write
    written = []

    def fill_up(self, line):
        written.append(line)
        if len(written) >= 3:
            self._file.write(line[:10])
            raise OSError(errno.ENOSPC, "No space left on device")
        write(self, line)

    monkeypatch.setattr(saving.RecordFile, "_write", fill_up)
    ran = tengen("match", "random", "random", "--size", 5, "--games", 6, "--save", path)
    assert_refused(ran, "games.jsonl")
    assert path.read_bytes() == b"".join(written[:2])
    assert "6 games" in ran.out


def test_disk_with_room_again_gets_every_game(tengen, tmp_path, monkeypatch):
    """What could not be written is written when it can be."""
    from tengen.cli.shared import saving

    path = tmp_path / "games.jsonl"
    write = saving.RecordFile._write
    tries = []

    def fail_once(self, line):
        tries.append(line)
        if len(tries) == 3:
            self._file.write(line[:10])
            raise OSError(errno.ENOSPC, "No space left on device")
        write(self, line)

    monkeypatch.setattr(saving.RecordFile, "_write", fail_once)
    options = ["--size", 5, "--games", 4, "--save", path]
    assert tengen("match", "random", "random", *options).code == 0
    assert len(path.read_text().splitlines()) == 4
    assert [Record.from_json(json.loads(line)) for line in path.read_text().splitlines()]


def test_interrupt_is_quiet(tengen, monkeypatch):
    """Ctrl-C ends a command with 130 and no words."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("tengen.arena.play_match", interrupted)
    ran = tengen("match", "random", "random", "--size", 5)
    assert ran.code == 130
    assert "Traceback" not in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups like these")
def test_interrupted_match_loses_no_game(tmp_path):
    """Ctrl-C ends all processes of a match at once, with the result of the games so far."""
    path = tmp_path / "games.jsonl"
    agents = ["mcts?playouts=300", "mcts?playouts=300"]
    options = ["--size", "9", "--games", "1000", "--workers", "2", "--opening-plies", "0", "--json"]
    match = subprocess.Popen(
        [sys.executable, "-c", WITH_CTRL_C, "match", *agents, *options, "--save", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with match:
        while match.poll() is None and not (path.exists() and path.stat().st_size):
            time.sleep(0.05)
        os.killpg(match.pid, signal.SIGINT)
        out, err = match.communicate()
    assert (match.returncode, err) == (130, b"")
    lines = path.read_text().splitlines()
    assert all(Record.from_json(json.loads(line)).outcome for line in lines)
    told = json.loads(out)
    assert told["interrupted"]
    assert told["games"] == len(lines)


def test_fault_keeps_its_traceback(monkeypatch, tengen):
    """What is no bad input is not dressed up as one."""
    monkeypatch.setattr("tengen.cli.play.match.load_game", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tengen("match", "random", "random")


@pytest.mark.parametrize(
    "arguments", [long_(["analyse", "--agent", "random", "--json"]), ["--help"]]
)
def test_reader_that_leaves_is_no_error(arguments):
    """Output cut short by its reader, as by head, ends in peace."""
    command = [sys.executable, "-m", "tengen.cli", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        stderr = process.stderr.read()
    assert (process.returncode, stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such shell")
@pytest.mark.parametrize("command", ["gtp --size 9", long_("gomocup"), long_("hub")])
def test_closed_input_is_at_its_end(command):
    """An engine that is started without an input ends as after its last command."""
    command = f"{sys.executable} -m tengen {command} --agent random <&-"
    done = subprocess.run(["/bin/sh", "-c", command], check=False, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.long
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_closed_output_is_no_error(closed):
    """A command whose output was closed runs as if into nothing."""
    command = f"{sys.executable} -m tengen analyse --size 8 --agent random {closed}"
    done = subprocess.run(["/bin/sh", "-c", command], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("options", [long_([]), ["--moves", "a1 b2"]])
def test_plain_terminal_gets_plain_signs(options):
    """Where text is ASCII, so are the board and the table."""
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = subprocess.run(
        [sys.executable, "-m", "tengen", "analyse", "--size", "8", "--agent", "mcts", *options],
        env={**os.environ, **ascii_only},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"X Black to move" in done.stdout
    assert b"?" not in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.long)]
)
def test_studio_ends_in_peace(tmp_path, number):
    """Stopping the studio is no failure, by Ctrl-C or by the system."""
    options = ["studio", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-c", WITH_CTRL_C, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as studio:
        assert b"is open" in studio.stdout.readline()
        studio.send_signal(number)
        _, err = studio.communicate()
    assert (studio.returncode, err) == (0, b"")
