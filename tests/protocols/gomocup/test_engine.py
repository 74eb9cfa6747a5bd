"""A brain answers as Gomocup's protocol says."""

import io
import os
import threading
import time
from contextlib import contextmanager

import pytest

from tengen.agents import load_agent
from tengen.core import Agent, Candidate, Decision, Limit, SpecError
from tengen.programs.lines import Lines, Writer
from tengen.protocols.gomocup.engine import GomocupEngine

from .manager import MOVE, REPLY


class Told(Agent):
    """Plays the first legal point, and remembers what it was asked."""

    name = "told"
    default_limit = Limit(visits=77)

    def __init__(self, game, memory, **options):
        self.game = game
        self.memory = memory
        self.options = options
        self.limits = []
        self.states = []
        self.fault = None

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        self.limits.append(limit)
        self.states.append(state)
        if self.fault is not None:
            raise self.fault
        action = int(state.legal_actions()[0])
        return Decision(action, 0.25, (Candidate(action, 5, 0.5, 0.25),), (action,), nodes=3)


class Made(list):
    """The agents that were made, the last one last."""

    def __call__(self, game, memory, **options):
        self.append(Told(game, memory, **options))
        return self[-1]


def say(*lines, make=None, end="\r\n", **settings):
    """Return what a brain answers to these lines, messages left out."""
    return [
        line for line in say_all(*lines, make=make, end=end, **settings) if line[:7] != "MESSAGE"
    ]


def say_all(*lines, make=None, end="\r\n", memory=64, **settings):
    heard = io.BytesIO("".join(line + end for line in lines).encode())
    said = io.BytesIO()
    GomocupEngine(
        make if make is not None else Made(), Lines(heard), Writer(said), memory=memory, **settings
    ).run()
    text = said.getvalue().decode("ascii")
    assert not text or text.endswith("\r\n" if end.endswith("\r\n") else "\n")
    replies = text.split("\r\n" if end.endswith("\r\n") else "\n")[:-1]
    assert all(REPLY.fullmatch(reply) for reply in replies), replies
    return replies


def board(*stones):
    return ["BOARD", *stones, "DONE"]


def test_a_game_is_played_move_by_move():
    """We begin or answer; stones are where they were put."""
    assert say("START 15", "BEGIN", "TURN 1,0", "TURN 14,14") == ["OK", "0,0", "2,0", "3,0"]
    assert say("START 15", "TURN 0,0", "TURN 2,0") == ["OK", "1,0", "3,0"]


def test_x_comes_first_and_both_count_from_0():
    """``x,y`` is a column from the left and a row from the top."""
    made = Made()
    say("START 15", "TURN 3,1", make=made)
    assert made[0].states[0].board()[1, 3] == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "  \r\n"])
def test_lines_may_end_anyhow_and_letters_be_small(end):
    """Managers differ in their line ends; empty lines are no commands."""
    assert say("start 15", "", " Begin", "turn 1 , 0", end=end) == ["OK", "0,0", "2,0"]


def test_people_are_told_what_the_agent_thinks():
    """Before each move comes a message with value, effort and line; the mouse asks about a point."""
    said = say_all("START 15", "BEGIN", "INFO evaluate 0,0", "INFO evaluate 9,9", "INFO evaluate x")
    assert said[1].startswith("MESSAGE value +0.25, nodes 3, time ")
    assert said[1].endswith("line 0,0")
    assert said[3:] == ["MESSAGE 0,0: value +0.25, visits 5"]


