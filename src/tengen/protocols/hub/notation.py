"""Positions and moves of English draughts as Hub writes them; README.md has the extension.

In every kind of draughts that Hub knows, White begins, its men on the last squares. So the side that
begins is called White here too: a position is our board turned by half a circle with the colours
exchanged, square n being the character for 33 - n. Moves name squares by their own numbers.
"""

from collections.abc import Iterator, Sequence

from tengen.core import IllegalMoveError, NotationError, State
from tengen.games.draughts.game import native_of
from tengen.games.draughts.notation import SQUARES, Setup, next_square

_LETTERS = ("wW", "bB")
"""Men and kings of Black, who begins, and of White."""
_SIDES = "WB"
_LONGEST_MOVE = 80
"""More than any move takes to write."""

Hops = tuple[int, ...]
"""The actions of one whole move."""


def format_position(position: Setup) -> str:
    """Return a position as 33 characters: who is to move, and what is on each square."""
    board = ["e"] * SQUARES
    for letters, squares in zip(_LETTERS, (position.black, position.white), strict=True):
        for square in squares:
            board[SQUARES - square] = letters[square in position.kings]
    return _SIDES[position.to_play] + "".join(board)


def parse_position(text: str) -> Setup:
    """Return the position of a text, the inverse of `format_position`; it may be an impossible one.

    Raises:
        NotationError: when it is none.
    """
    side, board = text[:1], text[1:]
    if side not in set(_SIDES) or len(board) != SQUARES or set(board) - set("wWbBe"):
        raise NotationError(
            f"bad position {text[:40]!a}: expected W or B and {SQUARES} of w, W, b, B and e"
        )

    def squares(letters: str) -> tuple[int, ...]:
        return tuple(n for n in range(1, SQUARES + 1) if board[SQUARES - n] in letters)

    black, white = map(squares, _LETTERS)
    return Setup(_SIDES.index(side), black, white, squares("WB"))


def whole_moves(state: State, square: int | None = None) -> Iterator[tuple[Hops, State]]:
    """Yield every whole move, or those of the piece on a square, and the position after it."""
    for action in state.legal_actions().tolist():
        if square not in (None, action // 4 + 1):
            continue
        after = state.apply(action)
        if not is_inside_a_move(after):
            yield (action,), after
            continue
        for rest, end in whole_moves(after):
            yield (action, *rest), end


def is_inside_a_move(state: State) -> bool:
    """Return whether a capture must go on."""
    return bool(native_of(state).capturing_square >= 0)


def split(state: State, actions: Sequence[int]) -> list[Hops]:
    """Return the whole moves that `actions` make up; one that is broken off at their end is not.

    Actions that are not legal, and all after them, are left out too.
    """
    moves: list[Hops] = []
    hops: Hops = ()
    for action in actions:
        try:
            state = state.apply(action)
        except IllegalMoveError:
            break
        hops += (action,)
        if not is_inside_a_move(state):
            moves.append(hops)
            hops = ()
    return moves


def format_move(state: State, hops: Hops) -> str:
    """Return a whole move: ``11-15``, or ``15x22x18`` with all that it takes at the end."""
    taken = _taken(state, hops)
    start, end = hops[0] // 4 + 1, _beside(hops[-1])
    if not taken:
        return f"{start}-{end}"
    landed = next_square(end, hops[-1] % 4)
    return "x".join(map(str, (start, landed, *sorted(taken))))


def parse_move(state: State, text: str) -> tuple[Hops, State]:
    """Return a whole move and the position after it; what a capture takes comes in any order.

    Raises:
        NotationError: when it is no move.
        IllegalMoveError: when it is not legal.
    """
    mark = "x" if "x" in text else "-"
    words = text.split(mark) if len(text) <= _LONGEST_MOVE else []
    if len(words) < 2 or not all(word.isascii() and word.isdigit() for word in words):
        raise NotationError(f"bad move {text[:40]!a}: expected such as 11-15 or 15x22x18")
    wanted = format_squares([int(word) for word in words], mark)
    for hops, after in whole_moves(state, int(words[0])):
        if format_move(state, hops) == wanted:
            return hops, after
    raise IllegalMoveError(f"{text[:40]}: not a legal move")


def format_squares(squares: Sequence[int], mark: str) -> str:
    """Return the text of a move by its ends and what it takes, that ascending."""
    return mark.join(map(str, [*squares[:2], *sorted(squares[2:])]))


def _taken(state: State, hops: Hops) -> list[int]:
    return [_beside(action) for action in hops] if native_of(state).must_capture else []


def _beside(action: int) -> int:
    square = next_square(action // 4 + 1, action % 4)
    assert square is not None
    return square
