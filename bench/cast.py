"""Conversations of `cast/*.jsonl.gz`: turns with a human rewrite and what was said before."""

import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from askwell.types import Turn


@dataclass(frozen=True, slots=True)
class Sample:
    """One turn: what was typed, what a person made of it, and the exchanges before it."""

    set: str
    id: str
    conversation: str
    number: int
    utterance: str
    rewrite: str
    exchanges: tuple[tuple[str, str], ...]
    """Earlier questions with their answers, oldest first; an answer that is not given is empty."""
    facts: tuple[str, ...] = ()
    """Statements about the user that the rewriter knew (iKAT)."""

    @property
    def history(self) -> str:
        """All that was said before."""
        return "\n".join(f"{question}\n{answer}" for question, answer in self.exchanges)


def load(folder: Path, names: Sequence[str] = ()) -> list[Sample]:
    """Samples of all `cast/*.jsonl.gz` below a folder, or of the sets named; sets by file name, in order."""
    samples: list[Sample] = []
    for file in sorted((folder / "cast").glob("*.jsonl.gz")):
        name = file.name.removesuffix(".jsonl.gz")
        if names and name not in names:
            continue
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            samples.extend(_sample(name, json.loads(line)) for line in lines)
    return samples


def turns_of(exchanges: Iterable[tuple[str, str]], standalone: Sequence[str] = ()) -> tuple[Turn, ...]:
    """Exchanges as turns of a conversation; `standalone` are their resolved questions as far as known."""
    return tuple(
        Turn(
            id=str(number),
            session_id="bench",
            number=number,
            parent_id=str(number - 1) if number > 1 else None,
            status="completed",
            question=question,
            created_at=datetime(2026, 1, 1, tzinfo=UTC),
            standalone_question=standalone[number - 1] if number <= len(standalone) else "",
            answer=answer,
        )
        for number, (question, answer) in enumerate(exchanges, 1)
    )


def _sample(name: str, row: dict[str, object]) -> Sample:
    history = row["history"]
    assert isinstance(history, list)
    return Sample(
        set=name,
        id=str(row["id"]),
        conversation=f"{name}/{row['conv']}",
        number=int(str(row["turn"])),
        utterance=str(row["utterance"]),
        rewrite=str(row["human_rewrite"]),
        exchanges=tuple(_exchanges(history)),
        facts=_facts(row.get("ptkb")),
    )


def _facts(statements: object) -> tuple[str, ...]:
    return tuple(str(text) for text in statements.values()) if isinstance(statements, dict) else ()


def _exchanges(history: Iterable[dict[str, str]]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for message in history:
        if message["role"] == "user":
            pairs.append((message["text"], ""))
        elif pairs:
            pairs[-1] = (pairs[-1][0], (pairs[-1][1] + " " + message["text"]).strip())
    return pairs
