"""What a question fixes, and what of it speaks against a known question.

Numbers, dates, negation, names, persons and tense must agree, and every word of the question with content must be known
from the pair, or mean there what one of its words does.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from askwell.assistant import GoldenPair
from askwell.languages import known_question_words, lexicon, patterns
from askwell.languages.known_questions import AskedKind
from askwell.text.asked import scaffold
from askwell.text.facts import find_facts
from askwell.text.match import stem_of, subject_words
from askwell.text.numbers import numbers
from askwell.text.support.reading import Reading, read_question
from askwell.text.word_forms import are_held
from askwell.text.words import fold, words
from askwell.types import Fact, Language, Reason

DECISIVE = frozenset(
    f"golden.{each}" for each in ("expired", "time", "moment", "number", "negation", "tense", "person")
)
"""Reasons for which a known question is not even shown as the nearest one: its answer would be a wrong one."""

_ANY_DAY = date(2000, 1, 3)
"""Day on which wordings are read: relative times in them are compared as they are written."""


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
    kind: str
    """Stem of the noun that is counted, or the kind of thing asked for; empty for none."""


@dataclass(frozen=True, slots=True)
class Known:
    """A pair with what its wordings fix."""

    pair: GoldenPair
    language: Language
    asked: tuple[Asked, ...]
    own: frozenset[str]
    """Stems of all wordings."""
    vocabulary: frozenset[str]
    """Those, and the stems of the answer."""
    same: frozenset[str]
    """Stems of words that ask for the same as a word of them, or as a question word of a wording."""
    in_place: frozenset[str]
    """Those that ask for the same as a question word of a wording."""
    core: frozenset[str]
    """Stems that all wordings have; empty if there is one wording only."""


def read_pair(pair: GoldenPair, language: Language) -> Known:
    """A known question with what its wordings fix, read in its language."""
    asked = tuple([read_asked(text, language, find_facts(text, language, _ANY_DAY)) for text in pair.questions])
    own = frozenset[str]().union(*(each.names for each in asked), *(_forms(text, language) for text in pair.questions))
    vocabulary = own | _forms(pair.answer, language)
    core = frozenset.intersection(*(each.stems for each in asked)) if len(asked) > 1 else frozenset()
    in_place = _in_place_of(words(" ".join(pair.questions)), language)
    same = _with_same(vocabulary, language) | in_place
    return Known(pair, language, asked, own, vocabulary, same, in_place, core)


def read_asked(question: str, language: Language, facts: Sequence[Fact]) -> Asked:
    """What a question with these dates and amounts fixes."""
    reading = read_question(question, language)
    every, word_class = frozenset(words(question)), lexicon(language)
    forms = _compiled(language)
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
    return Asked(
        stems=_stems(question, language),
        values=frozenset(fact.text.lower() if fact.is_relative else fact.canonical for fact in facts)
        | frozenset(plain),
        periods=frozenset(fact.canonical for fact in facts if fact.kind in {"date", "period"}),
        negated=_negated(reading),
        names=frozenset(token.stem for token in reading.tokens if token.kind == "name"),
        pronouns=every & (persons - word_class.owners),
        has_owner=bool(every & word_class.owners),
        tense=(bool(forms.past.search(low)), bool(forms.future.search(low))),
        depends_on_moment=bool(forms.now.search(low)) or any(fact.is_relative for fact in facts),
        asks=frozenset(kind for kind, pattern in forms.asks if pattern.search(low)),
        is_open=bool(forms.open.search(low)),
        kind=_kind(question, language),
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


@cache
def _same(language: Language) -> Mapping[str, frozenset[str]]:
    """Stem to the stems of all words that ask for the same."""
    found: dict[str, frozenset[str]] = {}
    for group in known_question_words(language).same:
        stems = frozenset(stem_of(word, language) for word in group.split())
        for stem in stems:
            found[stem] = found.get(stem, frozenset()) | stems
    return found


def _with_same(stems: frozenset[str], language: Language) -> frozenset[str]:
    same = _same(language)
    return stems.union(*(same[stem] for stem in stems & same.keys()))


def _asks_for_another(asked: Asked, known: Known) -> bool:
    """Whether it asks for something that no wording asks for: when for how, or for another kind of thing.

    Without a question word it must have a word in place of one, as "deadline" is in place of "when". Only how to do
    something may be asked without any: "can I", "a way to".
    """
    kinds = frozenset[AskedKind]().union(*(each.asks for each in known.asked))
    if any(each.is_open for each in known.asked):
        kinds |= {"amount"}
    if not asked.asks <= kinds:
        return True
    if asked.kind and asked.kind not in known.same and not are_held(frozenset({asked.kind}), known.own):
        return True
    has_none = not asked.asks and not asked.is_open
    return has_none and all(each.asks - {"way"} for each in known.asked) and not asked.stems & known.in_place


def _kind(question: str, language: Language) -> str:
    found = _compiled(language).kind.search(" ".join(fold(question).split()))
    return "".join(_stems(found[1], language)) if found else ""


def _in_place_of(written: Sequence[str], language: Language) -> frozenset[str]:
    """Stems of the words that may ask for the same as question words among these words."""
    others = [text for word, text in known_question_words(language).asked_by if word in written]
    return frozenset(stem_of(word, language) for text in others for word in text.split())


def _negated(reading: Reading) -> frozenset[str]:
    """Stems of the first word with content after each negation in its clause, else of the last one before it."""
    found: set[str] = set()
    for at in reading.negations:
        clause = [place for place in reading.negated if reading.tokens[place].clause == reading.tokens[at].clause]
        after = [place for place in clause if place > at]
        near = min(after) if after else max(clause, default=at)
        found.add(reading.tokens[near].stem)
    return frozenset(found)


def _is_denied(asked: Asked, wording: Asked, language: Language) -> bool:
    """Whether one of them negates what the other one does not."""
    known = _with_same(wording.negated, language)
    return bool(asked.negated - known or (known & asked.stems) - asked.negated)


def clash(asked: Asked, known: Known, today: date) -> Reason | None:  # noqa: PLR0911  # one for each clash
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
    wordings = [each for each in wordings if not _is_denied(asked, each, known.language)]
    if not wordings:
        return Reason("golden.negation")
    wordings = [each for each in wordings if each.tense == asked.tense]
    if not wordings:
        return Reason("golden.tense")
    wordings = [each for each in wordings if asked.pronouns <= each.pronouns and asked.has_owner <= each.has_owner]
    if not wordings:
        return Reason("golden.person")
    if _asks_for_another(asked, known):
        return Reason("golden.asks")
    if not any(each.names <= asked.stems | asked.names for each in wordings):
        return Reason("golden.name")
    held = _with_same(asked.stems, known.language)
    wordings = [
        each for each in wordings if _with_same(each.negated, known.language) & asked.negated or not each.negated
    ]
    if not wordings or not are_held(known.core, held):
        return Reason("golden.missing")
    return Reason("golden.word") if lacking(asked, known) else None


def lacking(asked: Asked, known: Known) -> frozenset[str]:
    """Stems of the words of a question that are neither those of the pair nor ask for the same as one of them."""
    others = (_levelled(asked.stems, known.language) | asked.names) - known.same
    return frozenset(stem for stem in others if not are_held(frozenset({stem}), known.vocabulary))


@dataclass(frozen=True, slots=True)
class _Forms:
    past: re.Pattern[str]
    future: re.Pattern[str]
    now: re.Pattern[str]
    open: re.Pattern[str]
    kind: re.Pattern[str]
    asks: tuple[tuple[AskedKind, re.Pattern[str]], ...]


@cache
def _compiled(language: Language) -> _Forms:
    known = known_question_words(language)
    past, future, now, anything = map(_whole_words, (known.past, known.future, known.now, known.open))
    kind = re.compile(patterns(language).questions.kind)
    return _Forms(past, future, now, anything, kind, tuple([(kind, _whole_words(text)) for kind, text in known.asks]))


def _whole_words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")
