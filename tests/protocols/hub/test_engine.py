"""Dialogues with the Hub engine."""

import io
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import BinaryIO

import numpy as np
import pytest

import tengen
from tengen.agents import load_agent
from tengen.cli.app import run
from tengen.core import Agent, Game, Limit, NotationError, SpecError
from tengen.core.limit import MAX_COUNT
from tengen.games.draughts.game import Draughts
from tengen.protocols.hub.engine import serve
from tengen.protocols.hub.level import Level
from tengen.protocols.hub.notation import format_position, parse_move
from tengen.protocols.hub.syntax import Command, parse_command

START = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
BLOCKED = "W" + "e" * 22 + "b" + "e" * 3 + "bb" + "e" * 2 + "w" + "ee"
ANSWERS = {"id", "param", "wait", "ready", "pong", "info", "done", "error"}
LINE = re.compile(r'[a-z]+( [a-z]+=([^\s="]+|"[^"]*"))*')

Make = Callable[[Game], Agent]


def agent(spec: str) -> Make:
    return lambda game: load_agent(spec, game, seed=1)


class Commands(io.BytesIO):
    """Commands that end when every search among them is answered: the end would end it."""

    def __init__(self, text: bytes, replies: io.BytesIO) -> None:
        super().__init__(text)
        self._searches = sum(line.split()[:1] == [b"go"] for line in cleaned(text).split(b"\n"))
        self._replies = replies

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        patience = 20_000
        while not line and self._replies.getvalue().count(b"done ") < self._searches and patience:
            time.sleep(0.001)
            patience -= 1
        return line


def cleaned(text: bytes) -> bytes:
    """Return text without the control characters that are dropped."""
    return bytes(byte for byte in text if byte >= 32 or byte in b"\t\n")


def answers_to(text: str | bytes, spec: str = "mcts?playouts=20") -> list[Command]:
    """Return what is said when all commands come at once, every line checked."""
    commands = text if isinstance(text, bytes) else text.encode()
    replies = io.BytesIO()
    serve(agent(spec), Commands(commands, replies), replies)
    lines = replies.getvalue().decode().split("\n")
    assert lines.pop() == ""
    return [checked(line) for line in lines]


def checked(line: str) -> Command:
    assert LINE.fullmatch(line), line
    command = parse_command(line)
    assert command is not None
    assert command.name in ANSWERS
    return command


class Dialogue:
    """An engine that is spoken to line by line."""

    def __init__(self, spec: str) -> None:
        ends = os.pipe(), os.pipe()
        (commands, self._send), (self._receive, replies) = (
            (os.fdopen(reading, "rb"), os.fdopen(writing, "wb", 0)) for reading, writing in ends
        )
        self._open: tuple[BinaryIO, ...] = (commands, replies)
        self._engine = threading.Thread(
            target=serve, args=(agent(spec), commands, replies), daemon=True
        )
        self._engine.start()

    def send(self, *lines: str) -> None:
        self._send.write("".join(f"{line}\n" for line in lines).encode())

    def until(self, name: str) -> list[Command]:
        """Return the answers up to the next of a name."""
        answers = [checked(self._receive.readline().decode().rstrip("\n"))]
        while answers[-1].name != name:
            answers.append(checked(self._receive.readline().decode().rstrip("\n")))
        return answers

    def close(self) -> None:
        """End the input; the engine ends too."""
        self._send.close()
        self._engine.join(20)
        assert not self._engine.is_alive()
        for file in (*self._open, self._receive):
            file.close()


@pytest.fixture
def talk() -> Iterator[Callable[[str], Dialogue]]:
    """Engines that are closed in the end, and then gone."""
    dialogues: list[Dialogue] = []

    def begin(spec: str) -> Dialogue:
        dialogues.append(Dialogue(spec))
        return dialogues[-1]

    yield begin
    for dialogue in dialogues:
        dialogue.close()


