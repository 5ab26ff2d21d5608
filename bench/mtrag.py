"""Conversations over four corpora, from `mtrag/`: queries with their history, what is relevant, the passages."""

import gzip
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.library import Entry

DOMAINS = ("clapnq", "fiqa", "cloud")
"""Corpora with their distractors; `govt` has lost most of them."""

_PLACE = re.compile(r"[_-]\d+-\d+(?:-\d+-\d+)?$")


@dataclass(frozen=True, slots=True)
class Query:
    """A question of a conversation."""

    id: str
    domain: str
    conversation: str
    question: str
    rewrite: str
    """As Mixtral 8x7B rewrote it."""
    exchanges: tuple[tuple[str, str], ...]
    """Earlier questions with their answers, oldest first."""
    relevant: frozenset[str]


def queries(data: Path, domains: Sequence[str], limit: int | None) -> list[Query]:
    """All queries of the domains that have something relevant, at most `limit` of each."""
    folder = data / "mtrag"
    relevant: dict[str, set[str]] = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, _, entry, grade = line.split("\t")
        if int(grade) > 0:
            relevant.setdefault(query, set()).add(entry)
    said = {row["conv"]: row["messages"] for row in _lines(folder / "conversations.jsonl")}
    found: dict[str, list[Query]] = {domain: [] for domain in domains}
    for row in _lines(folder / "queries.jsonl"):
        if row["domain"] in found and row["qid"] in relevant:
            found[row["domain"]].append(_query(row, said[row["conv"]], relevant[row["qid"]]))
    return [query for each in found.values() for query in each[:limit]]


def entries(data: Path, domain: str) -> list[Entry]:
    """The passages of a corpus; those cut from one page belong to one document."""
    with gzip.open(data / "mtrag" / "corpus" / f"{domain}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [Entry(row["_id"], _PLACE.sub("", row["_id"]), row.get("title") or "", row["text"], "en") for row in rows]


def _query(row: dict[str, Any], messages: Sequence[dict[str, Any]], relevant: set[str]) -> Query:
    asked = [message["text"] for message in messages if message["speaker"] == "user"]
    answers = [message["text"] for message in messages if message["speaker"] != "user"]
    before = row["turn"] - 1
    return Query(
        id=row["qid"],
        domain=row["domain"],
        conversation=f"{row['domain']}/{row['conv']}",
        question=row["lastturn"],
        rewrite=row["rewrite_mixtral"],
        exchanges=tuple(zip(asked[:before], answers[:before], strict=True)),
        relevant=frozenset(relevant),
    )


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
