"""The best net so far, kept beside the last: measured against an opponent that rises when beaten."""

from collections.abc import Iterable, Mapping

from pydantic import BaseModel, ConfigDict, Field

from tengen.core.spec import AgentSpec, parse_spec


class BestSettings(BaseModel):
    """Whether the best net is kept, and how it is found."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kept: bool = False
    """Whether the net that scored best against the fixed opponent is kept beside the last one, in
    the run's ``opponents``."""
    rise: int = Field(default=0, ge=0)
    """A fixed opponent that lost every game of a match gets so many playouts more from then on, and
    the best net is sought anew."""


class Contest:
    """Tells which net is the best so far, over all sittings of a run."""

    def __init__(
        self,
        opponent: str,
        games: int,
        settings: BestSettings,
        logged: Iterable[Mapping[str, object]],
    ) -> None:
        """Begin, or go on after the matches among the lines of metrics that were `logged`.

        Args:
            opponent: the first one.
            games: those of a whole match.
            settings: what happens after one.
            logged: the run's metrics.
        """
        self._opponent = parse_spec(opponent)
        self._games = games
        self._settings = settings
        self._score = 0.0
        for line in logged:
            if line["kind"] == "match":
                self.take(line)

    @property
    def opponent(self) -> str:
        """The spec of whom the next net is measured against."""
        return str(self._opponent)

    def take(self, match: Mapping[str, object]) -> bool:
        """Take note of a match; return whether its net is the best so far."""
        score = match.get("score")
        if not isinstance(score, int | float):
            return False
        is_best = score > self._score
        self._score = max(score, self._score)
        if self._settings.rise and match.get("wins") == self._games:
            self._raise()
        return is_best

    def _raise(self) -> None:
        """Let the opponent look further, where it says how far it does."""
        options = self._opponent.options
        if "playouts" in options:
            playouts = int(options["playouts"]) + self._settings.rise
            risen = {**options, "playouts": str(playouts)}
            self._opponent = AgentSpec(self._opponent.name, self._opponent.source, risen)
            self._score = 0.0
