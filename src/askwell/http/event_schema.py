"""Event streams in the OpenAPI description: a schema for a server-sent event, and one for each kind of data."""

import json
from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
COUNT: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
OBJECT: Schema = {"type": "object"}
OBJECTS: Schema = {"type": "array", "items": OBJECT}
TEXTS: Schema = {"type": "array", "items": TEXT}
TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
COUNT_OR_NULL: Schema = {"type": ["integer", "null"]}

IDS: dict[str, Schema] = {"turn_id": TEXT, "turn_number": COUNT_OR_NULL, "session_id": TEXT_OR_NULL}

DATA: Mapping[str, Mapping[str, Schema]] = {
    "accepted": IDS,
    "step": {"step": TEXT, "took_ms": NUMBER, "decisions": OBJECTS},
    "resolved": {"question": TEXT, "standalone_question": TEXT, "kind": TEXT, "antecedents": OBJECTS, "terms": OBJECTS},
    "sources": {"passages": OBJECTS},
    "tool": {"tool": TEXT, "arguments": TEXT, "took_ms": NUMBER, "ok": FLAG},
    "token": {"text": TEXT},
    "citation": {"source": OBJECT},
    "warning": {"code": TEXT, "message": TEXT},
    "done": IDS
    | {
        "answer": TEXT,
        "sources": OBJECTS,
        "standalone_question": TEXT,
        "kind": TEXT,
        "way": TEXT,
        "ending": TEXT,
        "status": TEXT,
        "language": TEXT,
        "resolution": {"type": ["object", "null"]},
        "decisions": OBJECTS,
        "support": OBJECTS,
        "warnings": TEXTS,
        "model": TEXT,
        "usage": OBJECT,
        "took_ms": NUMBER,
    },
    "failed": IDS | {"status": COUNT, "code": TEXT, "title": TEXT, "detail": TEXT, "hint": TEXT, "partial": TEXT},
}
"""Kind of event to the fields of its data. All are required; `number` and `event` are added to each."""


def _data_schema(name: str) -> Schema:
    fields: Schema = {"number": COUNT, "event": {"const": name}, **DATA[name]}
    return {"type": "object", "title": name, "required": list(fields), "properties": fields}


EVENT_SCHEMA: Schema = {
    "type": "object",
    "description": "One server-sent event. A stream is a sequence of them; comments between them keep it open.",
    "required": ["id", "event", "data"],
    "properties": {
        "id": {"type": "string", "description": "The position of the reader; send it as `Last-Event-ID` to continue."},
        "event": {"enum": list(DATA)},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"oneOf": [_data_schema(name) for name in DATA]},
        },
    },
}


def _example(place: str, data: Mapping[str, object]) -> Schema:
    written = json.dumps(data, ensure_ascii=False)
    return {"value": {"id": place, "event": data["event"], "data": written}}


EVENT_EXAMPLES: Mapping[str, Schema] = {
    "accepted": _example(
        "2.1.0.0",
        {"number": 1, "event": "accepted", "turn_id": "019a9d4e", "turn_number": 2, "session_id": "019a9d4e"},
    ),
    "token": _example("2.7.16.0", {"number": 7, "event": "token", "text": "The dot products"}),
}
EVENT_CONTENT: Schema = {"schema": {"$ref": "#/components/schemas/Event"}, "examples": EVENT_EXAMPLES}
"""Content of a streaming response."""
