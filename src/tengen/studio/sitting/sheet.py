"""What is written down of a game: all that a restarted server needs to go on with it."""

import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from tengen import games
from tengen.core import Game, NotationError, Outcome, Record, RecordedMove, SettingsError
from tengen.studio.sitting.clock import GameClock
from tengen.studio.sitting.counting import Count
from tengen.studio.sitting.history import count_moves
from tengen.studio.sitting.offers import Offer
from tengen.studio.sitting.requests import Aid, Contestant, Terms
from tengen.studio.thinking.levels import Level, level_of

FORMAT = 1
T = TypeVar("T")


def load_game(name: str, settings: Mapping[str, Any]) -> Game:
    """Return a game's rules, for settings that come from outside.

    Raises:
        SettingsError: when there is no such game, or a setting is unknown or out of range.
    """
    try:
        return games.load(name, **settings)
    except TypeError as error:
        raise SettingsError(f"unknown setting of {name}: {', '.join(settings)}") from error
    except OverflowError as error:  # whole numbers of JSON have no bounds
        raise SettingsError(f"a setting of {name} is out of range") from error


def read_rules(name: str, settings: str) -> Game:
    """Return a game's rules, for settings as JSON, as an address has them.

    Raises:
        SettingsError: when there is no such game, or the settings are none.
    """
    try:
        chosen = json.loads(settings)
    except (ValueError, RecursionError) as error:
        raise SettingsError("settings are not JSON") from error
    if not isinstance(chosen, dict):
        raise SettingsError("settings are not an object")
    return load_game(name, chosen)


@dataclass(frozen=True, slots=True)
class Learning:
    """How the opponent's learning from a game stands."""

    state: Literal["learning", "learned", "failed"]
    steps: int = 0
    """Gradient steps taken."""
    text: str = ""
    """Why it failed."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A move that the teacher offers back."""

    loss: float
    """Winning chance given away, in percentage points."""
    played: str
    """The move's name."""
    better: str
    """The name of the one that the teacher would have played."""
    path: tuple[int, ...]
    """The points it goes over."""


