"""Pure Monte-Carlo tree search: random games instead of a net."""

from tengen.agents.mcts.agent import Options, create
from tengen.agents.method import Method

METHOD = Method(
    name="mcts",
    about="Pure Monte-Carlo tree search: random games instead of a net.",
    create=create,
    options=Options,
    visits=20_000,
)
