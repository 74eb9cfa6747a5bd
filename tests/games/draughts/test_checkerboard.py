"""The CheckerBoard library: its board, its moves, its time, its commands."""

import ctypes
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import draughts
import draughts.engine
import numpy as np
import pytest
from draughts.engines import checkerboard as theirs
from draughts.engines.checkerboard_extra.engine_64 import Engine64
from draughts.engines.checkerboard_extra.get_checker_board import get_board

import tengen
from tengen.agents import load_agent
from tengen.core import Agent
from tengen.games.draughts.ballots import Ballot, three_move_ballots
from tengen.games.draughts.game import Draughts
from tengen.games.draughts.notation import START, format_fen, parse_fen
from tengen.games.face import NativeState

from . import checkerboard as cb
from .checkerboard import Engine
from .positions import random_position

START_FEN = format_fen(START)
NO_PROGRESS = "B:WK32,24:BK1,K2,5"
"""Kings step to and fro, and the men need not move."""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """An engine that knows the endgames of three pieces."""
    return Engine(tmp_path_factory.mktemp("engine"), "engine", "set max_dbpieces 3")


def game_of(fen: str) -> Draughts:
    game = tengen.load("draughts", position=fen)
    assert isinstance(game, Draughts)
    return game


def whole_moves(state: NativeState) -> Iterator[tuple[tuple[int, ...], NativeState]]:
    """Yield every whole move with the position after it."""
    for action in state.legal_actions():
        after = state.apply(int(action))
        if after.to_play == state.to_play and after.outcome() is None:
            for rest, end in whole_moves(after):
                yield (int(action), *rest), end
        else:
            yield (int(action),), after


def test_the_board_is_that_of_others() -> None:
    """Squares are where CheckerBoard has them, and pieces as another program writes them."""
    assert [cb.place_of(square) for square in (1, 4, 5, 29, 32)] == [
        *((6, 0), (0, 0), (7, 1)),
        *((7, 7), (1, 7)),
    ]
    rng = np.random.default_rng(3)
    for position in (START, *(random_position(rng) for _ in range(20))):
        others = get_board(draughts.Board(variant="english", fen=format_fen(position)))
        assert cb.rows(cb.draw(position)) == cb.rows(others)


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> list[Engine]:
    """Two engines that share nothing."""
    folder = tmp_path_factory.mktemp("sides")
    return [Engine(folder, name, "set max_dbpieces 3") for name in ("black", "white")]


@pytest.mark.parametrize("opening", ["9-13 22-18 6-9", ""])
def test_two_engines_play_by_the_rules(sides: list[Engine], opening: str) -> None:
    """Every move of a whole game is legal, and described as it was played."""
    play_game(sides, opening)


def test_a_game_with_eleven_men_a_side(sides: list[Engine]) -> None:
    """So do they from an opening with a man less each."""
    play_game(sides, "10-14 22-17", "B:W21-26,28-32:B1-8,10-12")


@pytest.mark.long
@pytest.mark.parametrize("ballot", three_move_ballots()[::4], ids=lambda ballot: ballot.moves)
def test_many_openings(sides: list[Engine], ballot: Ballot) -> None:
    """What two games show holds for every fourth ballot."""
    play_game(sides, ballot.moves)


def play_game(sides: list[Engine], opening: str, fen: str = "") -> None:
    game = game_of(fen)
    state = game.initial_state()
    for action in game.parse_line(state, opening):
        state = state.apply(action)
    info = cb.RESET
    while state.outcome() is None:
        board = cb.draw(game.position_of(state))
        _, move = sides[state.to_play].move(board, state.to_play, 0.002, info=info)
        ends = [
            (line, after)
            for line, after in whole_moves(state)
            if cb.rows(cb.draw(game.position_of(after))) == cb.rows(board)
        ]
        assert ends, sides[state.to_play].shown.value
        assert any(is_described(game, state, line, move) for line, _ in ends)
        state, info = ends[0][1], 0


