"""Whatever comes in, every command gets one well-formed reply, and the engine lives."""

import io
import random
import re

import pytest

import tengen
from tengen.agents import load_agent
from tengen.protocols.gtp.engine import serve

LINES = [1_000, pytest.param(10_000, marks=pytest.mark.long)]
_REPLY = re.compile(r"[=?](\d*)(?:[ \n](?!\n).*)?\Z", re.DOTALL)
_CONTROLS = bytes(set(range(32)) - {9, 10}) + b"\x7f"

WORDS = [
    *("b", "w", "black", "WHITE", "pass", "resign", "c3", "C4", "A1", "t19", "i5", "z99", "a0"),
    *("0", "1", "2", "3", "5", "7", "9", "13", "-1", "1e999", "nan", "99999999999999999999"),
    *("true", "false", "interval", "ownership", "rootInfo", "minmoves", "maxmoves", "avoid"),
    *("dead", "alive", "seki", "none", "absolute", "byoyomi", "canadian", "fischer", "show"),
    *("chinese", "japanese", "{", '{"ko":"SIMPLE"}', "ko", "SIMPLE", "suicide", "maxVisits"),
    *("x.sgf", "/", "..", "\u2028", "\ufeff", "é", "#", "\x00", "\t", '"', "=", "?"),
]


def noise(rng):
    """Return bytes at random."""
    return rng.randbytes(rng.randrange(80)).replace(b"\n", b" ")


def half_valid(rng, commands):
    """Return a command that exists, with arguments that mean something somewhere."""
    words = [rng.choice(commands), *rng.choices(WORDS, k=rng.randrange(6))]
    if rng.random() < 0.3:
        words.insert(0, str(rng.randrange(10 ** rng.randrange(1, 12))))
    if rng.random() < 0.1:
        rng.shuffle(words)
    return " ".join(words).encode()


def plausible(rng, commands):
    """Return a command as in a game, so that the others meet positions of all kinds."""
    colour, vertex = rng.choice("bw"), rng.choice("ABCDEFGHJ") + str(rng.randrange(1, 10))
    return rng.choice((f"play {colour} {vertex}", f"genmove {colour}")).encode()


def mangled(rng, commands):
    """Return a command with some of its bytes changed."""
    line = bytearray(half_valid(rng, commands))
    for _ in range(rng.randrange(3)):
        line[rng.randrange(len(line))] = rng.choice([0, 9, 13, 32, 35, 127, 128, 200, 255, 65, 48])
    return bytes(line)


def serve_all(game, data):
    """Return the replies of an engine to everything in `data`."""
    replies = io.BytesIO()
    serve(game, lambda game: load_agent("mcts?playouts=2", game), io.BytesIO(data), replies)
    return replies.getvalue().decode()


def expected_ids(data):
    """Return the ids of the commands in `data`, as the protocol says how to read lines."""
    ids = []
    for line in data.split(b"\n"):
        words = line.translate(None, _CONTROLS).decode(errors="replace").partition("#")[0].split()
        if words:
            ids.append(words[0] if re.fullmatch("[0-9]+", words[0], re.ASCII) else "")
    return ids


def check(game, lines):
    """Check that every command has a reply of its own."""
    data = b"\n".join(line for line in lines if b"quit" not in line) + b"\n"
    said = serve_all(game, data)
    assert said.endswith("\n\n")
    replies = said.removesuffix("\n\n").split("\n\n")
    matches = [_REPLY.match(reply) for reply in replies]
    assert [reply for reply, match in zip(replies, matches, strict=True) if not match] == []
    assert [match[1] for match in matches if match] == expected_ids(data)
    return replies


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch, caplog):
    """Files that commands happen to write go into a folder of the test."""
    monkeypatch.chdir(tmp_path)
    yield
    assert not caplog.records, "a command failed by our own fault"


@pytest.mark.parametrize("lines", LINES)
@pytest.mark.parametrize("name", ["go", "gomoku"])
def test_random_garbage(name, lines):
    """Bytes at random are unknown commands, comments or nothing."""
    rng = random.Random(5)
    check(tengen.load(name, size=9), [noise(rng) for _ in range(lines)])


@pytest.mark.parametrize("count", LINES)
@pytest.mark.parametrize("name", ["go", "gomoku"])
def test_half_valid_commands(name, count):
    """Commands with the wrong arguments, in the wrong order, in any state of the game."""
    rng = random.Random(7)
    game = tengen.load(name, size=9)
    commands = serve_all(game, b"list_commands\n").removeprefix("= ").split()
    lines = [rng.choice((half_valid, mangled, plausible))(rng, commands) for _ in range(count)]
    replies = check(game, lines)
    assert sum(reply.startswith("=") for reply in replies) > count // 20
    assert not any("internal error" in reply for reply in replies)


def test_very_long_lines():
    """A line of megabytes is one command, and its error is short."""
    replies = check(tengen.load("go", size=9), [b"x" * 3_000_000, b"1 play b " + b"y" * 500_000])
    assert max(map(len, replies)) < 1000
