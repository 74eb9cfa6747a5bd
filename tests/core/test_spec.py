"""Specs: a name, where its net or program is, and options."""

import pytest
from pydantic import BaseModel

from tengen.agents.options import read_options
from tengen.core import AgentSpec, SpecError, parse_spec

GNUGO = "/usr/games/gnugo --mode gtp --level 10"


@pytest.mark.parametrize(
    ("text", "name", "source", "options"),
    [
        ("random", "random", None, {}),
        ("mcts?playouts=10&memory=64", "mcts", None, {"playouts": "10", "memory": "64"}),
        ("policy:runs/a=b/net.onnx", "policy", "runs/a=b/net.onnx", {}),
        ("policy:/home/o'brien/net.onnx?visits=1", "policy", "/home/o'brien/net.onnx", {"visits": "1"}),
        (f"gtp:{GNUGO}", "gtp", GNUGO, {}),
        (f"gtp:{GNUGO}?timeout=20&name=GNU Go", "gtp", GNUGO, {"timeout": "20", "name": "GNU Go"}),
        (r'gtp:"C:\Go engines\katago.exe" gtp?name=K', "gtp", r'"C:\Go engines\katago.exe" gtp', {"name": "K"}),
        ("gtp:tengen gtp --agent 'mcts?playouts=9'", "gtp", "tengen gtp --agent 'mcts?playouts=9'", {}),
        ("gtp:tengen gtp --agent mcts?playouts=9?name=A", "gtp", "tengen gtp --agent mcts?playouts=9", {"name": "A"}),
        ('hub:x "what?" \'or "?\' ?start=5', "hub", 'x "what?" \'or "?\' ', {"start": "5"}),
        ("gomocup:wine pbrain.exe --x=a:b&c", "gomocup", "wine pbrain.exe --x=a:b&c", {}),
    ],
)  # fmt: skip
def test_parts(text, name, source, options):
    """A command may hold anything; the options are what follows the last free question mark."""
    spec = parse_spec(text)
    assert spec == AgentSpec(name, source, options)
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":x",
        "mcts:",
        "mcts?",
        "?a=b",
        "mcts:?a=b",
        "mcts?a",
        "mcts?a=",
        "mcts?=b",
        "mcts?a=b&a=c",
        "gtp:prog?",
        "gtp:prog --what? --really",
    ],
)
def test_what_is_no_spec_is_refused(text):
    """An empty part, or an option that is none, is told with the text it stands in."""
    with pytest.raises(SpecError) as refusal:
        parse_spec(text)
    assert repr(text) in str(refusal.value)


def test_a_question_mark_of_a_command_is_explained():
    """Who forgot the quotes is told of them."""
    with pytest.raises(SpecError, match="stands in quotes"):
        parse_spec("gtp:curl http://localhost/?play")


def test_a_title_is_what_people_call_it():
    """The name that a spec gives, else all of it."""
    assert parse_spec("gtp:gnugo --mode gtp?name=GNU Go").title == "GNU Go"
    assert parse_spec("mcts?playouts=9").title == "mcts?playouts=9"


def test_an_unknown_option_is_refused_whatever_the_model_says() -> None:
    """A method of another package need not say that it forbids what it does not know."""

    class Options(BaseModel):
        noise: float = 0.0

    assert read_options("mine", {"noise": "0.5"}, Options).noise == 0.5
    with pytest.raises(SpecError, match="agent mine: unknown option 'nosie'; it has noise"):
        read_options("mine", {"nosie": "0.5"}, Options)
    with pytest.raises(SpecError, match="it has none"):
        read_options("mine", {"nosie": "0.5"}, BaseModel)
