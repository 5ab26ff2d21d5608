"""Known questions with an answer of the author: which of them a question asks.

Wordings are compared by a learnt score, but a high score is not enough: numbers, dates, negation, names, persons and
tense must agree, and every word of the question with content must be known from the pair.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import PurePosixPath
from typing import NamedTuple

import numpy as np
from rapidfuzz import fuzz

from askwell.assistant import Assistant, GoldenPair
from askwell.languages import known_question_words, lexicon
from askwell.languages.patterns import AskedFor
from askwell.ports import Embedder
from askwell.rules.nearest import Samples
from askwell.text.asked import asked as what_is_asked
from askwell.text.asked import scaffold
from askwell.text.detect import detect_language
from askwell.text.facts import find_facts
from askwell.text.match import stem_of, subject_words
from askwell.text.numbers import numbers
from askwell.text.support.reading import read_question
from askwell.text.tokens import count_tokens
from askwell.text.word_forms import are_held
from askwell.text.words import words
from askwell.types import Chunk, Fact, GoldenVerdict, Language, Passage, Reason

GIVEN = 0.8
"""Least chance at which an answer is given. On forum questions 7 % of those whose own answer is unknown reach it with
another one (`python -m bench faq`), before anything else is compared."""

_TELLING = frozenset({"reason", "person", "time", "duration"})
"""What a question may ask for that no question for anything else does."""

_LEAST_SPAN = 1e-3

_ANY_DAY = date(2000, 1, 3)
"""Day on which wordings are read: relative times in them are compared as they are written."""

_NEAREST = 5
"""Wordings with the highest scores that are examined."""


class Signs(NamedTuple):
    """How like two questions are, each 0 to 1."""

    meaning: float | None
    """How far the cosine is above that of an everyday question; None without an embedder."""
    words: float
    """Cosine of the bags of content stems, by rarity among all known questions."""
    phrases: float
    """The same of all words and pairs of words."""
    letters: float
    """Ratio of equal letters, words in alphabetical order."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the signs in the logistic curve of the chance."""

    meaning: float
    words: float
    phrases: float
    letters: float
    constant: float


BY_MEANING = Weights(13.1, 1.88, 1.86, -3.76, -5.56)
BY_WORDS = Weights(0.0, 7.02, 2.58, 0.35, -2.36)
"""Fitted by `python -m bench faq`."""


