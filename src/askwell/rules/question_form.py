"""What a question fixes: its words, values, negations, persons, tense, and what it asks for."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from askwell.languages import known_question_words, lexicon, patterns
from askwell.languages.known_questions import AskedKind
from askwell.text.asked import scaffold
from askwell.text.match import stem_of, subject_words
from askwell.text.numbers import numbers
from askwell.text.support.reading import Reading, read_question
from askwell.text.words import fold, function_words, words
from askwell.types import Fact, Language

_NEXT = 2
"""Words after an "or" among which is the second of two things."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question fixes."""

    stems: frozenset[str]
    """Of its words with content, without numbers."""
    values: frozenset[str]
    """Canonical values, and all other numbers."""
    periods: frozenset[str]
    """Dates and periods among them."""
    negated: frozenset[str]
    """Stems of the words that are negated, of each negation the nearest one."""
    names: frozenset[str]
    pronouns: frozenset[str]
    """Pronouns and possessives for persons."""
    has_owner: bool
    """Whether it says "my" or "our"."""
    tense: tuple[bool, bool]
    """Whether it is about the past, and about the future."""
    depends_on_moment: bool
    """Whether its answer may be another one on another day."""
    asks: frozenset[AskedKind]
    """What its question words ask for."""
    is_open: bool
    """Whether it has a question word that asks for anything, like "what"."""
    modality: frozenset[str]
    """`must` for a duty, `may` for a permission."""
    direction: frozenset[str]
    """`since` for the first moment or amount, `until` for the last one."""
    choices: frozenset[str]
    """Stems of things of which one is asked for: "the tenant or the owner"."""
    kind: str
    """Stem of the noun that is counted, or the kind of thing asked for; empty for none."""


def read_asked(question: str, language: Language, facts: Sequence[Fact]) -> Asked:
    """What a question with these dates and amounts fixes."""
    reading = read_question(question, language)
    every, word_class = frozenset(words(question)), lexicon(language)
    forms = _compiled(language)
    low = question.lower().replace("’", "'")
    plain_low = _plain(question)
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
    return Asked(
        stems=stems_of_content(question, language),
        values=frozenset(fact.text.lower() if fact.is_relative else fact.canonical for fact in facts)
        | frozenset(plain),
        periods=frozenset(fact.canonical for fact in facts if fact.kind in {"date", "period"}),
        negated=_negated(reading),
        names=frozenset(token.stem for token in reading.tokens if token.kind == "name"),
        pronouns=every & (persons - word_class.owners),
        has_owner=bool(every & word_class.owners),
        tense=(bool(forms.past.search(low)), bool(forms.future.search(low))),
        depends_on_moment=bool(forms.now.search(plain_low)) or any(fact.is_relative for fact in facts),
        asks=frozenset(kind for kind, pattern in forms.asks if pattern.search(plain_low)),
        is_open=bool(forms.open.search(plain_low)),
        modality=_found({"must": forms.must, "may": forms.may}, plain_low),
        direction=_found({"since": forms.since, "until": forms.until}, plain_low),
        choices=_choices(question, language),
        kind=_kind(question, language),
    )


def stems_of_content(text: str, language: Language) -> frozenset[str]:
    """Stems of the content words, without numbers and words that belong to the form of a question."""
    ignored = _ignored(language)
    return frozenset(
        stem_of(word, language)
        for word in subject_words(text, language)
        if word not in ignored and _verb_of(word, language) not in ignored and not any(map(str.isdigit, word))
    )


@cache
def _ignored(language: Language) -> frozenset[str]:
    """Words that are not compared, function words without their accents among them."""
    word_class = lexicon(language)
    typed = frozenset(map(fold, function_words(language)))
    return typed | scaffold(language) | word_class.auxiliaries | known_question_words(language).neutral


def _verb_of(word: str, language: Language) -> str:
    """The infinitive of a word that ends with pronouns, otherwise the word."""
    pattern = _compiled(language).enclitics
    found = pattern.fullmatch(word) if pattern else None
    return f"{found[1]}e" if found else word


def stems_of_forms(text: str, language: Language) -> frozenset[str]:
    """The stems of a text, and those that other forms of its words have."""
    found = stems_of_content(text, language)
    if ending := known_question_words(language).infinitive:
        found |= {stem_of(f"{word}{ending}", language) for word in subject_words(text, language)}
    return found | levelled(found, language)


def levelled(stems: frozenset[str], language: Language) -> frozenset[str]:
    """The stems without letters that only some forms of a verb have."""
    for longer, shorter in known_question_words(language).alternations:
        stems = frozenset(stem.replace(longer, shorter) for stem in stems)
    return stems


def _plain(text: str) -> str:
    """A text without accents, which many do not type."""
    return " ".join(fold(text).replace("’", "'").split())


def _found(patterns_by_name: Mapping[str, re.Pattern[str]], text: str) -> frozenset[str]:
    return frozenset(name for name, pattern in patterns_by_name.items() if pattern.search(text))


def _choices(question: str, language: Language) -> frozenset[str]:
    """Stems of the words with content next to an "or"."""
    every, found = words(question), set[str]()
    for at, word in enumerate(every):
        if _compiled(language).either.fullmatch(word):
            before, after = every[max(0, at - _NEXT) : at], every[at + 1 : at + 1 + _NEXT]
            sides = [stems_of_content(" ".join(side), language) for side in (before[-1:], after)]
            if all(len(side) == 1 for side in sides):
                found.update(*sides)
    return frozenset(found)


def _kind(question: str, language: Language) -> str:
    found = _compiled(language).kind.search(_plain(question))
    return "".join(stems_of_content(found[1], language)) if found else ""


def _negated(reading: Reading) -> frozenset[str]:
    """Stems of the first word with content after each negation in its clause, else of the last one before it."""
    found: set[str] = set()
    for at in reading.negations:
        clause = [place for place in reading.negated if reading.tokens[place].clause == reading.tokens[at].clause]
        after = [place for place in clause if place > at]
        near = min(after) if after else max(clause, default=at)
        found.add(reading.tokens[near].stem)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class _Forms:
    past: re.Pattern[str]
    future: re.Pattern[str]
    now: re.Pattern[str]
    open: re.Pattern[str]
    must: re.Pattern[str]
    may: re.Pattern[str]
    since: re.Pattern[str]
    until: re.Pattern[str]
    either: re.Pattern[str]
    enclitics: re.Pattern[str] | None
    kind: re.Pattern[str]
    asks: tuple[tuple[AskedKind, re.Pattern[str]], ...]


@cache
def _compiled(language: Language) -> _Forms:
    known = known_question_words(language)
    past, future = map(_whole_words, (known.past, known.future))
    texts = (known.now, known.open, known.must, known.may, known.since, known.until, known.either)
    now, anything, must, may, since, until, either = [_whole_words(_unaccented(text)) for text in texts]
    pattern = re.compile(patterns(language).questions.kind)
    enclitics = re.compile(rf"(\w+[aei]r){known.enclitics}") if known.enclitics else None
    asks = tuple([(kind, _whole_words(_unaccented(text))) for kind, text in known.asks])
    return _Forms(past, future, now, anything, must, may, since, until, either, enclitics, pattern, asks)


def _unaccented(pattern: str) -> str:
    """A pattern for texts without accents."""
    return "".join(char for char in unicodedata.normalize("NFD", pattern) if not unicodedata.combining(char))


def _whole_words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")
