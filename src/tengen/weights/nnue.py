"""Files of incremental nets, ``.nnue``: checksummed arrays of integers, read without PyTorch.

A file is safetensors: eight bytes that say how long the header is, a JSON header that says of
every array what and where it is, and the numbers. Its metadata, all text:

- ``format``: ``tengen-nnue-1``;
- ``game``, and ``settings`` of the game it was trained for, as JSON;
- ``method``: what trained it;
- ``score_scale``: score units a logit, value = tanh(score / (2 score_scale));
- ``sha256``: of everything else in the file, see `checksum`;
- more, such as ``steps``.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tengen.core import WeightsError

FORMAT = "tengen-nnue-1"
Arrays: TypeAlias = dict[str, NDArray[np.integer]]

_MOST_BYTES = 64 << 20
"""No net of this kind is near as large."""
_DTYPES = {"I8": np.int8, "U8": np.uint8, "I16": np.int16, "I32": np.int32}


def read_arrays(path: Path) -> tuple[Arrays, dict[str, str]]:
    """Return the arrays and the metadata of a ``.nnue`` file, its checksum proven.

    Raises:
        WeightsError: when the file is missing, damaged, or not one of ours.
    """
    data = _read(Path(path))
    try:
        arrays, metadata = _split(data)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise WeightsError(f"{path} is not a readable .nnue file") from error
    if metadata.get("format") != FORMAT:
        raise WeightsError(f"{path} is not a {FORMAT} file")
    if metadata.get("sha256") != checksum(arrays, metadata):
        raise WeightsError(f"{path} is damaged: its checksum is wrong")
    return arrays, metadata


def checksum(arrays: Arrays, metadata: Mapping[str, str]) -> str:
    """Return the SHA-256 of arrays with their names, types and shapes, and of the other metadata."""
    about = {
        "arrays": {name: [a.dtype.str, list(a.shape)] for name, a in arrays.items()},
        "metadata": {name: text for name, text in metadata.items() if name != "sha256"},
    }
    digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode())
    for name in sorted(arrays):
        digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()


def _read(path: Path) -> bytes:
    if not path.is_file():
        inside = path / "net.nnue"
        hint = f": did you mean {inside}?" if inside.is_file() else ""
        raise WeightsError(f"no weights file {path}{hint}")
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise WeightsError(f"{path} is too large for a .nnue file")
        return path.read_bytes()
    except OSError as error:
        raise WeightsError(f"cannot read {path}: {error.strerror}") from error


def _split(data: bytes) -> tuple[Arrays, dict[str, str]]:
    """Return what a safetensors file holds; an error of any kind where it is not sound."""
    length = int.from_bytes(data[:8], "little")
    if not 0 < length <= len(data) - 8:
        raise ValueError("no header")
    header = json.loads(data[8 : 8 + length])
    metadata = {str(name): str(text) for name, text in header.pop("__metadata__").items()}
    numbers = memoryview(data)[8 + length :]
    arrays = {name: _array(numbers, entry) for name, entry in header.items()}
    if sum(array.nbytes for array in arrays.values()) != len(numbers):
        raise ValueError("arrays that overlap, or bytes of none")
    return arrays, metadata


def _array(numbers: memoryview, entry: Mapping[str, Any]) -> NDArray[np.integer]:
    begin, end = entry["data_offsets"]
    if not 0 <= begin <= end <= len(numbers):
        raise ValueError("an array outside the file")
    dtype = np.dtype(_DTYPES[entry["dtype"]]).newbyteorder("<")
    return np.frombuffer(numbers[begin:end], dtype).reshape(entry["shape"])
