"""Compact JSON that reads back as the same values, and compressed text."""

import json
import zlib
from collections.abc import Mapping, Set
from decimal import Decimal


def dump(value: object) -> str:
    """JSON without blanks. Unsupported types are converted to the nearest JSON type, so that no turn is lost."""
    try:
        text = _AS_IT_IS.encode(value)
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate: no database accepts it, but its escape is valid
        return _ESCAPED.encode(value)
    return text


def pack(text: bytes) -> bytes:
    """Compressed, in zlib format, with a window and tables sized for short texts.

    Clearing zlib's default tables (268 KB, see `zconf.h`) takes longer than compressing the 1-2 KB of a turn.
    """
    bits = min(15, max(9, len(text).bit_length()))
    packer = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, bits, bits - 7 if bits < 15 else 8)
    return packer.compress(text) + packer.flush()


def is_plain(value: object) -> bool:
    """Whether a value survives a JSON round trip unchanged."""
    if type(value) is dict:
        return all(map(is_plain, value.values())) and all(type(key) is str for key in value)
    if type(value) is list:
        return all(map(is_plain, value))
    return type(value) in _PLAIN


def _nearest(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): inner for key, inner in value.items()}
    if isinstance(value, Set):
        return sorted(value, key=str)
    if isinstance(value, Decimal):
        return float(value)
    if hasattr(value, "tolist"):  # numpy scalars and arrays
        return value.tolist()
    return str(value)


_PLAIN = frozenset({str, int, float, bool, type(None)})
_AS_IT_IS = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, default=_nearest)
_ESCAPED = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True, default=_nearest)
