"""Games and methods of other people's packages are played, trained, compared and offered."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
PACKAGES = ("othello", "montecarlo")
TINY = (
    "network.blocks=1", "network.channels=8", "network.head_channels=8", "learner.batch=16",
    "learner.first_positions=32", "learner.publish_positions=64", "learner.publish_seconds=0",
    "yardstick.opponent=random", "yardstick.games=2", "learner.workers=1",
)  # fmt: skip


def install(example: Path, site: Path) -> None:
    """Put a package where `pip install` would: its modules, and what it says of itself."""
    project = tomllib.loads((example / "pyproject.toml").read_text())["project"]
    module = project["name"].replace("-", "_")
    found = example / module
    if found.is_dir():
        shutil.copytree(found, site / module, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(found.with_suffix(".py"), site)
    info = site / f"{module}-{project['version']}.dist-info"
    info.mkdir()
    told = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(told)
    points = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in named.items())
        for group, named in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(points))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder in which the packages of the examples are installed, and one that is broken."""
    folder = tmp_path_factory.mktemp("site")
    for name in PACKAGES:
        install(EXAMPLES / name, folder)
    broken = folder / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (broken / "entry_points.txt").write_text("[tengen.games]\nchess = broken_chess:GAME\n")
    return folder


@pytest.fixture
def python(site, undrawn, tmp_path):
    """Runs Python where the packages are installed."""
    environment = undrawn | {"PYTHONPATH": os.pathsep.join([str(site), undrawn["PYTHONPATH"]])}

    def run(*arguments: object, code: int = 0) -> subprocess.CompletedProcess[str]:
        ran = subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == code, ran.stdout + ran.stderr
        return ran

    return run


def test_a_game_of_a_package_is_played(python):
    """`tengen match` knows it by its name, with its settings; no other package stands in its way."""
    match = ("match", "mcts?playouts=20", "random", "--game", "othello", "--size", 4)
    told = json.loads(python("-m", "tengen", *match, "--games", 2, "--json").stdout)
    assert told["games"] == 2
    asked = ("match", "random", "random", "--game")
    ran = python("-m", "tengen", *asked, "othello", "--size", 5, code=2)
    assert "must be 4, 6 or 8" in ran.stderr
    ran = python("-m", "tengen", *asked, "chess", code=2)
    (line,) = [line for line in ran.stderr.splitlines() if "broken_chess" in line]
    assert "No module named 'broken_chess'" in line
    assert "Traceback" not in ran.stderr


@pytest.mark.long
def test_a_method_of_a_package_is_listed(python):
    """`tengen agents` tells its options and how it is trained."""
    told = json.loads(python("-m", "tengen", "agents", "montecarlo", "--json").stdout)
    (method,) = told["methods"]
    assert method["trains"]
    assert [option["name"] for option in method["options"]] == ["noise"]


@pytest.mark.long
def test_a_method_of_a_package_is_trained_and_compared(python, tmp_path):
    """It learns a game of another package, its net plays, and `tengen compare` knows it."""
    pytest.importorskip("torch", reason="training is not installed")
    settings = [word for change in TINY for word in ("--set", change)]
    game = ("othello", "--size", 4)
    python(
        "-m", "tengen", "train", "montecarlo", *game, "--minutes", 0.04, "--out", "run", *settings
    )  # fmt: skip
    net = f"montecarlo:{tmp_path / 'run' / 'net.onnx'}"
    match = ("match", net, "random", "--game", *game, "--games", 2, "--json")
    assert json.loads(python("-m", "tengen", *match).stdout)["games"] == 2
    changes = [word for change in TINY for word in ("--set", f"montecarlo.{change}")]
    # Who searches asks the rules of a package in Python, and takes long for it.
    quick = ("--minutes", 0.02, "--games", 2, "--opponent", "random", "--yardstick", "random")
    compare = ("compare", *game, "--methods", "montecarlo", *quick)
    python("-m", "tengen", *compare, "--out", "page", *changes)
    assert "montecarlo" in (tmp_path / "page" / "README.md").read_text()


OFFERS = """
from tengen.agents.teachers import methods
from tengen.games import load
from tengen.studio.thinking.catalogue import describe_games
(offer,) = [offer for offer in describe_games() if offer["name"] == "othello"]
assert offer["quick"] == {"size": 6}, offer
(size,) = offer["fields"]
assert size["name"] == "size" and size["proposed"] == [6, 8], offer
assert "montecarlo" in methods()
"""


def test_the_studio_offers_them(python):
    """The form of the page has the game with its settings, and the method can be trained there."""
    python("-c", OFFERS)


# The game that is nearly over, and of the method a game by a net that has learned nothing.
FEW = "position or begin or last_move or is_sound"


@pytest.mark.parametrize("chosen", [FEW, pytest.param("", marks=pytest.mark.long)])
def test_they_keep_the_contract(python, chosen):
    """The contract's tests pass for packages that are not of the house."""
    pytest.importorskip("torch", reason="training is not installed")
    tests = [EXAMPLES / package / f"test_{package}.py" for package in PACKAGES]
    # Nobody asks for Schemathesis' plugin, which takes seconds to load.
    without = ("-p", "no:cacheprovider", "-p", "no:schemathesis")
    python("-m", "pytest", "-q", *without, "-k", chosen, "--rootdir", EXAMPLES, *tests)
