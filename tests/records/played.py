"""Records that hypothesis makes up: legal games with all that may be noted of them."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from tengen.core import Game, Outcome, Record, RecordedMove, State

Draw = Callable[..., object]

letters = st.characters(
    exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs"), exclude_characters="}%[]"
)
words = st.lists(st.text(letters, min_size=1, max_size=8), min_size=1, max_size=5).map(" ".join)
one_line = st.one_of(st.just(""), words)
lines = st.lists(words, max_size=3).map("\n".join)
free_text = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\r\t\v\f"), max_size=30
)
seconds = st.one_of(st.none(), st.integers(0, 10**7).map(lambda number: number / 1000))
values = st.one_of(st.none(), st.sampled_from((-1.0, -0.123456789, 0.0, 1e-7, 0.5)))
nags = st.lists(st.integers(0, 255), max_size=3).map(tuple)


@st.composite
def games(
    draw: Draw, game: Game, notes: "st.SearchStrategy[RecordedMove]", depth: int = 1
) -> Record:
    """Make up a game without result, players and comment; `notes` are what moves may have."""
    moves, _ = draw(_line(game.initial_state(), notes, depth))  # type: ignore[misc]
    return Record(game.name, dict(game.settings), moves)


@st.composite
def _line(
    draw: Draw, state: State, notes: "st.SearchStrategy[RecordedMove]", depth: int
) -> tuple[tuple[RecordedMove, ...], State]:
    """Make up a line of whole moves, with variations but in front of it."""
    moves: list[RecordedMove] = []
    for number in range(draw(st.integers(1, 12 if depth else 3))):  # type: ignore[call-overload]
        if state.outcome() is not None:
            break
        chain, after = draw(_whole_move(state, notes))  # type: ignore[misc]
        if depth and number and draw(st.integers(0, 5)) == 0:
            others = draw(st.lists(_line(state, notes, depth - 1), min_size=1, max_size=2))
            variations = tuple(line for line, _ in others)  # type: ignore[attr-defined]
            chain[0] = replace(chain[0], variations=variations)
        moves += chain
        state = after
    return tuple(moves), state


@st.composite
def _whole_move(
    draw: Draw, state: State, notes: "st.SearchStrategy[RecordedMove]"
) -> tuple[list[RecordedMove], State]:
    """Make up a move, all its jumps; what is noted stands with the last of them."""
    player, chain = state.to_play, []
    while state.to_play == player and state.outcome() is None and (not chain or _in_capture(state)):
        legal = state.legal_actions()
        action = int(legal[draw(st.integers(0, len(legal) - 1))])  # type: ignore[call-overload]
        chain.append(RecordedMove(action))
        state = state.apply(action)
    noted = draw(notes)
    assert isinstance(noted, RecordedMove)
    chain[-1] = replace(noted, action=chain[-1].action)
    return chain, state


def _in_capture(state: State) -> bool:
    return state.game.name == "draughts"


def last_state(record: Record, game: Game) -> State:
    """Return the position after all moves."""
    *_, state = record.replay(game)
    return state


wins = st.builds(
    Outcome, st.sampled_from((0, 1)), st.sampled_from(("", "resignation", "time", "forfeit"))
)
