"""Which passages help: how much of the question they hold, and how near they are to it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple

from askwell.text.acronyms import acronyms
from askwell.text.aside import aside
from askwell.text.asked import compared, scaffold
from askwell.text.bounds import text_cache
from askwell.text.match import in_lines, near_in, stem_of, stems, subject_words, word_chances
from askwell.types import Grade, Language, Passage, Reason, Recalled, SearchTerm

SURE = 0.5
"""Least score of a passage that seems to answer: even odds on the curves below. `rules.sureness` decides on answers."""
POSSIBLE = 0.1
"""Least score of the best passage if any is to be shown."""
POSSIBLE_BY_WORDS = 0.05
"""The same by words alone if it holds any word of the question: what says it in other words scores low, and no cosine
speaks for it."""
FIRST = 3
"""Passages by rank that are relevant if any is: ranking knows more than words tell."""

_BY_MEANING = (6.3, 4.25, -2.15, -3.9)
_BY_WORDS = (0.0, 6.2, -2.87, -2.96)
"""Weights of nearness, coverage and missing names, and the constant, of two logistic curves.

By meaning: chosen on 1,153 questions of other people (MTRAG, Debian FAQ, StackFAQ), hardly any of which has no answer.
Words count for more than a fit would give them and missing names against, so that questions that no document answers
score lower.
By words: fitted to 240 questions over two English collections, 86 of which the documents do not answer.
"""


_ONE_WORD_OF_SEVERAL = 0.7
"""What is left of the coverage when a passage holds one word of several and no cosine speaks for it."""


class RulesGrader:
    """Grades by words and, where a passage has one, by its `near` score."""

    async def grade(
        self,
        question: str,
        passages: Sequence[Passage],
        language: Language,
        terms: Sequence[SearchTerm] = (),
        recalled: Recalled = Recalled(),  # noqa: ARG002
        *,
        asked: str = "",  # noqa: ARG002
        known: Sequence[Grade] = (),  # noqa: ARG002
    ) -> Sequence[Grade]:
        """One grade a passage, in the order given; none is relevant when the documents lack the question's subject."""
        chars = sum(len(passage.chunk.text) for passage in passages)
        return await aside(chars, grades, question, passages, language, terms)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a passage."""

    coverage: float
    """Share of the question's content words that it holds, 0 to 1, each weighted by its rarity among the passages."""
    names_missing: float
    """Share of the question's names (words with a capital inside the sentence, or with a digit) that it lacks."""
    near: float | None
    """Cosine to the question, comparable between embedders; None where nothing was embedded."""


def grades(
    question: str, passages: Sequence[Passage], language: Language, terms: Sequence[SearchTerm] = ()
) -> list[Grade]:
    """One grade a passage, in the order given."""
    found = evidence(question, passages, language, terms)
    scores = [score_of(one) for one in found]
    may_help = [_is_possible(one, score) for one, score in zip(found, scores, strict=True)]
    return [
        Grade(
            passage.chunk.id,
            helps or (place < FIRST and any(may_help)),
            round(score, 4),
            _reason(one),
            is_sure=score >= SURE,
        )
        for place, (passage, one, score, helps) in enumerate(zip(passages, found, scores, may_help, strict=True))
    ]


def _is_possible(one: Evidence, score: float) -> bool:
    return score >= POSSIBLE if one.near is not None else score >= POSSIBLE_BY_WORDS and one.coverage > 0


def evidence(
    question: str, passages: Sequence[Passage], language: Language, terms: Sequence[SearchTerm] = ()
) -> list[Evidence]:
    """What speaks for each passage, in the order given; of a comparison, for the whole or for one side.

    A search term counts like a word of the question, times its chance; its capital makes it no name.
    """
    if not passages:
        return []
    held = [held_by(passage) for passage in passages]
    whole = _evidence(question, passages, held, language, terms)
    sides = [_evidence(side, passages, held, language) for side in compared(question, language)]
    return [max(ones, key=score_of) for ones in zip(whole, *sides, strict=True)] if sides else whole


