"""An opponent for people: strong judgement, of the few moves that come to mind at its level."""

from tengen.agents.method import Method
from tengen.agents.person.agent import Options, can_play, create

METHOD = Method(
    name="person",
    about="An opponent for people: strong judgement, of the few moves that come to its mind.",
    create=create,
    options=Options,
    can_play=can_play,
    offered=(),  # its levels are offered, by their names
    errs=True,
)
