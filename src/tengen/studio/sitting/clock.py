"""The clocks of a game: how long each side has left, now and at every position before.

Nothing here asks what time it is: `now` is passed in, in seconds of any clock that never goes back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tengen.core.clock import Clock, TimeControl

Stand = tuple[Clock, Clock]
"""The first player's clock and the second's."""


@dataclass(frozen=True, slots=True)
class GameClock:
    """Both clocks of one game; that of the side to move runs, or none does.

    A move presses the clock, but for one that is only a part of a whole move, as a hop is.
    """

    control: TimeControl
    stands: tuple[Stand, ...]
    """``[plies + 1]``, as each position came about."""
    before: float = 0.0
    """Seconds of the present turn that ran until time was stopped last."""
    since: float | None = None
    """When time began to run; None where it stands still."""

    @classmethod
    def full(cls, control: TimeControl) -> "GameClock":
        """Return the clocks of a game that begins."""
        return cls(control, ((Clock.full(control), Clock.full(control)),))

    @property
    def plies(self) -> int:
        """How many actions were played."""
        return len(self.stands) - 1

    @property
    def is_running(self) -> bool:
        """Whether time runs."""
        return self.since is not None

    def start(self, now: float) -> "GameClock":
        """Let time run for the side to move."""
        return self if self.is_running else replace(self, since=now)

    def stop(self, now: float) -> "GameClock":
        """Let no time run."""
        return replace(self, before=self.spent(now), since=None) if self.is_running else self

    def spent(self, now: float) -> float:
        """Return the seconds that have run since the present position came about."""
        return self.before + (0.0 if self.since is None else max(0.0, now - self.since))

    def left(self, mover: int, now: float) -> Stand:
        """Return both clocks as they stand, `mover` being to move."""
        return self._replaced(mover, self.stands[-1][mover].run(self.spent(now)))

    def falls_in(self, mover: int, now: float) -> float:
        """Return after how many seconds the flag of `mover` falls; negative when it has."""
        return self.left(mover, now)[mover].left

    def play(self, mover: int, now: float, *, completed: bool) -> "GameClock":
        """Note an action of `mover` and stop.

        Args:
            mover: who played it.
            now: when.
            completed: whether the move is over, which presses the clock.
        """
        clock = self.left(mover, now)[mover]
        return self._grown(self._replaced(mover, clock.press() if completed else clock))

    def skip(self) -> "GameClock":
        """Note an action that costs no time, such as of an opening that was drawn."""
        return self._grown(self.stands[-1])

    def rewind(self, ply: int) -> "GameClock":
        """Give both clocks back as they stood when the position after `ply` actions came about."""
        return GameClock(self.control, self.stands[: ply + 1])

    def to_json(self, now: float) -> dict[str, object]:
        """Return plain data; of the present turn, the time until now counts."""
        stands = [[_to_list(clock) for clock in stand] for stand in self.stands]
        return {"stands": stands, "spent": self.spent(now)}

    @classmethod
    def from_json(cls, control: TimeControl, data: Mapping[str, Any]) -> "GameClock":
        """Read what `to_json` wrote; the clocks stand still.

        Raises:
            KeyError, TypeError, ValueError: when it is something else.
        """
        stands = tuple(
            (_from_list(control, first), _from_list(control, second))
            for first, second in data["stands"]
        )
        if not stands:
            raise ValueError("clocks without a stand")
        return cls(control, stands, float(data["spent"]))

    def _grown(self, stand: Stand) -> "GameClock":
        return GameClock(self.control, (*self.stands, stand))

    def _replaced(self, mover: int, clock: Clock) -> Stand:
        first, second = self.stands[-1]
        return (first, clock) if mover else (clock, second)


def describe_clock(clock: GameClock | None, mover: int, now: float) -> dict[str, object] | None:
    """Return what a page needs to count down: what each side has left and whose time runs."""
    if clock is None:
        return None
    left = clock.left(mover, now)
    return {
        "left": [
            {
                "main": round(each.main, 3),
                "periods": each.periods,
                "period": round(each.period, 3),
            }
            for each in left
        ],
        "running": mover if clock.is_running else None,
    }


def _to_list(clock: Clock) -> list[float]:
    return [clock.main, clock.periods, clock.period]


def _from_list(control: TimeControl, data: Sequence[float]) -> Clock:
    main, periods, period = data
    return Clock(control, float(main), int(periods), float(period), moves=control.moves)
