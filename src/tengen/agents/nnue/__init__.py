"""Alpha-beta with a small net that is updated move by move (NNUE)."""

from tengen.agents.method import Learning, Method
from tengen.agents.nnue.agent import Options, can_play, create

METHOD = Method(
    name="nnue",
    about="Alpha-beta with a small net that is updated move by move (NNUE).",
    create=create,
    options=Options,
    can_play=can_play,
    learning=Learning(__name__),
)
