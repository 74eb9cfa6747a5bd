"""What a protocol costs beside the agent, and whether a brain is ever late.

``--games 1000`` also plays games of the strongest Gomoku agent against itself, at ``--turn``
milliseconds a move, under a manager that notes each move which took longer.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from common import announce, console, print_rows
from tengen.agents import load_agent
from tengen.bench import Row
from tengen.core import State
from tengen.games import load
from tengen.protocols.gomocup.words import format_point, parse_point
from tengen.protocols.gtp.vertex import format_vertex, parse_vertex
from tengen.protocols.hub.notation import format_move, parse_move, whole_moves

sys.path.append(str(Path(__file__).parents[1]))
from tests.protocols.gomocup.manager import OURS, Tally, play_many

MOVES = 2000
LIMIT_MS = 1.0
SEED = 1
SIZE = 15
SLEEPS = 10
"""Between two games."""
SLEEPER = "import sys, time\nfor line in sys.stdin: time.sleep({seconds}); print(flush=True)"

Move = tuple[State, float]
"""A position that an engine was asked about, and the seconds until its move was there."""


class Engine:
    """A Python program that is asked through pipes, as others would ask it."""

    def __init__(self, *arguments: str) -> None:
        self._program = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._to, self._from = self._program.stdin.fileno(), self._program.stdout.fileno()

    def ask(self, text: str, is_answered: Callable[[str], bool]) -> tuple[str, float]:
        """Return the answer, whole by `is_answered`, and the seconds until it was there."""
        began, answer = time.perf_counter(), ""
        os.write(self._to, text.encode())
        while not is_answered(answer):
            answer += os.read(self._from, 1 << 16).decode()
        return answer, time.perf_counter() - began

    def close(self) -> None:
        """Let it end."""
        os.close(self._to)
        self._program.wait()


def gtp(engine: Engine, moves: int, rng: np.random.Generator) -> list[Move]:
    """Ask by ``play`` and ``genmove`` together."""
    game = load("gomoku", size=SIZE)
    engine.ask(f"boardsize {SIZE}\n", lambda answer: answer.endswith("\n\n"))
    state, asked = game.initial_state(), []
    while len(asked) < moves:
        before = _after_random(state, rng)
        if before is None:
            state = game.initial_state()
            engine.ask("clear_board\n", lambda answer: answer.endswith("\n\n"))
            continue
        assert before.last_action is not None
        text = f"play b {format_vertex(game, before.last_action)}\ngenmove w\n"
        answer, seconds = engine.ask(text, lambda answer: answer.count("\n\n") == 2)
        asked.append((before, seconds))
        state = before.apply(parse_vertex(game, answer.split()[-1]))
    return asked


def gomocup(engine: Engine, moves: int, rng: np.random.Generator) -> list[Move]:
    """Ask by ``TURN``."""
    game = load("gomoku", size=SIZE)
    engine.ask(f"START {SIZE}\r\n", lambda answer: answer.endswith("\n"))
    state, asked = game.initial_state(), []
    while len(asked) < moves:
        before = _after_random(state, rng)
        if before is None:
            state = game.initial_state()
            engine.ask("RESTART\r\n", lambda answer: answer.endswith("\n"))
            continue
        assert before.last_action is not None
        text = f"TURN {format_point(before.last_action, SIZE)}\r\n"
        answer, seconds = engine.ask(text, _has_a_move)
        asked.append((before, seconds))
        state = before.apply(parse_point(answer.split()[-1], SIZE))
    return asked


def hub(engine: Engine, moves: int, rng: np.random.Generator) -> list[Move]:
    """Ask by ``pos`` with all moves, ``level`` and ``go``."""
    start = "W" + "b" * 12 + "e" * 8 + "w" * 12
    engine.ask("hub\n", lambda answer: answer.endswith("wait\n"))
    engine.ask("init\n", lambda answer: answer.endswith("ready\n"))
    state, line, asked = load("draughts").initial_state(), [], []
    while len(asked) < moves:
        choices = list(whole_moves(state))
        if not choices:
            state, line = load("draughts").initial_state(), []
            continue
        hops, before = choices[rng.integers(len(choices))]
        line.append(format_move(state, hops))
        state = before
        if before.outcome() is not None:
            continue
        text = f'pos pos={start} moves="{" ".join(line)}"\nlevel move-time=1\ngo think\n'
        answer, seconds = engine.ask(text, lambda answer: "done " in answer and answer[-1] == "\n")
        asked.append((before, seconds))
        line.append(answer.split("done move=")[1].split()[0])
        state = parse_move(before, line[-1])[1]
    return asked


def _has_a_move(answer: str) -> bool:
    return answer.endswith("\n") and not answer.splitlines()[-1].startswith("MESSAGE")


def _after_random(state: State, rng: np.random.Generator) -> State | None:
    """Return the position after a random move, None where the game is over or ends with it."""
    if state.outcome() is not None:
        return None
    after = state.apply(int(rng.choice(state.legal_actions())))
    return after if after.outcome() is None else None


def overheads(
    play: Callable[[Engine, int, np.random.Generator], list[Move]],
) -> NDArray[np.float64]:
    """Return the milliseconds of each move that were not the agent's own."""
    options = ["--game", "gomoku"] if play is gtp else []
    random = ["--agent", "random", "--seed", str(SEED)]
    engine = Engine("-m", "tengen", play.__name__, *options, *random)
    asked = play(engine, MOVES, np.random.default_rng(SEED))
    engine.close()
    agent = load_agent("random", asked[0][0].game, seed=SEED)
    own = np.array([agent.decide(state).seconds for state, _ in asked])
    return 1000 * (np.array([seconds for _, seconds in asked]) - own)


