"""Who is stronger: games, matches, fair openings and what a score is worth."""

from tengen.arena.match import MatchInterrupt, MatchSettings, play_match
from tengen.arena.player import Player, as_player
from tengen.arena.rating import Rating, rate
from tengen.arena.referee import Conditions, PlayedMatchGame, UnfinishedError, play_game
from tengen.arena.result import MatchResult, Side, Tally
from tengen.arena.until import Until
from tengen.openings.drawn import draw_openings
from tengen.openings.lines import deal, read_openings

__all__ = [
    "Conditions",
    "MatchInterrupt",
    "MatchResult",
    "MatchSettings",
    "PlayedMatchGame",
    "Player",
    "Rating",
    "Side",
    "Tally",
    "UnfinishedError",
    "Until",
    "as_player",
    "deal",
    "draw_openings",
    "play_game",
    "play_match",
    "rate",
    "read_openings",
]
