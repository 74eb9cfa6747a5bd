"""Games against GNU Go, and GNU Go's own count of each."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, PlayedMatchGame, play_match
from tengen.core import Game, Opening
from tengen.games import load
from tengen.games.go.scoring import score
from tengen.programs.child import Child, Deadline, split_command
from tengen.programs.client import Patience
from tengen.protocols.gtp.client import GtpClient
from tengen.protocols.turns import turns_to
from tengen.scaleout.local import LocalRunner

PROGRAM = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
OPTIONS = "--mode gtp --chinese-rules --score aftermath --capture-all-dead --seed 5 --level"

# Shorter are games against other programs in test_gtp_client.py, and against GNU Go in gtp/test_gnugo.py.
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(PROGRAM is None, reason="gnugo is not installed"),
]


@dataclass
class Count:
    """How results were agreed on."""

    games: int = 0
    won: int = 0
    resigned: int = 0
    by_the_point: int = 0
    """Games that both counted to the same margin."""
    cleared: int = 0
    """The same, when what GNU Go takes for dead is off the board here too."""
    disputed: list[str] = field(default_factory=list)


def _load(handicap: int) -> Game:
    # GNU Go without further options plays by simple ko.
    return load("go", size=9, komi=7.5, superko="simple", handicap=handicap)


def _final_scores(program: str, played: PlayedMatchGame) -> tuple[str, str]:
    """Return what a GNU Go that did not play says of the final position, ``B+3.5``.

    And what we count there when the stones that it takes for dead are taken off.
    """
    game = load("go", **played.record.settings)
    *_, final = played.record.replay(game)
    referee = GtpClient(Child(split_command(program)), game, Patience())
    referee._follow(turns_to(final), Deadline(60))
    theirs = referee._ask("final_score", Deadline(60))
    dead = referee._ask("final_status_list dead", Deadline(60)).split()
    referee.child.close()
    return theirs, str(score(final, [game.parse_move(point) for point in dead]))


def _play(ours: str, level: int, games: int, handicaps: Sequence[int], workers: int = 1) -> Count:
    """Play a match, and compare each result with GNU Go's."""
    count, program = Count(), f"{PROGRAM} {OPTIONS} {level}"

    def compare(number: int, played: PlayedMatchGame) -> None:
        assert played.forfeit is None, played.forfeit
        outcome = played.record.outcome
        assert outcome is not None
        theirs, cleared = _final_scores(program, played)
        print(number, outcome.reason, theirs, cleared, flush=True)  # noqa: T201
        count.games += 1
        count.won += played.winner == number % 2
        count.resigned += outcome.reason == "resignation"
        count.by_the_point += outcome.reason.endswith(f" by {float(theirs[2:]):g}")
        count.cleared += theirs == cleared
        if "BW"[outcome.winner] != theirs[0]:
            count.disputed.append(f"game {number}: {outcome.reason}, GNU Go says {theirs}")

    game = _load(0)
    players = SpecPlayer(ours, game), SpecPlayer(f"gtp:{program}?name=GNU Go", game)
    openings = tuple(Opening(_load(stones), name=f"{stones} stones") for stones in handicaps)
    settings = MatchSettings(games=games, seed=5, openings=openings, workers=workers)
    play_match(*players, game, settings, runner=LocalRunner(), on_game=compare)
    return count


def test_two_games() -> None:
    """Nothing goes wrong, and GNU Go counts as we do."""
    count = _play("mcts?playouts=200", level=1, games=2, handicaps=[4])
    assert (count.games, count.cleared) == (2, 2)
    assert count.disputed == []


@pytest.mark.timeout(6 * 3600)
def test_a_hundred_games() -> None:
    """The same in a hundred games with up to five stones for whoever is Black."""
    count = _play("robot?level=5", level=10, games=100, handicaps=[0, 2, 4, 5], workers=2)
    print(count)  # noqa: T201 - what the long run is for
    assert count.games == 100
    assert count.disputed == []
