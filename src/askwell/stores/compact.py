"""Values as the shortest JSON that reads back as the same values."""

import json
from collections.abc import Mapping, Set
from decimal import Decimal


def dump(value: object) -> str:
    """JSON without blanks. What JSON does not know becomes what comes nearest: a turn is never lost over a detail."""
    try:
        return _dump(value, ensure_ascii=False)
    except UnicodeEncodeError:  # a lone surrogate: no database takes it, its escape does no harm
        return _dump(value, ensure_ascii=True)


def _dump(value: object, *, ensure_ascii: bool) -> str:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=ensure_ascii, default=_nearest)
    text.encode()
    return text


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
