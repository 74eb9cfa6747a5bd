"""Gomoku: five in a row."""

from tengen.games.gomoku.game import OFFERED, PROPOSED, QUICKLY_LEARNED, create
from tengen.games.kind import GameKind

GAME = GameKind(
    name="gomoku",
    create=create,
    offered=OFFERED,
    proposed=PROPOSED,
    quick=QUICKLY_LEARNED,
)
