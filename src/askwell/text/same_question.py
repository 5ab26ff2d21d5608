"""Whether a wording asks what another one asks, for two readings of one question in a conversation."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from askwell.languages import judging_words
from askwell.text.asked import scaffold
from askwell.text.match import in_lines, near_in, stem_of
from askwell.text.other_question import adds_condition, has_other_form, replaces_word
from askwell.text.support.reading import Token, read_question
from askwell.text.support.signs import weight_of
from askwell.types import Language

SAME = 0.5
"""Least chance of two wordings that count as the same question."""
UNDERSTOOD, UNDERSTOOD_BY_WORDS = 0.6, 0.62
"""Least chances of a question that was understood, with vectors and without.

They are above one half because a question that was not understood and passes costs more than one that is looked at in
vain.
"""
ENOUGH_CONTEXT = 0.7
"""Share of an expected question that answer and sources must have where nobody knows how the question was read."""
ANSWERED = 0.6
"""Least share of the words of expected topics in an answer that has what is expected of it."""
_SAME_WORDS = 0.7
"""Share of words from which on a negation, an opposite or another form makes another question.

In other words both may be right.
"""
_MOST = 4.6
"""Largest logit of the chance of two wordings: 99 %."""
BY_WORDS: Mapping[str, float] = {
    "typed": 8.62,
    "context": 8.79,
    "typed_back": 1.43,
    "context_back": 0.17,
    "constant": -11.84,
}
"""Weights of `Wording`, learnt by `python -m bench train-judge` from pairs of wordings of our own dialogues."""
WITH_ANSWER: Mapping[str, float] = {
    "wording": 0.48,
    "answered": 1.45,
    "other_words": -4.06,
    "other_form": -1.39,
    "constant": -0.17,
}
"""Weights of `Evidence` by words alone, learnt from labelled turns by `python -m bench train-judge`."""
WITH_MEANING: Mapping[str, float] = {
    "wording": 0.23,
    "answered": 1.66,
    "other_words": -1.97,
    "other_form": -1.27,
    "alike": 8.37,
    "typed_expected": -1.22,
    "typed_resolved": -0.02,
    "answer_expected": 7.57,
    "constant": -5.62,
}
"""The same where vectors are known."""
_SCAFFOLD = 0.4
"""Weight of a word of the form of a question, such as "difference"."""
_NUMBER = 1.5
_PART_MATCH = 0.7

Weighted = Mapping[str, float]
"""Stem, or value of a number, to its weight."""


@cache
def opposites(language: Language) -> tuple[tuple[str, str], ...]:
    """Pairs of stems of which one is the opposite of the other."""
    return tuple((stem_of(a, language), stem_of(b, language)) for a, b in judging_words(language).opposites)


class Wording(NamedTuple):
    """How much two wordings have of each other, each 0 to 1; 1 if there is nothing to have."""

    typed: float
    """Of the words of the expected one that the user typed."""
    context: float
    """Of its words that the user left out."""
    typed_back: float
    """Of the words of the other one that the user typed."""
    context_back: float
    """Of its words that the user left out."""


class Likeness(NamedTuple):
    """How alike the vectors of readings and answer are; cosines."""

    alike: float
    """Of the expected and the other reading."""
    typed_expected: float
    """Of the question as typed and the expected one."""
    typed_resolved: float
    """Of the question as typed and the other reading."""
    answer_expected: float
    """Of answer and expected question, less that of answer and the other reading."""


class Evidence(NamedTuple):
    """What tells whether two readings ask the same."""

    wording: float
    """Logit of the chance by their wording."""
    answered: float
    """Share of what is expected of the answer that it has, 0 to 1."""
    other_words: float
    """Share of the other reading in the answer that the expected one lacks, minus the reverse, -1 to 1."""
    other_form: float
    """1 if one asks for something else by its form, such as a duration and not a price; else 0."""
    opposite: float
    """1 if only one of them has a negation, or one has the opposite of a word of the other; else 0."""
    alike: float = 0.0
    """This and the following as of `Likeness`; 0 where nothing is known of vectors."""
    typed_expected: float = 0.0
    typed_resolved: float = 0.0
    answer_expected: float = 0.0


class Comparison(NamedTuple):
    """Two readings compared."""

    is_same: bool
    missing: tuple[str, ...]
    """Stems of the expected wording that the other one lacks, in order."""


def compare(
    expected: str,
    resolved: str,
    typed: str,
    language: Language,
    *,
    asked_before: Sequence[str] = (),
    answered_before: Sequence[str] = (),
    answer: str = "",
    answered: float = 0.0,
    likeness: Likeness | None = None,
    depends: bool = True,
    weights: Mapping[str, float] | None = None,
) -> Comparison:
    """Whether a resolved question asks what the expected one does.

    `typed` is the question as the user wrote it, `asked_before` and `answered_before` are the questions and answers
    before it, `answer` is what was answered, and `answered` the share of what is expected of it that it has, 0 to 1.
    Two readings may name their subject differently; then vectors and the answer show which one was meant. Whatever
    these have, it is another question if it has most of the words and a form that asks for something else, all of them
    and a condition of an earlier question, or all but one that another word replaces, or if nothing was added to one
    that `depends` on others. `weights` are those of `Evidence`; the learnt ones if there are no others.
    """
    wanted, own = carrying(expected, language), carrying(typed, language)
    held = carrying(resolved, language)
    lacks = lacking(wanted, held)
    missing = tuple(stem for stem in wanted if stem in lacks)
    found = wording(wanted, held, own)
    if min(found.typed, found.context) >= _SAME_WORDS and (
        asks_opposite(expected, resolved, language) or has_other_form(expected, resolved, language)
    ):
        return Comparison(False, missing)
    if _negates(typed, language) and _negates(expected, language) and not _negates(resolved, language):
        return Comparison(False, missing)
    if not missing:
        return Comparison(not adds_condition(expected, resolved, typed, asked_before, language), ())
    if replaces_word(expected, resolved, typed, (*asked_before, *answered_before), language):
        return Comparison(False, missing)
    adds = lacking(held, own)
    if (depends and not adds) or _names_another(expected, resolved, typed, language):
        return Comparison(False, missing)
    shown = evidence(expected, resolved, typed, language, answer=answer, answered=answered, likeness=likeness)
    known, least = (WITH_MEANING, UNDERSTOOD) if likeness else (WITH_ANSWER, UNDERSTOOD_BY_WORDS)
    return Comparison(chance(shown, known if weights is None else weights) >= least, missing)


def asks_opposite(expected: str, resolved: str, language: Language) -> bool:
    """Whether only one of two readings has a negation, or one has the opposite of a word of the other."""
    one, other = (read_question(text, language).tokens for text in (expected, resolved))
    own, held = ({token.stem for token in tokens} for tokens in (one, other))
    if not any(token.says and token.stem in held for token in one):
        return False
    if any(token.kind == "negation" for token in one) != any(token.kind == "negation" for token in other):
        return True
    return any(
        (a in own - held and b in held - own) or (b in own - held and a in held - own) for a, b in opposites(language)
    )


def wording(wanted: Weighted, held: Weighted, typed: Weighted) -> Wording:
    """What two wordings have of each other: `wanted` of the expected one, `held` of the other one."""
    return Wording(*_shared(wanted, held, typed), *_shared(held, wanted, typed))


def evidence(
    expected: str,
    resolved: str,
    typed: str,
    language: Language,
    *,
    answer: str = "",
    answered: float = 0.0,
    likeness: Likeness | None = None,
) -> Evidence:
    """What tells whether a resolved question asks what the expected one does; arguments as of `compare`."""
    wanted, held = carrying(expected, language), carrying(resolved, language)
    found = _logit(wording(wanted, held, carrying(typed, language)), BY_WORDS)
    said = carrying(answer, language)
    return Evidence(
        wording=max(-_MOST, min(_MOST, found)),
        answered=answered,
        other_words=_only_in(held, wanted, said) - _only_in(wanted, held, said),
        other_form=float(has_other_form(expected, resolved, language)),
        opposite=float(asks_opposite(expected, resolved, language)),
        **(likeness._asdict() if likeness else {}),
    )


def chance(found: Wording | Evidence, weights: Mapping[str, float]) -> float:
    """Chance that two readings ask the same, 0 to 1."""
    return 1.0 / (1.0 + math.exp(-_logit(found, weights)))


def _logit(found: Wording | Evidence, weights: Mapping[str, float]) -> float:
    values: Mapping[str, float] = found._asdict()
    return weights["constant"] + sum(weights.get(name, 0.0) * value for name, value in values.items())


def carrying(text: str, language: Language) -> Weighted:
    """The words of a text that have content, its numbers and negations, with their weights."""
    form = scaffold(language)
    found: dict[str, float] = {}
    for token in read_question(text, language).tokens:
        if token.says or token.kind in {"number", "count", "negation"}:
            weight = weight_of(token) if token.says else _NUMBER
            found[token.stem] = weight * (_SCAFFOLD if token.stem in form else 1.0)
    return found


def carrying_all(texts: Iterable[str], language: Language) -> Weighted:
    """The same of several texts, each read by itself, as passages recur from turn to turn."""
    found: dict[str, float] = {}
    for text in texts:
        found |= carrying(text, language)
    return found


def lacking(wanted: Weighted, held: Weighted) -> frozenset[str]:
    """The words that a text does not have, not even as a part of a compound."""
    lines = in_lines(frozenset(held))
    return frozenset(stem for stem in wanted if not _match(stem, held, lines))


def _shared(wanted: Weighted, held: Weighted, typed: Weighted) -> tuple[float, float]:
    """The shares of the typed words and of the others that another wording has."""
    return (
        _share({stem: weight for stem, weight in wanted.items() if stem in typed}, held),
        _share({stem: weight for stem, weight in wanted.items() if stem not in typed}, held),
    )


def _only_in(wanted: Weighted, other: Weighted, answer: Weighted) -> float:
    """The share of a wording in an answer that the other wording lacks."""
    own = lacking(wanted, other) - lacking(wanted, answer)
    return sum(wanted[stem] for stem in own) / (sum(wanted.values()) or 1.0)


def _names_another(expected: str, resolved: str, typed: str, language: Language) -> bool:
    """Whether each of two readings has a name that neither the other one nor the user has."""
    one, other, known = (read_question(text, language).tokens for text in (expected, resolved, typed))
    return _has_own_name(one, (*other, *known)) and _has_own_name(other, (*one, *known))


def _has_own_name(tokens: Sequence[Token], others: Sequence[Token]) -> bool:
    stems = frozenset(token.stem for token in others)
    lines = in_lines(stems)
    return any(token.kind == "name" and token.stem not in stems and not near_in(token.stem, lines) for token in tokens)


def _share(wanted: Weighted, held: Weighted) -> float:
    lines = in_lines(frozenset(held))
    total = sum(wanted.values())
    return sum(weight * _match(stem, held, lines) for stem, weight in wanted.items()) / total if total else 1.0


def share_beyond(wanted: str, held: str, known: str, language: Language) -> float | None:
    """The share of the words of a text in another one, without those that are known; None if it has no others."""
    before = carrying(known, language)
    lines = in_lines(frozenset(before))
    others = {stem: weight for stem, weight in carrying(wanted, language).items() if not _match(stem, before, lines)}
    return _share(others, carrying(held, language)) if others else None


def _negates(text: str, language: Language) -> bool:
    return any(token.kind == "negation" for token in read_question(text, language).tokens)


def _match(stem: str, held: Weighted, lines: str) -> float:
    if stem in held:
        return 1.0
    return _PART_MATCH if near_in(stem, lines) else 0.0
