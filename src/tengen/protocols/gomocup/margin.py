"""How much earlier than the manager's clock thinking must end."""

LEAST_SECONDS = 0.045
"""For the way of a move to the manager on a busy machine; README.md says how it was measured."""
HANDOVER_SECONDS = 0.025
"""For the way alone: an answer that is there then is sent, better or not."""
_FADES = 0.95
_MOST_LEARNT = 0.04
"""No thought is given up for one that was held up for long: nothing helps against that."""


class Margin:
    """Learns from each move by how much an agent overstays: a net's last batch, a busy machine."""

    def __init__(self) -> None:
        self._worst = 0.01

    @property
    def seconds(self) -> float:
        """What is to be kept in hand."""
        return LEAST_SECONDS + self._worst

    def learn(self, late: float) -> None:
        """Note that thinking took `late` seconds more than it should have.

        The worst is remembered, and fades from move to move.
        """
        self._worst = max(min(late, _MOST_LEARNT), self._worst * _FADES)
