"""A Gomocup manager that trusts nobody: it starts two brains, lets them play and notes each fault."""

import os
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import tengen
from tengen.core import State

MOVE = re.compile(r"(\d{1,2}),(\d{1,2})")
REPLY = re.compile(
    r"OK|FORBID (\d{4})*\.|ERROR .+|UNKNOWN .+|MESSAGE .+|SWAP|name=\"[^\"]+\".*|\d{1,2},\d{1,2}( \d{1,2},\d{1,2}){0,2}"
)
"""All that a brain of ours says."""
READY_SECONDS = 60.0
OURS = (sys.executable, "-m", "tengen", "gomocup")


class BrainError(Exception):
    """A brain has died, hangs, or says what is no answer."""


@dataclass(frozen=True)
class Reply:
    """One answer."""

    text: str
    seconds: float
    """From the last byte of the command to the last of the answer."""
    messages: tuple[str, ...] = ()


class Brain:
    """A brain that runs, spoken to line by line."""

    def __init__(
        self, command: Sequence[str], cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        self.name = shlex.join(command)
        self._program = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=env,
            bufsize=0,
        )
        self._read = b""

    @property
    def pid(self) -> int:
        return self._program.pid

    def send(self, *lines: str) -> None:
        """Send commands that nobody answers."""
        self.send_bytes("".join(f"{line}\r\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(self._program.stdin.fileno(), data) :]
        except BrokenPipeError:
            raise BrainError("died: " + self._last_words()) from None

    def ask(self, *lines: str, timeout: float = READY_SECONDS) -> Reply:
        """Send a command and return the answer; messages on the way are noted."""
        began = time.perf_counter()
        self.send(*lines)
        messages = []
        while True:
            line = self.read_line(began + timeout - time.perf_counter())
            if not REPLY.fullmatch(line):
                raise BrainError(f"malformed: {line!r}")
            if not line.startswith("MESSAGE "):
                return Reply(line, time.perf_counter() - began, tuple(messages))
            messages.append(line)

    def read_line(self, timeout: float) -> str:
        """Return the next line, which ends as managers' own lines do."""
        until = time.perf_counter() + timeout
        while b"\n" not in self._read:
            ready, _, _ = select.select(
                [self._program.stdout], [], [], max(0.0, until - time.perf_counter())
            )
            data = os.read(self._program.stdout.fileno(), 1 << 16) if ready else b""
            if not data:
                raise BrainError("died: " + self._last_words() if ready else "hangs")
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        if not line.endswith(b"\r"):
            raise BrainError(f"a line without CR: {line!r}")
        return line[:-1].decode("ascii")

    def end(self, timeout: float = READY_SECONDS) -> str:
        """Send END and return all that it still says, which should be nothing."""
        self.send("END")
        return self.close(timeout)

    def close(self, timeout: float = READY_SECONDS) -> str:
        """Close its input, wait for it and return what it still says.

        Raises:
            BrainError: when it does not end, or not as a program does that is done.
        """
        try:
            said, errors = self._program.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            raise BrainError("does not end") from None
        if self._program.returncode or errors:
            raise BrainError(f"ended with {self._program.returncode}: {errors.decode()[-500:]}")
        return (self._read + said).decode("ascii")

    def kill(self) -> None:
        self._program.kill()
        self._program.communicate()

    def _last_words(self) -> str:
        return self._program.communicate()[1].decode(errors="replace")[-500:] or "without a word"


@contextmanager
def brain(*command: str, **where) -> Iterator[Brain]:
    """Start a brain, ours unless another is named, and end it whatever happens."""
    running = Brain(command or OURS, **where)
    try:
        yield running
    finally:
        running.kill()


@dataclass
class Played:
    """A game and what was wrong with it."""

    moves: list[int] = field(default_factory=list)
    winner: int | None = None
    """0 for who had Black, 1 for White, None for a draw or a fault."""
    faults: list[str] = field(default_factory=list)
    """What ended the game before its time."""
    late: list[str] = field(default_factory=list)
    """Moves that took longer than they may; they are played all the same."""
    seconds: list[float] = field(default_factory=list)
    """Each answer's."""


def begin(running: Brain, size: int, info: Mapping[str, int]) -> None:
    """Let a brain begin a game."""
    reply = running.ask(f"START {size}")
    if reply.text != "OK":
        raise BrainError(f"START {size}: {reply.text}")
    running.send(*(f"INFO {key} {value}" for key, value in info.items()))


def play(
    brains: tuple[Brain, Brain], *, size: int, turn: int, opening: Sequence[int] = (), rule: int = 0
) -> Played:
    """Play a game between two brains that have begun one; `brains[0]` has Black.

    Args:
        turn: milliseconds for a move; longer ones are noted.
        opening: points that are on the board at the start.
    """
    names = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro", 9: "caro-exact"}
    state: State = tengen.load("gomoku", size=size, rule=names[rule]).initial_state()
    game = Played(list(opening))
    for point in opening:
        state = state.apply(point)
    while state.outcome() is None and not game.faults:
        colour = state.to_play
        state = _move(
            brains[colour], state, game, first=len(game.moves) < len(opening) + 2, turn=turn
        )
    outcome = state.outcome()
    game.winner = outcome.winner if outcome else None
    return game


def _move(mover: Brain, state: State, game: Played, *, first: bool, turn: int) -> State:
    """Let one brain move and return the position after it, or the same after a fault."""
    size = state.board().shape[0]
    ply = len(game.moves)
    try:
        reply = mover.ask(*_question(game.moves, size, whole=first), timeout=READY_SECONDS)
    except BrainError as error:
        game.faults.append(f"ply {ply}: {mover.name} {error}")
        return state
    game.seconds.append(reply.seconds)
    if reply.seconds > turn / 1000:
        game.late.append(f"ply {ply}: {mover.name} {1000 * reply.seconds:.1f} ms")
    found = MOVE.fullmatch(reply.text)
    point = int(found[2]) * size + int(found[1]) if found else -1
    if point < 0 or int(found[1]) >= size or point not in state.legal_actions():
        game.faults.append(f"ply {ply}: {mover.name} illegal: {reply.text}")
        return state
    game.moves.append(point)
    return state.apply(point)


def _question(moves: Sequence[int], size: int, *, whole: bool) -> list[str]:
    points = [f"{move % size},{move // size}" for move in moves]
    if not moves:
        return ["BEGIN"]
    if not whole:
        return [f"TURN {points[-1]}"]
    mine = len(moves) % 2
    stones = [f"{point},{1 if ply % 2 == mine else 2}" for ply, point in enumerate(points)]
    return ["BOARD", *stones, "DONE"]


def draw_opening(size: int, rng: np.random.Generator, stones: int = 4) -> list[int]:
    """Return different points about the middle, on which nothing is decided yet."""
    reach = range(max(0, size // 2 - 3), min(size, size // 2 + 4))
    points = [y * size + x for y in reach for x in reach]
    return [int(point) for point in rng.choice(points, stones, replace=False)]


@dataclass
class Tally:
    """What came of many games."""

    games: int = 0
    moves: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Of the first brain, of the second, and draws."""
    faults: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def play_many(
    commands: tuple[Sequence[str], Sequence[str]],
    games: int,
    *,
    size: int = 15,
    turn: int = 100,
    rule: int = 0,
    seed: int = 0,
    on_game: Callable[[Tally], None] | None = None,
) -> Tally:
    """Play games between two brains, each opening with either colour, and end both."""
    rng, tally = np.random.default_rng(seed), Tally()
    info = {"timeout_turn": turn, "timeout_match": 0, "max_memory": 350 << 20, "rule": rule}
    with ExitStack() as stack:
        both = [stack.enter_context(brain(*command)) for command in commands]
        opening: list[int] = []
        for number in range(games):
            opening = opening if number % 2 else draw_opening(size, rng)
            for each in both:
                begin(each, size, info)
            seats = (both[number % 2], both[1 - number % 2])
            game = play(seats, size=size, turn=turn, opening=opening, rule=rule)
            _count(tally, game, swapped=bool(number % 2))
            if on_game is not None:
                on_game(tally)
        words = [each.end() for each in both]
    tally.faults += [f"said after END: {said!r}" for said in words if said]
    return tally


def _count(tally: Tally, game: Played, *, swapped: bool) -> None:
    tally.games += 1
    tally.moves += len(game.seconds)
    tally.seconds += game.seconds
    tally.faults += [f"game {tally.games} {fault}" for fault in game.faults]
    tally.late += [f"game {tally.games} {move}" for move in game.late]
    winner = 2 if game.winner is None else game.winner ^ swapped
    tally.wins[winner] += 1