def test_it_introduces_itself() -> None:
    """Name, version and the one variant, then it waits; after init it is ready."""
    text = "hub\nset-param name=variant value=english\ninit\nping\nquit\nping\n"
    told = answers_to(text)
    assert [answer.name for answer in told] == ["id", "param", "wait", "ready", "pong"]
    assert told[0].arguments["name"] == "Tengen"
    assert told[1].arguments == {
        "name": "variant",
        "value": "english",
        "type": "enum",
        "values": "english",
    }


@pytest.mark.parametrize(
    "line",
    [
        "set-param name=variant value=normal",
        "set-param name=book value=true",
        "set-param",
        "pos",
        "pos pos=x",
        f'pos pos={START} moves="11-16 24-19 12-13"',
        "pos pos=" + "W" + "b" * 16 + "w" * 16,
        "level time=soon",
        "level depth=nan",
    ],
)
def test_what_is_wrong_is_told(line: str) -> None:
    """One error, and the engine goes on."""
    assert [answer.name for answer in answers_to(f"{line}\nping\n")] == ["error", "pong"]


def test_it_plays_a_move() -> None:
    """Thinking ends in information and a legal move with the reply expected."""
    told = answers_to(f'pos pos={START} moves="11-15 23-18"\ngo think\n', "robot?level=3")
    assert [answer.name for answer in told] == ["info", "done"]
    state = tengen.load("draughts").initial_state()
    for move in ("11-15", "23-18"):
        _, state = parse_move(state, move)
    done, info = told[1].arguments, told[0].arguments
    assert info["pv"].split()[:2] == [done["move"], done["ponder"]]
    for move in info["pv"].split():
        _, state = parse_move(state, move)
    assert int(info["depth"]) == len(info["pv"].split())
    assert float(info["score"]) * float(info["value"]) >= 0


def test_a_capture_is_a_whole_move() -> None:
    """Several jumps are one answer, whatever the agent says of the later ones."""
    told = answers_to("pos pos=WeeeeeeeeeeeeeeeeeebeeeeeeebeeeeW\nlevel move-time=0.05\ngo think\n")
    assert told[-1].arguments["move"] == "1x17x6x14"


@pytest.mark.parametrize("position", ["pos pos=nonsense", f"pos pos={BLOCKED}"])
def test_done_comes_where_there_is_no_move(position: str) -> None:
    """Who asks for a move is answered, and told why there is none."""
    told = answers_to(f"{position}\ngo think\n")
    assert [answer.name for answer in told[-2:]] == ["error", "done"]
    assert told[-1].arguments == {"move": ""}


def test_a_position_that_cannot_be_read_is_not_the_one_before() -> None:
    """Nobody gets a move for another board."""
    told = answers_to(
        f"pos pos={START}\npos pos={START} moves=1-5\ngo think\npos pos={START}\ngo\n"
    )
    assert [answer.name for answer in told] == ["error", "error", "done", "info", "done"]
    assert told[-1].arguments["move"]


def test_a_draw_that_nobody_claims_does_not_end_it() -> None:
    """A game that goes on after a third occurrence is played on."""
    kings = "W" + "W" + "e" * 30 + "B"
    steps = "32-28 1-6 28-32 6-1 " * 2  # the start, for the third time
    told = answers_to(
        f'pos pos={kings} moves="{steps}"\ngo think\npos pos={kings} moves="{steps}32-27"\ngo\n'
    )
    moves = [answer.arguments["move"] for answer in told if answer.name == "done"]
    assert moves[0] in {"32-27", "32-28"}
    assert moves[1] in {"1-5", "1-6"}
    assert "error" not in {answer.name for answer in told}


def test_positions_that_follow_are_the_same_game() -> None:
    """Who tells each position anew is answered by the same agent, with the game in mind."""
    made: list[Agent] = []

    def make(game: Game) -> Agent:
        made.append(load_agent("mcts?playouts=20", game, seed=1))
        return made[-1]

    replies, state = io.BytesIO(), tengen.load("draughts").initial_state()
    texts = [START]
    for move in ("11-15", "23-19", "8-11", "22-17"):
        _, state = parse_move(state, move)
        assert isinstance(state.game, Draughts)
        texts.append(format_position(state.game.position_of(state)))
    text = "".join(f"pos pos={text}\ngo\nstop\n" for text in texts)
    serve(make, Commands(text.encode(), replies), replies)
    assert replies.getvalue().count(b"done move=") == len(texts)
    assert len(made) == 1
    serve(make, Commands(f"{text}new-game\nping\n".encode(), replies), replies)
    assert len(made) == 3


