"""DQN: the values of moves, learned by playing against oneself."""

from tengen.agents.dqn.agent import Options, create
from tengen.agents.method import Learning, Method

METHOD = Method(
    name="dqn",
    about="DQN: the values of moves, learned by playing against oneself.",
    create=create,
    options=Options,
    learning=Learning(__name__, learns_on=True, starts_from=("qlearning",)),
)
