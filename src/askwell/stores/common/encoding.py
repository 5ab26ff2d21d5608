"""Compact JSON and compressed text for storage."""

import json
import zlib
from collections.abc import Mapping, Set
from decimal import Decimal


def dump(value: object) -> str:
    """JSON without spaces. Unsupported types are converted to the nearest JSON type, so that no turn is lost."""
    try:
        text = _UNESCAPED.encode(value)
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate, which databases accept only as an escape
        return _ESCAPED.encode(value)
    return text


def pack(text: bytes) -> bytes:
    """The text compressed in zlib format, with a window and tables that fit its length.

    Clearing zlib's default tables (268 KB, see `zconf.h`) takes longer than compressing the 1-2 KB of a turn.
    """
    window_bits = min(15, max(9, len(text).bit_length()))
    memory_level = window_bits - 7 if window_bits < 15 else 8  # zlib's defaults
    compressor = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, window_bits, memory_level)
    return compressor.compress(text) + compressor.flush()


def is_plain(value: object) -> bool:
    """Whether a value survives a JSON round trip unchanged."""
    if type(value) is dict:
        return all(map(is_plain, value.values())) and all(type(key) is str for key in value)
    if type(value) is list:
        return all(map(is_plain, value))
    return type(value) in _PLAIN


def _nearest_json_type(value: object) -> object:
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
_UNESCAPED = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, default=_nearest_json_type)
_ESCAPED = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True, default=_nearest_json_type)
