"""Decides by a selective alpha-beta search with a small net that is updated move by move."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tengen import weights
from tengen.agents.nets import describe_mismatch
from tengen.agents.options import MAX_MEMORY, NamesFile, read_options
from tengen.core import (
    Agent,
    Game,
    Limit,
    SpecError,
    WeightsError,
)
from tengen.core.clock import MAX_SECONDS
from tengen.core.limit import MAX_COUNT
from tengen.core.words import there_are
from tengen.evaluators.nnue import no_net, read_net
from tengen.games import load
from tengen.games.books import books_of, has_books
from tengen.games.face import NativeGame, with_native_rules
from tengen.games.kernel import KernelNet
from tengen.openings.booked import BookedAgent
from tengen.search.engine import EngineAgent, EngineSearch
from tengen.search.engine_opening import OpenedAgent
from tengen.search.mcts import MIB
from tengen.search.selective import (
    MAX_DEPTH,
    can_search,
    can_search_position,
    features_of,
    own_scale,
)

NO_NET = "none"
"""The source of a player without a trained net."""
_SECONDS = 0.3
"""Of a move, unless something is said or a clock runs."""


class Options(BaseModel):
    """What ``nnue:...?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seconds: float | None = Field(default=None, gt=0, le=MAX_SECONDS)
    """Time of a move's search; 0.3 unless nodes, a depth or a clock bound it."""
    nodes: int | None = Field(default=None, gt=0, le=MAX_COUNT)
    """Positions of a move's search; the first depth is completed whatever it takes."""
    depth: int | None = Field(default=None, gt=0, le=MAX_DEPTH)
    """Moves looked ahead at most, extensions apart."""
    threads: int = Field(default=1, gt=0, le=64)
    """Threads that search together."""
    memory: int = Field(default=64, gt=0, le=MAX_MEMORY)
    """Bound on the search's table, in MiB."""
    multipv: int = Field(default=1, gt=0, le=64)
    """So many best moves get an exact value."""
    ponder: bool = False
    """Whether it thinks on while the opponent does."""
    without: str = ""
    """Features of the search that are switched off, ``reductions+null``, to see what they are
    worth."""

    book: Annotated[str, NamesFile()] = ""
    """An opening book, a file; ``no`` for none. Otherwise the game's own, if one ships."""

    @property
    def features(self) -> list[str]:
        """Return the names in `without`."""
        return self.without.split("+") if self.without else []


def can_play(game: Game) -> bool:
    """Tell whether there is such a search for the game."""
    return isinstance(game, NativeGame) and can_search(game)


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the player with the net at `source`.

    `source` is the path of a ``.nnue`` file, the name of a shipped net, or ``none`` for the game's
    own evaluation; without one it is the shipped net that fits best.

    Raises:
        SpecError: when an option is wrong or the game has no such search.
        WeightsError: when the net is missing, damaged or made for another game.
    """
    chosen = read_options("nnue", options, Options)
    rules = with_native_rules("nnue", game)
    if not can_play(rules):
        raise SpecError(f"agent nnue does not play {game}: {_why_not(rules)}")
    _check_features(rules, chosen.features)
    path = find_net(source, game)
    if path is None:
        agent = _make(rules, no_net(rules), own_scale(rules), chosen, seed)
        if source is None:
            agent.caveat = "no trained net ships for this game: judges by hand-written rules"
        return _with_book(agent, rules, chosen.book)
    net = read_net(path, rules)
    agent = _make(rules, net.native, net.score_scale, chosen, seed)
    agent.net = path.stem if path.stem == source or source is None else str(path)
    # How colours are chosen is nothing to a net that sees the board alone.
    unbound = {*rules.binding_settings} - {*rules.engine_bonds}
    learned = {key: value for key, value in net.trained_on.items() if key not in unbound}
    agent.caveat = describe_mismatch(learned, game)
    return _with_book(agent, rules, chosen.book)


def _why_not(game: NativeGame) -> str:
    if game.engine is not None:
        return f"not by these rules, but {load(game.name)}"
    return f"there is no such search for {game.name}"


def find_net(source: str | None, game: Game) -> Path | None:
    """Return the file that `source` names; None where it is none, or nothing ships that fits."""
    if source is None:
        try:
            return weights.best_for(game, "nnue")
        except WeightsError:
            return None
    if source == NO_NET:
        return None
    return weights.find(source) if source in weights.shipped("nnue") else Path(source)


def _with_book(agent: Agent, game: NativeGame, source: str) -> Agent:
    """Return an agent that plays the book that `source` asks for first."""
    if source == "no":
        return agent
    if not has_books(game.name):
        if source:
            raise SpecError(f"agent nnue: book={source!r}: there are no books for {game.name}")
        return agent
    books = books_of(game.name)
    path = Path(source) if source else books.SHIPPED
    if not source and not path.is_file():
        return agent
    return BookedAgent(agent, game, books.read_book(path).find)


def _check_features(game: NativeGame, features: Sequence[str]) -> None:
    """Check that the features to switch off are there; the game may have been chosen by mistake."""
    known = features_of(game)
    for name in features:
        if name not in known:
            raise SpecError(f"agent nnue: without={name!r}: {there_are(known)}")


def _make(game: NativeGame, net: KernelNet, scale: float, chosen: Options, seed: int) -> Agent:
    search = EngineSearch(
        game,
        net,
        score_scale=scale,
        threads=chosen.threads,
        memory=chosen.memory * MIB,
        seed=seed,
        without=chosen.features,
    )
    agent = EngineAgent(
        "nnue",
        search,
        _limit(chosen),
        depth=chosen.depth,
        lines=chosen.multipv,
        ponders=chosen.ponder,
    )
    if can_search_position(game.initial_state()):
        return agent
    return OpenedAgent(agent, search, np.random.default_rng(seed))


def _limit(chosen: Options) -> Limit:
    """Return what bounds a move: what was said, or else the usual time."""
    if (chosen.seconds, chosen.nodes, chosen.depth) == (None, None, None):
        return Limit(seconds=_SECONDS, is_usual=True)
    return Limit(nodes=chosen.nodes, seconds=chosen.seconds)
