"""What a controller has told: the game so far, the clocks and the limits."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from tengen.core import Agent, Clock, Decision, Limit, State, TengenError, TimeControl
from tengen.core.game import Game, Setting
from tengen.games import load
from tengen.programs.lines import Lines
from tengen.protocols.background import MARGIN_SECONDS, BackgroundAgent
from tengen.protocols.gtp.history import History
from tengen.protocols.turns import with_turn

GLANCE = 1.0
"""Seconds of thinking behind pictures of a position, at most."""
_EMPTY: Mapping[str, Setting] = {"position": "", "handicap": 0, "handicap_placement": "fixed"}
"""Settings of a game, where it has them, that begins without stones."""


@dataclass
class Params:
    """What a controller may set about the player."""

    visits: int | None = None
    """Of a move, in place of the agent's own bound."""
    seconds: float | None = None
    """Of a move, whatever the clock says."""
    resigns: bool = True


@dataclass
class Clocks:
    """The time of both sides; None where it is not bounded."""

    control: TimeControl | None = None
    of: list[Clock | None] = field(default_factory=lambda: [None, None])

    def set(self, control: TimeControl | None) -> None:
        """Start both anew."""
        self.control = control
        self.restart()

    def restart(self) -> None:
        """Give both sides the whole time, as for a new game."""
        full = None if self.control is None else Clock.full(self.control)
        self.of = [full, full]


class Session:
    """One controller's game and its player."""

    def __init__(
        self, game: Game, background: BackgroundAgent, lines: Lines, seconds: float | None = None
    ) -> None:
        """Begin with `game`; `seconds` bounds a move that is under no clock."""
        self.background = background
        self.lines = lines
        self.history = History(game)
        self.clocks = Clocks()
        self.params = Params()
        self.bleak: list[tuple[int, ...]] = [(), ()]
        """Visits of the moves that each side decided on in a row, thinking the game lost."""
        self.arrived = time.perf_counter()
        """When the command came that is carried out."""
        self._seconds = seconds
        self._glance: tuple[State, Decision] | None = None

    @property
    def rules(self) -> Game:
        """The game from the empty board."""
        start = self.history.start
        empty = {name: value for name, value in _EMPTY.items() if name in start.settings}
        return load(start.name, **{**start.settings, **empty})

    def begin(self, **settings: Setting) -> None:
        """Start a new game from the empty board, with some settings changed.

        Raises:
            SettingsError: when there is no such game.
        """
        rules = self.rules
        self.take_up(History(load(rules.name, **{**rules.settings, **settings})))
        self.clocks.restart()

    def change(self, **settings: Setting) -> None:
        """Go on with some settings changed, as if the game had begun so.

        Raises:
            TengenError: when there is no such game, or a move of this one is illegal in it.
        """
        start = self.history.start
        self.take_up(self.history.under(load(start.name, **{**start.settings, **settings})))

    def take_up(self, history: History) -> None:
        """Go on with another game."""
        self.history = history
        self.bleak = [(), ()]

    def get_ready(self) -> None:
        """Make the player of a new game before a clock runs."""
        if self.history.steps:
            return
        # Whoever asks the player for something is told why there is none.
        with suppress(TengenError):
            self.background.agent_for(self.history.state.game).prepare()

    def limit(self, agent: Agent, colour: int) -> Limit:
        """Return how much thinking a move of `colour` may cost."""
        limit, params = agent.default_limit, self.params
        clock = self.clocks.of[colour]
        if (clock, params.visits, params.seconds, self._seconds) != (None, None, None, None):
            limit = limit.told
        if params.visits is not None:
            limit = Limit(visits=params.visits, seconds=limit.seconds)
        bounds = [limit.seconds, params.seconds, self._seconds if clock is None else None]
        limit = replace(limit, seconds=min((b for b in bounds if b is not None), default=None))
        if clock is None:
            return limit
        return limit.under(clock, MARGIN_SECONDS + time.perf_counter() - self.arrived)

    def decide(
        self,
        colour: int,
        every: float = 0.0,
        on_report: Callable[[Decision], None] | None = None,
        among: frozenset[int] | None = None,
    ) -> Decision:
        """Return what the player would do for `colour`, within the time there is.

        Args:
            every: seconds between reports.
            on_report: called with what it thinks so far.
            among: what it is to choose from; None for all moves.
        """
        state = with_turn(self.history.state, colour)
        limit = self.limit(self.background.agent_for(state.game), colour)
        if among is None:
            return self.background.decide(state, limit, every=every, on_report=on_report)
        limit = replace(limit, root_moves=among)
        decision = self.background.decide(state, limit, every=every, on_report=on_report)
        return decision.among(among)

    def glance(self, colour: int | None = None) -> tuple[State, Decision]:
        """Return the position and a short look at it, the same until it changes.

        Args:
            colour: to move there; None for whose turn it is.

        Raises:
            IllegalMoveError: when the game is over.
        """
        state = self.history.state
        state = with_turn(state, state.to_play if colour is None else colour)
        if self._glance is None or self._glance[0] != state:
            limit = self.background.agent_for(state.game).default_limit
            limit = replace(limit, seconds=min(GLANCE, limit.seconds or GLANCE))
            self._glance = state, self.background.decide(state, limit)
        return self._glance
