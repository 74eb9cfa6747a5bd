"""What is asked: the positions of a game that shall be analysed, and how."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from tengen.core import Game, IllegalMoveError, Limit, NotationError, SettingsError, State
from tengen.core.clock import MAX_SECONDS
from tengen.core.limit import MAX_COUNT
from tengen.protocols.analysis.fields import (
    FieldError,
    Fields,
    read_number,
    read_pairs,
    read_player,
    read_switch,
    read_whole,
    read_wholes,
)
from tengen.protocols.analysis.games import TABLES, Table

Perspective = Literal["BLACK", "WHITE", "SIDETOMOVE"]
PERSPECTIVES: tuple[Perspective, ...] = ("BLACK", "WHITE", "SIDETOMOVE")
_MOST_VISITS = 2**50
_SWITCHES = {
    "includeOwnership": "ownership",
    "includeMovesOwnership": "moves_ownership",
    "includePolicy": "policy",
    "includePVVisits": "pv_visits",
}
_READ = {
    *("id", "game", "boardXSize", "boardYSize", "initialStones", "moves", "initialPlayer"),
    *("analyzeTurns", "priorities", "priority", "rules", "komi", "whiteHandicapBonus"),
    *("overrideSettings", "maxVisits", "analysisPVLen", "reportDuringSearchEvery"),
    *("firstReportDuringSearchAfter", "allowMoves", "avoidMoves", *_SWITCHES),
}
_IDLE = {
    *("includeOwnershipStdev", "includeMovesOwnershipStdev", "includeNoResultValue"),
    *("rootFpuReductionMax", "rootPolicyTemperature"),
}
"""Fields of KataGo that have no effect here."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a response shall be like."""

    perspective: Perspective = "BLACK"
    """Whose chances the numbers are."""
    pv_length: int = 15
    """Moves of a continuation beside the first."""
    ownership: bool = False
    moves_ownership: bool = False
    policy: bool = False
    pv_visits: bool = False
    every: float | None = None
    """Seconds between reports of a search that goes on; None for none."""
    first_after: float | None = None
    """Seconds to the first of them."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One position to analyse."""

    number: int
    """Moves of the query before it."""
    state: State
    priority: int
    limit: Limit
    """Without any bound, the agent's own counts."""


@dataclass(frozen=True, slots=True)
class Query:
    """Some positions of one game."""

    id: str
    table: Table
    wanted: Wanted
    turns: tuple[Turn, ...]
    warnings: tuple[tuple[str, str], ...] = ()
    """A field and a sentence each."""


@dataclass
class _Asked:
    """A query while it is read."""

    fields: Fields
    table: Table
    warnings: list[tuple[str, str]] = field(default_factory=list)

    def warn(self, name: str, message: str) -> None:
        self.warnings.append((name, message))


def read_query(fields: Fields, base: Game, usual: Wanted, visits: int | None = None) -> Query:
    """Return what a query asks.

    Args:
        base: the game where the query names none, and the settings that it does not tell.
        usual: what is wanted where it does not say.
        visits: of a position where it does not say; None to leave it to the agent.

    Raises:
        FieldError: when a field cannot be used.
    """
    asked = _Asked(fields, find_table(fields, base))
    pairs, numbers = read_pairs(fields, "moves"), _read_turns(fields)
    states = _play(asked, pairs)
    told = fields.get("analyzeTurns") is not None
    chosen = numbers if told else [len(pairs)]
    if any(not 0 <= number <= len(pairs) for number in chosen):
        wrong = next(number for number in chosen if not 0 <= number <= len(pairs))
        raise FieldError("analyzeTurns", f"Invalid turn number: {wrong}")
    priorities = _read_priorities(fields, chosen)
    overrides = _read_overrides(asked)
    limit = _read_limit(fields, overrides, visits)
    moves = _read_root_moves(asked)
    turns = tuple(
        _read_turn(asked, Turn(number, states[number], priority, limit), moves)
        for number, priority in dict(zip(chosen, priorities, strict=True)).items()
    )
    wanted = _read_wanted(asked, overrides, usual)
    _warn_of_unused(asked)
    return Query(str(fields["id"]), asked.table, wanted, turns, tuple(asked.warnings))


