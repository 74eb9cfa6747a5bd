"""The face of English draughts: its settings, names of moves, the board's symmetry."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tengen.core import (
    IllegalMoveError,
    NotationError,
    Opening,
    Outcome,
    PolicyLayout,
    SettingsError,
    State,
    Symmetry,
    TengenError,
)
from tengen.core.game import NO_BOUND, Setting
from tengen.games.draughts import _native, tables
from tengen.games.draughts.ballots import three_move_ballots
from tengen.games.draughts.notation import (
    COLOUR_NAMES,
    DIRECTIONS,
    SQUARES,
    START,
    Setup,
    format_action,
    format_fen,
    next_square,
    parse_action,
    parse_fen,
    point_of,
)
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import AlphaBetaKernel, EngineKernel, KernelState

DraughtsState = _native.State
"""A position as native code has it."""
NUM_ACTIONS = SQUARES * len(DIRECTIONS)
ENDINGS = (
    "",
    "no pieces left",
    "no move left",
    "third occurrence",
    "40 moves without progress",
)
"""In the order of the native `Ending`."""
QUIET_PLIES = 80
"""Plies without a capture or the move of a man that make a draw."""
DRAWS = ("automatic", "claimed")
"""Whether a third occurrence, or too long without progress, ends the game by itself."""
OFFERED: dict[str, tuple[Setting, ...]] = {"draws": ()}
"""Against a program a game that nobody claims as a draw need not end."""
TABLE_REASON = "endgame table"
UNREADABLE, ILLEGAL, AMBIGUOUS = 1, 2, 3
"""The native `Fault`."""


def create(position: Setting = "", draws: Setting = "automatic") -> "Draughts":
    """Return English draughts.

    Args:
        position: a FEN to begin from; the usual start where it is empty.
        draws: ``automatic``, or ``claimed`` for games that go on until a player claims the draw.

    Raises:
        SettingsError: when a setting is not one of these.
        TablesError: when the endgame tables are damaged.
    """
    if not isinstance(position, str):
        raise SettingsError(f"draughts position={position!r}: must be a FEN")
    if not isinstance(draws, str) or draws not in DRAWS:
        raise SettingsError(f"draughts draws={draws!r}: must be {' or '.join(DRAWS)}")
    tables.attach()
    try:
        return Draughts(parse_fen(position), draws)
    except NotationError as error:
        raise SettingsError(f"draughts position: {error}") from None


class Draughts(NativeGame):
    """Black and White move in turn; who cannot move has lost.

    An action is one hop of a piece, ``(square - 1) * 4 + direction``; inside a capture of several
    jumps `State.to_play` stays. Names of whole moves join the hops.
    """

    name = "draughts"
    players = COLOUR_NAMES
    num_actions = NUM_ACTIONS
    alphabeta: AlphaBetaKernel = _native
    engine: EngineKernel = _native
    piece_planes = ((0, 1), (2, 3))
    goal_plane = 5
    policy_layout = PolicyLayout(
        per_point=len(DIRECTIONS), points=tuple(point_of(square + 1) for square in range(SQUARES))
    )

    def __init__(self, start: Setup, draws: str = "automatic") -> None:
        self.start = start
        self.draws = draws
        black, white, kings = (_bits(s) for s in (start.black, start.white, start.kings))
        self._rules = _native.Rules(black, white, kings, start.to_play, draws == "claimed")

    @property
    def settings(self) -> Mapping[str, Setting]:
        position = "" if self.start == START else format_fen(self.start)
        return {"position": position, "draws": self.draws}

    @property
    def kernel(self) -> EngineKernel:
        return _native

    @property
    def rules(self) -> _native.Rules:
        return self._rules

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        """What `State.planes` shows, each for the side to move.

        Own men, own kings, the opponent's men and kings, the piece inside a capture, own king row,
        ones where the position has been there before, how near a draw for want of progress is.
        """
        return (8, 8, 8)

    @property
    def max_plies(self) -> int:
        """Captures and rows that men can still advance, each after the longest quiet stretch.

        Nothing bounds a game in which nobody claims a draw.
        """
        if self.draws == "claimed":
            return NO_BOUND
        black, white, kings = (
            set(p) for p in (self.start.black, self.start.white, self.start.kings)
        )
        rows = sum(7 - (square - 1) // 4 for square in black - kings)
        rows += sum((square - 1) // 4 for square in white - kings)
        return QUIET_PLIES * (rows + len(black) + len(white) + 1)

    def book(self) -> tuple[Opening, ...]:
        """Return the 156 three-move ballots, which begin from the usual start."""
        if self.start != START:
            return ()
        first = self.initial_state()
        return tuple(
            Opening(self, self.parse_line(first, ballot.moves), str(ballot))
            for ballot in three_move_ballots()
        )

    def set_up(self, board: NDArray[np.int8], to_play: int) -> "Draughts":
        """Return the game from a board ``[8, 8]`` with men and kings."""
        pieces = board.ravel().tolist()
        places = {point_of(square): square for square in range(1, SQUARES + 1)}
        if any(piece and point not in places for point, piece in enumerate(pieces)):
            raise SettingsError("draughts position: pieces stand on the dark squares only")

        def squares(*codes: int) -> tuple[int, ...]:
            return tuple(places[point] for point in places if pieces[point] in codes)

        start = Setup(to_play, squares(1, 3), squares(2, 4), squares(3, 4))
        return create(format_fen(start), self.draws)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the board as it is, and turned by 180 degrees with the colours exchanged."""
        points = np.arange(64, dtype=np.int32)
        actions = np.arange(NUM_ACTIONS, dtype=np.int32)
        turned = Symmetry(points[::-1].copy(), actions[::-1].copy(), swaps_players=True)
        return (Symmetry(points, actions), turned)

    def parse_move(self, text: str) -> int:
        return parse_action(text)

    def format_move(self, action: int) -> str:
        return format_action(action)

    def parse_line(self, state: State, text: str) -> tuple[int, ...]:
        """Return the hops of the moves in `text`, played from `state`.

        A capture is named by its ends, ``11x25``, or by more of its squares; the last one may be
        broken off, if all its squares are named.
        """
        native = native_of(state)
        read = native.read_line(_encodable(text), unfinished=True)
        if read.fault:
            raise self._explain_fault(read)
        return tuple(read.actions)

    def parse_moves(
        self, state: State, words: Sequence[str]
    ) -> tuple[list[int], TengenError | None]:
        """Return the hops of the whole moves, and why the first that cannot be played cannot.

        The words have no blanks and no commas in them. Fast: for whole collections of games.
        """
        native = native_of(state)
        read = native.read_line(_encodable(" ".join(words)), unfinished=False)
        if not read.fault:
            return read.actions, None
        ends = read.ends
        return read.actions[: ends[-1] if ends else 0], self._explain_fault(read)

    def format_line(self, state: State, actions: Sequence[int]) -> list[str]:
        """Return the names of whole moves; every square only where the ends would not tell.

        Raises:
            IllegalMoveError: when an action is not legal where it is played.
        """
        numbers = [int(action) for action in actions]
        on_board = all(0 <= number < NUM_ACTIONS for number in numbers)
        names = native_of(state).write_line(numbers) if on_board else None
        if names is None:
            state.apply_all(numbers)
        return names or []

    def position_of(self, state: State) -> Setup:
        """Return the pieces on the board of a position and who is to move."""
        native = native_of(state)
        sets = (_squares(mask) for mask in (native.black, native.white, native.kings))
        return Setup(native.to_play, *sets)

    has_flat_planes = True
    has_tables = True
    has_hops = True

    def look_up(self, state: State) -> Outcome | None:
        """Return what the endgame tables say of a position between moves, as searches trust them.

        A win further away than a draw for want of progress is not certain, nor is one whose distance
        is not known.
        """
        native = native_of(state)
        probes = _native.TableProbes()
        probes.add(native.black, native.white, native.kings, native.to_play)
        entry = int(probes.entries()[0])
        if native.capturing_square != -1 or entry < 0:
            return None
        if entry == 0:
            return Outcome(None, TABLE_REASON)
        plies = entry - 1
        if plies > _native.TABLES_LONGEST:
            return None
        if self.draws == "automatic" and plies > QUIET_PLIES - native.quiet_plies:
            return None
        return Outcome(state.to_play if plies % 2 else 1 - state.to_play, TABLE_REASON)

    def describe_outcome(self, native: KernelState) -> Outcome:
        assert isinstance(native, _native.State)
        winner = None if native.winner < 0 else int(native.winner)
        return Outcome(winner, ENDINGS[native.ending])

    def explain_illegal(self, state: NativeState, action: int) -> str:
        if not 0 <= action < NUM_ACTIONS:
            return f"action {action} is not on the board"
        name, (square, direction) = format_action(action), divmod(action, len(DIRECTIONS))
        reason = self._explain_piece(state, square + 1)
        if reason is None and native_of(state).must_capture:
            reason = "a capture is compulsory"
        if reason is None and next_square(square + 1, direction) is None:
            reason = "that leads off the board"
        if reason is None and self._is_backward(state, square + 1, direction):
            reason = "men move forward only"
        return f"{name}: {reason or 'that square is occupied'}"

    def _explain_piece(self, state: NativeState, square: int) -> str | None:
        """Return why nothing on `square` can move, if it is for where it stands."""
        if state.outcome() is not None:
            return "the game is over"
        native = native_of(state)
        if not (native.white if native.to_play else native.black) >> (square - 1) & 1:
            return f"no piece of {COLOUR_NAMES[native.to_play]}'s on {square}"
        if native.capturing_square not in (-1, square - 1):
            return f"the piece on {native.capturing_square + 1} must go on capturing"
        return None

    def _is_backward(self, state: NativeState, square: int, direction: int) -> bool:
        is_king = native_of(state).kings >> (square - 1) & 1
        goes_south = direction >= DIRECTIONS.index("sw")
        return not is_king and goes_south != (state.to_play == 0)

    def _explain_fault(self, read: _native.ReadLine) -> TengenError:
        """Return why the word at fault cannot be played."""
        fault, word = read.fault, read.fault_word
        if fault == UNREADABLE:
            return NotationError(f"bad move {word!r}: expected squares such as 11-15 or 11x18")
        if fault == AMBIGUOUS:
            return IllegalMoveError(f"{word}: several captures have these ends, name every square")
        reason = self._explain_piece(NativeState(self, read.after), read.fault_square + 1)
        if reason is None and read.after.must_capture:
            reason = "not a whole capture, and a capture is compulsory"
        return IllegalMoveError(f"{word}: {reason or 'not a legal move'}")

    def __str__(self) -> str:
        position = self.settings["position"]
        draws = "" if self.draws == "automatic" else ", draws claimed"
        return (f"draughts from {position}" if position else "draughts") + draws

    def __reduce__(self) -> tuple[object, ...]:
        return (create, tuple(self.settings.values()))


def native_of(state: State) -> DraughtsState:
    """Return a position of draughts as native code has it."""
    assert isinstance(state, NativeState)
    assert isinstance(state.native, _native.State)
    return state.native


def _bits(squares: Sequence[int]) -> int:
    return sum(1 << (square - 1) for square in squares)


def _squares(bits: int) -> tuple[int, ...]:
    return tuple(square for square in range(1, SQUARES + 1) if bits >> (square - 1) & 1)


def _encodable(text: str) -> str:
    """Return text that native code can take: lone surrogates cannot be encoded."""
    return text.encode(errors="replace").decode()
