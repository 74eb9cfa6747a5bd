"""What the games themselves say of a net's accuracy: the ceiling, and moves of several actions."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from tengen.agents.policy.accuracy import BATCH, interval_over_games
from tengen.core import Evaluator, Game, Record, TengenError
from tengen.games.face import NativeState
from tengen.records import Entry, entries
from tengen.records.dataset import Split
from tengen.records.games import load


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole move of a game: what a side does in a row, as the hops of a capture."""

    ply: int
    """Of its first action."""
    states: list[NativeState]
    """Before each action."""
    actions: tuple[int, ...]


def numbered(files: Iterable[Path]) -> Iterator[tuple[int, Entry]]:
    """Yield the games of files, faulty ones included, as data sets number them."""
    yield from enumerate(entry for path in files for entry in entries(path) if entry.number > 0)


def turns(record: Record, like: Game) -> Iterator[Turn]:
    """Yield the whole moves of a game as far as it can be replayed; none of another board."""
    try:
        game = load(record.game, record.settings)
        if (game.name, game.planes_shape) != (like.name, like.planes_shape):
            return
        pairs = zip(record.replay(game), record.moves, strict=False)
        made = ((ply, state, move.action) for ply, (state, move) in enumerate(pairs))
        for _, part in groupby(made, key=lambda one: one[1].to_play):
            plies, states, actions = zip(*part, strict=True)
            yield Turn(plies[0], list(states), actions)
    except TengenError:
        return


@dataclass(slots=True)
class Met:
    """What was played in a position, in all games that reached it."""

    ply: int
    played: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    """Who played, and the actions."""


def agreements(files: Iterable[Path], game: Game, *, first: int, plies: int) -> Table:
    """Return how often two games that reach one position go on alike: no net can know more.

    Args:
        files: of the games.
        game: of which kind the games are.
        first: so many actions, mostly not the players' choice, are told apart from the later ones.
        plies: only positions before this ply are looked at; later ones are hardly met again.
    """
    shown = Table(title="the ceiling: two games in one position play the same move")
    for heading in ("", "moves", "positions met again", "same player", "any player"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for path in files:
        found = meetings(path, game, plies)
        for name, some in (
            (f"first {first}", [met for met in found if met.ply < first]),
            ("later", [met for met in found if met.ply >= first]),
        ):
            any_player = [Counter(move for _, move in met.played) for met in some]
            same = [counter for met in some for counter in by_player(met.played)]
            again = sum(counter.total() > 1 for counter in any_player)
            shown.add_row(path.name, name, f"{again:,}", agreement(same), agreement(any_player))
    return shown


def meetings(path: Path, game: Game, plies: int) -> list[Met]:
    """Return what was played in each position of a file, its images taken as one."""
    symmetries = [one for one in game.symmetries() if not one.swaps_players]
    images = np.stack([one.points for one in symmetries])
    places = np.argsort(np.stack([one.actions for one in symmetries]), axis=1)
    found: dict[bytes, Met] = defaultdict(lambda: Met(0))
    for _, entry in numbered([path]):
        if not isinstance(entry.game, Record):
            continue
        for turn in turns(entry.game, game):
            if turn.ply >= plies:
                break
            board = turn.states[0].board().ravel()
            seen = [board[image].tobytes() for image in images]
            key = min(seen)
            move = min(
                tuple(places[i, list(turn.actions)].tolist())
                for i, image in enumerate(seen)
                if image == key
            )
            met = found[key + bytes([turn.states[0].to_play])]
            met.ply = turn.ply
            met.played.append((entry.game.players[turn.states[0].to_play], move))
    return list(found.values())


def by_player(played: list[tuple[str, tuple[int, ...]]]) -> Iterator[Counter[tuple[int, ...]]]:
    """Yield how often each move was played, player by player; those whose names are known."""
    for player in {name for name, _ in played if name}:
        yield Counter(move for name, move in played if name == player)


def agreement(counters: list[Counter[tuple[int, ...]]]) -> str:
    """Return the chance that two games agree, the mean over positions met more than once."""
    chances = [
        sum(n * (n - 1) for n in counter.values()) / (counter.total() * (counter.total() - 1))
        for counter in counters
        if counter.total() > 1
    ]
    return f"{np.mean(chances):.1%}" if chances else "-"


def whole_moves(
    evaluator: Evaluator, files: Iterable[Path], game: Game, split: Split, rows: NDArray[np.int64]
) -> Table:
    """Return how often all actions of a move are found, one after the other.

    Args:
        evaluator: the net.
        files: of the games.
        game: of which kind they are.
        split: says which positions are held out.
        rows: moves that begin in these positions are looked at.
    """
    wanted = set(zip(split.games[rows].tolist(), split.plies[rows].tolist(), strict=True))
    held = {number for number, _ in wanted}
    made: list[Turn] = []
    games: list[int] = []
    for number, entry in numbered(files):
        if number in held and isinstance(entry.game, Record):
            some = [turn for turn in turns(entry.game, game) if (number, turn.ply) in wanted]
            made += some
            games += [number] * len(some)
    blind, told = found_whole(evaluator, made)
    choices = np.array([len(turn.states[0].legal_actions()) for turn in made])
    hops = np.array([len(turn.actions) for turn in made])
    shown = Table(title="whole moves, all their actions found")
    for heading in ("", "moves", "top-1", "95 % over games", "top-1 of the legal ones"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for name, chosen in (
        ("all", hops > 0),
        ("with a choice", choices > 1),
        ("of several actions", hops > 1),
    ):
        if chosen.any():
            low, high = interval_over_games(blind[chosen], np.array(games, np.int32)[chosen])
            shares = f"{blind[chosen].mean():.1%}", f"{low:.1%} to {high:.1%}"
            shown.add_row(name, f"{chosen.sum():,}", *shares, f"{told[chosen].mean():.1%}")
    return shown


def found_whole(
    evaluator: Evaluator, made: list[Turn]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return ``[N]`` twice: whether a net finds each move, not told what is legal, and told."""
    states = [state for turn in made for state in turn.states]
    actions = np.array([action for turn in made for action in turn.actions])
    starts = np.cumsum([0, *(len(turn.actions) for turn in made)])[:-1]
    hits: list[NDArray[np.bool_]] = []
    for begin in range(0, len(states), BATCH):
        some = states[begin : begin + BATCH]
        legal = np.stack([state.legal_mask() for state in some])
        logits, _ = evaluator.evaluate(some[0].game.batch_planes(some), np.ones_like(legal))
        best = np.stack([logits.argmax(1), np.where(legal, logits, -np.inf).argmax(1)])
        hits.append(best == actions[begin : begin + BATCH])
    blind, told = np.logical_and.reduceat(np.concatenate(hits, axis=1), starts, axis=1)
    return blind, told
