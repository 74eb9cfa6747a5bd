"""A small writer of ONNX graphs whose convolutions may be 8-bit.

Quantised values travel as ``Quantize -> Dequantize`` pairs (QDQ), which ONNX Runtime fuses into
8-bit kernels. Activations are unsigned with one scale a tensor, weights signed with one scale an
output channel and only 7 bits used: on AVX2 the sum of two 8-bit products saturates otherwise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, ValueInfoProto, helper, numpy_helper

Ranges = Mapping[str, tuple[float, float]]
"""Smallest and largest value of each observed tensor."""

OPSET = 17
IR_VERSION = 8
WEIGHT_LIMIT = 64
"""Largest quantised weight: two times 255 x 64 still fits 16 bits."""
NOTHING = 1e-20
"""Smaller weights are stored as 0. Weight decay under Adam leaves dead ones that small; products of them are
denormal numbers, with which processors compute many times slower."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A float tensor of the graph; `scale` is set when it comes out of a Q/DQ pair."""

    name: str
    scale: float | None = None


Shape = Sequence[int | str]
"""Of a tensor; text stands for a dimension left open."""


class GraphWriter:
    """Collects nodes and constants; with `ranges` given, `quantise` and `conv` go to 8 bits."""

    def __init__(self, ranges: Ranges | None = None) -> None:
        self._ranges = ranges
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
        """Round a tensor to 8 bits by the range observed under `key`; nothing without ranges.

        Where it was observed before a ReLU that the tensor has behind it, it is `rectified`.
        """
        if self._ranges is None:
            return Signal(name)
        low, high = min(self._ranges[key][0], 0.0), max(self._ranges[key][1], 0.0)
        low = 0.0 if rectified else low
        scale = max((high - low) / 255.0, 1e-8)
        grid = [
            self.constant(np.float32(scale)),
            self.constant(np.uint8(np.clip(round(-low / scale), 0, 255))),
        ]
        rounded = self.node("QuantizeLinear", [name, *grid])
        return Signal(self.node("DequantizeLinear", [rounded, *grid]), scale)

    def conv(self, source: Signal, weight: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
        """Convolve, keeping the board's size; 8-bit when `source` is quantised.

        Weights are ``[outputs, inputs, k, k]``, the bias is ``[outputs]``.
        """
        constants = (
            [self.constant(weight), self.constant(bias)]
            if source.scale is None
            else self._rounded(source.scale, weight, bias)
        )
        pad = weight.shape[-1] // 2
        return self.node("Conv", [source.name, *constants], pads=[pad] * 4)

    def _rounded(
        self, scale: float, weight: NDArray[np.float32], bias: NDArray[np.float32]
    ) -> list[str]:
        largest = np.abs(weight).max((1, 2, 3))
        scales = (np.maximum(largest, 1e-8) / WEIGHT_LIMIT).astype(np.float32)
        steps = np.rint(weight / scales[:, None, None, None]).astype(np.int8)
        # The kernel adds the bias to its 32-bit sums, so it is in units of both scales.
        bias_scales = (scales * np.float32(scale)).astype(np.float32)
        limit = 2.0**31 - 256
        bias_steps = np.clip(np.rint(bias / bias_scales), -limit, limit).astype(np.int32)
        return [
            self._dequantised(steps, scales),
            self._dequantised(bias_steps, bias_scales),
        ]

    def _dequantised(self, steps: NDArray[np.generic], scales: NDArray[np.float32]) -> str:
        zeros = np.zeros(len(scales), steps.dtype)
        inputs = [self.constant(steps), self.constant(scales), self.constant(zeros)]
        return self.node("DequantizeLinear", inputs, axis=0)

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
