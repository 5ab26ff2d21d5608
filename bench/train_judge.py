"""Learn the weights of the judge of turns: `python -m bench train-judge`.

Turns are those of `judged/read.jsonl` and `judged/third_read.jsonl`, of two authors.

- `WEIGHTS` of `rules/turn_signs.py`: signs that an answer does not answer. Examples are the turns whose question was
  understood, and their right turns made wrong: "yes" and "no" exchanged, another sentence of the sources as the answer,
  or the sentence that answers with the opposite of one of its words, or answer and sources of another turn.
- `WITH_ANSWER` of `text/same_question.py`: whether a question was understood.
- `BY_WORDS` of the same file: how alike two wordings are, from pairs of our own dialogues.

The rows `other author` have weights that were learnt from the turns of the other author alone; `readings` are turns
whose question was understood or not. The same files give the same weights.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from askwell.languages import LANGUAGES, judging_words
from askwell.rules.turn_signs import Signs, chance, signs
from askwell.text import same_question
from askwell.text.sentences import sentences
from askwell.text.words import content_stems
from askwell.types import JudgedTurn, Language
from bench.judged_turns import LabelledTurn, labelled_turns
from bench.options import Options
from bench.question_pairs import learn as learn_wording
from bench.question_pairs import pairs
from bench.readings_learning import FLUENT, learn_evidence, of_turn
from bench.report import Report, Row
from bench.support_learning import fit

READ = frozenset({"read", "third_read"})
"""Files whose turns are read; all others are only measured."""
KINDS = ("read", "exchanged", "elsewhere", "opposite", "unrelated")
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
_LEAST_WRONG = 0.5


class Example(NamedTuple):
    """A turn, right or wrong."""

    file: str
    """Name of the file of the turn that it is, or is made from."""
    kind: str
    """`read`, `exchanged`, `elsewhere`, `opposite` or `unrelated`."""
    signs: Signs
    is_wrong: bool


def run(_: Options) -> Report:
    """How often weights are right on turns of another author than those they were learnt from; and the weights."""
    found = list(examples())
    rows = _sign_rows(found)
    turns = [each for each in labelled_turns() if each.file in READ and each.turn.expected_questions]
    rows += _reading_rows(turns)
    learnt = {"WEIGHTS": learn(found), "WITH_ANSWER": learn_evidence(turns), "BY_WORDS": learn_wording(pairs())}
    for name, weights in learnt.items():
        rows += [{"system": sign, "set": name, "n": 0, "weight": value} for sign, value in weights.items()]
    return Report("train-judge", ("right", "wrong", "weight"), tuple(rows))


def _sign_rows(found: Sequence[Example]) -> list[Row]:
    wrong = np.array([each.is_wrong for each in found])
    files = np.array([each.file for each in found])
    chances = np.zeros(len(found))
    for file in READ:
        weights = learn([each for each in found if each.file != file])
        for at in np.flatnonzero(files == file):
            chances[at] = chance(found[int(at)].signs, weights)
    says_right = chances < _LEAST_WRONG
    kinds = np.array([each.kind for each in found])
    rows = [_row(f"read {file}", says_right, wrong, (kinds == "read") & (files == file)) for file in sorted(READ)]
    return rows + [_row(kind, says_right, wrong, kinds == kind) for kind in KINDS]


def _reading_rows(turns: Sequence[LabelledTurn]) -> list[Row]:
    wrong = np.array([each.kind == FLUENT for each in turns])
    rows = []
    for file in sorted(READ):
        weights = learn_evidence([each for each in turns if each.file != file])
        chances = np.array([same_question.chance(of_turn(each), weights) for each in turns])
        kept = np.array([each.file == file for each in turns])
        rows.append(_row(f"readings {file}", chances >= same_question.SAME, wrong, kept))
    return rows


def _row(name: str, says_right: NDArray[np.bool_], wrong: NDArray[np.bool_], kept: NDArray[np.bool_]) -> Row:
    row: dict[str, object] = {"system": "other author", "set": name, "n": int(kept.sum())}
    for label, of_label in (("right", kept & ~wrong), ("wrong", kept & wrong)):
        if of_label.any():
            row[label] = round(float((says_right != wrong)[of_label].mean()), 4)
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
        if each.file not in READ or each.kind == FLUENT or (own := signs(each.turn)) is None:
            continue
        yield Example(each.file, "read", own, not each.is_right)
        for kind, made in _wrong(each.turn, answers[each.turn.language]) if each.is_right else ():
            if (found := signs(made)) is not None:
                yield Example(each.file, kind, found, True)


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
