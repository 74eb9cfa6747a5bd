"""How often people's own moves are those of the levels for people, beside an engine that errs at random.

python benchmarks/humanlike.py draughts games.pdn
python benchmarks/humanlike.py go games.tar.gz --games 20

Of positions of people's games, each level tells with what chance it plays each move (the mean of a
few looks). So does the engine of full strength that moves at random now and then, as often as makes it
score half against that level. All chances are mixed with 2 % of any legal move.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from common import announce, console
from tengen import games as rules_of
from tengen.agents import load_agent
from tengen.agents.person.agent import PersonAgent
from tengen.core import Game, Record
from tengen.games.face import NativeState
from tengen.records import playable, read

ENGINES = {"draughts": "nnue?nodes=5000", "go": "alphazero?visits=100"}
PLAYED = {"draughts": rules_of.load("draughts"), "go": rules_of.load("go", size=9, komi=7.0)}
"""What level and engine play against each other; Go on the board that the net was trained for."""
LEVELS = {"draughts": (1, 4, 7), "go": (2, 6, 10)}
OPENED = 6
"""Plies of a game that are left out: draughts is begun from openings drawn by lot."""
LOOKS = 20
ANY = 0.02
LONGEST = 250
"""Plies of a game between level and engine; one that lasts longer is drawn."""
HALVINGS = 5
"""Of the range in which the engine's share of random moves is sought."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody played, and where."""

    state: NativeState
    action: int
    legal: NDArray[np.int32]
    """``[N]``, more than one."""

    def like(self, chances: NDArray[np.float64]) -> tuple[bool, float, float]:
        """Return whether the likeliest of `chances` ``[N]`` was played, and that move's own chance.

        The third is the chance's logarithm, where any move is mixed into it.
        """
        chance = float(chances[self.legal == self.action].sum())
        first = int(self.legal[chances.argmax()]) == self.action
        return first, chance, float(np.log((1 - ANY) * chance + ANY / len(self.legal)))


class Remembered:
    """Scores by another scorer, and asks it once where the same position comes again."""

    def __init__(self, scorer) -> None:  # noqa: ANN001 - a tengen.search.scorers.Scorer
        self._scorer, self._state, self._scores = scorer, None, None

    def score(self, states):  # noqa: ANN001, ANN201
        if self._state is not states[0]:
            self._state, self._scores = states[0], self._scorer.score(states)
        return self._scores


def choices(path: Path, name: str, number: int, rng: np.random.Generator) -> list[Choice]:
    """Return `number` moves of people, one a game."""
    found, game = [], None
    for record in _shuffled(path, rng):
        moves = [move.action for move in record.moves]
        if record.game != name or record.settings.get("handicap") or len(moves) <= OPENED:
            continue
        rules = rules_of.load(name, **record.settings)
        game = game or rules
        if rules != game:
            continue  # one engine answers for all
        ply = int(rng.integers(OPENED, len(moves)))
        state = game.initial_state()
        for move in moves[:ply]:
            state = state.apply(move)
        legal = state.legal_actions()
        if len(legal) > 1:
            found.append(Choice(state, moves[ply], legal))
        if len(found) == number:
            break
    return found


def _shuffled(path: Path, rng: np.random.Generator) -> Iterator[Record]:
    games = [game for game in read(path) if isinstance(game, Record)]
    for i in rng.permutation(len(games)):
        record, _ = playable(games[i])
        yield record


def person(game: Game, level: int, seed: int) -> PersonAgent:
    """Return the person of a level, who ranks the moves of a position once."""
    agent = load_agent(f"person?level={level}", game, seed=seed)
    assert isinstance(agent, PersonAgent)
    agent.scorer = Remembered(agent.scorer)
    return agent


def chances_of(agent: PersonAgent, choice: Choice) -> NDArray[np.float64]:
    """Return ``[N]``, with what chance each legal move is played, as the mean of `LOOKS` looks."""
    chances = np.zeros(len(choice.legal))
    for _ in range(LOOKS):
        look = agent.look(choice.state)
        chances[np.searchsorted(choice.legal, look.actions)] += look.chances
    return chances / LOOKS


def noisy_score(game: Game, level: int, noise: float, games: int, seed: int) -> float:
    """Return the score of the engine that moves at random with chance `noise` against a level."""
    rng, total = np.random.default_rng(seed), 0.0
    engine = load_agent(ENGINES[game.name], game, seed=seed)
    other = load_agent(f"person?level={level}", game, seed=seed)
    for number in range(games):
        state = game.initial_state()
        for _ in range(2):
            state = state.apply(int(rng.choice(state.sensible_actions())))
        while state.outcome() is None and state.ply < LONGEST:
            if state.to_play != number % 2:
                action = other.decide(state).action
            elif rng.random() < noise:
                action = int(rng.choice(state.sensible_actions()))
            else:
                action = engine.decide(state).action
            state = state.apply(action)
        outcome = state.outcome()
        winner = None if outcome is None else outcome.winner
        total += 0.5 if winner is None else float(winner == number % 2)
    return total / games


def equal_noise(game: Game, level: int, games: int, seed: int) -> tuple[float, float]:
    """Return the chance of random moves at which the engine scores half, and its score there."""
    low, high, tried = 0.0, 1.0, []
    for _ in range(HALVINGS):
        noise = (low + high) / 2
        score = noisy_score(game, level, noise, games, seed)
        tried.append((abs(score - 0.5), noise, score))
        low, high = (noise, high) if score > 0.5 else (low, noise)
    _, noise, score = min(tried)
    return noise, score


def main() -> None:
    """Print one row a level."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(ENGINES))
    parser.add_argument("records", type=Path, help="people's games")
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument(
        "--games", type=int, default=40, help="of each match to find equal strength"
    )
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    announce("levels for people predict people better than an engine that errs", seed=asked.seed)
    picked = choices(asked.records, asked.game, asked.positions, np.random.default_rng(asked.seed))
    if not picked:
        parser.error(f"{asked.records} holds no game of {asked.game} that is long enough")
    game = picked[0].state.game
    engine = load_agent(ENGINES[asked.game], game)
    best = [engine.decide(choice.state).action for choice in picked]
    table = Table(
        "level", "first choice", "chance", "log-likelihood", "random moves at equal strength",
        "score", "first choice", "chance", "log-likelihood",
    )  # fmt: skip
    for level in LEVELS[asked.game]:
        agent = person(game, level, asked.seed)
        own = [choice.like(chances_of(agent, choice)) for choice in picked]
        noise, score = equal_noise(PLAYED[asked.game], level, asked.games, asked.seed)
        others = [
            choice.like((1 - noise) * (choice.legal == move) + noise / len(choice.legal))
            for choice, move in zip(picked, best, strict=True)
        ]
        table.add_row(
            str(level),
            *_means(own),
            f"{noise:.0%}",
            f"{score:.0%} of {asked.games}",
            *_means(others),
        )
        console.print(f"level {level} done")
    console.print(f"{len(picked)} moves of people, {ENGINES[asked.game]}")
    console.print(table)


def _means(rows: list[tuple[bool, float, float]]) -> list[str]:
    first, chance, likelihood = np.array(rows, np.float64).mean(axis=0)
    return [f"{first:.1%}", f"{chance:.1%}", f"{likelihood:.2f}"]


if __name__ == "__main__":
    main()