@pytest.mark.parametrize(
    ("lines", "replies"),
    [
        (["RECTSTART 10,10", "BEGIN"], ["OK", "0,0"]),
        (["RECTSTART 10,12"], ["ERROR rectangular boards are not supported"]),
        (["RECTSTART 10"], ["ERROR '10': expected width and height of a board"]),
        (["START " + "9" * 30], [f"ERROR '{'9' * 30}': expected the size of a board"]),
        (["START 10,12"], ["ERROR '10,12': expected the size of a board"]),
        (["START 4"], ["ERROR board of 4: only 5 to 20 are played on"]),
        (["START 21"], ["ERROR board of 21: only 5 to 20 are played on"]),
        (["START"], ["ERROR '': expected the size of a board"]),
        (["START big"], ["ERROR 'big': expected the size of a board"]),
        (["START 5", "START 20", "TURN 19,19"], ["OK", "OK", "0,0"]),
        (["BEGIN"], ["ERROR there is no board before START"]),
        (["TURN 0,0"], ["ERROR there is no board before START"]),
        (["RESTART"], ["ERROR there is no board before START"]),
        (["START 9", "TURN 9,0"], ["OK", "ERROR bad point '9,0': expected 0,0 to 8,8"]),
        (["START 9", "TURN"], ["OK", "ERROR bad point '': expected 0,0 to 8,8"]),
        (["START 9", "BEGIN", "TURN 0,0"], ["OK", "0,0", "ERROR 0,0 is occupied"]),
        (["START 9", "BEGIN", "BEGIN"], ["OK", "0,0", "ERROR BEGIN is for an empty board"]),
        (["START 9", "BEGIN", "RESTART", "TURN 0,0"], ["OK", "0,0", "OK", "1,0"]),
        (["START 9", "PLAY 3,4", "TURN 0,0"], ["OK", "3,4", "1,0"]),
        (["START 9", "PLAY 3"], ["OK", "ERROR bad point '3': expected 0,0 to 8,8"]),
        (["START 9", "TAKEBACK 3,4"], ["OK", "ERROR no stone at 3,4 to take back"]),
        (["START 9", "BEGIN", "TAKEBACK 0,0", "BEGIN"], ["OK", "0,0", "OK", "0,0"]),
        (["YXSTOP", "STOP", "START 9"], ["OK"]),
        (["SUGGEST 1,1"], ["UNKNOWN command 'SUGGEST'"]),
        (["1,2,3", "DONE"], ["UNKNOWN command '1,2,3'", "UNKNOWN command 'DONE'"]),
    ],
)
def test_each_command_has_its_answer(lines, replies):
    """What cannot be done is an ERROR that says why, what is no command UNKNOWN."""
    assert say(*lines) == replies


def test_about_names_us():
    """Managers show name, version and author."""
    (about,) = say("ABOUT")
    assert about.startswith('name="Tengen", version="')
    assert ', author="' in about


def test_taken_back_stones_are_gone():
    """Both last stones taken back, the game goes on before them."""
    made = Made()
    say("START 9", "TURN 5,5", "TURN 6,6", "TAKEBACK 1,0", "TAKEBACK 6,6", "TURN 7,7", make=made)
    assert made[0].states[-1].board().sum() == 1 + 2 + 1
    assert made[0].states[-1].board()[7, 7] == 1


def test_a_board_is_laid_and_answered():
    """1 are our stones, 2 the opponent's; what was there before is gone."""
    made = Made()
    lines = ["START 9", "TURN 8,8", *board("1,0,2", "0,0,1", "2,0,2"), "TURN 5,5"]
    assert say(*lines, make=made) == ["OK", "0,0", "3,0", "4,0"]
    assert made[0].states[1].board()[0, :4].tolist() == [2, 1, 1, 0]
    assert made[0].states[1].board()[8, 8] == 0


def test_yixin_boards_position_is_laid_without_a_move():
    """YXBOARD is answered by nothing; play goes on from it."""
    lines = ["START 9", "YXBOARD", "0,0,2", "1,0,1", "DONE", "TURN 2,0"]
    assert say(*lines) == ["OK", "3,0"]


@pytest.mark.parametrize("fault", ["9,0,1", "0,0", "0,0,4", "x", "0,0,1,1"])
def test_a_faulty_board_is_told_once(fault):
    """The first bad line is answered, the rest up to DONE is read over, no move is made."""
    first, *rest = say("START 9", *board("0,0,1", fault, fault, "1,1,2"), "TURN 5,5")[1:]
    assert first.startswith("ERROR bad ")
    assert rest == ["0,0"]


