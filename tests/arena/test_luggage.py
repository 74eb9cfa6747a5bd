"""Players travel with their files: a worker needs no disk of ours."""

import shutil

import pytest

from tengen import load, weights
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, play_match
from tengen.arena.match import in_workers, pair
from tengen.arena.plan import NamedPlayer
from tengen.arena.referee import play_out
from tengen.core import Stop
from tengen.core.luggage import Luggage
from tengen.scaleout.local import LocalRunner

GAME = load("gomoku", size=8)


@pytest.fixture
def spec(tmp_path):
    """Return the spec of a player whose net is a file."""
    shipped = weights.best_for(GAME, "qlearning")
    net = tmp_path / "my nets" / f"mine{shipped.suffix}"
    net.parent.mkdir()
    shutil.copy(shipped, net)
    return f"qlearning:{net}"


def test_files_are_those_that_are_there(spec, tmp_path):
    """Nets and books by path travel; shipped nets, programs and what is not there do not."""
    (tmp_path / "book").write_bytes(b"")

    def packed(spec):
        return list(Luggage.pack(SpecPlayer(spec, GAME).files).files)

    assert packed(spec) == [spec.partition(":")[2]]
    assert packed(f"nnue?book={tmp_path / 'book'}") == [str(tmp_path / "book")]
    for other in (
        "alphazero",
        "robot?level=2",
        "qlearning:missing.onnx",
        "gtp:/bin/ls",
        "nnue:none",
    ):
        assert packed(other) == []


def test_a_game_is_played_where_the_files_are_not(spec, tmp_path):
    """The net is played with after its file is gone, under the player's own name."""
    players = NamedPlayer(SpecPlayer(spec, GAME), "mine"), SpecPlayer(spec, GAME)
    pairings = pair(players, GAME, MatchSettings(games=2, seed=1), None)
    work = in_workers(path for pairing in pairings for path in pairing.files)
    expected = [pairing.play().record.moves for pairing in pairings]
    shutil.rmtree(tmp_path / "my nets")
    played = [play_out(work(pairing, Stop())) for pairing in pairings]
    assert [[m.action for m in game.record.moves] for game in played] == [
        [m.action for m in moves] for moves in expected
    ]
    assert played[0].record.players == ("mine", spec)
    assert not any(game.forfeit for game in played)


def test_a_match_in_workers_is_the_match_in_this_process(spec):
    players = SpecPlayer(spec, GAME), SpecPlayer("robot?level=1", GAME)

    def moves(workers):
        settings = MatchSettings(games=2, seed=4, workers=workers)
        games = play_match(*players, GAME, settings, runner=LocalRunner()).games
        return [(g.record.players, [m.action for m in g.record.moves]) for g in games]

    assert moves(2) == moves(1)
