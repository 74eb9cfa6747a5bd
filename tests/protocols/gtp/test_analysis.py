"""Thinking aloud, and pictures of a position."""

import re
import time

import pytest

from tengen import load
from tengen.core import Candidate, Decision
from tengen.protocols.gtp.commands.analysis import LEELA, Wanted, report

ENDLESS = "mcts?playouts=1000000000"
INFO = re.compile(
    r"info move (\S+) visits \d+ (?:utility \S+ )?winrate (\S+) prior (\S+) lcb (\S+) "
    r"(?:utilityLcb \S+ )?order (\d+) pv \1( \S+)*?(?= info | rootInfo | ownership |$)"
)


def analysed(go, command, lines=2):
    """Return the first lines of an analysis, stopped by a command after it."""
    go.send(f"7 {command}\n")
    assert go.read_line() == "=7"
    told = [go.read_line() for _ in range(lines)]
    go.send("8 name\n")
    while line := go.read_line():
        told.append(line)
    assert go.read().id == "8"
    return told


@pytest.mark.parametrize("command", ["lz-analyze", "kata-analyze", "analyze"])
def test_an_analysis_runs_until_a_line_comes(connect, command):
    """Each line tells of moves, ``pv`` last; a closing empty line comes, then the next reply."""
    go = connect(spec=ENDLESS)
    for line in analysed(go, f"{command} b 1 maxmoves 3"):
        moves = list(INFO.finditer(line))
        assert "".join(move[0] for move in moves) == line.replace(" info", "info")
        assert [move[5] for move in moves] == [str(order) for order in range(len(moves))]
        assert 1 <= len(moves) <= 3


@pytest.mark.parametrize(
    ("command", "number"),
    [
        ("lz-analyze", r"\d{1,5}"),
        ("analyze", r"\d{1,5}"),
        ("kata-analyze", r"[01]\.\d+"),
    ],
)
def test_numbers_look_as_each_program_wants_them(connect, command, number):
    """Ten-thousandths for Leela Zero and Sabaki, fractions for KataGo."""
    line = analysed(connect(spec=ENDLESS), f"{command} 1", lines=1)[0]
    for move in INFO.finditer(line):
        for text in move.group(2, 3, 4):
            assert re.fullmatch(number, text)
            chance = float(text) / (1 if "." in text else 10_000)
            assert 0 <= chance <= 1


@pytest.mark.parametrize("line", ["", "nonsense", "# comment", "9 quit"])
def test_any_line_stops_an_analysis(connect, line):
    """An empty one, a comment, a command that is none."""
    go = connect(spec=ENDLESS)
    go.send("lz-analyze 1\n")
    assert go.read_line() == "="
    assert go.read_line().startswith("info")
    go.send(line + "\n")
    while go.read_line():
        pass
    if line and "#" not in line:
        go.read()
    if "quit" not in line:
        assert go("name") == "Tengen"


def test_the_end_of_input_stops_an_analysis(connect):
    """An engine whose controller has gone ends."""
    go = connect(spec=ENDLESS)
    go.send("lz-analyze 1\n")
    assert go.read_line() == "="


def test_an_agent_that_is_done_waits_for_the_line(connect):
    """One look is told, and the reply ends when a line comes."""
    go = connect(spec="robot?level=1", size=9)
    go.send("lz-analyze\n")
    assert go.read_line() == "="
    assert go.read_line().startswith("info move")
    time.sleep(0.05)
    assert go.rest == b""
    go.send("\n")
    assert go.read_line() == ""


def test_owners_and_the_root_are_told_of(connect):
    """Whose points they are is said for the side to move, between -1 and 1."""
    go = connect(spec=ENDLESS)
    go("gogui-play_sequence b c3 w pass b c4")
    line = analysed(go, "kata-analyze w 1 ownership true rootInfo true maxmoves 1 pvVisits true")[0]
    infos, _, owners = line.partition(" ownership ")
    numbers = [float(owner) for owner in owners.split()]
    assert len(numbers) == 25
    assert -1 <= min(numbers) <= max(numbers) < 0
    assert re.search(r" rootInfo visits \d+ utility \S+ winrate 0\.\d+$", infos)


def test_either_side_can_be_analysed_for(connect):
    """The winning move is the one of that colour."""
    gomoku = connect("gomoku", spec="mcts?playouts=400")
    for x in "ABCD":
        gomoku(f"play b {x}1")
    assert analysed(gomoku, "lz-analyze b 1", lines=1)[0].startswith("info move E1 ")


def test_more_moves_are_told_if_wanted(connect):
    """Also such as were not looked at."""
    go = connect(spec="mcts?playouts=3", size=9)
    go.send("lz-genmove_analyze b minmoves 20\n")
    go.read_line()
    assert go.read_line().count("info move") == 20


