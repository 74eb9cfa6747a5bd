"""Values of boards: from metrics to a net, improved by playing."""

from tengen.agents.boardvalue.agent import Options, create
from tengen.agents.method import Learning, Method

METHOD = Method(
    name="boardvalue",
    about="Values of boards: from metrics to a net, improved by playing.",
    create=create,
    options=Options,
    learning=Learning(__name__, learns_on=True, records="some"),
)
