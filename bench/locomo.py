"""Long talks between two people, with questions and the messages that hold their answers (LoCoMo)."""

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"[;,\s]+")
_CAPTION = "blip_caption"
_GAP = timedelta(seconds=20)


@dataclass(frozen=True, slots=True)
class Message:
    """What one of the two says."""

    id: str
    session: str
    at: datetime
    text: str
    """`Name: text`, with the captions of pictures, as the published retriever reads it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the ids of the messages that answer it; the data names a few that are in no talk."""

    question: str
    category: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation."""

    id: str
    messages: tuple[Message, ...]
    asked: tuple[Asked, ...]

    def one_by_one(self) -> list[tuple[Message, ...]]:
        """Each message alone."""
        return [(each,) for each in self.messages]

    def in_pairs(self) -> list[tuple[Message, ...]]:
        """A message with the reply to it, within a session."""
        found: list[tuple[Message, ...]] = []
        for each in self.messages:
            if found and len(found[-1]) == 1 and found[-1][0].session == each.session:
                found[-1] = (*found[-1], each)
            else:
                found.append((each,))
        return found


def talks(data: Path, limit: int | None = None) -> list[Talk]:
    """All talks of the folder, each with its questions that name evidence, `limit` at most."""
    found: dict[str, Talk] = {}
    for file in sorted((data / "locomo").glob("*.json.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for row in json.load(lines):
                found.setdefault(row["sample_id"], _talk(row, limit))
    return list(found.values())


def _talk(row: dict[str, Any], limit: int | None) -> Talk:
    asked = (
        Asked(
            str(each["question"]), str(each["category"]), frozenset(_EVIDENCE.split(" ".join(each["evidence"]))) - {""}
        )
        for each in row["qa"]
    )
    return Talk(
        row["sample_id"], tuple(_messages(row["conversation"])), tuple(each for each in asked if each.evidence)[:limit]
    )


def _messages(conversation: dict[str, Any]) -> Iterator[Message]:
    names = (key for key in conversation if _SESSION.fullmatch(key))
    for name in sorted(names, key=lambda key: int(key.split("_")[1])):
        at = datetime.strptime(conversation[f"{name}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for place, said in enumerate(conversation[name]):
            text = f"{said['speaker']}: {said['text']} {said.get(_CAPTION, '')}".strip()
            yield Message(said["dia_id"], name, at + place * _GAP, text)
