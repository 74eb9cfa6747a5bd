"""Checksums within ``.onnx`` and ``.safetensors`` files: a damaged net is refused, not played.

Each file states its SHA-256 in its metadata, and beside it, under another name, that it does so: one
fault cannot take both away. A file that says neither, of another program or from before, is read.

- ``.onnx``: the file ends with two entries of ``metadata_props``, ``tengen.checked`` and
  ``tengen.sha256``: of all bytes before them. A model of protocol buffers may be longer by such
  entries, so nothing needs to be taken apart.
- ``.safetensors``: ``checked`` and ``sha256`` in the header, of the file with noughts in the place of
  the digits.
"""

import hashlib
from pathlib import Path

from tengen.core import WeightsError

_DIGITS = 64
_METADATA = 14 << 3 | 2
"""``metadata_props`` of an ONNX model, as protocol buffers number it."""
_CHECKED, _SHA256 = b"tengen.checked", b"tengen.sha256"
_NOUGHTS = "0" * _DIGITS
BLANK = {"checked": "1", "sha256": _NOUGHTS}
"""Metadata of a safetensors file that is to have a checksum."""
_STATED, _BLANK_DIGEST = b'"sha256":"', f'"sha256":"{_NOUGHTS}"'.encode()
_PROMISE = b'"checked":"1"'


def with_onnx_checksum(model: bytes) -> bytes:
    """Return an ONNX model with its checksum behind it."""
    return model + _SEAL + hashlib.sha256(model).hexdigest().encode()


def check_onnx(path: Path, model: bytes) -> None:
    """Refuse an ONNX model that is not what its checksum says.

    Raises:
        WeightsError: naming `path`.
    """
    body, digest = _onnx_parts(model)
    if digest is None:
        # One of them is left where the other, or the end of the file, is damaged.
        is_right = not (_CHECKED in model or _SHA256 in model)
    else:
        is_right = hashlib.sha256(body).hexdigest().encode() == digest
    if not is_right:
        raise WeightsError(f"{path} is damaged: its checksum is wrong")


def onnx_content(model: bytes) -> memoryview:
    """Return an ONNX model without the checksum behind it: the same net, the same bytes."""
    return _onnx_parts(model)[0]


def _onnx_parts(model: bytes) -> tuple[memoryview, bytes | None]:
    """Return a model without its checksum, and that, None where it has none."""
    end = len(model) - _DIGITS - len(_SEAL)
    if end < 0 or model[end:-_DIGITS] != _SEAL:
        return memoryview(model), None
    return memoryview(model)[:end], model[-_DIGITS:]


def _head(key: bytes, length: int) -> bytes:
    """Return an entry of ``metadata_props`` up to its value of `length` bytes, which is short."""
    inside = b"\x0a" + bytes([len(key)]) + key + b"\x12" + bytes([length])
    return bytes([_METADATA, len(inside) + length]) + inside


_SEAL = _head(_CHECKED, 1) + b"1" + _head(_SHA256, _DIGITS)


def with_tensors_checksum(data: bytes) -> bytes:
    """Return a safetensors file that was made with `BLANK` metadata, its checksum filled in."""
    at = data.index(_BLANK_DIGEST) + len(_STATED)
    digest = hashlib.sha256(data).hexdigest().encode()
    return data[:at] + digest + data[at + _DIGITS :]


def check_tensors(path: Path, data: bytes) -> None:
    """Refuse a safetensors file that is not what its checksum says.

    Raises:
        WeightsError: naming `path`.
    """
    header = data[8 : 8 + int.from_bytes(data[:8], "little")]
    found = header.find(_STATED)
    if found < 0:
        is_right = _PROMISE not in header
    else:
        at, view = 8 + found + len(_STATED), memoryview(data)
        digest = hashlib.sha256(view[:at])
        digest.update(_NOUGHTS.encode())
        digest.update(view[at + _DIGITS :])
        is_right = view[at : at + _DIGITS] == digest.hexdigest().encode()
    if not is_right:
        raise WeightsError(f"{path} is damaged: its checksum is wrong")
