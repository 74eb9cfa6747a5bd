"""Go: surround more of the board than the other."""

from tengen.games.go.game import OFFERED, PROPOSED, QUICKLY_LEARNED, create
from tengen.games.kind import GameKind

GAME = GameKind(
    name="go",
    create=create,
    offered=OFFERED,
    proposed=PROPOSED,
    quick=QUICKLY_LEARNED,
)
