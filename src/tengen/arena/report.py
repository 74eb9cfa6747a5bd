"""A tournament in figures: what the live table, the page and other programs are told."""

from collections.abc import Iterator

from tengen.arena.crosstable import Row, count, rank
from tengen.arena.knockout import KnockOut
from tengen.arena.paired import PairedTest
from tengen.arena.plan import Plan
from tengen.arena.referee import Cost
from tengen.arena.schedule import Key, Result, Results
from tengen.arena.shapes import GameFigures, Meeting, Report, SprtFigures, Standing
from tengen.arena.sprt import SprtState
from tengen.arena.standings import League, Strength
from tengen.arena.store import Store, StoredGame
from tengen.arena.swiss import Swiss


class Account:
    """Adds up the games of a tournament."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.id = ""
        self.results: dict[Key, Result] = {}
        """In the order in which the games ended."""
        self._test = PairedTest(plan.settings.sprt) if plan.settings.sprt else None
        self._costs = [Cost() for _ in plan.players]
        self._forfeits = [0] * len(plan.players)
        self._games: list[GameFigures] = []

    def begin(self, store: Store) -> None:
        """Count the games that were played before."""
        self.id = store.id
        for game in store.games():
            self.add(game)

    def add(self, game: StoredGame) -> None:
        """Count one game."""
        self.results[game.key] = game.result
        if self._test:
            self._test.add(game.key, game.result)
        for player, cost in zip(game.players, game.costs, strict=True):
            self._costs[player] += cost
        if game.forfeit is not None and game.result.winner is not None:
            self._forfeits[game.players[1 - game.result.winner]] += 1
        assert game.record.outcome is not None
        self._games.append(
            {
                "round": game.key[0],
                "match": game.key[1],
                "game": game.key[2],
                "players": [self.plan.names[player] for player in game.players],
                "winner": game.result.winner,
                "reason": game.record.outcome.reason,
                "forfeit": game.forfeit,
                "plies": len(game.record.moves),
                "opening": game.record.comment.removeprefix("opening "),
                "time": game.time,
            }
        )

    @property
    def expected(self) -> int:
        """How many games there will be, as far as can be known."""
        return self.plan.schedule.expected(self.results)

    @property
    def is_complete(self) -> bool:
        """Whether the tournament is over."""
        fixtures = self.plan.schedule.fixtures(self.results)
        is_played = all(fixture.key in self.results for fixture in fixtures)
        return is_played or bool(self._test and self._test.is_decided)

    def report(self) -> Report:
        """Return all figures as plain data."""
        plan, settings = self.plan, self.plan.settings
        rows = rank(plan.schedule, len(plan.players), self.results)
        league = League(count(len(plan.players), self.results), {plan.anchor: 0.0})
        return {
            "tournament": plan.name,
            "id": self.id,
            "kind": settings.kind,
            "game": plan.game.name,
            "settings": dict(plan.game.settings),
            "seed": settings.seed,
            "time": settings.time,
            "openings": _openings(plan),
            "adjudication": settings.adjudication.model_dump(),
            "games": len(self.results),
            "expected": self.expected,
            "complete": self.is_complete,
            "anchor": plan.names[plan.anchor],
            "first_move_elo": league.first_move,
            "draw_share": league.draw_share,
            "players": list(self._players(rows, league)),
            "cross_table": [[_cell(row, other) for other in rows] for row in rows],
            "rounds": list(_rounds(plan, self.results)),
            "sprt": _sprt(self._test.state) if self._test else None,
            "forfeits": [
                f"game {game['round']}.{game['match']}.{game['game']}: {game['forfeit']}"
                for game in self._games
                if game["forfeit"]
            ],
            "played": sorted(self._games, key=lambda g: (g["round"], g["match"], g["game"])),
        }

    def _players(self, rows: list[Row], league: League) -> Iterator[Standing]:
        below = [*rows[1:], None]
        for place, (row, other) in enumerate(zip(rows, below, strict=True), start=1):
            cost, entrant = self._costs[row.player], self.plan.settings.players[row.player]
            strength: Strength = league.strength(row.player)
            superiority = league.superiority(row.player, other.player) if other else None
            control = self.plan.controls[row.player]
            yield {
                "place": place,
                "name": self.plan.names[row.player],
                "spec": entrant.spec,
                "time": str(control) if control else None,
                "elo": strength.elo,
                "interval": list(strength.interval),
                "superiority_over_next": superiority,
                "points": row.points,
                "score": row.tally.share,
                "games": row.tally.games,
                **row.tally.to_json(),
                "as_first": row.as_first.to_json(),
                "as_second": row.as_second.to_json(),
                "buchholz": row.buchholz,
                "sonneborn_berger": row.berger,
                "byes": row.byes,
                "rounds_won": row.stage,
                "forfeits": self._forfeits[row.player],
                "seconds_per_move": cost.wall_seconds / max(1, cost.moves),
            }


def _sprt(state: SprtState) -> SprtFigures:
    return {
        "llr": state.llr,
        "lower": state.lower,
        "upper": state.upper,
        "verdict": state.verdict,
    }


def _openings(plan: Plan) -> str:
    """Return in words what games begin with."""
    openings = plan.settings.openings
    if not plan.cards:
        return f"balanced, {openings.plies} plies"
    return openings.source or "book"


def _cell(row: Row, other: Row) -> list[int] | None:
    """Return wins, draws and losses against another player, None where they have not met."""
    tally = row.against.get(other.player)
    return [tally.wins, tally.draws, tally.losses] if tally else None


def _rounds(plan: Plan, results: Results) -> Iterator[list[Meeting]]:
    """Yield the matches of each round, of tournaments that are drawn round by round."""
    names, schedule = [*plan.names, None], plan.schedule
    if isinstance(schedule, KnockOut):
        found: dict[int, list[Meeting]] = {}
        for match in schedule.matches(results):
            winner = None if match.winner is None else names[match.winner]
            found.setdefault(match.round, []).append(
                {
                    "players": [names[player] for player in match.pair],
                    "points": list(match.points),
                    "winner": winner,
                    "by_seed": match.is_by_seed,
                }
            )
        yield from found.values()
    elif isinstance(schedule, Swiss):
        for number, pairs in enumerate(schedule.pairings(results), start=1):
            of_round = [result for key, result in results.items() if key[0] == number]
            yield [
                {
                    "players": [names[player] for player in pair],
                    "points": [
                        sum(result.points_of(player) for result in of_round) for player in pair
                    ],
                }
                for pair in pairs
            ]