def overhead_rows() -> list[Row]:
    """Return what each protocol costs a move, beside a millisecond."""
    rows = []
    for play in (gtp, gomocup, hub):
        costs = overheads(play)
        for name, value in (("median", np.median(costs)), ("mean", costs.mean())):
            case = f"{play.__name__}, {name} of {MOVES} moves"
            rows.append(Row("protocols", case, float(value), "ms a move", "limit", LIMIT_MS))
    return rows


def late_rows(games: int, turn: int, command: Sequence[str]) -> list[Row]:
    """Play games of a brain against itself and return how many moves were late, and how late.

    Beside them is what the machine alone does to a program that only sleeps for half of the time.
    """
    sleeper, slept = Engine("-c", SLEEPER.format(seconds=turn / 2000)), []

    def between_games(tally: Tally) -> None:
        answers = [sleeper.ask("\n", lambda answer: answer.endswith("\n")) for _ in range(SLEEPS)]
        slept.extend(1000 * seconds for _, seconds in answers)
        if tally.games % 50 == 0:
            console.print(f"{tally.games} games, {tally.moves} moves, {len(tally.late)} late")

    between_games(Tally())
    tally = play_many(
        (command, command), games, size=SIZE, turn=turn, seed=SEED, on_game=between_games
    )
    sleeper.close()
    for fault in [*tally.faults, *tally.late]:
        console.print(fault, soft_wrap=True)
    console.print(f"{tally.games} games, {tally.moves} moves: {len(tally.faults)} faults")
    took, alone = 1000 * np.array(tally.seconds), np.array(slept[SLEEPS:])
    peer = f"who sleeps {turn / 2:g} ms ({len(alone)} times)"
    return [
        Row("protocols", f"gomocup, {case}", float(of(took)), unit, peer, float(of(alone)))
        for case, unit, of in (
            (f"longer than {turn} ms", "moves", lambda times: (times > turn).sum()),
            ("99 %", "ms a move", lambda times: np.percentile(times, 99)),
            ("slowest", "ms a move", np.max),
        )
    ]


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=0, help="games under Gomocup's clock")
    parser.add_argument("--turn", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--agent", help="who plays them; the strongest that ships if not given")
    asked = parser.parse_args()
    if not asked.games:
        announce("a protocol costs at most 1 ms a move", seed=SEED)
        print_rows(overhead_rows())
        return
    announce(f"no late move in {asked.games} games at {asked.turn} ms", seed=SEED)
    command = [*OURS, *(["--agent", asked.agent] if asked.agent else [])]
    print_rows(late_rows(asked.games, asked.turn, command))


if __name__ == "__main__":
    main()
