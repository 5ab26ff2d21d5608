"""What all projections use: the type of a JSON object, times and problems."""

from collections.abc import Iterable
from datetime import datetime

Json = dict[str, object]
"""A JSON object."""


def problem_json(
    status: int, code: str, detail: str, *, hint: str = "", request_id: str = "", errors: Iterable[Json] = ()
) -> Json:
    """A problem by RFC 9457, with a stable `code` and a `hint` that says what to do."""
    return {
        "type": f"urn:askwell:problem:{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": detail,
        "code": code,
        "hint": hint,
        "request_id": request_id,
        "errors": list(errors),
    }


def time_json(time: datetime) -> str:
    """A time in UTC as ISO 8601 with `Z`."""
    return time.isoformat().replace("+00:00", "Z")
