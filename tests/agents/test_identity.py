"""Who a spec stands for."""

import sys

import pytest

from tengen import __version__
from tengen.agents import runs_programs
from tengen.agents.identity import identify
from tengen.core import SpecError
from tengen.games import load
from tengen.weights import find


def test_our_agents():
    """One of ours is its spec and the programme's version, and its net where it has one."""
    game = load("gomoku", size=8)
    plain = identify("mcts?playouts=10", game)
    assert (plain.spec, plain.version, plain.net) == ("mcts?playouts=10", __version__, "")
    shipped = identify("alphazero", game)
    assert len(shipped.net) == 16
    assert shipped.net != identify("alphazero", load("gomoku")).net


def test_the_net_counts_not_its_name(tmp_path):
    """A net of the same content has the same checksum wherever it lies."""
    game = load("gomoku", size=8)
    copy = tmp_path / "copy.onnx"
    copy.write_bytes(find("gomoku-8x8").read_bytes())
    assert identify(f"alphazero:{copy}", game).net == identify("alphazero", game).net


def test_programs_are_not_started(tmp_path):
    """A program of somebody else is told by its file; it is not run."""
    game = load("go", size=9)
    spec = f"gtp:{sys.executable} -c 'raise SystemExit'"
    known = identify(spec, game, "5m")
    assert (known.spec, known.version, known.time) == (spec, "", "5m")
    assert len(known.net) == 16
    assert identify("gtp:no-such-program", game).net == ""
    assert runs_programs("gtp")
    assert not runs_programs("random")


def test_nobody():
    """A spec that names nobody is refused."""
    with pytest.raises(SpecError, match="nobody"):
        identify("nobody", load("go"))
