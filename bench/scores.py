"""The measures of `followup` and `rewriting`: counts of one turn, and figures from sums of counts.

Because every figure follows from sums, an interval by resampling conversations needs no second look at the texts.
"""

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askwell.languages import lexicon

Counts = NDArray[np.float64]
"""What one turn, or a sum of turns, counts; the last axis is the kind of count."""

_GENITIVE = re.compile(r"['’]s\b")
_TOKEN = re.compile(r"[a-z0-9]+")
_STOP = frozenset(part for word in lexicon("en").stop_words for part in _TOKEN.findall(word))


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What a rewriting is judged by."""

    utterance: str
    gold: str
    output: str
    history: str
    searched: str = ""
    """What is searched for, where that is more than the output."""


def tokens(text: str) -> list[str]:
    """Lower-case alphanumeric tokens, a genitive 's removed, not stemmed."""
    return _TOKEN.findall(_GENITIVE.sub("", text.lower()))


def terms(text: str) -> set[str]:
    """Content terms of a text: tokens that are no stop words."""
    return {token for token in tokens(text) if token not in _STOP}


def differs(utterance: str, rewrite: str) -> bool:
    """Whether a rewrite says something else than the utterance; case, signs and a genitive 's do not count."""
    return tokens(utterance) != tokens(rewrite)


def count_rewriting(row: Rewritten) -> Counts:
    """Turn 1, exact match, ROUGE-1 recall, precision and F1, and the hits, found and wanted added terms.

    Added terms are content terms that stand in the history and not in the utterance: wanted are those of the human
    rewrite, found those of the output and of what is searched for. So the raw utterance scores 0, and words nobody said
    count neither way.
    """
    gold, output = tokens(row.gold), tokens(row.output)
    shared = sum((Counter(gold) & Counter(output)).values())
    recall, precision = _share(shared, len(gold)), _share(shared, len(output))
    said = terms(row.history) - terms(row.utterance)
    wanted, found = terms(row.gold) & said, terms(row.searched or row.output) & said
    return np.array(
        [
            1,
            gold == output,
            recall,
            precision,
            _harmonic(precision, recall),
            len(wanted & found),
            len(found),
            len(wanted),
        ],
        dtype=np.float64,
    )


def rewriting(sums: Counts) -> dict[str, float]:
    """EM and ROUGE-1 as means over turns, TERM micro-averaged."""
    n, exact, recall, precision, both, hits, found, wanted = (float(value) for value in sums)
    term_precision, term_recall = _share(hits, found), _share(hits, wanted)
    return {
        "EM": _share(exact, n),
        "R1_R": _share(recall, n),
        "R1_P": _share(precision, n),
        "R1_F": _share(both, n),
        "TERM_P": term_precision,
        "TERM_R": term_recall,
        "TERM_F1": _harmonic(term_precision, term_recall),
    }


def count_detection(gold: bool, found: bool) -> Counts:
    """Which cell of the confusion matrix: hit, miss, false alarm, rightly left alone; positive is a follow-up."""
    return np.array([gold and found, gold and not found, found and not gold, not (gold or found)], dtype=np.float64)


def detection(sums: Counts) -> dict[str, float]:
    """Balanced accuracy, specificity, Matthews correlation, precision and recall."""
    hit, miss, alarm, calm = (float(value) for value in sums)
    recall, specificity = _share(hit, hit + miss), _share(calm, calm + alarm)
    spread = float(np.sqrt((hit + alarm) * (hit + miss) * (calm + alarm) * (calm + miss)))
    return {
        "balanced_accuracy": (recall + specificity) / 2,
        "specificity": specificity,
        "mcc": _share(hit * calm - alarm * miss, spread),
        "precision": _share(hit, hit + alarm),
        "recall": recall,
    }


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _harmonic(first: float, second: float) -> float:
    return 2 * first * second / (first + second) if first + second else 0.0