def chance(signs: Signs) -> float:
    """The chance that two questions with these signs ask for the same, 0 to 1."""
    weights = BY_WORDS if signs.meaning is None else BY_MEANING
    total = weights.constant + weights.meaning * (signs.meaning or 0.0) + weights.words * signs.words
    total += weights.phrases * signs.phrases + weights.letters * signs.letters
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question fixes."""

    stems: frozenset[str]
    """Of its words with content, without numbers."""
    values: frozenset[str]
    """Canonical values, and all other numbers."""
    periods: frozenset[str]
    """Dates and periods among them."""
    is_negated: bool
    names: frozenset[str]
    pronouns: frozenset[str]
    """Pronouns and possessives for persons."""
    has_owner: bool
    """Whether it says "my" or "our"."""
    tense: tuple[bool, bool]
    """Whether it is about the past, and about the future."""
    depends_on_moment: bool
    """Whether its answer may be another one on another day."""
    asks_for: AskedFor


@dataclass(frozen=True, slots=True)
class _Known:
    """A pair with what its wordings fix."""

    pair: GoldenPair
    language: Language
    asked: tuple[_Asked, ...]
    vocabulary: frozenset[str]
    """Stems of all wordings and of the answer."""
    core: frozenset[str]
    """Stems that all wordings have; empty if there is one wording only."""


class RulesGoldenJudge:
    """Judges by the known questions of an assistant."""

    def __init__(self, assistant: Assistant, pairs: Sequence[GoldenPair], embedder: Embedder | None = None) -> None:
        self._assistant = assistant
        allowed = assistant.languages
        self._known = [
            _known(pair, detect_language(" ".join(pair.questions), allowed=allowed, default=allowed[0]))
            for pair in pairs
        ]
        self._places = [(known, at) for known in self._known for at in range(len(known.asked))]
        texts = [known.pair.questions[at] for known, at in self._places]
        self._count = len(texts)
        self._plain = [" ".join(words(text)) for text in texts]
        everyday = [text for code in dict.fromkeys(allowed) for text in lexicon(code).everyday]
        self._samples = Samples([*texts, *everyday], embedder)

    async def match(self, question: str, language: Language, facts: Sequence[Fact], today: date) -> GoldenVerdict:
        """The answer whose pair has the likeliest wording, if nothing in the question speaks against the pair."""
        signs = await self.signs(question, language)
        rated = sorted(((chance(each), place) for place, each in enumerate(signs)), reverse=True)
        asked = _asked(question, language, facts)
        best: GoldenVerdict = GoldenVerdict(None)
        clashes: dict[int, Reason | None] = {}
        for score, place in rated[:_NEAREST]:
            known, at = self._places[place]
            if known.language != language:
                continue
            if id(known) not in clashes:
                clashes[id(known)] = _clash(asked, known, today)
            clash = clashes[id(known)]
            written = known.pair.questions[at]
            if score >= GIVEN and clash is None:
                return GoldenVerdict(self._passage(known.pair), written, score)
            if not best.known:
                reason = (clash if score >= GIVEN else None) or Reason("golden.far")
                best = GoldenVerdict(None, written, score, reason)
        return best

    async def signs(self, question: str, language: Language) -> list[Signs]:
        """The signs of each wording, in the order of the pairs."""
        if not self._count:
            return []
        likeness = await self._samples.likeness(question, language)
        meaning: list[float | None] = [None] * self._count
        if likeness.meaning is not None:
            base = float(np.median(likeness.meaning))
            above = np.clip((likeness.meaning[: self._count] - base) / max(_LEAST_SPAN, 1 - base), 0.0, 1.0)
            meaning = list(map(float, above))
        plain = " ".join(words(question))
        return [
            Signs(
                meaning[place],
                float(likeness.words[place]),
                float(likeness.phrases[place]),
                fuzz.token_sort_ratio(plain, text) / 100,
            )
            for place, text in enumerate(self._plain)
        ]

    def _passage(self, pair: GoldenPair) -> Passage:
        """The answer as a passage of its document."""
        assert self._assistant.golden is not None
        name = PurePosixPath(pair.document or self._assistant.golden.file).name
        document = f"golden:{self._assistant.name}/{pair.document or self._assistant.golden.file}"
        number = next(at for at, known in enumerate(self._known, 1) if known.pair is pair)
        text = pair.answer.strip()
        return Passage(
            Chunk(f"{document}#{number}", document, number, text, 0, len(text), (), None, count_tokens(text)),
            document_name=name,
            title=pair.title or name,
            url=pair.url,
            language=self._known[number - 1].language,
            labels=(),
            collection=self._assistant.name,
            score=1.0,
        )


def _known(pair: GoldenPair, language: Language) -> _Known:
    asked = tuple([_asked(text, language, find_facts(text, language, _ANY_DAY)) for text in pair.questions])
    texts = (*pair.questions, pair.answer)
    vocabulary = frozenset().union(*(each.names for each in asked), *(_forms(text, language) for text in texts))
    core = frozenset.intersection(*(each.stems for each in asked)) if len(asked) > 1 else frozenset()
    return _Known(pair, language, asked, vocabulary, core)


def _asked(question: str, language: Language, facts: Sequence[Fact]) -> _Asked:
    reading = read_question(question, language)
    every, word_class = frozenset(words(question)), lexicon(language)
    tenses = _tenses(language)
    low = question.lower().replace("’", "'")
    inside = [(fact.start, fact.end) for fact in facts]
    plain = [
        value
        for value, start, end in numbers(question, language)
        if not any(first <= start and end <= last for first, last in inside)
    ]
    persons = {
        word
        for table in (word_class.pronouns, word_class.possessives)
        for word, refers in table.items()
        if refers in {"person", "plural"}
    }
    return _Asked(
        stems=_stems(question, language),
        values=frozenset(fact.text.lower() if fact.is_relative else fact.canonical for fact in facts)
        | frozenset(plain),
        periods=frozenset(fact.canonical for fact in facts if fact.kind in {"date", "period"}),
        is_negated=bool(reading.negations),
        names=frozenset(token.stem for token in reading.tokens if token.kind == "name"),
        pronouns=every & (persons - word_class.owners),
        has_owner=bool(every & word_class.owners),
        tense=(bool(tenses.past.search(low)), bool(tenses.future.search(low))),
        depends_on_moment=bool(tenses.now.search(low)) or any(fact.is_relative for fact in facts),
        asks_for=what_is_asked(question, language).for_,
    )


def _stems(text: str, language: Language) -> frozenset[str]:
    """Stems of the content words, without numbers and words that belong to the form of a question."""
    word_class = lexicon(language)
    ignored = scaffold(language) | word_class.auxiliaries | known_question_words(language).neutral
    return frozenset(
        stem_of(word, language)
        for word in subject_words(text, language)
        if word not in ignored and not any(map(str.isdigit, word))
    )


def _forms(text: str, language: Language) -> frozenset[str]:
    """The stems of a text, and those that other forms of its words have."""
    found = _stems(text, language)
    if ending := known_question_words(language).infinitive:
        found |= {stem_of(f"{word}{ending}", language) for word in subject_words(text, language)}
    return found | _levelled(found, language)


def _levelled(stems: frozenset[str], language: Language) -> frozenset[str]:
    """The stems without letters that only some forms of a verb have."""
    for longer, shorter in known_question_words(language).alternations:
        stems = frozenset(stem.replace(longer, shorter) for stem in stems)
    return stems


def _clash(asked: _Asked, known: _Known, today: date) -> Reason | None:  # noqa: PLR0911  # one for each clash
    """Why the question cannot be that of the pair."""
    pair = known.pair
    if pair.valid_until is not None and today > pair.valid_until:
        return Reason("golden.expired")
    if pair.time_bound and not asked.periods:
        return Reason("golden.time")
    wordings = [each for each in known.asked if asked.depends_on_moment <= each.depends_on_moment]
    if not wordings:
        return Reason("golden.moment")
    wordings = [each for each in wordings if each.values == asked.values]
    if not wordings:
        return Reason("golden.number")
    wordings = [each for each in wordings if each.is_negated == asked.is_negated]
    if not wordings:
        return Reason("golden.negation")
    wordings = [each for each in wordings if each.tense == asked.tense]
    if not wordings:
        return Reason("golden.tense")
    wordings = [each for each in wordings if asked.pronouns <= each.pronouns and asked.has_owner <= each.has_owner]
    if not wordings:
        return Reason("golden.person")
    if asked.asks_for in _TELLING and all(each.asks_for != asked.asks_for for each in wordings):
        return Reason("golden.asks")
    if not any(each.names <= asked.stems | asked.names for each in wordings):
        return Reason("golden.name")
    if not are_held(known.core, asked.stems):
        return Reason("golden.missing")
    wanted = _levelled(asked.stems, known.language) | asked.names
    return None if are_held(wanted, known.vocabulary) else Reason("golden.word")


@dataclass(frozen=True, slots=True)
class _Tenses:
    past: re.Pattern[str]
    future: re.Pattern[str]
    now: re.Pattern[str]


@cache
def _tenses(language: Language) -> _Tenses:
    known = known_question_words(language)
    past, future, now = (re.compile(rf"(?<!\w)(?:{each})(?!\w)") for each in (known.past, known.future, known.now))
    return _Tenses(past, future, now)
