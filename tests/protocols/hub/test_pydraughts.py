"""Whole games through the Hub client of pydraughts, as anybody can install it."""

import sysconfig
from collections.abc import Iterator
from pathlib import Path

import draughts
import pytest
from draughts.engine import HubEngine, Limit

import tengen
from tengen.games.draughts.game import Draughts
from tengen.games.draughts.notation import parse_fen
from tengen.protocols.hub.notation import parse_move

SPEC = "mcts?playouts=30"
MOST_MOVES = 500


@pytest.fixture(scope="module")
def engine() -> Iterator[HubEngine]:
    """Our engine, started and made ready by their client."""
    command = [str(Path(sysconfig.get_path("scripts")) / "tengen"), "hub"]
    client = HubEngine([*command, "--agent", SPEC, "--seed", "1"])
    try:
        client.configure({"variant": "english"})
        client.init()
        yield client
        client.quit()
        assert client.p.wait(20) == 0
    finally:
        if client.p.poll() is None:
            client.kill_process()
        for pipe in (client.p.stdin, client.p.stdout):
            pipe.close()


def test_it_knows_us(engine: HubEngine) -> None:
    """Name, author and the variant come through."""
    engine.hub()
    assert engine.id["name"] == "Tengen"
    assert engine.id["author"] == '"The Tengen authors"'
    assert engine.variants == {"english"}
    engine.ping()


@pytest.mark.parametrize(
    ("fen", "limit"),
    [
        pytest.param("startpos", Limit(time=15, inc=0.03), marks=pytest.mark.long),
        ("W:W18,19,21,25,K29,32:B1,5,K9,12,20,22", Limit(time=15)),
        pytest.param("B:W21,25,30,K31:B1,3,K14,12", Limit(movetime=0.03), marks=pytest.mark.long),
        ("W:W18,19,21,25,K29,32:B1,5,K9,12,20,22", Limit(nodes=10)),
        pytest.param("startpos", Limit(nodes=10), marks=pytest.mark.long),
    ],
    ids=["increment", "time", "move-time", "nodes", "nodes-from-the-start"],
)
def test_whole_games(engine: HubEngine, fen: str, limit: Limit) -> None:
    """Every move is legal to them and to us, until both see the end."""
    game = tengen.load("draughts", **({} if fen == "startpos" else {"position": fen}))
    assert isinstance(game, Draughts)
    theirs, ours = draughts.Board(variant="english", fen=fen), game.initial_state()
    for _ in range(MOST_MOVES):
        if ours.outcome() is not None:
            break
        move = engine.play(theirs, limit, False).move
        theirs.push(move)
        for action in game.parse_line(ours, move.pdn_move):
            ours = ours.apply(action)
        assert game.position_of(ours) == parse_fen(theirs.fen)
        assert engine.info["pv"].strip('"').split()[0] == move.hub_move
    outcome = ours.outcome()
    assert outcome is not None
    if outcome.winner is not None:
        assert theirs.is_over()
        assert theirs.winner() == (draughts.BLACK, draughts.WHITE)[outcome.winner]


def test_moves_to_the_time_control(engine: HubEngine) -> None:
    """So many moves in so much time, and the moves so far as text."""
    start = draughts.Board(variant="english")._game.initial_hub_fen
    game = tengen.load("draughts")
    for moves, left in (("11-15 23-19", 10), ("11-15 23-19 8-11 22-17", 1)):
        state = game.initial_state()
        for move in moves.split():
            _, state = parse_move(state, move)
        move, ponder = engine.go(start, moves, my_time=5, inc=0.1, moves_left=left)
        for text in (move, ponder):
            _, state = parse_move(state, text)


def test_pondering(engine: HubEngine) -> None:
    """The move expected from the opponent is one it has."""
    board = draughts.Board(variant="english")
    result = engine.play(board, Limit(movetime=0.05), False)
    board.push(result.move)
    assert result.ponder.hub_move in {move.hub_move for move in board.legal_moves()}
    board.push(result.ponder)
    reply = engine.play(board, Limit(movetime=0.05), True).move
    assert reply.hub_move in {move.hub_move for move in board.legal_moves()}
