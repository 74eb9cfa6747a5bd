"""Any legal action, each as likely: the weakest opponent, and the measure of having learnt."""

from tengen.agents.method import Method
from tengen.agents.random.agent import Options, create

METHOD = Method(
    name="random",
    about="Any legal action, each as likely: the weakest opponent, and the measure of having learnt.",
    create=create,
    options=Options,
    judges=False,
)
