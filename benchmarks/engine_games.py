"""Games of the engine: against other agents, and against itself without a feature of its search."""

import argparse
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rich.table import Table

from common import announce, console
from engine_openings import JUDGE_NODES, MOST_VALUE, QUICK_NODES, even_openings
from tengen.agents.nnue.agent import find_net
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, Player
from tengen.arena.match import Pairing, pair, play_here, play_in_workers
from tengen.arena.rating import Rating, rate
from tengen.arena.referee import PlayedMatchGame
from tengen.bench import engine
from tengen.bench.open_spiel_draughts import MinimaxAgent, OpenSpielPlayer, TreeSearchAgent
from tengen.core import Limit, TengenError
from tengen.games.face import NativeGame
from tengen.scaleout.local import LocalRunner
from tengen.search.selective import features_of

SECONDS = {"gomoku": 0.3, "draughts": 0.1}
"""A move of a match."""
GAMES = {"gomoku": 200, "draughts": 312}
"""Of a match; in draughts each of the 156 ballots with both colours."""
OPPONENTS = {
    # The net alone, as it was before the search knew wins by fours, and with that.
    "gomoku": ("alphazero?tactics=no", "alphazero", "robot?level=5"),
    "draughts": (
        *("robot", "robot?level=5", "boardvalue?seconds=1", "alphazero", "mcts"),
        *("open_spiel-mcts", "open_spiel-minimax"),
    ),
}
OPEN_SPIEL: dict[str, type[TreeSearchAgent] | type[MinimaxAgent]] = {
    "open_spiel-mcts": TreeSearchAgent,
    "open_spiel-minimax": MinimaxAgent,
}
FEATURE_SECONDS = 0.02
FEATURE_GAMES = 400
NEWS = 20
"""Games between two lines of news."""
PROBES, PROBE_NODES = 8, 30_000
"""Searches that show whether a feature changes anything."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two players and their terms."""

    players: tuple[Player, Player]
    game: NativeGame
    seconds: float
    games: int
    seed: int
    net: Path | None
    """Of the engine that chooses openings."""
    nets: str
    """Tells the files apart that the players were made of."""

    @property
    def key(self) -> str:
        """What must be alike for games to be of one match."""
        a, b = (player.name for player in self.players)
        openings = (
            "book" if self.game.book() else f"even by {MOST_VALUE}, {JUDGE_NODES} and {QUICK_NODES}"
        )
        terms = f"{self.seconds:g} s {self.games} {self.seed} {openings}"
        return f"{self.game} {a} {b} {self.nets} {terms}"

    def pairings(self) -> list[Pairing]:
        """Return its games, each opening with both colours."""
        limit = Limit(seconds=self.seconds)
        openings = None
        if not self.game.book():
            openings = even_openings(self.game, self.net, (self.games + 1) // 2, self.seed)
        settings = MatchSettings(
            games=self.games, seed=self.seed, openings=openings, limits=(limit, limit)
        )
        return pair(self.players, self.game, settings, None)


def net_of(name: str, options: argparse.Namespace) -> Path | None:
    """Return the file that evaluates a game; None for its own counts."""
    return find_net(options.net.get(name), engine.game_of(name))


def matches(options: argparse.Namespace) -> None:
    """Play the engine against others and print the scores."""
    for name in options.game:
        game, net = engine.game_of(name), net_of(name, options)
        seconds = options.seconds or SECONDS[name]
        announce(f"{name}: {seconds:g} s a move, {engine.spec_of(net)}", seed=options.seed)
        table = _table("opponent")
        for opponent in options.opponent or OPPONENTS[name]:
            spec = spec_of(opponent, name, options)
            try:
                other = player_of(spec, game)
                other(0).close()
            except (TengenError, ImportError) as error:
                console.print(f"{opponent} is not played: {error}")
                continue
            threads = f"?threads={options.threads}" if options.threads > 1 else ""
            ours = SpecPlayer(engine.spec_of(net) + threads, game)
            games = options.games or GAMES[name]
            files = marks(net, spec)
            match = Match((ours, other), game, seconds, games, options.seed, net, files)
            table.add_row(spec, *cells(*play(match, options)))
        console.print(table)


def spec_of(opponent: str, name: str, options: argparse.Namespace) -> str:
    """Return an opponent with its net."""
    method, _, rest = opponent.partition("?")
    if method == "alphazero" and name in options.alphazero:
        return f"alphazero:{options.alphazero[name]}" + (rest and f"?{rest}")
    return opponent


def player_of(spec: str, game: NativeGame) -> Player:
    """Return a player of ours, or of OpenSpiel's."""
    kind = OPEN_SPIEL.get(spec)
    return SpecPlayer(spec, game) if kind is None else OpenSpielPlayer(kind, game)


def features(options: argparse.Namespace) -> None:
    """Play the engine against itself without each feature; print what it is worth."""
    for name in options.game:
        game, net = engine.game_of(name), net_of(name, options)
        seconds = options.seconds or FEATURE_SECONDS
        announce(
            f"{name}: what each feature of the search is worth, {seconds:g} s a move, "
            f"{engine.spec_of(net)}",
            seed=options.seed,
        )
        table = _table("feature")
        for feature in options.without or features_of(game):
            if not changes_searches(game, net, feature):
                table.add_row(feature, "0", "changes no search")
                continue
            whole = SpecPlayer(engine.spec_of(net), game)
            part = SpecPlayer(f"{engine.spec_of(net)}?without={feature}", game)
            games = options.games or FEATURE_GAMES
            match = Match((whole, part), game, seconds, games, options.seed, net, marks(net))
            table.add_row(feature, *cells(*play(match, options)))
        console.print(table)


def changes_searches(game: NativeGame, net: Path | None, feature: str) -> bool:
    """Tell whether any of some searches goes another way without a feature."""
    engines = engine.TimedSearch(game, net), engine.TimedSearch(game, net, without=[feature])
    for state in islice(engine.positions(game), PROBES):
        whole, part = (one.search(state, nodes=PROBE_NODES).found for one in engines)
        if whole._replace(seconds=0) != part._replace(seconds=0):
            return True
    return False


def marks(*files: Path | str | None) -> str:
    """Return a mark of the contents of all files among the names, of those within specs too."""
    found = []
    for file in files:
        path = Path(str(file).split(":")[-1].split("?")[0])
        if path.is_file():
            found.append(hashlib.sha256(path.read_bytes()).hexdigest()[:12])
    return "+".join(found)


def play(match: Match, options: argparse.Namespace) -> tuple[Rating, list[float], list[str]]:
    """Play what is left of a match; return the rating of A, its points and its forfeits."""
    ended = read_games(options.save, match.key)
    left = [pairing for pairing in match.pairings() if pairing.number not in ended]
    options.save.parent.mkdir(parents=True, exist_ok=True)
    with options.save.open("a", encoding="utf-8") as file:
        for number, game in run(left, options.workers):
            points = 0.5 if game.winner is None else float(game.winner == number % 2)
            line = {"match": match.key, "number": number, "points": points}
            moves = [move.action for move in game.record.moves]
            ended[number] = line | {"forfeit": game.forfeit, "moves": moves}
            # A line that was broken off by the end of an earlier run stays alone.
            file.write("\n" + json.dumps(ended[number]))
            file.flush()
            if len(ended) % NEWS == 0:
                console.print(f"{match.key}: {', '.join(cells(*sum_up(ended.values())))}")
    return sum_up(ended.values())


def sum_up(games: Iterable[dict[str, object]]) -> tuple[Rating, list[float], list[str]]:
    """Return the rating of A, its points game by game and why games were forfeited."""
    lines = list(games)
    points = [float(str(line["points"])) for line in lines]
    forfeits = [str(line["forfeit"]) for line in lines if line["forfeit"]]
    return rate(points.count(1.0), points.count(0.5), points.count(0.0)), points, forfeits


def read_games(path: Path, key: str) -> dict[int, dict[str, object]]:
    """Return the games of a match that were played before, by their numbers."""
    if not path.is_file():
        return {}
    lines = []
    for text in path.read_text("utf-8").splitlines():
        try:
            lines.append(json.loads(text))
        except ValueError:  # empty, or broken off
            continue
    return {line["number"]: line for line in lines if line["match"] == key}


def run(pairings: list[Pairing], workers: int) -> Iterator[tuple[int, PlayedMatchGame]]:
    """Yield games as they end, played here or in processes of their own."""
    if workers == 1:
        return play_here(pairings, None)
    return play_in_workers(pairings, LocalRunner(), workers, None)


def _table(first: str) -> Table:
    table = Table(first)
    for heading in ("games", "score", "95 %", "Elo", "95 %", "+ = -", "forfeits"):
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def cells(rating: Rating, points: list[float], forfeits: list[str]) -> list[str]:
    """Return the columns after the first."""
    low, high = rating.interval
    elo = [_elo(one) for one in (rating.elo, *rating.elo_interval)]
    counts = " ".join(str(points.count(worth)) for worth in (1.0, 0.5, 0.0))
    return [
        str(rating.games), f"{rating.score:.1%}", f"{low:.1%} to {high:.1%}",
        elo[0], f"{elo[1]} to {elo[2]}", counts, forfeits[0] if forfeits else "0",
    ]  # fmt: skip


def _elo(elo: float | None) -> str:
    return "-" if elo is None else f"{elo:+.0f}"
