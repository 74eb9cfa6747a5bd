"""Finished runs that learn on."""

from tengen.agents.settings import MethodSettings
from tengen.core import Game
from tengen.learning.run import NETWORK, Run, RunError
from tengen.networks.blueprint import Blueprint
from tengen.networks.device import choose_device, use_threads
from tengen.networks.objectives import Objective
from tengen.networks.statistics import hold_statistics
from tengen.networks.trainer import Trainer


def restore_finished(
    run: Run, game: Game, settings: MethodSettings, objective: Objective
) -> tuple[Trainer, dict[str, str]]:
    """Return a trainer of a run's finished network for a few steps more.

    Beside it is what else the newest checkpoint holds, to be saved with the next one.

    Raises:
        RunError: when the run has no finished network.
    """
    device = choose_device(settings.device)
    if device == "cpu":
        use_threads(settings.threads)
    # A few steps are no time for an average to catch up.
    at_once = settings.trainer.model_copy(update={"average_steps": 1})
    blueprint = Blueprint.of(settings.network, game)
    trainer = Trainer(blueprint, at_once, objective, seed=0, device=device)
    checkpoint, network = run.latest_checkpoint(), run.folder / NETWORK
    if checkpoint is None or not network.exists():
        raise RunError(f"{run.folder} has no finished network to learn on with")
    extra = trainer.load(checkpoint)
    trainer.start_from(network.with_suffix(".safetensors"))
    hold_statistics(trainer.network)
    return trainer, extra
