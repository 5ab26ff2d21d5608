"""Questions of authors who saw only a collection, `blind/*.jsonl`: a line a conversation, with facts that are right."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "blind"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a conversation."""

    conversation: str
    number: int
    """Place in the conversation, from 1."""
    question: str
    documents: frozenset[str]
    """Names of all files in which a right answer is; empty if the collection has none."""
    facts: tuple[tuple[str, ...], ...]
    """What a right answer has: of each entry one spelling. Empty if the collection has no answer."""
    is_answerable: bool
    complete: str = ""
    """The question as its author words it for a reader without the conversation; as typed if it is complete."""


def collections(folder: Path = FOLDER) -> list[str]:
    """The collections with questions, by name."""
    return sorted(file.stem for file in folder.glob("*.jsonl"))


def conversations(collection: str, folder: Path = FOLDER) -> list[list[Asked]]:
    """The conversations over a collection; most have one question."""
    lines = (folder / f"{collection}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_asked(json.loads(line)) for line in lines if line]


def language_of(collection: str, folder: Path = FOLDER) -> str:
    """The language of the questions over a collection, `en` if they do not say it; that of any set below `folder`."""
    for file in sorted(folder.rglob(f"{collection}.jsonl")):
        return str(json.loads(file.read_text(encoding="utf-8").partition("\n")[0]).get("language", "en"))
    return "en"


def _asked(conversation: Mapping[str, Any]) -> list[Asked]:
    return [
        Asked(
            conversation["id"],
            number,
            turn["question"],
            frozenset(turn["documents"]),
            tuple([tuple(spellings) for spellings in turn["facts"]]),
            turn["answerable"],
            turn.get("standalone", turn["question"]),
        )
        for number, turn in enumerate(conversation["turns"], 1)
    ]
