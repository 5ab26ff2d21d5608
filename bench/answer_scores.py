"""The measures of `answers`: counts of one reply, and figures from sums of counts."""

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np

from bench.answer_tasks import Task
from bench.bootstrap import Measure
from bench.scores import Counts

METRICS = (
    "context_recall",
    "answered",
    "cited_gold",
    "F1",
    "recall",
    "precision",
    "sure_wrong",
    "honest",
    "passages",
    "gold_lost",
    "gold_lost_all",
)
"""Each is a share: two columns of the counts, the numerator and the denominator."""

WRONG_F1 = 0.15
"""A sure answer without a relevant passage and with a lower word F1 counts as wrong."""

FIRST = 10
"""Passages of the search in which a relevant one must be to count for `context_recall`."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a system replied to a task."""

    task: Task
    text: str
    """Without marks."""
    outcome: str
    cited: tuple[frozenset[str], ...] = ()
    """For each mark in the text the entry that it points to; several that hold the sentence equally well."""
    searched: tuple[str, ...] = ()
    """Entries that the search found, best first."""
    read: frozenset[str] = frozenset()
    """Entries that the writer got."""
    lost: frozenset[str] | None = None
    """Relevant entries that the grader threw away; None if it was not given all of them."""
    took_ms: float = 0.0


def words(text: str) -> list[str]:
    """Lower-case alphanumeric tokens."""
    return _WORD.findall(text.lower())


def word_overlap(text: str, reference: str) -> tuple[float, float, float]:
    """F1, recall and precision of the words of a text, 0 to 1; a word counts as often as it occurs in both."""
    found, wanted = Counter(words(text)), Counter(words(reference))
    shared = (found & wanted).total()
    if not shared:
        return 0.0, 0.0, 0.0
    recall, precision = shared / wanted.total(), shared / found.total()
    return 2 * recall * precision / (recall + precision), recall, precision


def is_sure_wrong(reply: Reply) -> bool:
    """Whether a reply that is given as an answer cites nothing relevant and has little of the reference."""
    if reply.outcome != "answered" or any(entries & reply.task.gold for entries in reply.cited):
        return False
    return word_overlap(reply.text, reply.task.reference)[0] < WRONG_F1


def count_reply(reply: Reply) -> Counts:
    """Numerator and denominator of each metric, in the order of `METRICS`."""
    task, gold = reply.task, reply.task.gold
    is_answerable, is_answered = bool(gold), reply.outcome == "answered"
    has_context = is_answerable and not gold.isdisjoint(reply.searched[:FIRST])
    is_cited = bool(reply.cited) and not gold.isdisjoint(reply.cited[0])
    f1, recall, precision = word_overlap(reply.text, task.reference)
    is_unanswerable = task.answerability == "UNANSWERABLE"
    lost = reply.lost or frozenset()
    is_graded = reply.lost is not None
    pairs = (
        (has_context and not gold.isdisjoint(reply.read), has_context),
        (is_answered, True),
        (is_answerable and is_answered and is_cited, is_answerable and is_answered),
        (is_answerable * f1, is_answerable),
        (is_answerable * recall, is_answerable),
        (is_answerable * precision, is_answerable),
        (is_sure_wrong(reply), True),
        (is_unanswerable and not is_answered, is_unanswerable),
        (reply.outcome == "passages", True),
        (len(lost), len(gold) if is_graded else 0),
        (is_graded and lost == gold, is_graded),
    )
    return np.array([float(part) for pair in pairs for part in pair])


def figures_of(totals: Counts) -> Measure:
    """A measure with the metrics that these totals have; a sum that lacks one has its figure of the totals."""
    over, under = totals[0::2], totals[1::2]
    known = [at for at in range(len(METRICS)) if under[at]]

    def measure(sums: Counts) -> dict[str, float]:
        figures = {}
        for at in known:
            top, bottom = (sums[2 * at], sums[2 * at + 1]) if sums[2 * at + 1] else (over[at], under[at])
            figures[METRICS[at]] = float(top / bottom)
        return figures

    return measure
