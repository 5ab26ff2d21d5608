"""Calls of tools that write, as JSON."""

import json

from askwell.projections.common import Json, time_json
from askwell.types import WriteCall


def write_call_json(call: WriteCall) -> Json:
    """A call with its state and its result."""
    return {
        "id": call.id,
        "turn_id": call.turn_id,
        "turn_number": call.turn_number,
        "tool": call.tool,
        "arguments": json.loads(call.arguments),
        "state": call.state,
        "result": call.result,
        "created_at": time_json(call.created_at),
    }
