"""The metrics model as a player: the board whose metrics it likes best, one move ahead."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, WeightsError
from tengen.evaluators.onnx import check_game, open_session
from tengen.games import metrics_of
from tengen.games.face import NativeState
from tengen.search.scorers import Scores

KIND = "metrics"
"""What its file says of the network."""


class MetricsScorer:
    """Asks the metrics model of the boards after each move, all in one batch.

    Raises:
        WeightsError: when the file is missing, damaged, or for another game or other metrics.
    """

    def __init__(self, path: Path, game: Game) -> None:
        self._session = open_session(path, threads=1)
        metadata: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        self.metadata = metadata
        self.trained_on = check_game(path, metadata, game)
        self._metrics = metrics_of(game)
        if json.loads(metadata.get("tengen.metrics", "[]")) != list(self._metrics.names):
            raise WeightsError(f"{path} judges other metrics than {game.name} has")

    def score(self, states: Sequence[NativeState]) -> list[Scores]:
        """Return the scores; see `Scorer`."""
        return [self._score(state) for state in states]

    def _score(self, state: NativeState) -> Scores:
        actions = state.sensible_actions()
        # Metrics are those of the side that has just moved: of the mover's, for every move.
        after = [state.apply(int(action)) for action in actions]
        values = self._values(self._metrics.measure(after))
        return Scores(actions, values, None, float(values.max()), len(actions))

    def _values(self, numbers: NDArray[np.int32]) -> NDArray[np.float32]:
        (values,) = self._session.run(["value"], {"metrics": numbers.astype(np.float32)})
        return np.asarray(values, np.float32)


def is_metrics_net(path: Path) -> bool:
    """Tell whether the net in a file judges metrics and not boards.

    Raises:
        WeightsError: when the file is missing or damaged.
    """
    metadata = open_session(path, threads=1).get_modelmeta().custom_metadata_map
    try:
        network = json.loads(metadata.get("tengen.network", "{}"))
    except ValueError:
        return False
    return isinstance(network, dict) and network.get("kind") == KIND
