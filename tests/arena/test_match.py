"""Matches: fair, repeatable, and not stopped by a faulty agent."""

import subprocess
import sys
import time
from collections import Counter
from multiprocessing import active_children
from pathlib import Path

import pytest

import tengen
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchInterrupt, MatchResult, MatchSettings, play_match
from tengen.core import Limit, SettingsError, WeightsError
from tengen.scaleout.local import LocalRunner

from .doubles import Illegal, Maker, Raising, Scripted

GAME = tengen.load("gomoku", size=6, win_length=4)


def spec_match(**settings):
    players = SpecPlayer("mcts?playouts=60", GAME), SpecPlayer("random", GAME)
    return play_match(*players, GAME, MatchSettings(**settings), runner=LocalRunner())


def test_colours_alternate_and_openings_are_paired():
    """Each opening is played once with either colour."""
    result = play_match(Scripted("a"), Scripted("b"), GAME, MatchSettings(games=6))
    records = [game.record for game in result.games]
    assert [record.players for record in records] == [("a", "b"), ("b", "a")] * 3
    openings = [
        tuple(move.action for move in record.moves if move.is_laid_out) for record in records
    ]
    assert openings[0::2] == openings[1::2]
    assert len(set(openings)) == 3


def test_figures_add_up():
    """Wins by colour, score and clocks agree with the games."""
    result = spec_match(games=10, seed=3)
    a, b = result.a.tally, result.b.tally
    assert a.games == b.games == 10
    assert (a.wins, a.draws, a.losses) == (b.losses, b.draws, b.wins)
    assert result.a.as_first.games == result.a.as_second.games == 5
    counted = Counter(
        "draw" if game.winner is None else game.record.players[game.winner] for game in result.games
    )
    assert counted["mcts?playouts=60"] == a.wins
    assert result.rating.score == (a.wins + a.draws / 2) / 10
    decided = sum(not move.is_laid_out for game in result.games for move in game.record.moves)
    assert result.a.cost.moves + result.b.cost.moves == decided


def test_search_beats_chance():
    """Sixty playouts a move beat random play."""
    assert spec_match(games=10).rating.score >= 0.9


def test_match_repeats():
    """One seed gives one match, move by move, and another seed another."""

    def moves(result: MatchResult):
        return [[move.action for move in game.record.moves] for game in result.games]

    assert moves(spec_match(games=4, seed=5)) == moves(spec_match(games=4, seed=5))
    assert moves(spec_match(games=4, seed=5)) != moves(spec_match(games=4, seed=6))


def test_workers_do_not_change_the_match():
    """Two processes play the games that one plays."""
    one, two = spec_match(games=4), spec_match(games=4, workers=2)
    strip = [[[move.action for move in g.record.moves] for g in r.games] for r in (one, two)]
    assert strip[0] == strip[1]
    assert one.a.tally == two.a.tally


@pytest.mark.parametrize("faulty", [Raising("b"), Illegal("b", 999)])
def test_faulty_agent_ends_only_its_game(faulty):
    """The match is played to its end; each fault is told."""
    result = play_match(Scripted("a"), faulty, GAME, MatchSettings(games=4))
    assert result.a.tally.wins == 4
    assert len(result.forfeits) == 4
    assert result.forfeits[2].startswith("game 3: b ")


def test_each_game_has_its_own_seed_and_agent():
    """Players are asked for a fresh agent a game and it is closed after it."""
    made = []

    def make(name):
        made.append(Scripted(name))
        return made[-1]

    a, b = Maker("a", make, []), Maker("b", make, [])
    play_match(a, b, GAME, MatchSettings(games=4))
    assert len(made) == 8
    assert all(agent.closed for agent in made)
    assert len(set(a.seeds + b.seeds)) == 8


def test_standing_agents_stay_open():
    """An agent handed in is the caller's to close."""
    a = Scripted("a")
    play_match(a, Scripted("b"), GAME, MatchSettings(games=2))
    assert not a.closed


def test_limits_follow_the_player():
    """A's limit is A's with either colour."""
    a, b = Scripted("a"), Scripted("b")
    limits = (Limit(visits=3), Limit(visits=9))
    play_match(a, b, GAME, MatchSettings(games=2, limits=limits))
    assert (set(a.limits), set(b.limits)) == ({limits[0]}, {limits[1]})


