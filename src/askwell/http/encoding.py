"""JSON encoding: every value becomes valid UTF-8, whatever characters its texts contain."""

import json
import re
from typing import Any

from fastapi.responses import JSONResponse

from askwell.text.characters import clean_json

_LINE_ENDS = re.compile("[\x85\u2028\u2029]")


def json_text(value: Any) -> str:
    """The value as compact JSON on one line. A lone surrogate becomes U+FFFD."""
    written = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    if written.isascii():
        return written
    try:
        written.encode()
    except UnicodeEncodeError:
        written = json.dumps(clean_json(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return written


def json_line(value: Any) -> str:
    """`json_text` without any character that a reader may treat as a line end.

    JSON escapes control characters; this also escapes U+0085, U+2028 and U+2029.
    """
    written = json_text(value)
    return written if written.isascii() else _LINE_ENDS.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


class JsonResponse(JSONResponse):
    """A JSON response."""

    def render(self, content: Any) -> bytes:
        """The encoded body."""
        return json_text(content).encode()
