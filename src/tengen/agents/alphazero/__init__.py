"""AlphaZero: a policy-value net and tree search, learned by self-play."""

from tengen.agents.alphazero.agent import Options, create
from tengen.agents.method import Learning, Method

METHOD = Method(
    name="alphazero",
    about="AlphaZero: a policy-value net and tree search, learned by self-play.",
    create=create,
    options=Options,
    visits=400,
    learning=Learning(__name__, starts_from=("policy",)),
)