def _evidence(
    question: str,
    passages: Sequence[Passage],
    held: Sequence["Held"],
    language: Language,
    terms: Sequence[SearchTerm] = (),
) -> list[Evidence]:
    typed = subject_words(question, language)
    chances = word_chances(terms, typed, language)
    asked_words = [*typed, *chances]
    wanted = {
        each: [stem_of(word, each) for word in asked_words] for each in {passage.language for passage in passages}
    }
    matches = [
        [1.0 if stem in own.stems else 0.7 if near_in(stem, own.written) else 0.0 for stem in wanted[passage.language]]
        for passage, own in zip(passages, held, strict=True)
    ]
    framing = scaffold(language)
    weights = []
    for word, column in zip(asked_words, zip(*matches, strict=True), strict=True):
        rarity = math.log(1 + (len(passages) + 0.5) / (len(passages) - column.count(0.0) + 0.5))
        weights.append(rarity * (0.25 if word in framing else 1.0) * chances.get(word, 1.0))
    total = sum(weights) or 1.0
    subject = [at for at, word in enumerate(asked_words) if word not in framing]
    called = _names(question)
    names = [at for at, word in enumerate(typed) if word in called]
    found = []
    for passage, match in zip(passages, matches, strict=True):
        near = passage.scores.get("near")
        coverage = sum(map(mul, weights, match)) / total
        if near is None and len(subject) > 1 and sum([match[at] > 0 for at in subject]) == 1:
            coverage *= _ONE_WORD_OF_SEVERAL
        missing = sum([not match[at] for at in names]) / len(names) if names else 0.0
        found.append(Evidence(coverage, missing, near))
    return found


class Held(NamedTuple):
    """What a passage holds, with its title and headings."""

    stems: frozenset[str]
    written: str
    """The longer ones of them, a line each."""


def held_by(passage: Passage) -> Held:
    """Stems of a passage with its title and headings, and of what its short forms stand for."""
    return _held(passage.title, passage.chunk.headings, passage.chunk.text, passage.language)


@text_cache(1_500_000)  # passages come back in turn after turn and talk after talk
def _held(title: str, headings: tuple[str, ...], text: str, language: Language) -> Held:
    shown = "\n".join((title, *headings, text))
    found = set(stems(shown, language))
    own = frozenset(found)
    for short, full in acronyms(shown).items():
        if stem_of(short.lower(), language) in own:
            found |= stems(full, language)
    kept = frozenset(found)
    return Held(kept, in_lines(kept))


def _names(question: str) -> set[str]:
    """Words that name something, lower-case: with a capital after the first word or the first letter, or a digit."""
    tokens = [token.strip("?!.,;:()\"'“”«»") for token in question.split()]
    return {
        token.lower()
        for index, token in enumerate(tokens)
        if not token.islower() or not token.isalpha()
        if token[:1].isalpha()
        and (
            any(char.isupper() for char in token[1:])
            or (index > 0 and token[0].isupper())
            or any(c.isdigit() for c in token)
        )
    }


def _reason(one: Evidence) -> Reason:
    params = {"coverage": round(one.coverage, 4)}
    if one.names_missing:
        params["missing"] = round(one.names_missing, 4)
    if one.near is None:
        return Reason("grade.words_names" if one.names_missing else "grade.words", params)
    params["cosine"] = round(one.near, 4)
    return Reason("grade.meaning_names" if one.names_missing else "grade.meaning", params)


def score_of(one: Evidence) -> float:
    """The odds that a passage with this evidence helps, 0 to 1; comparable between questions."""
    return 1 / (1 + math.exp(-strength(one)))


def strength(one: Evidence) -> float:
    """The logarithm of these odds."""
    near, coverage, names_missing, constant = _BY_WORDS if one.near is None else _BY_MEANING
    return near * (one.near or 0.0) + coverage * one.coverage + names_missing * one.names_missing + constant
