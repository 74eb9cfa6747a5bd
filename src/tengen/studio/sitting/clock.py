"""The clocks of a game: how long each side has left, now and at every position before.

Nothing here asks what time it is: `now` is passed in, in seconds of any clock that never goes back.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tengen.core.clock import Clock, TimeControl

Stand = tuple[Clock, Clock]
"""The first player's clock and the second's."""


class GameClock:
    """Both clocks of one game; that of the side to move runs, or none does.

    A move presses the clock, but for one that is only a part of a whole move, as a hop is.
    """

    def __init__(
        self, control: TimeControl, stands: Sequence[Stand] = (), spent: float = 0.0
    ) -> None:
        """Make clocks that stand still.

        Args:
            control: the time of each player.
            stands: ``[plies + 1]``, as each position came about; empty for the start of a game.
            spent: seconds of the present turn that have run already.
        """
        self.control = control
        self._stands = list(stands) or [(Clock.full(control), Clock.full(control))]
        self._spent = spent
        self._since: float | None = None

    @property
    def plies(self) -> int:
        """How many actions were played."""
        return len(self._stands) - 1

    @property
    def is_running(self) -> bool:
        """Whether time runs."""
        return self._since is not None

    def start(self, now: float) -> None:
        """Let time run for the side to move."""
        if self._since is None:
            self._since = now

    def stop(self, now: float) -> None:
        """Let no time run."""
        self._spent, self._since = self.spent(now), None

    def spent(self, now: float) -> float:
        """Return the seconds that have run since the present position came about."""
        return self._spent + (0.0 if self._since is None else max(0.0, now - self._since))

    def left(self, mover: int, now: float) -> Stand:
        """Return both clocks as they stand, `mover` being to move."""
        return self._replaced(mover, self._stands[-1][mover].run(self.spent(now)))

    def falls_in(self, mover: int, now: float) -> float:
        """Return after how many seconds the flag of `mover` falls; negative when it has."""
        return self.left(mover, now)[mover].left

    def play(self, mover: int, now: float, *, completed: bool) -> Clock:
        """Note an action of `mover` and stop; return its clock after it.

        Args:
            mover: who played it.
            now: when.
            completed: whether the move is over, which presses the clock.
        """
        clock = self.left(mover, now)[mover]
        clock = clock.press() if completed else clock
        self._add(self._replaced(mover, clock))
        return clock

    def skip(self) -> None:
        """Note an action that costs no time, such as of an opening that was drawn."""
        self._add(self._stands[-1])

    def rewind(self, ply: int) -> None:
        """Give both clocks back as they stood when the position after `ply` actions came about."""
        del self._stands[ply + 1 :]
        self._spent, self._since = 0.0, None

    def to_json(self, now: float) -> dict[str, Any]:
        """Return plain data; of the present turn, the time until now counts."""
        stands = [[_to_list(clock) for clock in stand] for stand in self._stands]
        return {"stands": stands, "spent": self.spent(now)}

    @classmethod
    def from_json(cls, control: TimeControl, data: Mapping[str, Any]) -> "GameClock":
        """Read what `to_json` wrote; the clocks stand still.

        Raises:
            KeyError, TypeError, ValueError: when it is something else.
        """
        stands = [
            (_from_list(control, first), _from_list(control, second))
            for first, second in data["stands"]
        ]
        if not stands:
            raise ValueError("clocks without a stand")
        return cls(control, stands, float(data["spent"]))

    def _add(self, stand: Stand) -> None:
        self._stands.append(stand)
        self._spent, self._since = 0.0, None

    def _replaced(self, mover: int, clock: Clock) -> Stand:
        first, second = self._stands[-1]
        return (first, clock) if mover else (clock, second)


def _to_list(clock: Clock) -> list[float]:
    return [clock.main, clock.periods, clock.period]


def _from_list(control: TimeControl, data: Sequence[float]) -> Clock:
    main, periods, period = data
    return Clock(control, float(main), int(periods), float(period), moves=control.moves)
