"""Questions with a reference answer, each with the passages that answer it, and the corpora they are asked of."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from askwell.types import Language
from bench import languages, mtrag
from bench.library import Entry

Answerability = str
"""`ANSWERABLE`, `PARTIAL`, `UNANSWERABLE` or `CONVERSATIONAL`."""

DEBIAN = languages.SPOKEN
STACKFAQ = "stackfaq"


@dataclass(frozen=True, slots=True)
class Task:
    """A question to be answered."""

    id: str
    set: str
    conversation: str
    question: str
    exchanges: tuple[tuple[str, str], ...]
    """Earlier questions with their reference answers, oldest first."""
    gold: frozenset[str]
    """Ids of the entries that answer it; empty if none does."""
    reference: str
    answerability: Answerability = "ANSWERABLE"
    rewrite: str = ""
    """As a large model rewrote it; empty if there is no such wording."""
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Corpus:
    """Passages with the tasks that are asked of them."""

    set: str
    embedder: str
    entries: tuple[Entry, ...] = field(repr=False)
    tasks: tuple[Task, ...] = field(repr=False)


def corpus(data: Path, name: str) -> Corpus:
    """A corpus by its set: a domain of MTRAG, a language of the Debian FAQ, or `stackfaq`."""
    if name in DEBIAN:
        return Corpus(name, "e5-small", tuple(languages.entries(data, name)), tuple(_faq_tasks(data, name)))
    if name == STACKFAQ:
        return Corpus(name, "minilm", tuple(_stack_entries(data)), tuple(_stack_tasks(data)))
    return Corpus(name, "minilm", tuple(mtrag.entries(data, name)), tuple(_talk_tasks(data, name)))


def _talk_tasks(data: Path, domain: str) -> Iterator[Task]:
    """Every user turn of a domain's conversations that has a reference answer."""
    known = {(query.conversation, len(query.exchanges)): query for query in mtrag.queries(data, [domain], None)}
    for talk in _rows(data / "mtrag" / "conversations.jsonl"):
        if talk["domain"] != domain:
            continue
        conversation = f"{domain}/{talk['conv']}"
        exchanges: list[tuple[str, str]] = []
        asked: dict[str, Any] | None = None
        for message in talk["messages"]:
            if message["speaker"] == "user":
                asked = message
            elif asked is not None:
                query = known.get((conversation, len(exchanges)))
                yield Task(
                    id=query.id if query else f"{conversation}/{len(exchanges) + 1}",
                    set=domain,
                    conversation=conversation,
                    question=query.question if query else asked["text"].strip(),
                    exchanges=tuple(exchanges),
                    gold=query.relevant if query else frozenset(),
                    reference=message["text"],
                    answerability=asked["answerability"][0],
                    rewrite=query.rewrite if query else "",
                )
                exchanges.append((asked["text"], message["text"]))
                asked = None


def _faq_tasks(data: Path, language: Language) -> Iterator[Task]:
    """Questions of the Debian FAQ; those of one page count as one conversation."""
    answers = {entry.id: entry.text for entry in languages.entries(data, language)}
    for question in languages.questions(data, language):
        yield Task(
            id=f"{language}/{question.id}",
            set=language,
            conversation=question.page,
            question=question.text,
            exchanges=(),
            gold=frozenset({question.id}),
            reference=answers[question.id],
            language=language,
        )


def _stack_entries(data: Path) -> list[Entry]:
    """Pairs of question and answer, each a document with its question as the title."""
    rows = _rows(data / STACKFAQ / "faq.jsonl")
    return [Entry(row["id"], row["id"], row["question"], row["answer"], "en") for row in rows]


def _stack_tasks(data: Path) -> Iterator[Task]:
    """Paraphrases; all pairs of the thread answer them, and the first one's answer is the reference."""
    threads: dict[int, list[dict[str, Any]]] = {}
    for row in _rows(data / STACKFAQ / "faq.jsonl"):
        threads.setdefault(row["thread"], []).append(row)
    for row in _rows(data / STACKFAQ / "queries.jsonl"):
        pairs: Sequence[dict[str, Any]] = threads[row["thread"]]
        yield Task(
            id=row["qid"],
            set=STACKFAQ,
            conversation=f"{STACKFAQ}/{row['thread']}",
            question=row["text"],
            exchanges=(),
            gold=frozenset(pair["id"] for pair in pairs),
            reference=pairs[0]["answer"],
        )


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
