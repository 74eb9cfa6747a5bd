"""Random games to the end: the judge that makes tree search pure Monte Carlo."""

from dataclasses import dataclass

from tengen.games.face import NativeState


@dataclass(frozen=True, slots=True)
class RolloutEvaluator:
    """Judges a position by uniformly random games from it; every move is as likely as another.

    It needs the position itself, not its planes: a tree search that is given this evaluator
    plays the games inside the native code, one a leaf, instead of asking for batches.
    """

    games: int = 100
    """Random games a judgement, where it is asked outside a search."""
    seed: int = 0

    def value(self, state: NativeState) -> float:
        """Return the mean result for the side to move, in [-1, 1]."""
        first, second, _ = state.native.playouts(self.games, self.seed)
        mine, theirs = (first, second) if state.to_play == 0 else (second, first)
        return float(mine - theirs) / self.games
