"""What Yixin-Board sends, and what it reads of the answers."""

import io
import os
import re
import threading
from collections import deque

import pytest

from tengen.agents import load_agent
from tengen.core import Limit
from tengen.programs.lines import Lines, Writer
from tengen.protocols.gomocup.engine import GomocupEngine

from .test_engine import Made, say, say_all

FOUND = ["INFO show_detail 1", "YXSHOWINFO"]
"""How it begins."""


class Script:
    """Lines of a manager that waits for each answer: the end does not hurry anybody."""

    def __init__(self, lines):
        self._lines = deque(lines)
        self.end = "\r\n"

    @property
    def waiting(self):
        return bool(self._lines)

    def get(self):
        return self._lines.popleft() if self._lines else None


def played(*lines):
    """Return all that a brain with a real agent says."""

    def make(game, memory, **options):
        wanted = "".join(f"&{key}={value}" for key, value in options.items())
        return load_agent(f"nnue:none?nodes=2000{wanted}", game)

    said = io.BytesIO()
    GomocupEngine(make, Script(lines), Writer(said), memory=64).run()
    return said.getvalue().decode().split("\r\n")[:-1]


def position(*stones, size=15):
    """Return how it lays a position before it asks about it."""
    owners = [1 if len(stones) % 2 == k % 2 else 2 for k in range(len(stones))]
    laid = [f"{stone},{owner}" for stone, owner in zip(stones, owners, strict=True)]
    return [f"start {size} {size}", "yxboard", *laid, "done"]


def test_it_begins():
    """Both sides of the board are told; threads and table sizes that it may offer."""
    told = say_all(*FOUND, "start 15 15", "board", "7,7,2", "done")
    assert re.fullmatch(r"MESSAGE INFO MAX_THREAD_NUM [1-9]\d*", told[0])
    assert told[1] == "MESSAGE INFO MAX_HASH_SIZE 22"
    assert told[2] == "OK"
    assert told[-1] == "0,0"


def test_its_renju():
    """Rule 2 is renju to it, and it asks where Black may not play."""
    stones = ("7,7", "0,0", "8,7", "0,2", "6,6", "0,4", "6,5", "0,6")  # 6,7 is three and three
    asked = [*FOUND, "INFO rule 2", *position(*stones), "yxshowforbid"]
    assert say(*asked)[-1] == "FORBID 0607."
    # White to move: the same points are forbidden to Black.
    assert "0607" in say(*FOUND, "INFO rule 2", *position(*stones, "14,14"), "yxshowforbid")[-1]
    assert say(*FOUND, *position(*stones), "yxshowforbid")[-1] == "FORBID ."


def test_its_levels():
    """A number of positions and threads, a depth that is none, a table, and long times."""
    made = Made()
    told = ["INFO max_node 20000", "INFO timeout_turn 2000000", "INFO max_depth 225"]
    told += ["INFO thread_num 2", "INFO hash_size 16384", "INFO time_increment 0"]
    say(*FOUND, *told, "start 15 15", "board", "done", make=made)
    assert made[-1].limits[-1].nodes == 20_000
    assert made[-1].options == {"threads": 2}
    assert made[-1].memory == 16
    say(*FOUND, "INFO max_depth 7", "start 15 15", "board", "done", make=made)
    assert made[-1].options == {"depth": 7}
    assert made[-1].limits[-1].nodes is None


def test_several_best_moves():
    """Each with its value, then the best is played."""
    told = played(*position("7,7", "8,8"), "yxnbest 3")
    start = told.index("MESSAGE best 3:")
    named = [re.match(r"MESSAGE (\d+,\d+): value ", line) for line in told[start + 1 : start + 4]]
    assert all(named)
    assert len({found[1] for found in named}) == 3
    assert told[-1] == named[0][1]
    for wrong in ("0", "65", "x"):
        assert say(*position(), f"yxnbest {wrong}")[-1].startswith("ERROR")


