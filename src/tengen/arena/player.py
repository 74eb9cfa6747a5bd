"""Who takes part in a match: an agent that stays, or a way to make a fresh one for each game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tengen.core import Agent, Game, SettingsError


class Player(Protocol):
    """Makes the agent for one game; must be picklable where games run in other processes."""

    @property
    def name(self) -> str:
        """How people know it, usually a spec."""
        ...

    def __call__(self, seed: int) -> Agent:
        """Return an agent whose randomness comes from `seed`."""
        ...

    def for_game(self, game: Game) -> "Player":
        """Return the same player for the same game with other settings, such as a position."""
        ...


@runtime_checkable
class WithFiles(Protocol):
    """A player that plays with files of this machine's disk, which travel with it."""

    @property
    def files(self) -> Sequence[str]:
        """Where they may be; what is no file there stays where it is."""
        ...

    def moved(self, places: Mapping[str, str]) -> Player:
        """Return the same player, under the same name, with files that are elsewhere now."""
        ...


def files_of(player: Player) -> Sequence[str]:
    """Return where the files may be that a player plays with."""
    return player.files if isinstance(player, WithFiles) else ()


def moved(player: Player, places: Mapping[str, str]) -> Player:
    """Return the same player with its files where they are now."""
    return player.moved(places) if places and isinstance(player, WithFiles) else player


@dataclass(frozen=True, slots=True)
class StandingPlayer:
    """One agent that plays every game; seeds do not reach it."""

    agent: Agent

    @property
    def name(self) -> str:
        """The agent's own."""
        return self.agent.name

    def __call__(self, seed: int) -> Agent:
        """Return the agent."""
        del seed  # the agent has its own randomness already
        return self.agent

    def for_game(self, game: Game) -> "StandingPlayer":
        """Refuse: an agent was loaded for one position to begin from."""
        raise SettingsError(f"{self.name} cannot play {game}: it needs a player that makes agents")


def as_player(who: Agent | Player) -> Player:
    """Return `who` as a player."""
    return StandingPlayer(who) if isinstance(who, Agent) else who
