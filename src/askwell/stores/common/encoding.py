"""Values as the shortest JSON that reads back as the same values, and texts packed."""

import json
import zlib
from collections.abc import Mapping, Set
from decimal import Decimal


def dump(value: object) -> str:
    """JSON without blanks. What JSON does not know becomes what comes nearest: a turn is never lost over a detail."""
    try:
        text = _AS_IT_IS.encode(value)
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate: no database takes it, its escape does no harm
        return _ESCAPED.encode(value)
    return text


def pack(text: bytes) -> bytes:
    """Compressed, as `zlib.decompress` takes it, with a window and tables no larger than a short text can fill.

    The usual ones, 268 KB (zlib's `zconf.h`), take longer to clear than the one or two kilobytes of a turn to pack.
    """
    bits = min(15, max(9, len(text).bit_length()))
    packer = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, bits, bits - 7 if bits < 15 else 8)
    return packer.compress(text) + packer.flush()


def is_plain(value: object) -> bool:
    """Whether a value reads back from its JSON as it is."""
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
    if hasattr(value, "tolist"):  # numpy's scalars and arrays
        return value.tolist()
    return str(value)


_PLAIN = frozenset({str, int, float, bool, type(None)})
_AS_IT_IS = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, default=_nearest)
_ESCAPED = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True, default=_nearest)
