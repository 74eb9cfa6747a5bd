"""Teaches a small net what the games of a larger one say, in minutes instead of a training of its own.

    python examples/distil.py runs/large --blocks 4 --channels 32 --minutes 15 --out runs/small.onnx

The run is one of `alphazero`; its replay has what its search found in each position (Hinton et al. 2015
fit a small net to a large one's answers; these are answers of a search besides). It needs the extra
[train]; to play with the net, `alphazero:runs/small.onnx`, needs nothing but that file.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from tengen import load
from tengen.agents.first import first_net
from tengen.learning.replay import Replay
from tengen.learning.ring import ReplaySettings
from tengen.learning.run import Run
from tengen.learning.samples import OWNERS, POLICY_VALUE
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig, TrainerSettings
from tengen.networks.device import choose_devices
from tengen.networks.export import export_onnx
from tengen.networks.objectives import PolicyValue
from tengen.networks.trainer import Trainer

CALIBRATION = 4096


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path, help="the folder of the larger net's run")
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--channels", type=int, default=32)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--positions", type=int, default=400_000, help="the newest so many")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument(
        "--device", default="auto", help="cpu, cuda, mps; auto: a GPU if there is one"
    )
    parser.add_argument("--start-from", help="a net as small, or smaller: a file, or a shipped one")
    parser.add_argument("--out", type=Path, default=Path("small.onnx"))
    asked = parser.parse_args()
    config = Run.read_config(asked.run, {"method": "alphazero"})
    game = load(config["game"], **config["settings"])
    owners = config["alphazero"]["network"]["owners"]
    shape = NetworkConfig(blocks=asked.blocks, channels=asked.channels, owners=owners)
    settings = TrainerSettings(learning_rate=1.5e-3, cosine_from=0.3, average_steps=300)
    device = choose_devices(asked.device)[0]
    trainer = Trainer(Blueprint.of(shape, game), settings, PolicyValue(), seed=1, device=device)
    if asked.start_from:
        trainer.start_from(first_net("alphazero", asked.start_from, game))
    columns = {**POLICY_VALUE, **(OWNERS if trainer.blueprint.owners else {})}
    replay = Replay(game, columns, ReplaySettings(smallest=asked.positions), asked.run / "replay")
    replay.load()
    if not len(replay):
        raise SystemExit(f"{asked.run} has no games yet")
    print(f"{len(replay)} positions")
    learn(trainer, replay, 60 * asked.minutes, asked.batch)
    network, planes = trainer.average, replay.recent_planes(CALIBRATION)
    export_onnx(
        asked.out, network, trainer.blueprint,
        method="alphazero", steps=trainer.steps, calibration=planes,
    )  # fmt: skip
    print(f"{asked.out} after {trainer.steps} steps")


def learn(trainer: Trainer, replay: Replay, seconds: float, batch: int) -> None:
    """Take steps for so long, and tell the losses sixteen times."""
    rng, begun, told = np.random.default_rng(1), time.monotonic(), 0
    while (progress := (time.monotonic() - begun) / seconds) < 1:
        losses = trainer.train(replay.sample(batch, rng).columns, progress=progress).losses
        if progress * 16 >= told:
            told += 1
            print(f"{progress:4.0%} {', '.join(f'{k} {v:.3f}' for k, v in losses.items())}")


if __name__ == "__main__":
    main()
