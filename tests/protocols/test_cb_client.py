"""Engines of CheckerBoard as players: our own library, and one that fails in each way."""

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import tengen
from tengen.agents import find_method, load_agent, names, protocols
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, play_match
from tengen.cli.discovery import FoundCommands
from tengen.core import EngineError, Limit, Opening, SpecError, Stop
from tengen.games.draughts import game as draughts_module
from tengen.games.draughts.notation import START, format_fen

DRAUGHTS = tengen.load("draughts")
OURS = Path(draughts_module.__file__).parent / "checkerboard" / "tengen-checkerboard.so"
FAULTS = {
    "crash": "was ended by SIGABRT: assertion failed",
    "exit": "exited with status 5: printed by the engine",
    "hang": "did not answer within 0.5 s",
    "still": "made no move; it said 'value 12, depth 3'",
    "illegal": "left a board that no move leads to; it said 'value 12, depth 3'",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The engine that fails when it is told to."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or sys.platform == "win32":
        pytest.skip("no C compiler")
    built = tmp_path_factory.mktemp("cb") / "with blank.so"
    source = Path(__file__).with_name("cb_engine.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(built), str(source)], check=True)
    return built


@pytest.fixture
def told(tmp_path, monkeypatch):
    """What the engine was told, a line each."""
    file = tmp_path / "told"
    monkeypatch.setenv("CB_FILE", str(file))
    return file


def test_what_it_is_told(library, told):
    """Its memory, tables, the game since the last man's move, the time, and where a game is new."""
    agent = load_agent(f"cb:{library}?memory=16&pieces=4", DRAUGHTS)
    first = agent.decide(DRAUGHTS.initial_state())
    assert DRAUGHTS.format_move(first.action) == "12-16"
    state = DRAUGHTS.initial_state()
    for action in DRAUGHTS.parse_line(state, "12-16 24-20"):
        state = state.apply(action)
    agent.decide(state, Limit(seconds=0.25))
    agent.close()
    lines = told.read_text().splitlines()
    assert lines[:3] == ["get gametype", "set hashsize 16", "set max_dbpieces 4"]
    assert lines[3:5] == [f"set gamehist {format_fen(START)}", "getmove 2 1.00 3"]
    assert lines[5].startswith("set gamehist B:W")
    assert lines[6] == "getmove 2 0.25 2"


def test_kings_that_go_to_and_fro_are_history(library, told):
    """The moves since the last capture or man's move are told with where it led."""
    game = tengen.load("draughts", position="B:WK32:BK1,5")
    state = game.initial_state()
    for action in game.parse_line(state, "1-6 32-28 6-1 28-32"):
        state = state.apply(action)
    agent = load_agent(f"cb:{library}", game)
    agent.decide(state)
    agent.close()
    history = next(line for line in told.read_text().splitlines() if "gamehist" in line)
    assert history == "set gamehist B:WK32:BK1,5 1-6 32-28 6-1 28-32"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told(library, fault, monkeypatch):
    """The verdict says what was wrong."""
    monkeypatch.setenv("CB_FAULT", fault)
    options = "?timeout=0.3" if fault == "hang" else ""
    agent = load_agent(f"cb:{library}{options}", DRAUGHTS)
    state = DRAUGHTS.initial_state()
    state = state.apply(agent.decide(state).action).apply(DRAUGHTS.parse_move("24-20"))
    with pytest.raises(EngineError) as error:
        agent.decide(state, Limit(seconds=0.2))
    assert str(error.value) == FAULTS[fault]
    agent.close()


def test_a_fault_ends_its_game_alone(library, monkeypatch):
    """The next game has a fresh process."""
    monkeypatch.setenv("CB_FAULT", "crash")
    players = SpecPlayer(f"cb:{library}?name=Faulty", DRAUGHTS), SpecPlayer("random", DRAUGHTS)
    settings = MatchSettings(games=2, openings=(Opening(DRAUGHTS),))
    result = play_match(*players, DRAUGHTS, settings)
    assert result.b.tally.wins == 2
    assert result.forfeits == [f"game {k}: Faulty {FAULTS['crash']}" for k in (1, 2)]


def test_another_game_is_refused(library, monkeypatch):
    """Who says that he plays another game of CheckerBoard's is not asked for moves."""
    monkeypatch.setenv("CB_FAULT", "pool")
    with pytest.raises(EngineError, match="plays the game 25 of CheckerBoard, not 21"):
        load_agent(f"cb:{library}", DRAUGHTS).prepare()


def test_a_move_at_once(library, monkeypatch):
    """An engine that heeds ``playnow`` plays when it is stopped."""
    monkeypatch.setenv("CB_FAULT", "patient")
    agent = load_agent(f"cb:{library}", DRAUGHTS)
    state = DRAUGHTS.initial_state()
    state = state.apply(agent.decide(state).action)
    state = state.apply(DRAUGHTS.parse_move("24-20"))
    stop = Stop()
    threading.Timer(0.05, stop.set).start()
    assert agent.decide(state, Limit(seconds=50), stop=stop).action in state.legal_actions()
    agent.close()


def test_specs_that_cannot_be(library, tmp_path):
    """No library, no such file, another game, an option that is unknown, no library at all."""
    gomoku = tengen.load("gomoku")
    for spec, game, words in (
        ("cb", DRAUGHTS, "needs a library"),
        (f"cb:{tmp_path}/no.so", DRAUGHTS, "there is no library"),
        (f"cb:{library}", gomoku, "plays draughts"),
        (f"cb:{library}?speed=9", DRAUGHTS, "unknown option"),
    ):
        with pytest.raises(SpecError, match=words):
            load_agent(spec, game)
    text = tmp_path / "text.so"
    text.write_text("no library")
    with pytest.raises(EngineError, match="exited with status 1: cannot be loaded"):
        load_agent(f"cb:{text}", DRAUGHTS).prepare()


def test_it_is_an_agent_without_a_command():
    """Specs may name it, pages may not, and ``tengen cb`` is nothing."""
    assert "cb" in names()
    assert "cb" in protocols()
    assert find_method("cb").runs_programs
    commands = FoundCommands(name="tengen")
    assert "cb" not in commands.list_commands(None)
    assert commands.get_command(None, "cb") is None
    assert "analysis" in commands.list_commands(None)
    assert "analysis" not in names()
    with pytest.raises(SpecError, match="unknown agent 'analysis'"):
        find_method("analysis")


@pytest.mark.long
def test_our_own_library_plays_a_game():
    """Whole moves, captures of several hops among them, in both colours."""
    if not OURS.is_file():
        pytest.skip("only a development build makes it")
    one, other = (
        SpecPlayer(spec, DRAUGHTS)
        for spec in (f"cb:{OURS}?seconds=0.002&pieces=2&memory=1", "robot?level=2")
    )
    result = play_match(one, other, DRAUGHTS, MatchSettings(games=2))
    assert result.forfeits == []
    assert result.a.tally.wins + result.a.tally.draws >= 1
