"""The memory of a conversation as JSON."""

from base64 import b64encode
from collections.abc import Sequence

from askwell.projections.common import Json
from askwell.types import CarriedMemory, Item, Memory, Topic


def carried_json(memory: CarriedMemory) -> Json:
    """The complete memory of a conversation: `summaries`, `topics` and `items`.

    A topic contains the index entry of its turn in Base64, under the key `imprint`.
    """
    index_entries = {each.number: b64encode(each.packed).decode() for each in memory.index_entries}
    return {
        "summaries": [
            {"branch": each.branch, "text": each.text, "by": each.by, "up_to": each.up_to} for each in memory.summaries
        ],
        "topics": [
            {
                "turn_id": each.turn_id,
                "turn_number": each.number,
                "line": each.line,
                "topics": list(each.topics),
                "source_ids": list(each.source_ids),
                "imprint": index_entries.get(each.number),
            }
            for each in memory.topics
        ],
        "items": [
            {
                "id": each.id,
                "turn_id": each.turn_id,
                "turn_number": each.number,
                "kind": each.kind,
                "text": each.text,
                "by": each.by,
                "supersedes_id": each.supersedes_id,
            }
            for each in memory.items
        ],
    }


def memory_json(memory: Memory, topics: Sequence[Topic], below: int = 0) -> Json:
    """The memory of the active branch. `next` is the cursor for older topics, null if there are none."""
    return {
        "summary": memory.summary,
        "summary_by": memory.summary_by,
        "up_to": memory.up_to,
        "items": [item_json(each) for each in memory.items],
        "topics": [
            {
                "turn_id": each.turn_id,
                "number": each.number,
                "line": each.line,
                "topics": list(each.topics),
                "source_ids": list(each.source_ids),
            }
            for each in topics
        ],
        "next": below or None,
    }


def item_json(item: Item) -> Json:
    """A statement remembered from a conversation."""
    return {
        "id": item.id,
        "turn_id": item.turn_id,
        "number": item.number,
        "text": item.text,
        "kind": item.kind,
        "supersedes_id": item.supersedes_id,
        "by": item.by,
    }
