"""Where a training runs: what is there is taken, what is not is refused."""

import pytest

torch = pytest.importorskip("torch")

from tengen.agents.training import Training  # noqa: E402
from tengen.contract.learning import train  # noqa: E402
from tengen.core import SettingsError  # noqa: E402
from tengen.evaluators.onnx import open_session  # noqa: E402
from tengen.games import load  # noqa: E402
from tengen.networks.device import choose_devices  # noqa: E402
from tengen.scaleout.local import LocalRunner  # noqa: E402


@pytest.mark.parametrize(
    ("gpus", "wanted", "found"),
    [
        (0, "auto", ("cpu",)),
        (0, "cpu", ("cpu",)),
        (2, "auto", ("cuda:0", "cuda:1")),
        (2, "cuda", ("cuda",)),
        (2, "cuda:1,cuda:0", ("cuda:1", "cuda:0")),
    ],
)
def test_devices_are_found(monkeypatch, gpus, wanted, found):
    """The first of them trains."""
    monkeypatch.setattr(torch.cuda, "device_count", lambda: gpus)
    assert choose_devices(wanted) == found


@pytest.mark.parametrize("wanted", ["cuda:1", "cuda:0,cuda:0", "mps"])
def test_devices_that_are_not_there_are_refused(monkeypatch, wanted):
    """In a line that names them."""
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    with pytest.raises(SettingsError, match=wanted):
        choose_devices(wanted)


@pytest.mark.long
@pytest.mark.parametrize("method", ["alphazero", "dqn"])
def test_players_ask_the_server_of_their_machine(monkeypatch, tmp_path, method):
    """As on a GPU, here on a CPU: two workers play with what the learner publishes.

    No 8 bits are chosen for the nets on the way, for nobody plays with them here; the last one has them.
    """
    monkeypatch.setattr(Training, "players_have_gpus", True)
    game = load("gomoku", size=5, win_length=4)
    more = ["learner.positions=300", "learner.first_positions=20", "learner.workers=2"]
    trained = train(method, game, tmp_path / "run", more, minutes=3, runner=LocalRunner())
    assert trained.steps > 0
    assert _precision(trained.network) == "int8"
    between = (tmp_path / "run" / "networks").glob("*.onnx")
    assert {_precision(path) for path in between} == {"fp32"}


def _precision(path):
    said = open_session(path, threads=1).get_modelmeta().custom_metadata_map
    return said["tengen.precision"]