@dataclass(frozen=True)
class Sheet:
    """One game, written down after every change."""

    id: str
    terms: Terms
    moves: tuple[RecordedMove, ...] = ()
    values: tuple[float | None, ...] = (None,)
    """`[plies + 1]`: what the engine expected of each position, for the first player."""
    reviewed: tuple[int, ...] = ()
    """Plies whose value the reviewer said, in the place of an opponent that errs on purpose."""
    auto: bool = False
    """Whether the engine plays both sides until the end."""
    paused: bool = False
    """Whether the engine waits to be asked, though it is its turn."""
    outcome: Outcome | None = None
    """How it ended, by the rules or because a side gave up; None while it goes on."""
    count: Count | None = None
    """The count of a game of Go after its last pass; it is open until there is an outcome."""
    unseen: bool = False
    """Whether the last move was a person's at which no teacher has looked."""
    slip: Slip | None = None
    """What was wrong with it; the game waits until it is taken back or insisted on."""
    learning: Learning | None = None
    """What became of the last lesson; one still under way begins again when the game is opened."""
    clock: GameClock | None = None
    """The clocks, where the terms give any; read from a file they stand still."""
    opening: str = ""
    """Name of the opening it began with."""
    begun: int = 0
    """Plies of that opening, which nobody takes back."""
    offer: Offer | None = None
    """The draw that was offered last, until the other side moves."""
    engines: tuple[Contestant, ...] = ()
    """Who plays each side of a game without people, as a duel; empty where one opponent plays."""
    pace: float | None = None
    """Seconds that each move of such a game takes at least."""
    aids: tuple[Aid, ...] = ()
    """What keeps what is played now from counting for the person's level, as it came."""
    results: tuple[int | None, ...] = ()
    """Winners of what counted, None for a draw; they stand whatever is taken back or begun again."""
    fault: str = ""
    """Why an engine failed, until something else is done."""
    created: float = field(default_factory=time.time)
    """Seconds since 1970."""

    @classmethod
    def begin(cls, game_id: str, terms: Terms) -> "Sheet":
        """Return the sheet of a game that begins."""
        clock = None if terms.clock is None else GameClock.full(terms.clock.control())
        return cls(game_id, terms, clock=clock)

    def load_game(self) -> Game:
        """Return the rules it is played by.

        Raises:
            SettingsError: when there are no such rules.
        """
        return load_game(self.terms.game, self.terms.settings)

    def level(self, game: Game) -> Level | None:
        """Return the level that the opponent is; None where it is told how long to think."""
        terms = self.terms
        return level_of(game, terms.opponent) if terms.strength.limit() is None else None

    def to_record(self, game: Game) -> Record:
        """Return the game as it was played, the opponent called by its level where it is one."""
        level = self.level(game)
        opponent = self.terms.opponent if level is None else level["name"]
        names = [engine.name for engine in self.engines] or [
            "person" if side in self.terms.people else opponent for side in (0, 1)
        ]
        return Record(
            game=game.name,
            settings=game.settings,
            moves=self.moves,
            outcome=self.outcome,
            players=(names[0], names[1]),
            comment=f"opening {self.opening}" if self.opening else "",
        )

    def to_json(self, game: Game, now: float) -> dict[str, Any]:
        """Return plain data, the moves as a `Record`; of the present turn, the time until `now`."""
        return {
            "format": FORMAT,
            "id": self.id,
            "created": self.created,
            "terms": self.terms.model_dump(mode="json"),
            "auto": self.auto,
            "paused": self.paused,
            "values": list(self.values),
            "reviewed": list(self.reviewed),
            "count": self.count and asdict(self.count),
            "unseen": self.unseen,
            "slip": self.slip and asdict(self.slip),
            "learning": self.learning and asdict(self.learning),
            "clock": self.clock and self.clock.to_json(now),
            "opening": self.opening,
            "begun": self.begun,
            "offer": self.offer and asdict(self.offer),
            "aided": list(self.aids),
            "results": list(self.results),
            "record": self.to_record(game).to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Sheet":
        """Read what `to_json` wrote; whether the moves are legal is seen when they are replayed.

        Raises:
            NotationError: when a part is missing or of the wrong kind.
        """
        try:
            if data["format"] != FORMAT:
                raise NotationError(f"saved game of format {data['format']!r}: this reads {FORMAT}")
            record = Record.from_json(data["record"])
            moves = record.moves
            values = tuple(None if value is None else float(value) for value in data["values"])
            if len(values) != len(moves) + 1:
                raise NotationError(f"{len(values)} values for {len(moves)} moves")
            terms = Terms.model_validate(data["terms"], strict=False)
            return cls(
                id=str(data["id"]),
                terms=terms,
                moves=moves,
                values=values,
                reviewed=tuple(int(ply) for ply in data.get("reviewed", ())),
                auto=bool(data["auto"]),
                paused=bool(data["paused"]),
                outcome=record.outcome,
                count=_read(_COUNT, data.get("count")),
                unseen=bool(data.get("unseen")),
                slip=_read(_SLIP, data.get("slip")),
                learning=_read(_LEARNING, data.get("learning")),
                created=float(data["created"]),
                clock=_read_clock(terms, data.get("clock"), len(moves)),
                opening=str(data.get("opening", "")),
                begun=_read_begun(data, len(moves)),
                offer=_read(_OFFER, data.get("offer")),
                aids=_read_aids(data.get("aided")),
                results=_read_results(data, record.outcome),
            )
        except (KeyError, TypeError, ValueError, AttributeError, ValidationError) as error:
            line = str(error).splitlines()[0] if str(error) else ""
            raise NotationError(f"not a saved game: {type(error).__name__} {line}") from error


_COUNT, _SLIP = TypeAdapter(Count), TypeAdapter(Slip)
_LEARNING, _OFFER = TypeAdapter(Learning), TypeAdapter(Offer)
_WINNERS = TypeAdapter(tuple[Literal[0, 1] | None, ...])
_AIDS = TypeAdapter(tuple[Aid, ...])


def _read(reader: TypeAdapter[T], data: object) -> T | None:
    """Return what `dataclasses.asdict` was given, None where there was nothing."""
    if not data:
        return None
    found = reader.validate_python(data)
    # Pydantic passes over names that it does not know.
    if isinstance(data, Mapping) and (strange := set(data) - set(reader.dump_python(found))):
        raise ValueError(f"{', '.join(sorted(strange))}: not noted of a game")
    return found


def results_of(
    data: Mapping[str, Any], *, is_over: bool, winner: int | None
) -> tuple[int | None, ...]:
    """Return the winners of what counts of a game as `to_json` wrote it.

    Of one that an earlier version wrote that is its end, if it is over.
    """
    if "results" in data:
        return _WINNERS.validate_python(data["results"])
    terms = Terms.model_validate(data["terms"], strict=False)
    return (winner,) if is_over and not terms.aids else ()


def _read_results(data: Mapping[str, Any], outcome: Outcome | None) -> tuple[int | None, ...]:
    return results_of(data, is_over=outcome is not None, winner=outcome.winner if outcome else None)


def _read_aids(data: object) -> tuple[Aid, ...]:
    """Return what kept a game from counting; an earlier version noted only that something did."""
    return _AIDS.validate_python(data or ()) if data is not True else ("help",)


def _read_begun(data: Mapping[str, Any], plies: int) -> int:
    begun = int(data.get("begun", 0))
    if not 0 <= begun <= plies:
        raise NotationError(f"an opening of {begun} moves in a game of {plies}")
    return begun


def _read_clock(terms: Terms, data: Mapping[str, Any] | None, plies: int) -> GameClock | None:
    if terms.clock is None:
        return None
    if data is None:
        clock = GameClock.full(terms.clock.control())
        return replace(clock, stands=clock.stands * (plies + 1))
    clock = GameClock.from_json(terms.clock.control(), data)
    if clock.plies != plies:
        raise NotationError(f"clocks of {clock.plies} moves for {plies}")
    return clock


def describe_line(sheet: Sheet) -> dict[str, object]:
    """Return a line about a game, for a list of games."""
    outcome, game = sheet.outcome, sheet.load_game()
    return {
        "id": sheet.id,
        "game": sheet.terms.game,
        "settings": sheet.terms.settings,
        "people": sheet.terms.people,
        "opponent": sheet.terms.opponent,
        "level": sheet.level(game),
        "plies": len(sheet.moves),
        "moves": count_moves(game, [move.action for move in sheet.moves]),
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
        "created": sheet.created,
    }
