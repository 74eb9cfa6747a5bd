"""A small writer of ONNX graphs whose convolutions may be 8-bit.

Quantised values travel as ``Quantize -> Dequantize`` pairs (QDQ), which ONNX Runtime fuses into
8-bit kernels. Activations are unsigned with one scale a tensor, weights signed with one scale an
output channel. AVX2 adds two products in 16 bits, so two weights side by side share a limit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, ValueInfoProto, helper, numpy_helper

from tengen.networks.calibration import Calibration
from tengen.networks.rounding import Rounded, round_weights

OPSET = 17
IR_VERSION = 8
NOTHING = 1e-20
"""Smaller weights are stored as 0. Weight decay under Adam leaves dead ones that small; products of them are
denormal numbers, with which processors compute many times slower."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A tensor in steps of 8 bits."""

    name: str
    grid: tuple[str, str]
    """Scale and zero point, as constants of the graph."""
    scale: float


@dataclass(frozen=True, slots=True)
class Signal:
    """A float tensor of the graph; `steps` is set when it comes out of a Q/DQ pair."""

    name: str
    steps: Steps | None = None


Shape = Sequence[int | str]
"""Of a tensor; text stands for a dimension left open."""


class GraphWriter:
    """Collects nodes and constants; with a `calibration`, `quantise` and `conv` go to 8 bits."""

    def __init__(self, calibration: Calibration | None = None) -> None:
        self._calibration = calibration
        self._nodes: list[NodeProto] = []
        self._constants: list[TensorProto] = []

    def constant(self, array: NDArray[np.generic] | np.generic) -> str:
        """Store an array ``[...]`` and return its name; floats below `NOTHING` become 0."""
        name = f"constant_{len(self._constants)}"
        kept = np.asarray(array, order="C")
        if kept.dtype == np.float32:
            kept = np.where(np.abs(kept) < NOTHING, np.float32(0), kept)
        self._constants.append(numpy_helper.from_array(kept, name))
        return name

    def node(
        self,
        op: str,
        inputs: Sequence[str],
        *,
        output: str | None = None,
        **attributes: Any,
    ) -> str:
        """Append a node with one output and return the output's name."""
        name = output or f"{op.lower()}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(op, list(inputs), [name], name=name, **attributes))
        return name

    def quantise(self, name: str, key: str, *, rectified: bool = False) -> Signal:
        """Round a tensor to 8 bits by what was observed under `key`; nothing without a calibration.

        Where it was observed before a ReLU that the tensor has behind it, it is `rectified`.
        """
        if self._calibration is None:
            return Signal(name)
        lows, highs = self._calibration.ranges[key]
        low, high = 0.0 if rectified else float(lows.min()), float(highs.max())
        scale = max((high - low) / 255.0, 1e-8)
        zero = np.uint8(np.clip(round(-low / scale), 0, 255))
        grid = (self.constant(np.float32(scale)), self.constant(zero))
        steps = Steps(self.node("QuantizeLinear", [name, *grid]), grid, scale)
        return Signal(self.node("DequantizeLinear", [steps.name, *grid]), steps)

    def conv(
        self,
        source: Signal,
        weight: NDArray[np.float32],
        bias: NDArray[np.float32],
        layer: str = "",
    ) -> str:
        """Convolve, keeping the board's size; 8-bit when `source` is quantised.

        Args:
            source: ``[B, inputs, H, W]``.
            weight: ``[outputs, inputs, k, k]``.
            bias: ``[outputs]``.
            layer: by what name it was observed, where `source` is quantised.
        """
        constants = (
            [self.constant(weight), self.constant(bias)]
            if source.steps is None
            else self._in_steps(self._rounded(weight, bias, layer), source.steps.scale)
        )
        pad = weight.shape[-1] // 2
        return self.node("Conv", [source.name, *constants], pads=[pad] * 4)

    def conv_points(
        self, source: Signal, weight: NDArray[np.float32], bias: NDArray[np.float32], layer: str
    ) -> str:
        """Convolve ``[B, inputs, H, W]`` to ``[B, outputs, H, W]`` by 1x1 weights; see `conv`.

        What comes of it is not rounded. ONNX Runtime has no such convolution of 8 bits, but a product of matrices.
        """
        if source.steps is None:
            return self.conv(source, weight, bias)
        steps = self.node("Transpose", [source.steps.name], perm=[0, 2, 3, 1])
        x = self.node("DequantizeLinear", [steps, *source.steps.grid])
        rounded = self._rounded(weight, bias, layer)
        weights = self._dequantised(rounded.steps[:, :, 0, 0].T, rounded.scales, axis=1)
        sums = self.node("Transpose", [self.node("MatMul", [x, weights])], perm=[0, 3, 1, 2])
        return self.node("Add", [sums, self.constant(rounded.bias[:, None, None])])

    def _rounded(
        self, weight: NDArray[np.float32], bias: NDArray[np.float32], layer: str
    ) -> Rounded:
        assert self._calibration is not None
        return round_weights(weight, bias, self._calibration.inputs[layer])

    def _in_steps(self, rounded: Rounded, scale: float) -> list[str]:
        """Return weights and bias of a convolution that reads steps of `scale`."""
        # The kernel adds the bias to its 32-bit sums, so it is in units of both scales.
        scales = (rounded.scales * np.float32(scale)).astype(np.float32)
        limit = 2.0**31 - 256
        bias = np.clip(np.rint(rounded.bias / scales), -limit, limit).astype(np.int32)
        return [
            self._dequantised(rounded.steps, rounded.scales),
            self._dequantised(bias, scales),
        ]

    def _dequantised(
        self, steps: NDArray[np.generic], scales: NDArray[np.float32], *, axis: int = 0
    ) -> str:
        zeros = np.zeros(len(scales), steps.dtype)
        inputs = [self.constant(steps), self.constant(scales), self.constant(zeros)]
        return self.node("DequantizeLinear", inputs, axis=axis)

    def dense(
        self, source: str, weight: NDArray[np.float32], bias: NDArray[np.float32] | None
    ) -> str:
        """Multiply ``[B, in]`` by ``[out, in]`` and add the bias."""
        constants = [self.constant(part) for part in (weight, bias) if part is not None]
        return self.node("Gemm", [source, *constants], transB=1)

    def model(self, inputs: Mapping[str, Shape], outputs: Mapping[str, Shape]) -> ModelProto:
        """Return the model; names map to shapes, with text for dimensions left open."""

        def describe(values: Mapping[str, Shape]) -> list[ValueInfoProto]:
            return [
                helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))
                for name, shape in values.items()
            ]

        graph = helper.make_graph(
            self._nodes, "tengen", describe(inputs), describe(outputs), self._constants
        )
        return helper.make_model(
            graph,
            ir_version=IR_VERSION,
            opset_imports=[helper.make_opsetid("", OPSET)],
            producer_name="tengen",
        )
