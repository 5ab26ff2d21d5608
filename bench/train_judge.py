"""Learn the weights of the signs that an answer does not answer: `python -m bench train-judge`.

Examples are the turns of `judged/read.jsonl` and `judged/third_read.jsonl`, and their right turns made wrong: "yes" and
"no" exchanged, another sentence of the sources as the answer, or the sentence that answers with the opposite of one of
its words, or answer and sources of another turn.
The row `left out` has weights that were learnt without the turn, in folds.
Prints the weights, which are `WEIGHTS` in `rules/turn_signs.py`. The same files give the same weights.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from askwell.languages import LANGUAGES, judging_words
from askwell.rules.turn_signs import Signs, chance, signs
from askwell.text.sentences import sentences
from askwell.text.words import content_stems
from askwell.types import JudgedTurn, Language
from bench.judged_turns import LabelledTurn, labelled_turns
from bench.options import Options
from bench.report import Report
from bench.support_learning import fit

READ = frozenset({"read", "third_read"})
"""Files whose turns are read; all others are only measured."""
KINDS = ("read", "exchanged", "elsewhere", "opposite", "unrelated")
_FOLDS = 10
_RIDGE = 1.0
_RIGHT_COUNTS = 1.5
"""Weight of all right turns together, of that of the wrong ones: most turns of an assistant are right."""
_EXCHANGED = {
    "en": {"yes": "No", "no": "Yes"},
    "nl": {"ja": "Nee", "nee": "Ja"},
    "it": {"sì": "No", "no": "Sì"},
}
_OPENING = re.compile(r"\w+(?=[.,])")
_ALIKE = 0.4
"""Share of an answer's words in a sentence that is too much like it to be a wrong answer."""
_LEAST_WORDS = 3


class Example(NamedTuple):
    """A turn, right or wrong."""

    of: str
    """Id of the turn that it is, or is made from."""
    kind: str
    """`read`, `exchanged`, `elsewhere`, `opposite` or `unrelated`."""
    signs: Signs
    is_wrong: bool


def run(_: Options) -> Report:
    """The weights, and how often they are right on turns that they were not learnt from."""
    found = list(examples())
    wrong = np.array([each.is_wrong for each in found])
    folds = np.array([sorted({each.of for each in found}).index(each.of) % _FOLDS for each in found])
    chances = np.zeros(len(found))
    for fold in range(_FOLDS):
        weights = learn([each for each, at in zip(found, folds, strict=True) if at != fold])
        for at in np.flatnonzero(folds == fold):
            chances[at] = chance(found[int(at)].signs, weights)
    rows = [_row(kind, found, chances >= 0.5, wrong) for kind in KINDS]
    rows += [
        {"system": name, "set": "weights", "n": len(found), "weight": value} for name, value in learn(found).items()
    ]
    return Report("train-judge", ("right", "wrong", "weight"), tuple(rows))


def _row(kind: str, found: Sequence[Example], says: NDArray[np.bool_], wrong: NDArray[np.bool_]) -> dict[str, object]:
    of_kind = np.array([each.kind == kind for each in found])
    row: dict[str, object] = {"system": "left out", "set": kind, "n": int(of_kind.sum())}
    for name, kept in (("right", of_kind & ~wrong), ("wrong", of_kind & wrong)):
        if kept.any():
            row[name] = round(float((says == wrong)[kept].mean()), 4)
    return row


def learn(found: Sequence[Example]) -> dict[str, float]:
    """The weights."""
    wrong = np.array([each.is_wrong for each in found])
    counts = np.where(wrong, (~wrong).sum() / wrong.sum(), _RIGHT_COUNTS)
    weights = fit(np.array([each.signs for each in found]), wrong.astype(np.float64), counts, ridge=_RIDGE)
    return {name: round(float(value), 2) for name, value in zip((*Signs._fields, "constant"), weights, strict=True)}


def examples() -> Iterator[Example]:
    """The turns whose question was understood, and what is made from the right ones."""
    turns = labelled_turns()
    answers = {language: _cited(turns, language) for language in LANGUAGES}
    for each in turns:
        if each.file not in READ or each.kind == "wrongly_resolved_fluent" or (own := signs(each.turn)) is None:
            continue
        yield Example(each.id, "read", own, not each.is_right)
        for kind, made in _wrong(each.turn, answers[each.turn.language]) if each.is_right else ():
            if (found := signs(made)) is not None:
                yield Example(each.id, kind, found, True)


def _cited(turns: Sequence[LabelledTurn], language: Language) -> list[JudgedTurn]:
    """The right turns of a language that have sources."""
    read = (each for each in turns if each.file in READ and each.is_right)
    return [each.turn for each in read if each.turn.language == language and each.turn.sources]


def _wrong(turn: JudgedTurn, others: Sequence[JudgedTurn]) -> Iterator[tuple[str, JudgedTurn]]:
    strange = next((each for each in others if each.question > turn.question), others[0])
    about = [set(content_stems(each.question, turn.language)) for each in (turn, strange)]
    if turn.sources and not about[0] & about[1]:
        made = replace(turn, answer=strange.answer, sources=strange.sources)
        yield "unrelated", made
        yield "unrelated", replace(made, expected_topics=(), expected_texts=())
    opening = _OPENING.match(turn.answer)
    if opening and (other := _EXCHANGED[turn.language].get(opening.group().lower())):
        yield "exchanged", replace(turn, answer=other + turn.answer[opening.end() :])
    own = set(content_stems(turn.answer, turn.language))
    for text, shared in _said(turn, own):
        if shared <= _ALIKE:
            yield "elsewhere", replace(turn, answer=text)
    text, shared = max(_said(turn, own), key=lambda each: each[1], default=("", 0.0))
    if shared > _ALIKE:
        for changed in _opposites(text, turn.language):
            yield "opposite", replace(turn, answer=changed)


def _said(turn: JudgedTurn, own: Set[str]) -> Iterator[tuple[str, float]]:
    """The sentences of the sources with the share of the answer's words that they have."""
    for passages in turn.sources.values():
        text = passages[0].chunk.text
        for start, end in sentences(text):
            stems = set(content_stems(text[start:end], turn.language))
            if len(stems) >= _LEAST_WORDS and text[start:end].endswith("."):
                yield text[start:end], len(own & stems) / max(1, len(own))


def _opposites(text: str, language: Language) -> Iterator[str]:
    for one, other in judging_words(language).opposites:
        for word, opposite in ((one, other), (other, one)):
            made = re.sub(rf"\b{word}\b", opposite, text)
            if made != text:
                yield made
