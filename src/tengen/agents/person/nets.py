"""A net that says what a strong player would like."""

from tengen import weights
from tengen.games.face import NativeGame
from tengen.search.scorers import PolicyScorer, Scorer


def judging_net(game: NativeGame, method: str, name: str | None = None) -> tuple[Scorer, str]:
    """Return the net of `method` that ships for a game, or the one called `name`, and its name.

    Raises:
        WeightsError: when none plays by the rules.
    """
    path = weights.best_for(game, method) if name is None else weights.find(name)
    from tengen.evaluators.onnx import OnnxEvaluator  # loads ONNX Runtime

    return PolicyScorer(OnnxEvaluator(path, game), has_value=True), path.stem
