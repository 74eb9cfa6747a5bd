"""Training the incremental nets of `evaluators.nnue`: what all games share.

The net of a game is in ``networks/nnue_<game>.py``, which offers

- ``Net()``: an ``nn.Module`` whose initial weights come from torch's generator. Its ``forward``
  takes features ``[B, ...]`` int32, as the game's native ``nnue_features`` gives them, and the
  side to move ``[B]`` int64; it returns the score's logits ``[B]`` for the side to move, and
  logits of the moves ``[B, A]`` (or None), very low where no move is. Where it has a method
  ``bound``, that is called after each step and keeps the weights to what integers can hold;
- ``quantise(net)``: the arrays that the game's native ``NnueNet`` takes;
- ``restore(arrays)``: the weights in floats of a net that plays as those do;
- ``SCORE_SCALE``: score units of the search a logit.

The game's native module offers ``nnue_features(rules, positions)`` for positions
``[N, bytes]`` uint8, each what ``nnue_position()`` of a native state gives: its last byte is the
side to move.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save
from torch import Tensor, nn
from torch.nn import functional

from tengen.core import SettingsError, WeightsError
from tengen.core.files import write_bytes
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import KernelNet
from tengen.games.nnue import UNPLAYED, features_of, scores, stored_position
from tengen.networks.arrays import to_array
from tengen.networks.config import TrainerSettings
from tengen.networks.fitter import Fitter
from tengen.networks.objectives import Losses
from tengen.networks.step import Step
from tengen.networks.store import load_tensors
from tengen.weights.nnue import FORMAT, Arrays, checksum, read_arrays

_DIVERGED = 100.0
"""A loss that bounded weights, which never become infinite, do not come back from."""


class NetModule(Protocol):
    """What a module ``networks/nnue_<game>.py`` offers; see above."""

    SCORE_SCALE: float

    def Net(self) -> nn.Module:  # noqa: N802 - a class
        """Return a fresh net."""
        ...

    def quantise(self, net: nn.Module) -> Arrays:
        """Return the net in integers."""
        ...

    def restore(self, arrays: Arrays) -> dict[str, Tensor]:
        """Return the weights of a net that integers were made of, less what rounding took."""
        ...


def check_trainable(game: NativeGame) -> None:
    """Check that nets for `game` can be trained.

    Raises:
        SettingsError: when there are none.
    """
    if find_spec(f"tengen.networks.nnue_{game.name}") is None:
        raise SettingsError(f"nnue has no net for {game.name}")


def net_module(game: NativeGame) -> NetModule:
    """Return the module of a game's net; see `check_trainable`."""
    check_trainable(game)
    return cast("NetModule", import_module(f"tengen.networks.nnue_{game.name}"))


@dataclass(frozen=True, slots=True)
class ScoreAndResult:
    """Cross-entropy to what a search found mixed with how the game ended, and to its best move."""

    scale: float
    """Score units a logit."""
    score_share: float = 0.7
    """Lambda: the weight of the search's score, the rest being the result's."""
    policy_weight: float = 0.3
    """Weight of the move's loss, where the net has moves."""

    def __call__(
        self, network: nn.Module, average: nn.Module, batch: Mapping[str, Tensor]
    ) -> Losses:
        """Return the losses of ``features``, ``side``, ``score``, ``result`` and ``best``.

        Score and result (1, 0 or -1) are for the side to move; where no game was played on
        (`UNPLAYED`) the score counts alone. The losses are above what cannot be known, the entropy
        of the target, so that 0 is a perfect fit.
        """
        del average  # the targets are facts
        logits, moves = network(batch["features"], batch["side"])
        found, result = torch.sigmoid(batch["score"].float() / self.scale), batch["result"].float()
        target = self.score_share * found + (1 - self.score_share) * (0.5 + 0.5 * result)
        target = torch.where(result == UNPLAYED, found, target)
        loss = functional.binary_cross_entropy_with_logits(logits.float(), target)
        terms = {"value": loss - _entropy(target).mean()}
        if moves is not None and self.policy_weight > 0:
            fit = functional.cross_entropy(moves.float(), batch["best"].long())
            terms["policy"] = self.policy_weight * fit
        return Losses(terms)


def _entropy(shares: Tensor) -> Tensor:
    return -(torch.xlogy(shares, shares) + torch.xlogy(1 - shares, 1 - shares))


