"""`docs/origins.md` holds: every figure that it tells is that of the built net and the settings."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training is not installed")
import torch
from torch import nn

from tengen.agents import training
from tengen.agents.settings import settings_for
from tengen.agents.teachers import learning_of
from tengen.cli.discovery import homes
from tengen.contract.learning import train
from tengen.core import Game, TengenError
from tengen.games import load, metrics_of
from tengen.learning.parts import LearningParts
from tengen.networks.layered import Code, GlobalMean, Mix, Pieces
from tengen.networks.metrics import MetricsNet
from tengen.networks.trainer import Trainer

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/origins.md").read_text()
GAMES = {
    "dqn": load("gomoku", size=8),
    "policy": load("gomoku", size=15),
    "alphazero": load("gomoku", size=15),
    "qlearning": load("go", size=19),
    "boardvalue": load("draughts"),
}
FILES = {
    "net.onnx",
    "opponents/RUN-best.onnx",
    "opponents/RUN-board.onnx",
    "opponents/RUN-metrics.onnx",
}
"""Written by runs; `tests/agents` hold that they are, and that they can be played."""
WORDS = {"temperature", "c_puct", "learned_top1", "depth", "code"}
"""Names that stand in the page for themselves."""


@dataclass(frozen=True)
class Row:
    """A line of a table."""

    figure: str
    theirs: str
    ours: str

    @property
    def codes(self) -> list[str]:
        """What stands in its last column as code."""
        return re.findall(r"`([^`]+)`", self.ours)


def rows_of(method: str) -> list[Row]:
    """Return the table of a method."""
    (section,) = re.findall(rf"^## {method}:.*?\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [Row(*(cell.strip() for cell in line.strip("|").split("|"))) for line in lines]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], LearningParts]:
    """Returns what a method's run puts together before it learns, by its origin's settings."""
    made: dict[str, LearningParts] = {}

    def build(method: str) -> LearningParts:
        if method not in made:

            def keep(_: object, parts: LearningParts) -> None:
                made[method] = parts
                raise TengenError("enough")

            out = tmp_path_factory.mktemp(method) / "run"
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(training, "_make_learner", keep)
                with pytest.raises(TengenError, match="enough"):
                    train(method, GAMES[method], out, preset="origin")
        return made[method]

    return build


def layers(network: nn.Module, planes: torch.Tensor) -> list[str]:
    """Return the layers of a network, as the page words them, by looking at a board."""
    found: list[str] = []

    def note(layer: nn.Module, inputs: tuple[torch.Tensor], output: torch.Tensor) -> None:
        match layer:
            case nn.Conv2d():
                size = layer.kernel_size[0]
                found.append(f"conv {size}x{size}, {layer.in_channels} to {layer.out_channels}")
            case nn.Linear():
                found.append(f"dense {layer.in_features} to {layer.out_features}")
            case nn.MaxPool2d():
                found.append(
                    f"max-pool {layer.kernel_size}, {inputs[0].shape[-1]} to {output.shape[-1]}"
                )
            case nn.ReLU():
                found[-1] += ", relu"
            case nn.Dropout():
                found.append(f"dropout {layer.p}")
            case nn.Tanh() | GlobalMean() | Mix() | Pieces() | Code():
                found.append({"GlobalMean": "mean"}.get(kind := type(layer).__name__, kind).lower())

    handles = [module.register_forward_hook(note) for module in network.modules()]
    with torch.inference_mode():
        network(planes)
    for handle in handles:
        handle.remove()
    return found


def layers_of(method: str, parts: LearningParts) -> list[str]:
    """Return the layers of all nets that a method's origin trains."""
    assert isinstance(parts.trainer, Trainer)
    channels, (_, height, width) = parts.trainer.blueprint.input_planes, GAMES[method].planes_shape
    found = layers(parts.trainer.network.eval(), torch.zeros(1, channels, height, width))
    if method == "boardvalue":
        metrics = MetricsNet(len(metrics_of(GAMES[method]).names), seed=0)
        return layers(metrics, torch.zeros(1, 10)) + found
    return found


def known(method: str, parts: LearningParts) -> dict[str, object]:
    """Return every figure that a row may tell as ``name=value``: settings, the game's, what is built."""
    settings = settings_for(learning_of(method).recipe(), "origin").model_dump()
    game: Game = GAMES[method]
    assert isinstance(parts.trainer, Trainer)
    own = {
        "loss": type(parts.trainer.objective).__name__,
        "memory": type(parts.memory).__name__,
        "metrics": len(metrics_of(game).names),
        "weights": " ".join(f"{weight:g}" for weight in metrics_of(game).weights),
    }
    return dict(flat(settings)) | dict(game.settings) | own


def flat(values: Mapping[str, object], name: str = "") -> Iterator[tuple[str, object]]:
    """Yield settings by their dotted names."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{name}{key}.")
        else:
            yield name + key, value


def told(value: object) -> str:
    """Return a value as the page writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}" if abs(value) < 1e6 else str(value)
    return str(list(value) if isinstance(value, tuple) else value)


@pytest.mark.parametrize("method", GAMES)
def test_every_figure_is_that_of_the_settings(
    method: str, built: Callable[[str], LearningParts]
) -> None:
    """``name=value`` in the last column is what the preset, the game or the built parts have."""
    figures = known(method, built(method))
    for row in rows_of(method):
        for code in row.codes:
            name, equals, value = code.partition("=")
            if equals:
                assert name in figures, f"{row.figure}: there is no {name}"
                assert told(figures[name]) == value, row.figure


@pytest.mark.parametrize("method", GAMES)
def test_every_layer_is_that_of_the_built_net(
    method: str, built: Callable[[str], LearningParts]
) -> None:
    """The layers that the rows name are all there are; in their order, but for those of the heads."""
    expected = layers_of(method, built(method))
    codes = [code for row in rows_of(method) for code in row.codes]
    named = [code for code in codes if re.match(r"(conv|dense|max-pool|dropout) ", code)]
    plain = [code for code in codes if code in {"tanh", "mean", "mix", "pieces", "code"}]
    assert sorted(named + plain) == sorted(expected)


@pytest.mark.parametrize("method", GAMES)
def test_every_row_is_held(method: str) -> None:
    """Each has a figure that was compared, or says in what it differs; no code is left unread."""
    page = (ROOT / "src/tengen/studio/static/rooms/play/room.html").read_text()
    for row in rows_of(method):
        assert row.codes or "*differs:*" in row.ours or row.ours.startswith("the same"), row.figure
        for code in row.codes:
            if code.startswith("#"):
                assert f'id="{code[1:]}"' in page, row.figure
            elif code.startswith("tengen "):
                assert code.split()[1] in homes(), row.figure
            else:
                is_layer = re.match(
                    r"(conv|dense|max-pool|dropout) |(tanh|mean|mix|pieces|code)$", code
                )
                assert is_layer or "=" in code or code in FILES | WORDS, f"{row.figure}: {code}"


@pytest.mark.parametrize("method", GAMES)
def test_no_choice_of_the_preset_is_missing(method: str) -> None:
    """Every setting that ``origin`` changes is in the method's table."""
    codes = {code.partition("=")[0] for row in rows_of(method) for code in row.codes}
    changed = learning_of(method).recipe().presets["origin"]
    assert {name for name, _ in flat(changed)} - codes == set()
