"""Tasks with the relevant passages given: what the grader throws away of them, and what is written from them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from askwell.text.closeness import wording
from askwell.text.tokens import count_tokens
from askwell.types import Chunk, Passage
from bench.answer_runs import Played, Player, reply_of
from bench.answer_scores import Reply
from bench.answer_tasks import Task
from bench.library import COLLECTION, Entry
from bench.text_vectors import TextVectors

GOLD = "gold"


async def play_gold(
    grading: Player, writing: Player, task: Task, entries: Mapping[str, Entry], vectors: TextVectors | None
) -> tuple[Played, Reply]:
    """What is written for a task from all its relevant passages, and which of them the grader throws away.

    The passages are the whole search, nearest first, and the question is a large model's rewrite without a history.
    A duplicate that ranking drops shares the fate of the one that it keeps.
    """
    task = replace(task, set=GOLD)
    given = await gold_passages(task.rewrite, [entries[each] for each in sorted(task.gold)], vectors)
    grades = (await grading.play_given(task, given)).state.grades
    played = await writing.play_given(task, given)
    kept = {wording(entries[grade.chunk_id].text) for grade in grades if grade.relevant}
    lost = frozenset(each for each in task.gold if wording(entries[each].text) not in kept)
    return played, replace(reply_of(played, entry_id), lost=lost)


def entry_id(passage: Passage) -> str:
    """The entry of a passage that was given."""
    return passage.chunk.id


async def gold_passages(question: str, entries: Sequence[Entry], vectors: TextVectors | None) -> list[Passage]:
    """Entries as passages found for a question, nearest first, with their cosines; their words are not searched."""
    if vectors is None:
        return [passage_of(entry, 1.0, {}) for entry in entries]
    (asked,) = await vectors.embed([question], kind="query")
    rows = await vectors.embed([entry.text for entry in entries], kind="passage")
    mean = rows.mean(axis=0)
    towards = rows @ (mean / max(float(np.linalg.norm(mean)), 1e-9))
    found = []
    for entry, cosine, agreement in zip(entries, (rows @ asked).tolist(), towards.tolist(), strict=True):
        found.append(passage_of(entry, cosine, {"dense": cosine, "context": cosine, "agreement": agreement}))
    return sorted(found, key=lambda passage: -passage.score)


def passage_of(entry: Entry, score: float, scores: Mapping[str, float]) -> Passage:
    """An entry as a passage found by a search."""
    chunk = Chunk(entry.id, entry.document, 0, entry.text, 0, len(entry.text), (), None, count_tokens(entry.text))
    return Passage(chunk, entry.document, entry.title, "", entry.language, (), COLLECTION, score, scores)