def test_bad_options_are_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is answered, and the exit code tells."""
    assert run(["hub", "--agent", "random", "--threads", "2"]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)


@pytest.mark.long
@pytest.mark.parametrize(
    "options", [("--agent", "nobody"), ("--agent", "random", "--threads", "2")]
)
def test_bad_options_are_told_before_any_command_is_read(options: tuple[str, ...]) -> None:
    """To whoever started the program, too."""
    command = [sys.executable, "-m", "tengen", "hub", *options]
    ended = subprocess.run(command, input=b"hub\n", capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.count(b"\n") == 1


def test_stop_ends_every_kind_of_search(talk: Callable[[str], Dialogue]) -> None:
    """A move comes after stop, and pong before it."""
    engine = talk("mcts?playouts=1000000")
    for mode in ("think", "ponder", "analyze"):
        engine.send(f"pos pos={START}", "level infinite", f"go {mode}", "ping", "what is this")
        engine.until("pong")
        engine.send("stop")
        assert engine.until("done")[-1].arguments["move"]
    engine.send("stop", "ponder-hit", "ping")
    assert [answer.name for answer in engine.until("pong")] == ["pong"]


def test_analysis_tells_meanwhile(talk: Callable[[str], Dialogue]) -> None:
    """What it thinks so far is told before the end, again and again."""
    engine = talk("mcts?playouts=1000000")
    engine.send(f"pos pos={START}", "go analyze")
    nodes = [int(engine.until("info")[-1].arguments["nodes"]) for _ in range(2)]
    engine.send("stop")
    last = engine.until("done")[-2].arguments
    assert 0 < nodes[0] < nodes[1] <= int(last["nodes"])
    assert {"depth", "score", "value", "nodes", "time", "nps", "pv"} == set(last)


def test_pondering_becomes_thinking(talk: Callable[[str], Dialogue]) -> None:
    """The time of the level begins when the expected move was played."""
    engine = talk("mcts?playouts=1000000")
    engine.send(f"pos pos={START}", "level move-time=0.2", "go ponder")
    engine.until("info")
    spent = float(engine.until("info")[-1].arguments["time"])
    engine.send("ponder-hit")
    assert float(engine.until("done")[-2].arguments["time"]) > spent > 0.2


def test_the_next_command_ends_a_search(talk: Callable[[str], Dialogue]) -> None:
    """What is not for a search comes after its move."""
    engine = talk("mcts?playouts=1000000")
    engine.send(f"pos pos={START}", "level infinite", "go think", "init")
    names = [answer.name for answer in engine.until("ready")]
    assert names[-2:] == ["done", "ready"]


@pytest.mark.parametrize("last", ["", "quit\n"])
def test_the_end_ends_a_search(last: str, talk: Callable[[str], Dialogue]) -> None:
    """Who hangs up gets no more answers, and leaves nobody thinking."""
    engine = talk("mcts?playouts=1000000")
    engine.send(f"pos pos={START}", "level infinite", f"go think\n{last}".rstrip("\n"))
    engine.close()


@pytest.mark.parametrize(
    ("level", "usual", "expected"),
    [
        ({}, Limit(visits=9), Limit(visits=9, seconds=5)),
        ({}, Limit(seconds=2), Limit(seconds=2)),
        ({"nodes": "7"}, Limit(visits=9), Limit(visits=9, nodes=7)),
        ({"nodes": "1e30"}, Limit(nodes=9), Limit(nodes=9)),
        ({"depth": "4"}, Limit(visits=9), Limit(visits=9)),
        ({"infinite": ""}, Limit(visits=9, seconds=1), Limit()),
    ],
)
def test_bounds_add_up(level: dict[str, str], usual: Limit, expected: Limit) -> None:
    """What is told and the agent's own limit both count."""
    assert Level().told(level).limit(usual, 5.0, 0.0) == expected


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [
        ({"move-time": "1"}, 0.9, 0.95),
        ({"time": "10"}, 0.2, 2),
        ({"time": "10", "moves": "10"}, 0.9, 1),
        ({"time": "10", "moves": "1"}, 5, 9.95),
        ({"time": "-0.9", "inc": "1"}, 0.001, 0.05),  # the increment comes first
        ({"time": "-5"}, 0.001, 0.001),
        ({"time": "10", "move-time": "0.1"}, 0.05, 0.05),
        ({"time": "1e300", "inc": "1e300", "moves": str(MAX_COUNT)}, 1, 86400),
        ({"time": "10", "inc": "-3"}, 0.1, 2),
    ],
)
def test_clocks_are_kept(level: dict[str, str], least: float, most: float) -> None:
    """A move takes its share of the time, never all of it."""
    seconds = Level().told(level).limit(Limit(visits=9), 5.0, 0.0).seconds
    assert seconds is not None
    assert least - 1e-9 <= seconds <= most + 1e-9