@pytest.mark.parametrize(
    ("command", "prior"),
    [
        ("lz-genmove_analyze", r"prior \d+ "),
        ("genmove_analyze", r"prior \d+ "),
        ("kata-genmove_analyze", r"prior 0\.\d+ "),
    ],
)
def test_a_move_is_decided_on_aloud(connect, command, prior):
    """It ends by itself, whatever lines come, and the move is played."""
    go = connect(spec=ENDLESS, seconds=0.3)
    go.send(f"4 {command} b 10\n\n\n5 name\n")
    reply = go.read()
    *infos, played = reply.text.strip().split("\n")
    assert infos
    assert all(re.search(prior, info) for info in infos)
    assert go.read().id == "5"
    assert go.refuses(f"play w {played.removeprefix('play ')}").startswith("illegal move")


@pytest.mark.parametrize(
    "arguments",
    [
        *("x", "b x", "b -1", "b nan", "interval", "ownership maybe", "minmoves x"),
        *("allow b c3", "avoid x c3 1", "avoid b z9 1", "avoid b c3 0", "avoid b c3 x"),
        "allow b c3 1 avoid b c3 1",
    ],
)
def test_analyses_that_cannot_be(go, arguments):
    """They are refused before anything is told."""
    assert go.refuses(f"kata-analyze {arguments}")
    assert go("name") == "Tengen"


@pytest.mark.parametrize("spec", [ENDLESS, "random"])
def test_moves_to_avoid_and_to_allow(connect, spec):
    """The first move is none of those, or one of those; lists of the other side do not count."""
    go = connect(spec=spec)
    for words, kept in [
        ("avoid b c3,c4,pass 9 avoid b b3 1", lambda name: name not in {"C3", "C4", "B3", "pass"}),
        ("allow b c3,a1 1 allow b a2 1", lambda name: name in {"C3", "A1", "A2"}),
        ("allow w c3 1 allow b e5 1", lambda name: name == "E5"),
    ]:
        for line in analysed(go, f"kata-analyze b 1 {words}", lines=1):
            assert all(kept(move[1]) for move in INFO.finditer(line))
            assert INFO.search(line)


def test_a_move_is_decided_on_among_some(connect):
    """What is avoided is not played."""
    go = connect(spec="mcts?playouts=50")
    told = go("lz-genmove_analyze b 100 allow b a1,a2 1")
    assert told.split("play ")[1] in {"A1", "A2"}


def test_pictures_of_a_position(connect):
    """Every command of the menu works, and boards have the size of the board."""
    go = connect(spec="mcts?playouts=200")
    go("gogui-play_sequence b c3 w c4")
    before = go("showboard")
    for entry in go("gogui-analyze_commands").split("\n"):
        kind, _, command = entry.split("/")
        answer = go(command.replace("%c", "b"))
        if kind in {"dboard", "sboard"}:
            rows = [row.split() for row in answer.strip("\n").split("\n")]
            assert [len(row) for row in rows] == [5] * 5
        if kind == "dboard":
            numbers = [float(x) for row in rows for x in row]
            assert -1 <= min(numbers) <= max(numbers) <= 1
            assert any(numbers)
    assert go("showboard") == before


def test_pictures_show_what_the_agent_thinks(connect):
    """A winning move is first of the ranking and the variation, and worth all."""
    gomoku = connect("gomoku", size=8, spec="mcts?playouts=400")
    for x in "ABCD":
        gomoku(f"play b {x}1")
        gomoku(f"play w {x}2")
    assert gomoku("tengen-pv b") == "E1"
    assert gomoku("tengen-ranking").startswith("E1 1")
    assert gomoku("tengen-value") == "Black to move, value +1.000, chance 100.0 %"
    assert gomoku("tengen-values").strip().split("\n")[-1].split()[4] == "1.000"
    assert gomoku("tengen-visits").strip().split("\n")[-1].split()[4] == "1.000"
    assert gomoku.refuses("tengen-ownership") == "unknown command"


def test_values_of_boards_are_blacks(connect):
    """White's winning move is worth -1 there, and a chance of 100 % for White."""
    gomoku = connect("gomoku", size=8, spec="mcts?playouts=400")
    gomoku("play b h8")
    for x in "ABCD":
        gomoku(f"play w {x}1")
    gomoku("play b h7")
    assert gomoku("tengen-values").strip().split("\n")[-1].split()[4] == "-1.000"
    assert gomoku("tengen-chances").strip().split("\n")[-1].split()[4] == "100"


def test_agents_without_opinions_are_analysed_too(connect):
    """Random moves have no value: an even chance is told."""
    go = connect(spec="random")
    assert "winrate 5000" in analysed(go, "lz-analyze 1", lines=1)[0]
    assert go("tengen-value") == "Black to move, no opinion"


def test_moves_without_a_value_are_not_told_the_best_ones():
    """Where some moves were valued, no other is told of unless more moves are wanted."""
    candidates = (Candidate(0, 9, 0.0, 0.5), Candidate(1, 7, 0.0, None))
    decision = Decision(0, 0.5, candidates)
    state = load("go", size=5).initial_state()
    assert report(state, decision, Wanted(0), LEELA).count("info move") == 1
    assert report(state, decision, Wanted(0, least=2), LEELA).count("info move") == 2
