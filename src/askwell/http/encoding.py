"""JSON on the wire: any value we hold becomes valid UTF-8, whatever characters its texts have."""

import json
import re
from typing import Any

from fastapi.responses import JSONResponse

from askwell.text.characters import clean_json

_LINE_ENDS = re.compile("[\x85\u2028\u2029]")


def json_text(value: Any) -> str:
    """The value as compact JSON on one line. Half of a surrogate pair becomes U+FFFD."""
    written = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    if written.isascii():
        return written
    try:
        written.encode()
    except UnicodeEncodeError:
        written = json.dumps(clean_json(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return written


def json_line(value: Any) -> str:
    """`json_text` without a character that any reader takes for the end of a line.

    JSON escapes control characters by itself; U+0085, U+2028 and U+2029 are escaped here.
    """
    written = json_text(value)
    return written if written.isascii() else _LINE_ENDS.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


class JsonResponse(JSONResponse):
    """A response that holds a value as JSON."""

    def render(self, content: Any) -> bytes:
        """The body."""
        return json_text(content).encode()
