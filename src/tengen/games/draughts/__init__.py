"""English draughts, also called American checkers."""

from tengen.games.draughts.game import OFFERED, create
from tengen.games.kind import GameKind

GAME = GameKind(
    name="draughts",
    create=create,
    offered=OFFERED,
)