def test_games_are_told_as_they_end():
    """Every game is handed out once, with its number."""
    told = []
    result = play_match(
        Scripted("a"),
        Scripted("b"),
        GAME,
        MatchSettings(games=3),
        on_game=lambda number, game: told.append((number, game)),
    )
    assert [number for number, _ in told] == [0, 1, 2]
    assert tuple(game for _, game in told) == result.games


def test_agents_cannot_be_copied():
    """Several processes need players that make agents."""
    with pytest.raises(SettingsError, match="workers"):
        play_match(
            Scripted("a"), Scripted("b"), GAME, MatchSettings(workers=2), runner=LocalRunner()
        )


def test_workers_are_a_runner_s():
    """Several workers are refused where nobody has them."""
    players = SpecPlayer("random", GAME), SpecPlayer("random", GAME)
    with pytest.raises(SettingsError, match="runner"):
        play_match(*players, GAME, MatchSettings(workers=2))


@pytest.mark.parametrize("workers", [1, 2])
def test_player_that_cannot_be_made_is_no_forfeit(workers):
    """Weights that are missing end the match with their own error."""
    missing = SpecPlayer("alphazero:missing.onnx", GAME)
    with pytest.raises(WeightsError, match="missing"):
        play_match(
            missing,
            SpecPlayer("random", GAME),
            GAME,
            MatchSettings(workers=workers),
            runner=LocalRunner(),
        )


def test_interrupt_brings_the_games_so_far():
    """Ctrl-C ends a match with the result of the games that had ended."""

    def interrupt(number, _):
        if number == 2:
            raise KeyboardInterrupt

    players = SpecPlayer("random", GAME), SpecPlayer("random", GAME)
    with pytest.raises(MatchInterrupt) as caught:
        play_match(*players, GAME, MatchSettings(games=9), on_game=interrupt)
    result = caught.value.result
    assert (len(result.games), result.planned, result.interrupted) == (3, 9, True)
    assert (result.a.as_first.games, result.a.as_second.games) == (2, 1)


def test_colours_follow_the_number_of_a_game():
    """Where games in between are missing, A is still the first player of the even ones."""
    played = play_match(Scripted("a"), Raising("b"), GAME, MatchSettings(games=4)).games
    names = ("a", "b")
    result = MatchResult.of("gomoku", {}, 0, names, {3: played[3], 1: played[1]}, 4)
    assert result.a.as_second.wins == 2
    assert [verdict.split(":")[0] for verdict in result.forfeits] == ["game 2", "game 4"]


def test_ended_early_leaves_no_process():
    """Whoever ends a match of several processes early waits for none of the games under way."""

    def enough(number, _):
        raise LookupError(number)

    players = (SpecPlayer("mcts?playouts=100000", GAME), SpecPlayer("random", GAME))
    before = set(active_children())
    with pytest.raises(LookupError):
        play_match(
            *players, GAME, MatchSettings(games=40, workers=2), runner=LocalRunner(), on_game=enough
        )
    assert set(active_children()) == before


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_killed_match_leaves_no_process(tmp_path):
    """Processes that play games end when the one that asked for them is killed."""
    script = tmp_path / "match.py"
    script.write_text(
        "import tengen\n"
        "from tengen.agents.player import SpecPlayer\n"
        "from tengen.arena import MatchSettings, play_match\n"
        "from tengen.scaleout.local import LocalRunner\n"
        "if __name__ == '__main__':\n"
        "    game = tengen.load('gomoku', size=6, win_length=4)\n"
        "    players = [SpecPlayer(f'mcts?playouts={n}', game) for n in (20000, 30000)]\n"
        "    tell = lambda number, played: print(number, flush=True)\n"
        "    settings, runner = MatchSettings(games=400, workers=2), LocalRunner()\n"
        "    play_match(*players, game, settings, runner=runner, on_game=tell)\n"
    )
    match = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE)
    match.stdout.readline()  # a game has ended, so the others are at work
    children = Path(f"/proc/{match.pid}/task/{match.pid}/children").read_text().split()
    assert len(children) >= 2
    match.kill()
    match.wait()
    until = time.monotonic() + 60
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < until, "a process is left"
        time.sleep(0.05)