class Loaded(Engine64):
    """Their engine of a library; they load it by what only Windows has."""

    def __init__(self, command: str) -> None:
        self.engine = ctypes.CDLL(command)


def test_a_game_through_the_client_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program plays a whole game by the library, its clock and the moves so far told."""
    monkeypatch.setattr(theirs, "Engine64", Loaded)
    engine = theirs.CheckerBoardEngine(str(cb.library()))
    assert (engine.id["name"], engine.bits) == ("Tengen", 64)
    board = draughts.Board(variant="english", fen="W:W18,19,21,25,K29,32:B1,5,K9,12,20,22")
    game = game_of("W:W18,19,21,25,K29,32:B1,5,K9,12,20,22")
    state = game.initial_state()
    while state.outcome() is None:
        move = engine.play(board, draughts.engine.Limit(time=0.1, inc=0.005)).move
        board.push(move)
        for action in game.parse_line(state, move.pdn_move):
            state = state.apply(action)
        assert game.position_of(state) == parse_fen(board.fen)


def is_described(game: Draughts, state: NativeState, line: tuple[int, ...], move: cb.Move) -> bool:
    """Return whether `move` tells where a piece goes, what it takes and becomes, hop by hop."""
    board, before = cb.draw(game.position_of(state)), state
    path, taken = [cb.place_of(line[0] // 4 + 1)], []
    for action in line:
        state = state.apply(action)
        names = game.format_line(before, line[: len(path)])[0].replace("x", "-").split("-")
        path.append(cb.place_of(int(names[-1])))
        if before.native.must_capture:
            (x0, y0), (x1, y1) = path[-2:]
            taken.append(((x0 + x1) // 2, (y0 + y1) // 2))
    after = cb.draw(game.position_of(state))
    (x, y), (to_x, to_y) = path[0], path[-1]
    return (
        [(at.x, at.y) for at in (move.start, *move.path[1 : len(line)], move.end)] == path
        and [(at.x, at.y) for at in move.taken[: move.jumps]] == taken
        and move.takenpiece[: move.jumps] == [board[x][y] for x, y in taken]
        and (move.oldpiece, move.newpiece) == (board[x][y], after[to_x][to_y])
    )


def test_islegal_knows_the_rules(engine: Engine) -> None:
    """It is legal to go where a whole move goes, and nowhere else."""
    rng = np.random.default_rng(4)
    for _ in range(20):
        game = game_of(format_fen(random_position(rng)))
        state = game.initial_state()
        board = cb.draw(game.start)
        ends: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for line, _ in whole_moves(state):
            squares = game.format_line(state, line)[0].replace("x", "-").split("-")
            ends.setdefault((int(squares[0]), int(squares[-1])), []).append(line)
        for start in range(34):
            for end in range(34):
                move = engine.is_legal(board, state.to_play, start, end)
                lines = ends.get((start, end), [])
                assert (move is not None) == bool(lines)
                assert move is None or any(is_described(game, state, line, move) for line in lines)


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("B:WK32:BK10,K15", cb.WIN),
        ("W:WK32:BK10,K15", cb.LOSS),
        ("B:WK32:BK1", cb.DRAW),
        (START_FEN, cb.UNKNOWN),
        ("B:W5,6,10:B1", cb.LOSS),  # no move at all
    ],
)
def test_it_says_how_the_game_stands(engine: Engine, fen: str, result: int) -> None:
    """What the tables or the search prove is claimed."""
    position = parse_fen(fen)
    assert engine.move(cb.draw(position), position.to_play, 0.05)[0] == result


def test_a_move_is_played_at_once(engine: Engine) -> None:
    """Whoever wants the move does not wait for the time to be over, now or later."""
    hour, started = 3600, time.monotonic()
    board = cb.draw(START)
    engine.playnow.value = 1
    engine.move(board, 0, hour, info=cb.EXACT)
    assert cb.rows(board) != cb.rows(cb.draw(START))
    engine.playnow.value = 0
    timer = threading.Timer(0.1, lambda: setattr(engine.playnow, "value", 1))
    timer.start()
    engine.move(board, 1, hour, info=cb.EXACT)
    assert 0.1 <= time.monotonic() - started < hour / 60
    engine.playnow.value = 0


def test_the_time_is_kept(engine: Engine) -> None:
    """An exact time is used up, another at most; clocks are read in all units."""
    started = time.monotonic()
    engine.move(cb.draw(START), 0, 0.2, info=cb.EXACT)
    assert 0.19 <= time.monotonic() - started < 20
    hour, started = 3600.0, time.monotonic()
    for unit, left in ((1, 100), (2, 10), (3, 1)):  # a tenth of a second each
        engine.move(cb.draw(START), 0, hour, info=unit << 2, moreinfo=left << 16)
    for seconds in (0.0, -1.0, float("nan")):
        board = cb.draw(START)
        engine.move(board, 0, seconds)
        assert cb.rows(board) != cb.rows(cb.draw(START))
    assert time.monotonic() - started < 60


def test_it_shows_what_it_thinks(engine: Engine) -> None:
    """Depth, score, time, positions and the line are shown."""
    engine.move(cb.draw(START), 0, 0.05)
    shown = engine.shown.value.decode().split()
    assert shown[0] == "depth"
    line = " ".join(shown[shown.index("kN") + 1 :])
    game = game_of("")
    assert game.parse_line(game.initial_state(), line)


def test_a_number_of_positions_bounds_a_move(tmp_path: Path) -> None:
    """As many as are allowed, whatever the time; 0 is no bound again."""
    engine = Engine(tmp_path, "engine", "set max_dbpieces 0", "set max_nodes 30000")
    assert engine.command("get max_nodes") == (1, "30000")
    engine.move(cb.draw(START), 0, 3600.0)
    shown = engine.shown.value.decode().split()
    assert 25 <= int(shown[shown.index("kN") - 1]) <= 45
    assert engine.command("set max_nodes x")[0] == 0
    assert engine.command("set max_nodes 0")[0] == 1


@pytest.mark.long
def test_it_plays_as_strongly_as_nnue(tmp_path: Path) -> None:
    """100 games from ballots against the agent, as many positions a move: 45 to 55 %."""
    engine = Engine(tmp_path, "engine", "set max_nodes 2000")
    agent = load_agent("nnue?nodes=2000&book=no", game_of(""))
    score = sum(
        play_against(engine, agent, ballot.moves, colour)
        for ballot in three_move_ballots()[::3][:50]
        for colour in (0, 1)
    )
    assert 45 <= score <= 55, score


def play_against(engine: Engine, agent: Agent, opening: str, colour: int) -> float:
    """Return what the engine scores against the agent with one colour, 1 for a win."""
    game = game_of("")
    state = game.initial_state()
    for action in game.parse_line(state, opening):
        state = state.apply(action)
    info = cb.RESET
    while (outcome := state.outcome()) is None:
        if state.to_play != colour:
            state = state.apply(agent.decide(state).action)
            continue
        board = cb.draw(game.position_of(state))
        engine.move(board, colour, 60.0, info=info)
        left, info = cb.rows(board), 0
        state = next(
            after
            for _, after in whole_moves(state)
            if cb.rows(cb.draw(game.position_of(after))) == left
        )
    return (1 + outcome.value_for(colour)) / 2


def test_commands(tmp_path: Path) -> None:
    """What is understood is done or refused; the rest is answered by a question mark."""
    engine = Engine(tmp_path, "engine", "set max_dbpieces 2")
    for command, reply in {
        "name": "Tengen",
        "get name": "Tengen",
        "get protocolversion": "2",
        "get gametype": "21",
        "get hashsize": "1",
        "get max_nodes": "0",
        "get max_dbpieces": "2",
        "get enable_wld": "1",
    }.items():
        assert engine.command(command) == (1, reply)
    assert engine.command("about")[1].startswith("Tengen")
    assert engine.command("set gametype 21")[0] == 1
    assert engine.command("set hashsize 2")[0] == 1
    assert engine.command("get hashsize") == (1, "2")
    refused = ("gametype 25", "hashsize 0", "hashsize 9999999", "max_dbpieces 5", "hashsize x")
    for setting in (*refused, "enable_wld 2", f"gamehist {START_FEN} 11-16 11-16", "gamehist B:W"):
        done, reply = engine.command(f"set {setting}")
        assert (done, reply) == (0, f"{setting.split()[0]} cannot be set to that")
    for command in ("", "help", "get", "get book", "set", "set book 3", "staticeval", "\xff" * 300):
        assert engine.command(command) == (0, "?")


@pytest.mark.long
def test_the_game_so_far_counts(tmp_path: Path) -> None:
    """A draw for want of progress is seen where the moves before are told, and only there."""
    engine = Engine(tmp_path, "engine", "set max_dbpieces 0")
    game = game_of(NO_PROGRESS)
    state = game.initial_state()
    # Both kings wander, so that no position comes back for the third time.
    names = wander(game, state, 79)
    for action in game.parse_line(state, names):
        state = state.apply(action)
    position, board = game.position_of(state), cb.draw(game.position_of(state))
    assert engine.move(board, position.to_play, 0.05, info=cb.RESET)[0] == cb.UNKNOWN
    assert engine.command(f"set gamehist {NO_PROGRESS} {names}")[0] == 1
    board = cb.draw(position)
    assert engine.move(board, position.to_play, 0.05, info=cb.RESET)[0] == cb.DRAW


def wander(game: Draughts, state: NativeState, plies: int) -> str:
    """Return so many steps of kings that end nothing."""
    rng = np.random.default_rng(5)
    while True:
        names, after = [], state
        while len(names) < plies and after.outcome() is None:
            steps = [
                int(action)
                for action in after.legal_actions()
                if int(action) // 4 + 1 in game.position_of(after).kings
            ]
            if not steps or after.native.must_capture:
                break
            action = int(rng.choice(steps))
            names += game.format_line(after, [action])
            after = after.apply(action)
        if len(names) == plies and after.outcome() is None and not after.native.must_capture:
            return " ".join(names)


@pytest.mark.parametrize("change", ["piece", "colour", "crowd"])
def test_impossible_boards_are_left_alone(engine: Engine, change: str) -> None:
    """A board or colour that no game has is refused, and nothing is changed."""
    rng = np.random.default_rng(6)
    board, player = cb.draw(START), 0
    if change == "piece":  # a man where it would be a king
        board[1][7], board[6][0] = cb.BLACK | cb.MAN, cb.WHITE | cb.MAN
    elif change == "crowd":
        for x, y in np.argwhere(np.indices((8, 8)).sum(axis=0) % 2 == 0):
            board[int(x)][int(y)] = cb.BLACK | cb.KING
    before = cb.rows(board)
    if change == "colour":
        wrong = ctypes.c_int(7)
        result = engine._library.getmove(board, wrong, ctypes.c_double(0.1), None, None, 0, 0, None)
    else:
        result, _ = engine.move(board, player, 0.1)
    assert (result, cb.rows(board)) == (cb.UNKNOWN, before)
    for _ in range(200):
        board = cb.Board()
        for x, y in np.ndindex(8, 8):
            board[x][y] = int(rng.choice([0, 5, 6, 9, 10, 16, -1, 2**31 - 1]))
        engine.move(board, int(rng.integers(2)), 0.0, info=int(rng.integers(16)))


def test_nothing_else_is_exported() -> None:
    """The library shows the functions of the interface alone."""
    path = cb.library()
    if shutil.which("nm") is None:
        pytest.skip("nm is not installed")
    command = ["nm", "-D", "--defined-only", str(path)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = {line.split()[-1] for line in listed.splitlines()}
    assert names == {"getmove", "enginecommand", "islegal"}