def test_balanced_moves():
    """One move or two are told, none is played."""
    for command, count in (("yxbalanceone 0", 1), ("yxbalancetwo", 2)):
        told = played(*position("7,7"), command)
        assert re.fullmatch(r"\d+,\d+" + r" \d+,\d+" * (count - 1), told[-1])
    assert say(*position(), "yxbalanceone x")[-1].startswith("ERROR")


def test_blocked_points():
    """They are not played, until they are free again."""
    block = ["yxblock", "0,0", "done", "yxblock", "1,0", "done"]
    lay = ["start 15 15", *block]
    assert say(*lay, "begin")[-1] == "2,0"
    assert say(*lay, "yxblockundo", "0,0", "done", "begin")[-1] == "0,0"
    assert say(*lay, "yxblockreset", "begin")[-1] == "0,0"
    everything = [f"{x},{y}" for x in range(5) for y in range(5)]
    assert "blocked" in say("start 5 5", "yxblock", *everything, "done", "begin")[-1]


def test_thoughts_are_told_while_it_thinks():
    """The best move, its value and the line, where the board wants to see them."""
    for found, kinds in ((FOUND, {"BEST", "VAL", "PV"}), (FOUND[1:], set())):
        heard, tell = os.pipe()
        listen, said = os.pipe()

        def make(game, memory):
            return load_agent("mcts?playouts=1000000000", game)

        engine = GomocupEngine(
            make, Lines(os.fdopen(heard, "rb")), Writer(os.fdopen(said, "wb")), memory=64
        )
        thread = threading.Thread(target=engine.run, daemon=True)
        thread.start()
        asked = [*found, "INFO timeout_turn 1000000", "start 9 9", "board", "4,4,2", "done"]
        os.write(tell, "".join(f"{line}\n" for line in asked).encode())
        with os.fdopen(listen, "rb") as replies:
            shown = set()
            while kinds - shown:
                line = replies.readline().decode()
                if line.startswith("MESSAGE REALTIME"):
                    shown.add(line.split()[2])
            os.write(tell, b"yxstop\n")
            while not re.fullmatch(r"\d,\d\n", line := replies.readline().decode()):
                assert kinds or "REALTIME" not in line
            os.write(tell, b"end\n")
            os.close(tell)
            thread.join(30)
        assert not thread.is_alive()


def test_what_it_asks_of_a_database():
    """There is none: what follows such a command is not taken for others."""
    asked = ["yxquerydatabaseall", "7,7", "done", "yxsetdatabase", "end", "yxhashclear"]
    assert say("start 15 15", *asked, "begin") == ["OK", "0,0"]


def test_swap2_step_by_step():
    """Three stones; a colour, or two more; a colour."""
    told = played("start 15 15", "yxboard", "done", "yxswap2step1")
    stones = [re.fullmatch(r"MESSAGE SWAP2 MOVE(\d) (\d+) (\d+)", line) for line in told[1:]]
    assert [found[1] for found in stones] == ["1", "2", "3"]
    three = [f"{found[2]},{found[3]}" for found in stones]
    answer = played(*position(*three), "yxswap2step2")[-1]
    assert re.fullmatch(r"MESSAGE SWAP2 (SWAP1 (YES|NO)|MOVE5 \d+ \d+)", answer)
    won = ("7,7", "0,0", "7,8", "0,14", "7,9")  # Black has an open three, White moves
    assert re.fullmatch(
        r"MESSAGE SWAP2 SWAP2 (YES|NO)", played(*position(*won), "yxswap2step3")[-1]
    )


@pytest.mark.parametrize("line", ["start 15 14", "start 15,x", "start"])
def test_boards_that_cannot_be(line):
    """Both sides are the same."""
    assert say(line)[0].startswith("ERROR")


def test_a_limit_is_the_agents_own_without_bounds():
    """Nothing changes for managers that tell nothing more."""
    made = Made()
    say("START 15", "BEGIN", make=made)
    assert made[-1].options == {}
    assert isinstance(made[-1].limits[-1], Limit)
    assert made[-1].limits[-1].root_moves is None