def test_a_depth_ends_the_search() -> None:
    """A search is over when its line has so many moves."""
    told = answers_to(f"pos pos={START}\nlevel depth=3\ngo think\n", "mcts?playouts=1000000")
    assert int(told[-2].arguments["depth"]) >= 3
    assert int(told[-2].arguments["nodes"]) < 500_000


def test_levels_are_told_anew_after_a_search() -> None:
    """Lines before a search add up; what was told for the last one is forgotten."""
    level = Level().told({"depth": "3"}).told({"move-time": "1"})
    assert (level.depth, level.move_time) == (3, 1.0)
    text = f"pos pos={START}\nlevel nodes=5\ngo\nlevel depth=99\ngo\n"
    nodes = [int(each.arguments["nodes"]) for each in answers_to(text) if each.name == "info"]
    assert nodes[0] <= 5 < nodes[1]
    with pytest.raises(NotationError):
        level.told({"time": ""})


@pytest.mark.parametrize("count", [2_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_lines_of_garbage(count: int) -> None:
    """Whatever comes in, every answer is well formed, and each search has its done."""
    rng = np.random.default_rng(8)
    lines = [garbage(rng) for _ in range(count)]
    told = answers_to(b"\n".join([*lines, b"", b"ping"]))
    searches = sum(cleaned(line).split()[:1] == [b"go"] for line in lines)
    assert sum(answer.name == "done" for answer in told) == searches > count // 20
    assert told[-1] == Command("pong")


def garbage(rng: np.random.Generator) -> bytes:
    """Return bytes, words or something that is nearly a command."""
    kind = int(rng.integers(5))
    if kind == 0:
        return bytes(rng.integers(0, 256, rng.integers(0, 80), np.uint8)).replace(b"\n", b"")
    words = [
        *("hub", "init", "set-param", "new-game", "pos", "level", "go", "ping", "stop"),
        *("ponder-hit", "go think", "go analyze", f"pos pos={START}", "name=variant", "=", '"'),
        *("pos=", f"pos={START}", 'moves="11-15', "moves=11-15", 'moves="11-15 22-18"', "time=-1"),
        *("time=1e999", "move-time=0.001", "nodes=1", "depth=1", "inc=x", "\u5929\u5143", "\x00"),
        *("info", "done move=11-15", "pos=" + "".join(rng.choice(list("WBwbe"), 33))),
    ]
    count = int(rng.integers(1, 5))
    chosen = [words[int(i)] for i in rng.integers(0, len(words), count)]
    if kind == 1:
        chosen.insert(0, words[int(rng.integers(9))])
    return " ".join(chosen).encode()


def test_an_agent_that_cannot_be_made_is_told_of() -> None:
    """Before anything else, so that nobody waits for it."""
    with pytest.raises(SpecError):
        serve(agent("nobody"), io.BytesIO(), io.BytesIO())