class NnueTrainer(Fitter):
    """A game's net being trained; its batches have ``position`` beside the targets' columns."""

    def __init__(
        self,
        game: NativeGame,
        settings: TrainerSettings,
        *,
        score_share: float,
        policy_weight: float,
        seed: int,
        device: str = "cpu",
    ) -> None:
        """Begin with random weights, which depend on `seed` alone.

        Raises:
            SettingsError: when there are no nets for the game.
        """
        self.game = game
        self.module = net_module(game)
        objective = ScoreAndResult(self.module.SCORE_SCALE, score_share, policy_weight)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            network = self.module.Net().to(device)
        # Gathered rows gain nothing by being shorter, and integers are made of exact ones.
        exact = settings.model_copy(update={"precision": "fp32"})
        super().__init__(network, exact, objective, device=device)

    def train(self, columns: Mapping[str, NDArray[np.generic]], *, progress: float) -> Step:
        """Take one gradient step on columns ``[B, ...]``; see `Fitter.train`."""
        rest = {name: column for name, column in columns.items() if name != "position"}
        step = super().train(
            rest | self._inputs(columns["position"].astype(np.uint8, copy=False)), progress=progress
        )
        if step.losses["value"] > _DIVERGED:
            raise FloatingPointError(f"the loss is {step.losses['value']:.3g} at step {self.steps}")
        return step

    @torch.inference_mode()
    def judge(self, positions: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the averaged net's logits ``[B]`` of positions ``[B, bytes]``, in floats."""
        inputs = {name: self._to_device(a) for name, a in self._inputs(positions).items()}
        logits, _ = self.average(inputs["features"], inputs["side"])
        return to_array(logits)

    def _inputs(self, positions: NDArray[np.uint8]) -> dict[str, NDArray[np.generic]]:
        features = features_of(self.game, positions)
        return {"features": features, "side": positions[:, -1].astype(np.int64)}

    def _bound(self) -> None:
        if (bound := getattr(self.network, "bound", None)) is not None:
            bound()

    def start_from(self, path: Path) -> None:
        """Take the weights that another run's checkpoint has averaged, or those of a ``.nnue`` file.

        Raises:
            WeightsError: when the file is missing, damaged, or of another net.
        """
        with self._checked(path):
            own = self._playing(path) if path.suffix == ".nnue" else self._averaged(path)
            self.network.load_state_dict(own)
            self.average.load_state_dict(own)

    def blend_with(self, path: Path) -> None:
        """Let the averaged net be halfway between itself and that of a ``.nnue`` file.

        Raises:
            WeightsError: when the file is missing, damaged, or of another net.
        """
        with self._checked(path):
            other = self._playing(path)
            own = self.average.state_dict()
            self.average.load_state_dict({n: (own[n] + t.to(own[n])) / 2 for n, t in other.items()})

    @staticmethod
    @contextmanager
    def _checked(path: Path) -> Iterator[None]:
        try:
            yield
        except (RuntimeError, KeyError, ValueError) as error:
            raise WeightsError(f"{path} holds a net of another shape") from error

    def _playing(self, path: Path) -> dict[str, Tensor]:
        """Return the weights of a net for playing."""
        arrays, metadata = read_arrays(path)
        if metadata.get("game") != self.game.name:
            raise WeightsError(f"{path} holds no nnue weights of {self.game.name}")
        return self.module.restore(arrays)

    def _averaged(self, path: Path) -> dict[str, Tensor]:
        """Return the weights of a checkpoint."""
        tensors, metadata = load_tensors(path)
        if metadata.get("nnue") != self.game.name:
            raise WeightsError(f"{path} holds no nnue weights of {self.game.name}")
        prefix = "average."
        return {n.removeprefix(prefix): t for n, t in tensors.items() if n.startswith(prefix)}

    def _labels(self) -> dict[str, str]:
        return {"nnue": self.game.name}


def write_net(path: Path, arrays: Arrays, metadata: Mapping[str, str]) -> None:
    """Write a ``.nnue`` file, whole or not at all; see `weights.nnue` for what it must say."""
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    told = {**metadata, "format": FORMAT}
    write_bytes(path, save(whole, told | {"sha256": checksum(whole, told)}))


def disagreement(
    trainer: NnueTrainer, native: KernelNet, states: list[NativeState]
) -> NDArray[np.float64]:
    """Return ``[N]`` how far the integers' logits are from the floats' in each position."""
    positions = np.stack([stored_position(state) for state in states])
    whole = scores(native, states) / trainer.module.SCORE_SCALE
    apart: NDArray[np.float64] = np.abs(whole - trainer.judge(positions))
    return apart
