"""Long talks between two people, with questions and the utterances that hold their answers (LoCoMo)."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from askwell.history_search.query import Sought, sought
from askwell.history_search.score import Evidence, evidence
from askwell.history_search.turn_index import quantised
from askwell.history_search.units import Unit, Units, term
from askwell.ports import Embedder
from askwell.text.times import times_told
from askwell.text.wanted import holds_name, holds_number
from askwell.text.words import content_stems

_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"[;,\s]+")
_CAPTION = "blip_caption"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, how it is looked for, and the places of what answers it."""

    question: str
    category: str
    wanted: Sought
    evidence: frozenset[str]
    """Ids of utterances; some that the data names are in no talk."""


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation: an utterance is a unit."""

    id: str
    ids: tuple[tuple[str, ...], ...]
    """Of the utterances of each unit, in order."""
    units: Units
    asked: tuple[Asked, ...]
    parts: tuple[Unit, ...] = ()
    """The units one by one."""

    def evidence(self, asked: Asked) -> Evidence:
        """What the score knows of a question in this talk."""
        return evidence(self.units, asked.wanted)


async def talks(
    data: Path, embedder: Embedder | None, limit: int | None = None, *, as_turns: bool = False
) -> list[Talk]:
    """All talks of the folder with their questions that have evidence, and meanings where there is an embedder.

    A unit is an utterance, or with `as_turns` an utterance with the reply to it, as in a talk with an assistant.
    """
    return [await _talk(row, embedder, limit, as_turns) for row in _rows(data)]


def _rows(data: Path) -> Iterator[dict[str, object]]:
    seen: set[str] = set()
    for file in sorted((data / "locomo").glob("*.json.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for row in json.load(lines):
                if row["sample_id"] not in seen:
                    seen.add(row["sample_id"])
                    yield row


async def _talk(row: dict[str, object], embedder: Embedder | None, limit: int | None, as_turns: bool) -> Talk:
    said = list(_said(row))
    speakers = sorted({utterance["speaker"] for _, utterance in said})
    parts = _pairs(said) if as_turns else [(at, (utterance,)) for at, utterance in said]
    units = [_unit(at, spoken) for at, spoken in parts]
    rows = row["qa"]
    assert isinstance(rows, list), "the questions are a list"
    kept = [(each, frozenset(filter(None, _EVIDENCE.split(" ".join(each["evidence"]))))) for each in rows]
    wanted = [(each, ids, sought(str(each["question"]), "en", speakers)) for each, ids in kept if ids][:limit]
    if embedder is not None:
        # A reply is read behind what it replies to, as an answer is behind its question.
        before = [(0.0, ""), *((at, "" if as_turns else _text(*spoken)) for at, spoken in parts)]
        texts = [
            f"{text if was_at == at else ''} {_text(*spoken)}".strip()
            for (was_at, text), (at, spoken) in zip(before, parts, strict=False)
        ]
        vectors = await embedder.embed(texts, kind="passage")
        units = [replace(unit, vector=quantised(vector)) for unit, vector in zip(units, vectors, strict=True)]
        meant = await embedder.embed([each.said for _, _, each in wanted], kind="query")
        wanted = [(*each[:2], replace(each[2], vector=vector)) for each, vector in zip(wanted, meant, strict=True)]
    asked = tuple(Asked(str(each["question"]), str(each["category"]), sight, ids) for each, ids, sight in wanted)
    ids = tuple(tuple(utterance["dia_id"] for utterance in spoken) for _, spoken in parts)
    return Talk(str(row["sample_id"]), ids, Units(units), asked, tuple(units))


def stretches(talk: Talk, length: int) -> Iterator[Talk]:
    """The talk cut into talks of so many units, each with the questions it answers and as many that it does not."""
    for start in range(0, len(talk.parts) - length // 2, length):
        ids, parts = talk.ids[start : start + length], talk.parts[start : start + length]
        here = {id_ for each in ids for id_ in each}
        told = [each for each in talk.asked if each.evidence & here]
        others = [each for each in talk.asked if not each.evidence & here]
        step = max(1, len(others) // max(1, len(told)))
        yield Talk(talk.id, ids, Units(parts), (*told, *others[::step][: len(told)]), parts)


def _said(row: dict[str, object]) -> Iterator[tuple[float, dict[str, str]]]:
    """Every utterance with its time, in order."""
    parts = row["conversation"]
    assert isinstance(parts, dict), "a conversation is its sessions by name"
    for name in sorted((key for key in parts if _SESSION.fullmatch(key)), key=lambda key: int(key.split("_")[1])):
        day = datetime.strptime(parts[f"{name}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for utterance in parts[name]:
            yield day.timestamp(), utterance


def _pairs(said: list[tuple[float, dict[str, str]]]) -> list[tuple[float, tuple[dict[str, str], ...]]]:
    """Utterances of one sitting two by two."""
    found: list[tuple[float, tuple[dict[str, str], ...]]] = []
    for at, utterance in said:
        if found and found[-1][0] == at and len(found[-1][1]) == 1:
            found[-1] = (at, (*found[-1][1], utterance))
        else:
            found.append((at, (utterance,)))
    return found


def _unit(at: float, spoken: tuple[dict[str, str], ...]) -> Unit:
    text = _text(*spoken)
    return Unit(
        Counter(term(stem) for stem in content_stems(text, "en")),
        at,
        None,
        spoken[0]["speaker"] if len(spoken) == 1 else "",
        times_told(text, "en"),
        asks=spoken[-1]["text"].rstrip().endswith("?"),
        number=holds_number(text, "en"),
        name=holds_name(text),
    )


def _text(*spoken: dict[str, str]) -> str:
    """What is said, and what the pictures show that are shown with it."""
    return " ".join(f"{each['text']} {each.get(_CAPTION, '')}".strip() for each in spoken)
