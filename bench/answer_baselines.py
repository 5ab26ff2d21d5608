"""Plain answers to compare with: the first passage, its first three sentences, four sentences by cosine.

Each answers every task from the engine's own ranking.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from askwell.text.sentences import sentences
from askwell.types import Passage
from bench.answer_runs import Played
from bench.answer_scores import Reply
from bench.text_vectors import TextVectors

BASELINES = ("first-passage", "lead-3", "cosine-4")

_LEAD = 3
_SENTENCES = 4
_PASSAGES = 6
"""Passages from which `cosine-4` takes sentences: as many as the engine packs by default."""

Entry = Callable[[Passage], str]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence and where it is from."""

    text: str
    passage: Passage
    place: tuple[int, int]
    """Rank of its passage, and its number there."""


async def baseline_replies(played: Played, entry: Entry, vectors: TextVectors | None) -> Mapping[str, Reply]:
    """The reply of each baseline to a task; without vectors there is no `cosine-4`."""
    ranked = played.ranked
    first = [_Sentence(text, ranked[0], (0, at)) for at, text in enumerate(_split(ranked[0]))] if ranked else []
    replies = {
        "first-passage": _reply(played, first, ranked[:1], entry),
        "lead-3": _reply(played, first[:_LEAD], ranked[:1], entry),
    }
    if vectors is not None:
        near = await _nearest(played.state.question, ranked[:_PASSAGES], vectors)
        replies["cosine-4"] = _reply(played, near, ranked[:_PASSAGES], entry)
    return replies


async def _nearest(question: str, passages: Sequence[Passage], vectors: TextVectors) -> list[_Sentence]:
    """The sentences nearest to the question, in the order of the passages and their text."""
    found: dict[str, _Sentence] = {}
    for rank, passage in enumerate(passages):
        for at, text in enumerate(_split(passage)):
            found.setdefault(text, _Sentence(text, passage, (rank, at)))
    if not found:
        return []
    (asked,) = await vectors.embed([question], kind="query")
    rows = await vectors.embed(list(found), kind="passage")
    best = np.argsort(-(rows @ asked), kind="stable")[:_SENTENCES]
    units = list(found.values())
    return sorted((units[at] for at in best), key=lambda each: each.place)


def _split(passage: Passage) -> list[str]:
    text = passage.chunk.text
    return [text[start:end] for start, end in sentences(text)]


def _reply(played: Played, chosen: Sequence[_Sentence], read: Sequence[Passage], entry: Entry) -> Reply:
    return Reply(
        task=played.task,
        text=" ".join(each.text for each in chosen),
        outcome="answered" if chosen else "not_found",
        cited=tuple(frozenset({entry(each.passage)}) for each in chosen),
        searched=tuple(map(entry, played.searched)),
        read=frozenset(map(entry, read)),
    )