def find_table(fields: Fields, base: Game) -> Table:
    """Return the kind of game that a query is about.

    Raises:
        FieldError: when there is none of that name.
    """
    from tengen.games import load

    name = fields.get("game", base.name)
    if not isinstance(name, str) or name not in TABLES:
        raise FieldError("game", f"Must be one of {', '.join(TABLES)}")
    return TABLES[name](base if name == base.name else load(name))


# -- the positions


def _play(asked: _Asked, pairs: Sequence[tuple[int, str]]) -> list[State]:
    """Return the position before each move, and the last one."""
    fields, table = asked.fields, asked.table
    stones = read_pairs(fields, "initialStones") if "initialStones" in fields else []
    asked.warnings += table.read_rules(fields)[1]
    told = read_player(fields, "initialPlayer") if "initialPlayer" in fields else None
    first = _first_player(told, stones, pairs)
    state = table.begin(fields, stones, first).initial_state()
    states = [state]
    for number, (player, move) in enumerate(pairs):
        state = _apply(table, state, player, move, number)
        states.append(state)
    return states


def _first_player(
    told: int | None, stones: Sequence[tuple[int, str]], pairs: Sequence[tuple[int, str]]
) -> int | None:
    """Return who begins: as told, else who moves first, else who does against a handicap."""
    if told is not None:
        return told
    if pairs:
        return pairs[0][0]
    if not stones:
        return None
    return int(not any(player for player, _ in stones))


def _apply(table: Table, state: State, player: int, move: str, number: int) -> State:
    try:
        state = table.turned(state, player)
        return state.apply_all(table.parse(state, move))
    except NotationError:
        raise FieldError("moves", f"Could not parse board location: {move[:40]}") from None
    except (IllegalMoveError, SettingsError) as error:
        raise FieldError("moves", f"Illegal move {number}: {move[:40]} ({error})") from None


def _read_turns(fields: Fields) -> list[int]:
    if "analyzeTurns" not in fields:
        return []
    return read_wholes(fields, "analyzeTurns", "turns to analyze")


def _read_priorities(fields: Fields, turns: Sequence[int]) -> list[int]:
    if "priorities" not in fields:
        priority = read_whole(fields, "priority") if "priority" in fields else 0
        return [priority] * len(turns)
    if "priority" in fields:
        raise FieldError("priority", "Cannot specify both priority and priorities")
    if "analyzeTurns" not in fields:
        raise FieldError("priorities", "Can only specify when also specifying analyzeTurns")
    priorities = read_wholes(fields, "priorities", "priorities")
    if len(priorities) != len(turns):
        raise FieldError("priorities", "Must be of matching length to analyzeTurns")
    return priorities


# -- how they are analysed


def _read_overrides(asked: _Asked) -> Fields:
    overrides = asked.fields.get("overrideSettings", {})
    if not isinstance(overrides, Mapping):
        raise FieldError("overrideSettings", "Must be an object")
    known = {"maxVisits", "maxTime", "reportAnalysisWinratesAs"}
    if unknown := [name for name in overrides if name not in known]:
        asked.warn("overrideSettings", f"Unknown config params: {','.join(unknown)}")
    return overrides


def _read_limit(fields: Fields, overrides: Fields, visits: int | None) -> Limit:
    seconds = None
    try:
        if "maxTime" in overrides:
            seconds = min(read_number(overrides, "maxTime", 0.001, 1e20), MAX_SECONDS)
        if "maxVisits" in overrides:
            visits = read_whole(overrides, "maxVisits", 1, _MOST_VISITS)
    except FieldError as error:
        message = f"Could not set settings: {error.field}: {error}"
        raise FieldError("overrideSettings", message) from None
    if "maxVisits" in fields:
        visits = read_whole(fields, "maxVisits", 1, _MOST_VISITS)
    return Limit(visits=None if visits is None else min(visits, MAX_COUNT), seconds=seconds)


