"""Pairs of wordings that ask the same or not, from our own dialogues, and the weights that are learnt from them."""

import json
import random
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from askwell.languages import LANGUAGES
from askwell.text.same_question import BY_WORDS, Wording, carrying, chance, wording
from askwell.text.words import content_stems
from askwell.types import Language
from bench.support_learning import Numbers, fit

FOLDER = Path(__file__).parent / "dialogues"
FOLDS = 8
AUTHORS = frozenset("abc")
"""Authors of the dialogues, a letter of their ids; from those of later authors the judge has not learnt yet."""
_SEED = 3
_EARLIER = 3
"""Earlier questions of a conversation that each wording is paired with."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A right wording of a question, and another one."""

    conversation: str
    language: Language
    kind: str
    """`same`: also right; `typed`: as the user wrote it, incomplete; `earlier`: an earlier question; `swapped`: with
    words of earlier questions in place of what was left out; `added`: as typed, with such words added."""
    expected: str
    other: str
    typed: str


def pairs() -> list[Pair]:
    """The pairs of the dialogues that the judge has learnt from, in a fixed order."""
    draw = random.Random(_SEED)
    found: list[Pair] = []
    for language in LANGUAGES:
        for line in (FOLDER / f"{language}.jsonl").read_text(encoding="utf-8").splitlines():
            dialogue = json.loads(line)
            if dialogue["id"].split("-")[1] in AUTHORS:
                found += _pairs(dialogue, language, draw)
    return found


def left_out(found: Sequence[Pair]) -> Numbers:
    """The chance of each pair to be the same question, by weights learnt without its conversation's fold."""
    folds = np.array([zlib.crc32(each.conversation.encode()) % FOLDS for each in found])
    chances = np.zeros(len(found))
    for fold in range(FOLDS):
        weights = learn([each for each, at in zip(found, folds, strict=True) if at != fold])
        for at in np.flatnonzero(folds == fold):
            chances[at] = chance(_wording(found[int(at)]), weights)
    return chances


def learn(found: Sequence[Pair]) -> dict[str, float]:
    """The weights `BY_WORDS`; pairs that ask the same count as much as the others together."""
    rows = np.array([_wording(each) for each in found])
    same = np.array([each.kind == "same" for each in found])
    weights = fit(rows, same.astype(np.float64), np.where(same, (~same).sum() / same.sum(), 1.0))
    return {name: round(float(value), 2) for name, value in zip(BY_WORDS, weights, strict=True)}


def _wording(pair: Pair) -> Wording:
    return wording(*(carrying(text, pair.language) for text in (pair.expected, pair.other, pair.typed)))


def _pairs(dialogue: Mapping[str, Any], language: Language, draw: random.Random) -> Iterator[Pair]:
    turns = dialogue["turns"]
    right = [turn["rewrites"] or [turn["user"]] for turn in turns]
    for at, turn in enumerate(turns):
        if not turn["needs_context"] or not turn["rewrites"]:
            continue
        first, typed = turn["rewrites"][0], turn["user"]
        others = [(a, b, "same") for a in turn["rewrites"] for b in turn["rewrites"] if a != b]
        others += [(first, typed, "typed")]
        others += [(first, right[earlier][0], "earlier") for earlier in range(max(0, at - _EARLIER), at)]
        words = [word for earlier in right[:at] for word in earlier[0].split()]
        others += [(first, text, kind) for kind, text in _mixed(first, typed, words, language, draw)]
        for expected, other, kind in others:
            yield Pair(dialogue["id"], language, kind, expected, other, typed)


def _mixed(
    right: str, typed: str, words: Sequence[str], language: Language, draw: random.Random
) -> Iterator[tuple[str, str]]:
    """Wordings with words of other questions."""
    own = set(content_stems(typed, language))
    left = [word for word in right.split() if (stems := content_stems(word, language)) and not own.issuperset(stems)]
    held = set(content_stems(right, language))
    strange = [word for word in words if (stems := content_stems(word, language)) and held.isdisjoint(stems)]
    if left and strange:
        swapped = right
        for word in left:
            swapped = swapped.replace(word, draw.choice(strange))
        yield "swapped", swapped
        yield "added", f"{typed.rstrip('?')} {' '.join(draw.sample(strange, min(3, len(strange))))}"
