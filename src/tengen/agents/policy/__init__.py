"""Moves as good players make them: a network learned from game records."""

from tengen.agents.method import Learning, Method
from tengen.agents.policy.agent import Options, create

METHOD = Method(
    name="policy",
    about="Moves as good players make them: a network learned from game records.",
    create=create,
    options=Options,
    learning=Learning(__name__, learns_on=True, records="only", starts_from=("alphazero",)),
)
