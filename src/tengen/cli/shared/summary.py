"""What the games of a file add up to."""

from collections import Counter
from collections.abc import Iterable
from typing import Self

from tengen.cli.shared.words import count
from tengen.core import Record
from tengen.records import Fault


def sum_up(games: Iterable[Record | Fault]) -> "Summary":
    """Return what games add up to."""
    summary = Summary()
    for game in games:
        if isinstance(game, Fault):
            summary.faults += 1
        else:
            summary.add(game)
    return summary


class Summary:
    """What the games of a file add up to."""

    def __init__(self) -> None:
        self.faults = self.games = self.moves = self.longest = 0
        self.unread = ""
        self.kinds: Counter[str] = Counter()
        self.players: Counter[str] = Counter()
        self.results: Counter[str] = Counter()

    def add(self, record: Record) -> None:
        """Count a game."""
        self.games += 1
        self.moves += len(record.moves)
        self.longest = max(self.longest, len(record.moves))
        size = record.settings.get("size")
        self.kinds[f"{record.game} {size}x{size}" if size else record.game] += 1
        self.players.update(dict.fromkeys(filter(None, record.players), 1))
        self.results[_result(record)] += 1

    def __iadd__(self, other: Self) -> Self:
        """Add what other games come to."""
        self.faults += other.faults
        self.games += other.games
        self.moves += other.moves
        self.longest = max(self.longest, other.longest)
        self.kinds.update(other.kinds)
        self.players.update(other.players)
        self.results.update(other.results)
        return self

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`."""
        data = {
            "games": self.games,
            "faulty": self.faults,
            "kinds": dict(self.kinds),
            "moves": self.moves,
            "longest": self.longest,
            "players": len(self.players),
            "results": dict(self.results),
        }
        return data | ({"unread": self.unread} if self.unread else {})

    def show(self, name: str) -> None:
        """Print all in a few lines."""
        if self.unread:
            print(f"{name}: {self.unread}")
        if not (self.games or self.faults):
            return
        print(f"{name}: {count(self.games, 'game')}, {self.faults} faulty")
        print(f"  of {_listed(self.kinds)}; {_listed(self.results)}")
        print(f"  {count(self.moves, 'move')}, {self.longest} in the longest")
        if self.players:
            most = _listed(self.players, 3)
            print(f"  {count(len(self.players), 'player')}, in most games {most}")


def _result(record: Record) -> str:
    if record.outcome is None:
        return "not finished or not known"
    if record.outcome.winner is None:
        return "drawn"
    return ("first player won", "second player won")[record.outcome.winner]


def _listed(counter: Counter[str], most: int | None = None) -> str:
    return ", ".join(f"{name} ({number})" for name, number in counter.most_common(most)) or "none"
