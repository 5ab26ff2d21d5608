"""Features of a complete wording: how its words compare with those that the conversation makes likely."""

from collections.abc import Mapping, Sequence
from typing import get_args

import numpy as np

from askwell.types import Language
from askwell.understanding.candidates import Source, Wording
from askwell.understanding.features import Matrix
from askwell.understanding.texts import content_words

WORDING = (
    "source", "added", "added_f1", "whole_f1", "mean_added", "least_added", "most_added", "missed", "most_missed",
    "lost", "expected", "dependence", "longer", "is_draft", "cues", "words", "dropped", "mean_dropped", "frame_words",
)  # fmt: skip
"""Columns in order; the learnt model depends on it. `f1` compares words with those that are expected; `added` words are
not in the question, `missed` ones are likely and not in the wording, `lost` ones only in the question, and `dropped`
ones only in the earlier question that a wording is made from."""

UNKNOWN = 0.01
"""Chance of a word that is not among the candidate words."""
NONE = -1.0
"""Stands for a value that a wording does not have."""
_SOURCES = {source: at for at, source in enumerate(get_args(Source))}


def describe_wordings(
    wordings: Sequence[Wording],
    *,
    typed: str,
    draft: str,
    frames: Sequence[str],
    chances: Mapping[str, float],
    dependence: float,
    cues: int,
    language: Language,
) -> Matrix:
    """One row of `WORDING` for each wording.

    `chances` are those of the conversation's words, by lower-case word; `frames` the earlier questions, the last first;
    `dependence` is the chance that the question is incomplete, `cues` the number of its references, and `draft` what
    the grammar makes of it.
    """
    own, expected = content_words(typed, language), sum(chances.values())
    earlier = [content_words(frame, language) for frame in frames]
    drafted = content_words(draft, language)
    size = len(typed.split())
    rows = []
    for wording in wordings:
        words = content_words(wording.question, language)
        added = [chances.get(word, UNKNOWN) for word in words - own]
        hits = sum(added)
        missed = [chance for word, chance in chances.items() if word not in words]
        frame = earlier[wording.back] if 0 <= wording.back < len(earlier) else frozenset()
        dropped = [chances.get(word, 0.0) for word in frame - words]
        rows.append([
            _SOURCES[wording.source],
            len(added),
            2 * hits / (len(added) + expected) if added or expected else 1.0,
            2 * (len(own & words) + hits) / max(len(words) + len(own) + expected, 1.0),
            _mean(added),
            min(added, default=NONE),
            max(added, default=NONE),
            expected - hits,
            max(missed, default=0.0),
            len(own - words),
            expected,
            dependence,
            len(words) - len(own),
            words == drafted,
            cues,
            size,
            len(dropped) if frame else NONE,
            _mean(dropped),
            len(frame) if frame else NONE,
        ])  # fmt: skip
    return np.asarray(rows, dtype=np.float32).reshape(-1, len(WORDING))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else NONE
