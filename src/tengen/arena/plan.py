"""A tournament that was checked: everybody has been met, so that nothing fails when it is late."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tengen.arena.config import Config
from tengen.arena.match import Pairing
from tengen.arena.player import Player, files_of, moved
from tengen.arena.schedule import Fixture, Schedule
from tengen.arena.settings import Entrant, TournamentSettings
from tengen.core import Agent, Game, Opening, SettingsError, TengenError, TimeControl, parse_control
from tengen.games import load
from tengen.openings.lines import read_openings

MakePlayer = Callable[[str, Game], Player]
"""Returns the player that a spec names."""


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player under the name it has in the tournament."""

    player: Player
    name: str

    def __call__(self, seed: int) -> Agent:
        """Return an agent whose randomness comes from `seed`."""
        agent = self.player(seed)
        agent.name = self.name
        return agent

    def for_game(self, game: Game) -> "NamedPlayer":
        """Return the same player for the same game with other settings."""
        return replace(self, player=self.player.for_game(game))

    @property
    def files(self) -> Sequence[str]:
        """Where the files may be that it plays with."""
        return files_of(self.player)

    def moved(self, places: Mapping[str, str]) -> "NamedPlayer":
        """Return the same player with its files where they are now."""
        return replace(self, player=moved(self.player, places))


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a tournament is, ready to be played."""

    name: str
    settings: TournamentSettings
    game: Game
    players: tuple[NamedPlayer, ...]
    controls: tuple[TimeControl | None, ...]
    """Of each player."""
    cards: tuple[Opening, ...]
    """What openings are dealt from; empty to draw them."""
    schedule: Schedule
    caveats: tuple[str, ...] = ()
    """What people should know before it begins, such as of a net trained for another board."""

    @property
    def names(self) -> list[str]:
        """What the players are called."""
        return [player.name for player in self.players]

    @property
    def files(self) -> list[str]:
        """Where the files may be that the players play with."""
        return [path for player in self.players for path in player.files]

    @property
    def anchor(self) -> int:
        """The player whose Elo is 0."""
        return self.names.index(self.settings.anchor) if self.settings.anchor else 0

    def identity(self) -> dict[str, object]:
        """Return what must stay the same for the games so far to count."""
        settings = self.settings.model_dump(mode="json", exclude={"concurrency", "name", "anchor"})
        for entrant, player in zip(settings["players"], self.players, strict=True):
            entrant["name"] = player.name
        cards = repr([(card.game, card.actions) for card in self.cards])
        return settings | {
            "game": {"name": self.game.name, **self.game.settings},
            "openings": settings["openings"] | {"checksum": zlib.crc32(cards.encode())},
        }

    def pairing(self, fixture: Fixture, opening: Opening) -> Pairing:
        """Return a game, complete, so that it can be sent to another process."""
        rng = np.random.default_rng([self.settings.seed, *fixture.key])
        first, second = (
            self.players[player] if opening.game == self.game
            else self.players[player].for_game(opening.game)
            for player in fixture.players
        )  # fmt: skip
        entrants = [self.settings.players[player] for player in fixture.players]
        return Pairing(
            number=0,
            players=(first, second),
            seeds=(int(rng.integers(2**31)), int(rng.integers(2**31))),
            opening=opening,
            limits=(entrants[0].limit(), entrants[1].limit()),
            controls=(self.controls[fixture.players[0]], self.controls[fixture.players[1]]),
            adjudication=self.settings.adjudication,
        )


def make_plan(config: Config, make: MakePlayer) -> Plan:
    """Return the tournament that a file asks for.

    Every player is made once, and each program started: what cannot play is told now.

    Args:
        config: the file.
        make: makes players of specs.

    Raises:
        SettingsError: when something cannot be, with its line in the file.
    """
    settings = config.settings
    if not config.name.isprintable():
        raise config.fault(("name",), f"{config.name!r} cannot be read by people")
    game = _load_game(config)
    caveats: list[str] = []
    players = _meet(config, game, make, caveats)
    names = [player.name for player in players]
    if fault := settings.fault(names):
        raise config.fault(*fault)
    try:
        settings.adjudication.check(game)
    except SettingsError as error:
        raise config.fault(("adjudication", "tables"), error) from None
    return Plan(
        name=config.name,
        settings=settings,
        game=game,
        players=players,
        controls=_read_controls(config),
        cards=_read_cards(config, game),
        schedule=settings.schedule(names),
        caveats=tuple(caveats),
    )


def _load_game(config: Config) -> Game:
    asked = dict(config.settings.game)
    name = asked.pop("name", None)
    if not isinstance(name, str):
        raise config.fault(("game", "name"), 'is missing: name = "gomoku", for example')
    try:
        game = load(name, **asked)
    except SettingsError as error:
        raise config.fault(("game",), error) from None
    if game.initial_state().outcome() is not None:
        raise config.fault(("game",), "the game is over in that position")
    return game


def _meet(
    config: Config, game: Game, make: MakePlayer, caveats: list[str]
) -> tuple[NamedPlayer, ...]:
    """Return the players, each made once; what is odd about them is added to `caveats`."""
    met: dict[str, NamedPlayer] = {}
    for number, entrant in enumerate(config.settings.players):
        place = ("players", number)
        try:
            player = _meet_one(entrant, game, make, caveats)
        except TengenError as error:
            raise config.fault((*place, "spec"), f"{entrant.spec}: {error}") from None
        if player.name in met:
            raise config.fault(place, f"there is a player {player.name!r} already: name another")
        if not player.name.isprintable() or not player.name.strip():
            raise config.fault((*place, "name"), f"{player.name!r} cannot be read by people")
        met[player.name] = player
    return tuple(met.values())


def _meet_one(entrant: Entrant, game: Game, make: MakePlayer, caveats: list[str]) -> NamedPlayer:
    player = make(entrant.spec, game)
    agent = player(0)
    if (caveat := agent.caveat_line(entrant.spec)) is not None:
        caveats.append(caveat)
    try:
        agent.prepare()
    finally:
        agent.close()
    return NamedPlayer(player, entrant.name or player.name)


def _read_controls(config: Config) -> tuple[TimeControl | None, ...]:
    controls = []
    for number, entrant in enumerate(config.settings.players):
        text = entrant.time or config.settings.time
        try:
            controls.append(parse_control(text) if text else None)
        except SettingsError as error:
            place = ("players", number, "time") if entrant.time else ("time",)
            raise config.fault(place, error) from None
    return tuple(controls)


def _read_cards(config: Config, game: Game) -> tuple[Opening, ...]:
    source = config.settings.openings.source
    if source == "balanced":
        return ()
    if source == "none":
        return (Opening(game),)
    if source in {"", "book"}:
        book = game.book()
        if source and not book:
            raise config.fault(("openings", "source"), f"{game} has no book of openings")
        return book
    try:
        return read_openings(config.path.parent / Path(source), game)
    except TengenError as error:
        raise config.fault(("openings", "source"), error) from None
