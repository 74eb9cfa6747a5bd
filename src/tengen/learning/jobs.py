"""Games against itself as a job that any runner can run: one home for all methods' players."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, Self, TypeVar, cast

import numpy as np

from tengen.core import Game, Stop
from tengen.core.game import Setting
from tengen.core.runner import News, News_contra
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.learning.samples import PlayedGame

Opened = TypeVar("Opened")


@dataclass(frozen=True, slots=True)
class Net:
    """A network as it travels to the players: no path, for their disk may be another one."""

    suffix: str
    """Of its file, which tells its kind."""
    data: bytes

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the network in a file."""
        return cls(path.suffix, path.read_bytes())

    def open(self, reader: Callable[[Path, NativeGame], Opened], game: NativeGame) -> Opened:
        """Return what `reader` makes of its file, which is gone afterwards."""
        with tempfile.TemporaryDirectory(prefix="tengen-") as folder:
            path = Path(folder) / f"net{self.suffix}"
            path.write_bytes(self.data)
            return reader(path, game)


class Player(Protocol[News_contra]):
    """Plays a method's games against itself."""

    def use(self, news: News_contra) -> None:
        """Go on with what the learner published, such as a newer network."""
        ...

    def step(self) -> Sequence[PlayedGame] | None:
        """Play for some milliseconds and return the games that ended; None to wait for news."""
        ...

    @property
    def counters(self) -> Mapping[str, int]:
        """Return what was done since the beginning, by name."""
        ...


@dataclass(frozen=True, slots=True)
class PlayJob(Generic[News]):
    """Play a game against oneself with what the learner published last."""

    game: str
    game_settings: Mapping[str, Setting]
    make: Callable[[NativeGame, News, np.random.Generator], Player[News]]
    """Makes a method's player; must be picklable."""

    @classmethod
    def of(
        cls, game: Game, make: Callable[[NativeGame, News, np.random.Generator], Player[News]]
    ) -> "PlayJob[News]":
        """Return the job of playing `game`."""
        return PlayJob(game.name, dict(game.settings), make)

    def start(self, seed: int, news: News, stop: Stop) -> "PlayWorker[News]":
        """Return a worker who plays; see `Job`."""
        game = cast("NativeGame", load(self.game, **self.game_settings))
        return PlayWorker(self.make(game, news, np.random.default_rng(seed)))


class PlayWorker(Generic[News]):
    """Lets a player play, step by step, and tells what it did in each."""

    def __init__(self, player: Player[News]) -> None:
        self._player = player
        self._counted = dict(player.counters)

    def update(self, news: News) -> None:
        """Go on with what was published."""
        self._player.use(news)

    def step(self) -> tuple[Sequence[PlayedGame], Mapping[str, int]] | None:
        """Play on; see `Worker`."""
        played = self._player.step()
        if played is None:
            return None
        before, self._counted = self._counted, dict(self._player.counters)
        done = {name: count - before.get(name, 0) for name, count in self._counted.items()}
        return played, done