def test_a_board_without_its_end_does_not_swallow_commands():
    """The next command ends it and is obeyed."""
    said = say("START 9", "BOARD", "0,0,1", "RESTART", "BEGIN")
    assert said == ["OK", "ERROR expected DONE before RESTART", "OK", "0,0"]
    assert say("START 9", "BOARD", "0,0,1", "END", "ABOUT") == [
        "OK",
        "ERROR expected DONE before END",
    ]
    assert say("START 9", "BOARD", "0,0,1") == ["OK"]


def test_a_finished_game_is_over():
    """Who has won is asked no more; the next game begins as usual."""
    four = board(*(f"{x},0,2" for x in range(4)), *(f"{x},2,1" for x in range(3)))
    said = say("START 9", *four, "TURN 8,8", "TURN 4,0", "TURN 5,5", "RESTART", "BEGIN")
    assert said[:2] == ["OK", "4,0"]
    assert said[3:] == ["ERROR 4,0 is occupied", "6,0", "OK", "0,0"]
    five = board(*(f"{x},0,2" for x in range(4)), *(f"{x},2,1" for x in range(4)))
    said = say("START 9", "YXBOARD", *five[1:], "TURN 4,0", "TURN 5,5", "RESTART", "BEGIN")
    assert said == ["OK", "ERROR the game is over", "ERROR the game is over", "OK", "0,0"]


@pytest.mark.parametrize(
    ("number", "rule"),
    [
        *[(0, "freestyle"), (1, "standard"), (2, "freestyle"), (3, "standard")],
        *[(4, "renju"), (8, "caro"), (9, "caro-exact")],
    ],
)
def test_the_rule_is_the_managers(number, rule):
    """INFO rule before START or after it, on the stones that lie there."""
    for lines in ([f"INFO rule {number}", "START 9"], ["START 9", f"INFO rule {number}"]):
        made = Made()
        assert say(*lines, "BEGIN", make=made) == ["OK", "0,0"]
        assert made[-1].states[-1].game.settings["rule"] == rule


@pytest.mark.parametrize("number", ["5", "16", "-1", "12"])
def test_rules_we_do_not_play_are_told(number):
    """INFO has no answer, so that a message says it; the rule stays."""
    made = Made()
    said = say_all("INFO rule 1", "START 9", f"INFO rule {number}", "BEGIN", make=made)
    assert said[1].startswith(f"MESSAGE Gomocup rule {number}: ")
    assert made[-1].states[-1].game.settings["rule"] == "standard"


def test_info_has_no_answer():
    """All keys, also those of other programs, are taken in silence."""
    keys = ["timeout_turn 1000", "timeout_match 60000", "time_left 50000", "max_memory 0"]
    keys += ["game_type 2", "rule 0", "folder C:\\brains data", "evaluate 1,1", "hash_size 3", ""]
    assert say_all("START 9", *(f"INFO {key}" for key in keys)) == ["OK"]
    (message,) = say_all("INFO timeout_turn soon")
    assert message == "MESSAGE INFO timeout_turn 'soon': expected a whole number"


def test_the_agent_is_ready_before_the_first_move():
    """START makes it, once, for the board; BEGIN finds it there."""
    made = Made()
    assert say("START 9", make=made) == ["OK"]
    assert len(made) == 1
    say("START 9", "INFO timeout_turn 5", "INFO time_left 5000", "BEGIN", "RESTART", make=made)
    assert len(made) == 2


def test_an_agent_that_cannot_be_made_is_told_at_start():
    """The manager may try another board."""

    def make(game, memory):
        raise SpecError(f"no {game.size}")

    assert say("START 9", "BEGIN", make=make) == [
        "ERROR no 9",
        "ERROR there is no board before START",
    ]


def test_time_bounds_the_thinking():
    """Turns end before their time, as fast as possible means at once; the agent's limit holds."""
    made = Made()
    lines = ["START 9", "INFO timeout_turn 2000", "BEGIN", "INFO timeout_turn 0", "TURN 5,5"]
    say(*lines, "INFO timeout_turn 2000", "INFO time_left -3", "TURN 6,6", make=made)
    first, second, third = made[0].limits
    assert 0.5 < first.seconds < 2
    assert second.seconds <= 0.001
    assert third.seconds <= 0.001
    assert first.visits == 77


