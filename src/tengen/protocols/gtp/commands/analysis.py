"""Thinking aloud: the commands of Leela Zero, KataGo and Sabaki, which differ in how numbers look.

All numbers are for the side that is analysed for. An analysis runs until a line comes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tengen.core import Candidate, Decision, Limit, NotationError, State
from tengen.protocols.gtp.arguments import Arguments, parse_number, parse_switch, parse_whole
from tengen.protocols.gtp.commands import Stream
from tengen.protocols.gtp.commands.ownership import owners_for, owners_seen
from tengen.protocols.gtp.commands.playing import take
from tengen.protocols.gtp.requests import Reply
from tengen.protocols.gtp.session import Session
from tengen.protocols.gtp.vertex import COLOURS, format_vertex, parse_colour, parse_vertex
from tengen.protocols.thoughts import chance_of, lower_bound, worth_telling
from tengen.protocols.turns import with_turn

EVERY = 1.0
"""Seconds between lines if nothing else is said."""
UNTOLD = (
    *("ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits", "pvEdgeVisits"),
    "noResultValue",
)
"""What KataGo may add and we never do."""


@dataclass(frozen=True, slots=True)
class Restriction:
    """Moves of one side that are left out, or all that are not."""

    allows: bool
    colour: int
    vertices: tuple[str, ...]


@dataclass
class Wanted:
    """What an analysis shall be like."""

    colour: int
    every: float = EVERY
    """Seconds between lines."""
    least: int = 0
    """Moves to be told, looked at or not."""
    most: int | None = None
    ownership: bool = False
    root: bool = False
    """Whether the position is told of as a whole."""
    limits: list[Restriction] = field(default_factory=list)
    """What the first move is to be chosen from."""


def parse_wanted(to_play: int, arguments: Arguments) -> Wanted:
    """Read ``[colour] [centiseconds] [key value ...]``.

    Raises:
        NotationError: when it cannot be read, or asks for what we cannot do.
    """
    wanted, words = Wanted(to_play), list(arguments)
    if words and words[0].lower() in COLOURS:
        wanted.colour = parse_colour(words.pop(0))
    if words and not words[0].isalpha():
        wanted.every = _interval(words.pop(0))
    while words:
        _take(wanted, words.pop(0), words)
    return wanted


def _take(wanted: Wanted, key: str, words: list[str]) -> None:
    """Take the value of `key` off `words`."""
    if key in {"avoid", "allow"}:
        wanted.limits.append(_restriction(key, words))
        return
    if not words:
        raise NotationError(f"syntax error: {key} without a value")
    value = words.pop(0)
    match key:
        case "interval":
            wanted.every = _interval(value)
        case "minmoves":
            wanted.least = parse_whole(value)
        case "maxmoves":
            wanted.most = max(1, parse_whole(value))
        case "ownership":
            wanted.ownership = parse_switch(value)
        case "rootInfo":
            wanted.root = parse_switch(value)
        case _ if key in UNTOLD:
            pass
        case _:
            raise NotationError(f"unsupported: {key} of an analysis")


def _restriction(key: str, words: list[str]) -> Restriction:
    """Take ``COLOUR VERTEX,VERTEX UNTIL`` off `words`; it holds for the first move, until then."""
    if len(words) < 3:
        raise NotationError(f"syntax error: {key} wants a colour, points and a number of moves")
    colour, vertices, until = (words.pop(0) for _ in range(3))
    if parse_whole(until) < 1:
        raise NotationError(f"syntax error: {key} until {until!r}")
    return Restriction(key == "allow", parse_colour(colour), tuple(vertices.split(",")))


def held_to(state: State, limits: Sequence[Restriction]) -> frozenset[int] | None:
    """Return the actions that `limits` leave to the side to move; None where they are all.

    Raises:
        NotationError: when a point is none, or none of the moves is left.
    """
    named: dict[bool, set[int]] = {True: set(), False: set()}
    for limit in limits:
        points = {parse_vertex(state.game, vertex) for vertex in limit.vertices}
        named[limit.allows] |= points if limit.colour == state.to_play else set()
    if not named[True] and not named[False]:
        return None
    legal = frozenset(map(int, state.legal_actions().tolist()))
    left = (legal & named[True] if named[True] else legal) - named[False]
    if not left:
        raise NotationError("avoid and allow leave no move")
    return left


def _interval(text: str) -> float:
    seconds = parse_number(text) / 100
    if seconds < 0:
        raise NotationError(f"syntax error: {text!r} is no interval")
    return seconds


@dataclass(frozen=True, slots=True)
class Style:
    """How numbers look."""

    chance: Callable[[float], str]
    """A number in [0, 1]."""
    utility: bool = False
    """Whether values in [-1, 1] are told too, and leads in points where there are any."""


LEELA = Style(lambda chance: str(round(10_000 * chance)))
KATA = Style(lambda chance: f"{chance:.6f}", utility=True)


def report(state: State, decision: Decision, wanted: Wanted, style: Style) -> str:
    """Return a line about a position: its best moves, then what was asked for beside them."""
    moves = shown(decision, wanted)
    parts = [
        _info(state, candidate, order, decision, style) for order, candidate in enumerate(moves)
    ]
    if wanted.root:
        parts.append(_root(decision, style))
    if wanted.ownership and state.game.has_owners:
        owners = owners_seen(state, decision)
        parts.append("ownership " + " ".join(f"{owner:.3f}" for owner in owners.ravel().tolist()))
    return " ".join(parts)


def shown(decision: Decision, wanted: Wanted) -> Sequence[Candidate]:
    """Return the moves to tell of, the best first."""
    looked_at = worth_telling(decision)
    others = [candidate for candidate in decision.candidates if candidate not in looked_at]
    missing = max(0, wanted.least - len(looked_at))
    return [*looked_at, *others[:missing]][: wanted.most]


def _info(state: State, candidate: Candidate, order: int, decision: Decision, style: Style) -> str:
    # Who judges no move by itself says of each what it says of the position.
    value = next((v for v in (candidate.value, decision.value) if v is not None), 0.0)
    lead = decision.lead if candidate.lead is None else candidate.lead
    chance = chance_of(value)
    lower = lower_bound(chance, candidate.visits)
    line = [format_vertex(state.game, action) for action in candidate.pv or (candidate.action,)]
    utility = f"utility {value:.6f} " if style.utility else ""
    utility_lower = f"utilityLcb {2 * lower - 1:.6f} " if style.utility else ""
    return (
        f"info move {line[0]} visits {candidate.visits} {utility}"
        f"winrate {style.chance(chance)} {_lead(lead, style)}"
        f"prior {style.chance(candidate.prior)} "
        f"lcb {style.chance(lower)} {utility_lower}order {order} pv {' '.join(line)}"
    )


def _root(decision: Decision, style: Style) -> str:
    visits = sum(candidate.visits for candidate in decision.candidates)
    value = decision.value or 0.0
    utility = f" utility {value:.6f}" if style.utility else ""
    lead = _lead(decision.lead, style).rstrip()
    told = f"rootInfo visits {visits}{utility} winrate {style.chance(chance_of(value))} {lead}"
    return told.rstrip()


def _lead(lead: float | None, style: Style) -> str:
    """Return a lead as KataGo tells it, by its old name and its new one; empty without any."""
    if lead is None or not style.utility:
        return ""
    return f"scoreMean {lead:.3f} scoreLead {lead:.3f} "


def analyse(session: Session, arguments: Arguments, reply: Reply, style: Style) -> None:
    """Tell of a position until a line comes."""
    wanted, state, among, tell = _begin(session, arguments, reply, style)
    lines = session.lines
    tell(
        session.background.decide(
            state,
            Limit(root_moves=among),
            until=lambda: lines.waiting,
            every=wanted.every,
            on_report=tell,
        )
    )
    lines.give_back(lines.get())
    reply.finish()


def genmove(session: Session, arguments: Arguments, reply: Reply, style: Style) -> None:
    """Decide on a move, telling of it meanwhile, and play it."""
    wanted, _, among, tell = _begin(session, arguments, reply, style)
    decision = session.decide(wanted.colour, wanted.every, tell, among)
    tell(decision)
    reply.line(f"play {take(session, wanted.colour, decision)}")
    reply.finish()


def _begin(
    session: Session, arguments: Arguments, reply: Reply, style: Style
) -> tuple[Wanted, State, frozenset[int] | None, Callable[[Decision], None]]:
    """Check what is asked for and begin the reply.

    Returns:
        what is wanted, the position, the actions to choose from, what tells of a decision.
    """
    wanted = parse_wanted(session.history.state.to_play, arguments)
    state = with_turn(session.history.state, wanted.colour)
    among = held_to(state, wanted.limits)
    session.background.agent_for(state.game)
    if wanted.ownership and state.game.has_owners:
        owners_for(state)  # now, and not when the time for a move is over
    reply.begin()

    def tell(decision: Decision) -> None:
        kept = decision if among is None else decision.among(among)
        reply.line(report(state, kept, wanted, style))

    return wanted, state, among, tell


def _analysis(style: Style) -> Stream:
    return lambda session, arguments, reply: analyse(session, arguments, reply, style)


def _genmove(style: Style) -> Stream:
    return lambda session, arguments, reply: genmove(session, arguments, reply, style)


STREAMS = {
    "lz-analyze": _analysis(LEELA),
    "kata-analyze": _analysis(KATA),
    "analyze": _analysis(LEELA),
    "lz-genmove_analyze": _genmove(LEELA),
    "kata-genmove_analyze": _genmove(KATA),
    "genmove_analyze": _genmove(LEELA),
}
