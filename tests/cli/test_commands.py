"""What the commands print, for people and for programs."""

import json
import os
import subprocess
import sys
from functools import partial

import pytest

from tengen.core import Limit, Record
from tengen.games import load
from tengen.search.agent import SearchAgent

long_ = partial(pytest.param, marks=pytest.mark.long)
MATCH = ("match", "mcts?playouts=50", "random", "--game", "gomoku", "--size", 6, "--games", 4)


@pytest.mark.parametrize(
    "command", ["", "studio", "match", "analyse", "train", "learn", "bench", "agents"]
)
def test_help(tengen, command):
    """Every command explains itself and shows an example."""
    ran = tengen(*command.split(), "--help")
    assert ran.code == 0
    assert "Usage: tengen" in ran.out
    assert "Example" in ran.out
    assert "tengen " + (command or "studio") in ran.out.split("Example")[1]


def test_no_command_is_help(tengen):
    """The bare command tells what there is."""
    ran = tengen()
    assert ran.code == 0
    for command in ("studio", "match", "analyse", "train", "bench"):
        assert command in ran.out


def test_version(tengen):
    """The version is the package's."""
    import tengen as package

    assert tengen("--version").out == f"tengen {package.__version__}\n"


def test_completion():
    """A shell that asks is told the commands that begin so."""
    asked = {"_TENGEN_COMPLETE": "complete_bash", "COMP_WORDS": "tengen ma", "COMP_CWORD": "1"}
    ran = subprocess.run(
        [sys.executable, "-m", "tengen"],
        env=os.environ | asked, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.stdout.split() == ["match"]


@pytest.mark.parametrize(
    "arguments", [long_(["--help"]), ["train", "--help"], long_(["analyse", "--agent", "mcts"])]
)
def test_torch_and_ray_are_not_imported(arguments):
    """Neither help nor play costs the import of torch, and nothing but a cluster that of Ray."""
    code = (
        "import sys; from tengen.cli.app import run; run(sys.argv[1:]); "
        "sys.exit('torch' in sys.modules or 'ray' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, check=False
    )
    assert done.returncode == 0


def test_match_json(tengen):
    """A match prints one object with all that was measured."""
    ran = tengen(*MATCH, "--json", "--seed", 7)
    assert ran.code == 0
    data = json.loads(ran.out)
    assert (data["a"], data["b"], data["games"], data["seed"]) == (
        "mcts?playouts=50",
        "random",
        4,
        7,
    )
    assert data["settings"] == dict(load("gomoku", size=6).settings)
    assert data["score"] == (data["wins"] + data["draws"] / 2) / 4
    assert data["wins"] == data["as_first"]["wins"] + data["as_second"]["wins"]
    low, high = data["interval"]
    assert 0 <= low <= data["score"] <= high <= 1
    assert set(data["seconds_per_move"]["a"]) == {"wall", "cpu"}
    assert set(data) >= {"elo", "elo_interval", "likelihood_of_superiority", "command", "forfeits"}


def test_match_table(tengen):
    """People get a table, the rating and the command to repeat it."""
    ran = tengen(*MATCH)
    assert ran.code == 0
    for words in ("4 games of gomoku", "mcts?playouts=50", "95 %", "Elo", "superiority", "seed 0"):
        assert words in ran.out


def test_all_won_bounds_the_rating_from_below(tengen):
    """A difference without an upper bound is told as a lower one."""
    ran = tengen("match", "mcts?playouts=300", "random", "--size", 6, "--games", 8)
    assert "100.0 % (95 %: 67.6 % to 100.0 %), Elo at least +127," in ran.out
    assert "+inf" not in ran.out


def test_equal_agents_are_told_apart(tengen):
    """Two agents of one name are A and B."""
    ran = tengen("match", "random", "random", "--size", 5, "--games", 2)
    assert "A: random: score" in ran.out
    assert "B: random" in ran.out


def test_openings_that_do_not_fit(tengen):
    """Openings shorter than asked are told."""
    ran = tengen("match", "random", "random", "--size", 6, "--games", 2, "--opening-plies", 36)
    assert ran.err == "tengen: openings have 9 plies, not 36: the game is too short\n"


@pytest.mark.parametrize("as_json", [False, True])
def test_the_net_is_named(tengen, as_json):
    """Who plays with which net is told, and what else it was trained for."""
    options = ["--size", 9, "--visits", 4, *(["--json"] if as_json else [])]
    match = tengen("match", "alphazero", "random", "--games", 1, *options)
    analysis = tengen("analyse", *options)
    for ran in (match, analysis):
        assert ran.code == 0
        assert ran.err == "tengen: alphazero uses gomoku-8x8, trained for size 8, not 9\n"
    if as_json:
        assert json.loads(match.out)["nets"] == {"a": "gomoku-8x8", "b": None}
        assert json.loads(analysis.out)["net"] == "gomoku-8x8"
    else:
        assert "alphazero uses gomoku-8x8\n" in match.out
        assert "alphazero uses gomoku-8x8\n" in analysis.out


def test_net_at_home_needs_no_words(tengen):
    """A net in the game it learned is not warned of."""
    ran = tengen("analyse", "--size", 8, "--visits", 4, "--agent", "alphazero:gomoku-8x8")
    assert ran.err == ""
    assert "uses" not in ran.out


def test_analyse_shows_no_figures_that_there_are_none_of(tengen):
    """An agent without policy and search has no column of them, and JSON no prior."""
    ran = tengen("analyse", "--moves", "e5 e6", "--size", 9, "--agent", "robot")
    assert ran.code == 0
    assert "value" in ran.out
    assert "prior" not in ran.out
    data = json.loads(tengen("analyse", "--size", 9, "--agent", "robot", "--json").out)
    assert data["candidates"][0]["prior"] is None
    ran = tengen("analyse", "--size", 9, "--agent", "mcts?playouts=300")
    assert "prior" in ran.out
    assert "visits" in ran.out


def test_narrow_terminal_keeps_the_moves(tengen, monkeypatch):
    """At 40 columns the table has fewer columns, each whole."""
    monkeypatch.setenv("COLUMNS", "40")
    ran = tengen("analyse", "--size", 9, "--agent", "mcts?playouts=500")
    lines = ran.out.splitlines()
    assert "● Black to move after 0 moves" in lines
    assert any(line.startswith("mcts?playouts=500 plays") and "nodes in" in line for line in lines)
    (heading,) = [
        line for line in lines if "value" in line and "move" in line and "plays" not in line
    ]
    assert len(heading) <= 40
    assert "…" not in ran.out


def test_one_move_and_no_candidates(tengen):
    """One move is no plural, and an agent without candidates gets no table."""
    ran = tengen("analyse", "--moves", "a1", "--size", 6, "--agent", "random")
    assert "after 1 move\n" in ran.out
    assert "continuation" not in ran.out


def test_package_is_the_command(tmp_path):
    """``python -m tengen`` is ``tengen``."""
    done = subprocess.run(
        [sys.executable, "-m", "tengen", "--version"], capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("tengen ")


def test_saved_games_can_be_analysed(tengen, tmp_path):
    """Games are appended to the file, and each can be looked at."""
    path = tmp_path / "games.jsonl"
    for _ in range(2):
        tengen(*MATCH, "--save", path)
    lines = path.read_text().splitlines()
    assert len(lines) == 8
    record = Record.from_json(json.loads(lines[2]))
    *states, last = record.replay(load(record.game, **record.settings))
    assert last.outcome() is not None
    ran = tengen(
        "analyse", path, "--number", 3, "--ply", 5, "--agent", "mcts?playouts=50", "--json"
    )
    data = json.loads(ran.out)
    assert data["ply"] == 5
    assert data["board"] == states[5].board().tolist()


def test_limits_reach_the_agents(tengen, monkeypatch):
    """--visits and --seconds bound both sides, whatever their specs say."""
    limits = []
    decide = SearchAgent.decide

    def watched(self, state, limit=None, **options):
        limits.append(limit)
        return decide(self, state, limit, **options)

    monkeypatch.setattr(SearchAgent, "decide", watched)
    tengen(*MATCH, "--visits", 20, "--seconds", 5)
    assert set(limits) == {Limit(visits=20, seconds=5)}


def test_analyse_json(tengen):
    """Candidates come best first, in the game's notation, with what the search saw."""
    moves = "e5 a1 e6 a2 e7 b1"
    ran = tengen(
        "analyse",
        "--moves",
        moves,
        "--size",
        9,
        "--agent",
        "mcts?playouts=2000",
        "--json",
        "--top",
        3,
    )
    data = json.loads(ran.out)
    assert (data["ply"], data["to_play"], data["move"]) == (
        6,
        "Black",
        data["candidates"][0]["move"],
    )
    assert len(data["candidates"]) <= 3
    assert data["pv"][0] == data["move"]
    assert data["nodes"] > 0
    for candidate in data["candidates"]:
        assert set(candidate) == {"move", "visits", "prior", "value", "pv"}
        assert candidate["pv"][0] == candidate["move"]


def test_analyse_finds_the_win(tengen):
    """A four in a row is completed."""
    ran = tengen(
        "analyse", "--moves", "e5,a1,f5,a2,g5,a3,h5,b9", "--size", 9, "--agent", "mcts", "--json"
    )
    data = json.loads(ran.out)
    assert data["move"] in {"d5", "i5"}
    assert data["value"] > 0.9


def test_analyse_draws_the_board(tengen):
    """The board has coordinates, stones where they lie and ranks on the best points."""
    ran = tengen("analyse", "--moves", "a1 i9", "--size", 9, "--agent", "mcts?playouts=500")
    lines = ran.out.splitlines()
    assert lines[0].split()[0] == "9"
    assert lines[0].split()[-1] == "○"
    assert lines[8].split()[:2] == ["1", "●"]
    assert lines[9].split() == list("abcdefghi")
    assert any("1" in line.split()[1:] for line in lines[:9])
    assert "Black to move after 2 moves" in ran.out


def test_analyse_of_a_finished_game(tengen):
    """A finished game is drawn and its result told; nobody thinks about it."""
    moves = "a1 a2 b1 b2 c1 c2 d1 d2 e1"
    ran = tengen("analyse", "--moves", moves, "--agent", "random")
    assert "Black won" in ran.out
    data = json.loads(tengen("analyse", "--moves", moves, "--agent", "random", "--json").out)
    assert data["outcome"]["winner"] == 0
    assert "candidates" not in data


def test_agents(tengen):
    """The methods are those whose folders there are."""
    data = json.loads(tengen("agents", "--json").out)
    assert {"alphazero", "mcts", "random"} <= set(data["agents"])
    assert [method["name"] for method in data["methods"]] == data["agents"]
    ran = tengen("agents")
    assert "Methods:" in ran.out
    assert "playouts=1000 c_puct=1.5" in ran.out


def test_one_agent(tengen):
    """All about a method: what its options mean, and whether it can be trained."""
    ran = tengen("agents", "alphazero")
    assert "visits=400" in ran.out
    assert "Visits of the root a move" in ran.out
    assert "tengen train alphazero" in ran.out
    assert "mcts" not in ran.out
    assert "`" not in tengen("agents", "nnue").out
    (told,) = json.loads(tengen("agents", "mcts", "--json").out)["methods"]
    assert (told["trains"], told["learns_on"]) == (False, False)
    assert told["options"][0] == {
        "name": "playouts", "usual": 1000, "about": "Random games a move.",
    }  # fmt: skip
    assert tengen("agents", "nobody").code == 2
    assert "--records" in tengen("agents", "policy").out
    assert "depth" in tengen("agents", "robot").out


@pytest.mark.parametrize("method", [[], ["alphazero"], ["robot"]])
def test_agents_keep_to_the_terminal(tengen, monkeypatch, method):
    """No line is wider than the terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, tengen("agents", *method).out.splitlines())) <= 80


@pytest.mark.long
def test_python_m():
    """``python -m tengen.cli`` is the command."""
    command = [sys.executable, "-m", "tengen.cli", "match", "nobody", "random"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("tengen: unknown agent")