def test_memory_is_bounded_by_the_manager():
    """The lower of what we want and what the manager allows."""
    made = Made()
    say("START 9", f"INFO max_memory {170 << 20}", "INFO max_memory 0", make=made, memory=64)
    assert [agent.memory for agent in made] == [64, 10, 64]


def test_a_fault_of_the_agent_is_an_error_and_not_the_end():
    """The move is lost; the next game is played."""
    made = Made()

    def make(game, memory):
        made(game, memory).fault = ValueError("out of\r\nthe blue") if len(made) == 0 else None
        return made[-1]

    said = say("START 9", "BEGIN", "START 10", "BEGIN", make=make)
    assert said == ["OK", "ERROR ValueError: out of the blue", "OK", "0,0"]


def test_swap2_has_its_three_answers():
    """Three stones; then a colour or two stones more; then a colour."""
    made = Made()

    def make(game, memory):
        agent = load_agent("mcts?playouts=60", game)
        made.append(agent)
        return agent

    opening, *_ = say("START 15", "SWAP2BOARD", "DONE", make=make)[1:]
    stones = opening.split()
    assert len(set(stones)) == 3
    assert all(MOVE.fullmatch(stone) for stone in stones)
    (second,) = say("START 15", "SWAP2BOARD", *stones, "DONE", make=make)[1:]
    assert second == "SWAP" or len(second.split()) in {1, 2}
    won = ["7,7", "0,0", "7,8", "14,0", "7,9"]
    assert say("START 15", "SWAP2BOARD", *won, "DONE", make=make)[1:] == ["SWAP"]
    (refused,) = say("START 15", "SWAP2BOARD", "1,1", "DONE")[1:]
    assert refused == "ERROR SWAP2BOARD with 1 stones: expected 0, 3 or 5"


def test_a_board_after_swap2_begins_anew():
    """The manager sends BOARD with what came of the opening."""
    lines = ["START 15", "SWAP2BOARD", "DONE", *board("7,7,1", "8,8,2", "9,9,1", "5,5,2")]
    assert say(*lines)[2:] == ["0,0"]


class Brooding(Told):
    """Thinks until it is stopped."""

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        self.limits.append(limit)
        assert stop.wait(60)
        return Decision(int(state.legal_actions()[0]), 0.0)


@contextmanager
def brooding():
    """A brain that thinks about its first move, its manager's pipe and what it has said."""
    read, write = os.pipe()
    agents, said = [], io.BytesIO()

    def make(game, memory):
        agents.append(Brooding(game, memory))
        return agents[-1]

    engine = GomocupEngine(make, Lines(os.fdopen(read, "rb")), Writer(said), memory=64)
    running = threading.Thread(target=engine.run)
    running.start()
    manager = os.fdopen(write, "wb", buffering=0)

    manager.write(b"INFO timeout_turn 60000\r\nSTART 9\r\nBEGIN\r\n")
    while not (agents and agents[0].limits):
        time.sleep(0.001)
    yield manager, said
    manager.close()
    running.join(30)
    assert not running.is_alive()


def test_nothing_is_said_after_the_end():
    """END while thinking ends it without a move."""
    with brooding() as (manager, said):
        manager.write(b"END\r\n")
    assert said.getvalue() == b"OK\r\n"


def test_the_end_of_all_lines_ends_thinking():
    """A manager that is gone is not thought for; the move is there for who still reads."""
    with brooding() as (manager, said):
        manager.close()
    assert said.getvalue().endswith(b"\r\n0,0\r\n")


@pytest.mark.parametrize("command", [b"STOP\r\n", b"YXSTOP\r\n"])
def test_stop_brings_the_move_at_once(command):
    """The best so far is played; other lines wait for it."""
    with brooding() as (manager, said):
        manager.write(b"INFO rule 1\r\nABOUT\r\n" + command)
        while b"name" not in said.getvalue():
            time.sleep(0.001)
    ok, message, move, about, end = said.getvalue().decode().split("\r\n")
    assert (ok, message[:7], move, about[:4], end) == ("OK", "MESSAGE", "0,0", "name", "")
