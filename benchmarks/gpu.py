"""Self-play on a device: what players get of a network through the process that judges for all of them.

python benchmarks/gpu.py --device cuda --blocks 6 --channels 64 --workers 16,24 --games 256

The bare network answers batches of packed planes that lie in this process's memory; players have trees,
a process each, and all ask one more process.
"""

import argparse
import functools
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np

from common import announce, print_rows
from tengen.bench import Row
from tengen.core.game import pack_planes
from tengen.evaluators.served.client import ServedReader, Service
from tengen.evaluators.torch import TorchEvaluator
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.learning.jobs import Net, PlayJob
from tengen.learning.self_play import SelfPlayer, SelfPlayNews, SelfPlaySettings
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.store import save_network, seeded_build
from tengen.scaleout.local import LocalRunner

SEED = 0
BATCHES = (1024, 4096)
_SETTLED_SECONDS = 5.0
"""Players that have all begun get so long before anything counts."""


def main() -> None:
    """Measure the bare network, then players with each number of workers and games."""
    args = _arguments()
    game = cast("NativeGame", load(args.game, size=args.size))
    announce(
        f"{args.game} {args.size}x{args.size}, {args.blocks} blocks x {args.channels} channels on "
        f"{args.device}: positions a second",
        seed=SEED,
    )
    with tempfile.TemporaryDirectory() as folder:
        net = _write_net(args, game, Path(folder) / "net.safetensors")
        bare = [_bare(args, net, game, batch) for batch in BATCHES]
        rows = [
            Row("gpu", f"the net alone, batches of {batch}", rate, "positions/s")
            for batch, rate in zip(BATCHES, bare, strict=True)
        ]
        for workers in args.workers:
            for games in args.games:
                rate = _self_play(args, net, game, workers, games)
                case = f"{workers} players of {games} games"
                rows.append(Row("gpu", case, rate, "positions/s", "the net alone", max(bare)))
    print_rows(rows)


def _arguments() -> argparse.Namespace:
    def numbers(text: str) -> list[int]:
        return [int(part) for part in text.split(",")]

    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--game", default="gomoku")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--workers", type=numbers, default=[16])
    parser.add_argument("--games", type=numbers, default=[256])
    parser.add_argument("--seconds", type=float, default=10.0)
    return parser.parse_args()


def _write_net(args: argparse.Namespace, game: NativeGame, path: Path) -> Path:
    config = NetworkConfig(blocks=args.blocks, channels=args.channels)
    blueprint = Blueprint.of(config, game)
    save_network(path, seeded_build(blueprint, SEED), blueprint)
    return path


def _bare(args: argparse.Namespace, net: Path, game: NativeGame, batch: int) -> float:
    """Return positions a second that the network judges, one batch after the other."""
    judge = TorchEvaluator.load(net, game, args.device)
    rng = np.random.default_rng(SEED)
    planes = (rng.random((batch, *game.planes_shape)) < 0.3).astype(np.float32)
    packed, done = pack_planes(planes), 0
    for _ in range(10):
        judge.judge(packed)
    begun = time.monotonic()
    while time.monotonic() - begun < args.seconds / 4:
        judge.judge(packed)
        done += batch
    return done / (time.monotonic() - begun)


def _self_play(
    args: argparse.Namespace, net: Path, game: NativeGame, workers: int, games: int
) -> float:
    """Return evaluations a second of all players together."""
    token, settings = secrets.token_hex(8), dict(game.settings)
    service = Service(token, TorchEvaluator.load, args.device, game.name, settings)
    player = functools.partial(SelfPlayer, ServedReader((service,)), workers=workers)
    news = SelfPlayNews(Net.read(net), SelfPlaySettings(games=games, simulations=64))
    with _playing(PlayJob.of(game, player), news, workers) as crew:
        begun: set[int] = set()
        while len(begun) < workers:
            begun |= {report.worker for report in crew.drain(1.0)}
        _count(crew, _SETTLED_SECONDS)
        return _count(crew, args.seconds)


@contextmanager
def _playing(job: Any, news: Any, workers: int) -> Iterator[Any]:
    crew = LocalRunner().start(job, workers=workers, seed=SEED, news=news)
    try:
        yield crew
    finally:
        crew.stop()


def _count(crew: Any, seconds: float) -> float:
    """Return evaluations a second that are told of for so long."""
    begun, done = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        done += sum(report.counters.get("evaluations", 0) for report in crew.drain(0.5))
    return done / (time.monotonic() - begun)


if __name__ == "__main__":
    main()