def _read_wanted(asked: _Asked, overrides: Fields, usual: Wanted) -> Wanted:
    fields = asked.fields
    perspective, told = usual.perspective, overrides.get("reportAnalysisWinratesAs")
    if told is not None:
        found = [each for each in PERSPECTIVES if isinstance(told, str) and each == told.upper()]
        if not found:
            message = f"reportAnalysisWinratesAs must be one of {', '.join(PERSPECTIVES)}"
            raise FieldError("overrideSettings", f"Could not set settings: {message}")
        perspective = found[0]
    length = usual.pv_length
    if "analysisPVLen" in fields:
        length = read_whole(fields, "analysisPVLen", 1, 1000)
    every, after = (
        read_number(fields, name, 0.001, 1_000_000) if name in fields else None
        for name in ("reportDuringSearchEvery", "firstReportDuringSearchAfter")
    )
    switches = {ours: read_switch(fields, theirs) for theirs, ours in _SWITCHES.items()}
    return Wanted(perspective, length, **switches, every=every, first_after=after)


def _warn_of_unused(asked: _Asked) -> None:
    for name in asked.fields:
        if name in _IDLE:
            asked.warn(name, "No effect: Tengen has no such thing")
        elif name not in _READ:
            asked.warn(name, "Unexpected or unused field, do you have a typo?")


# -- what the first move is chosen from

_SHAPE = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'"


@dataclass(frozen=True, slots=True)
class _Rule:
    """Moves that a player shall avoid, or be confined to."""

    player: int
    moves: tuple[str, ...]
    allows: bool
    field: str


def _read_root_moves(asked: _Asked) -> list[_Rule]:
    fields = asked.fields
    names = [name for name in ("allowMoves", "avoidMoves") if name in fields]
    if len(names) > 1:
        raise FieldError("allowMoves", "Cannot specify both allowMoves and avoidMoves")
    rules = []
    for name in names:
        entries = fields[name]
        if not isinstance(entries, list):
            raise FieldError(name, _SHAPE)
        rules = [_read_rule(asked, name, entry) for entry in entries]
        if name == "allowMoves" and len({rule.player for rule in rules}) < len(rules):
            message = "Cannot specify allowMoves more than once for the same player"
            raise FieldError(name, message)
    return rules


def _read_rule(asked: _Asked, name: str, entry: object) -> _Rule:
    if not isinstance(entry, Mapping) or not {"player", "moves", "untilDepth"} <= entry.keys():
        raise FieldError(name, _SHAPE)
    player, moves = read_player(entry, "player", name), entry["moves"]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise FieldError(name, "Must be an array of board locations")
    if read_whole(entry, "untilDepth", 1, 10**9) > 1:
        asked.warn(name, "Only the first move is held to it, as with untilDepth 1")
    return _Rule(player, tuple(moves), name == "allowMoves", name)


def _read_turn(asked: _Asked, turn: Turn, rules: Sequence[_Rule]) -> Turn:
    """Return a position as it is analysed, its first move held to the rules of who is to move."""
    state = asked.table.going_on(turn.state)
    mine = [rule for rule in rules if rule.player == state.to_play]
    if not mine or state.outcome() is not None:
        return replace(turn, state=state)
    actions = frozenset(map(int, state.legal_actions().tolist()))
    for rule in mine:
        named = {_first_action(asked.table, state, move, rule.field) for move in rule.moves}
        actions = actions & named if rule.allows else actions - named
    if not actions:
        raise FieldError(mine[0].field, "No legal move is left")
    return replace(turn, state=state, limit=replace(turn.limit, root_moves=actions))


def _first_action(table: Table, state: State, move: str, name: str) -> int | None:
    """Return the action that a move begins with, None where it is illegal."""
    try:
        return table.parse(state, move)[0]
    except NotationError:
        raise FieldError(name, f"Could not parse board location: {move[:40]}") from None
    except IllegalMoveError:
        return None
