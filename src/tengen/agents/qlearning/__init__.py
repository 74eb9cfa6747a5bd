"""Q-learning: a net of the value of each move, learned from games against itself."""

from tengen.agents.method import Learning, Method
from tengen.agents.qlearning.agent import Options, create

METHOD = Method(
    name="qlearning",
    about="Q-learning: a net of the value of each move, learned from games against itself.",
    create=create,
    options=Options,
    learning=Learning(__name__, learns_on=True, starts_from=("dqn",)),
)
