"""What of a question speaks against a known question.

Numbers, dates, negation, names, persons and tense must agree, and every word of the question with content must be known
from the pair, or mean there what one of its words does.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from askwell.assistant import GoldenPair
from askwell.languages import known_question_words, lexicon
from askwell.languages.known_questions import AskedKind
from askwell.rules.question_form import Asked, levelled, read_asked, stems_of_forms
from askwell.text.facts import find_facts
from askwell.text.match import stem_of
from askwell.text.numbers import numbers
from askwell.text.word_forms import are_held
from askwell.text.words import words
from askwell.types import Language, Reason

DECISIVE = frozenset(
    f"golden.{each}"
    for each in ("expired", "time", "moment", "number", "negation", "tense", "person", "modality", "direction")
)
"""Reasons for which a known question is not even shown as the nearest one: its answer would be a wrong one."""

_MARK = re.compile(r"[^\w\s'’-]")

_ANY_DAY = date(2000, 1, 3)
"""Day on which wordings are read: relative times in them are compared as they are written."""


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
    subject: frozenset[str]
    """Stems and numbers of what the title of the document begins with, if all wordings have one of them. A question
    that has what is shared is about the subject, so the other words of it change nothing."""
    common: frozenset[str] = frozenset()
    """Stems that other known questions have too."""


def read_pair(pair: GoldenPair, language: Language) -> Known:
    """A known question with what its wordings fix, read in its language."""
    asked = tuple([read_asked(text, language, find_facts(text, language, _ANY_DAY)) for text in pair.questions])
    own = frozenset[str]().union(
        *(each.names for each in asked), *(stems_of_forms(text, language) for text in pair.questions)
    )
    vocabulary = own | stems_of_forms(pair.answer, language)
    core = frozenset.intersection(*(each.stems for each in asked)) if len(asked) > 1 else frozenset()
    numbers_of_all = frozenset.intersection(*(each.values for each in asked))
    in_place = _in_place_of(words(" ".join(pair.questions)), language)
    same = _with_same(vocabulary, language) | in_place
    subject = _subject(pair.title, language, core | numbers_of_all)
    return Known(pair, language, asked, own, vocabulary, same, in_place, core, subject)


def read_pairs(pairs: Iterable[tuple[GoldenPair, Language]]) -> list[Known]:
    """All known questions of an assistant, each with its language."""
    found = [read_pair(pair, language) for pair, language in pairs]
    counts = Counter(stem for known in found for stem in known.own)
    return [replace(known, common=frozenset(stem for stem in known.own if counts[stem] > 1)) for known in found]


def _subject(title: str, language: Language, shared: frozenset[str]) -> frozenset[str]:
    """Stems and numbers of what a title begins with, up to a mark or a conjunction, if it has a shared one."""
    found: list[str] = []
    for word in words(_MARK.split(title)[0]):
        if word in lexicon(language).conjunctions:
            break
        found.append(word)
    phrase = " ".join(found)
    own = stems_of_forms(phrase, language) | frozenset(value for value, _, _ in numbers(phrase, language))
    return own if own & shared else frozenset()


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


def _in_place_of(written: Sequence[str], language: Language) -> frozenset[str]:
    """Stems of the words that may ask for the same as question words among these words."""
    others = [text for word, text in known_question_words(language).asked_by if word in written]
    return frozenset(stem_of(word, language) for text in others for word in text.split())


def _is_denied(asked: Asked, wording: Asked, language: Language) -> bool:
    """Whether one of them negates what the other one does not."""
    known = _with_same(wording.negated, language)
    return bool(asked.negated - known or (known & asked.stems) - asked.negated)


def clash(asked: Asked, known: Known, today: date) -> Reason | None:  # noqa: PLR0911  # one for each clash
    """Why the question cannot be that of the pair."""
    if out_of_time := _out_of_time(asked, known, today):
        return out_of_time
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
    if turned := _turned(asked, known):
        return turned
    if _asks_for_another(asked, known):
        return Reason("golden.asks")
    if not any(each.names <= asked.stems | asked.names for each in wordings):
        return Reason("golden.name")
    held = _with_same(asked.stems, known.language)
    wordings = [
        each for each in wordings if _with_same(each.negated, known.language) & asked.negated or not each.negated
    ]
    if not wordings or _lacks_core(wordings, known, held):
        return Reason("golden.missing")
    return Reason("golden.word") if lacking(asked, known) else None


def _out_of_time(asked: Asked, known: Known, today: date) -> Reason | None:
    """Whether the answer is no longer valid, or holds for a time that the question does not name."""
    if known.pair.valid_until is not None and today > known.pair.valid_until:
        return Reason("golden.expired")
    named = asked.periods or any(each.periods and each.periods <= asked.values for each in known.asked)
    return Reason("golden.time") if known.pair.time_bound and not named else None


def _turned(asked: Asked, known: Known) -> Reason | None:
    """Whether one asks for a duty and the other one for a permission, or one from when and the other one until when."""
    if _has_another_modality(asked, known):
        return Reason("golden.modality")
    is_turned = _is_other(asked.direction, (each.direction for each in known.asked))
    return Reason("golden.direction") if is_turned else None


def _has_another_modality(asked: Asked, known: Known) -> bool:
    """Whether one of them asks for a duty and the other one for a permission.

    A way, a place or a last day is the same for both.
    """
    if asked.asks & {"way", "place"} or "until" in asked.direction:
        return False
    return _is_other(asked.modality, (each.modality for each in known.asked))


def _is_other(own: frozenset[str], others: Iterable[frozenset[str]]) -> bool:
    """Whether a question has none of what the wordings have, but something else of its kind."""
    known = frozenset[str]().union(*others)
    return bool(own and known and not own & known)


def _lacks_core(wordings: Sequence[Asked], known: Known, held: frozenset[str]) -> bool:
    """Whether it lacks a word that all wordings have, and that is not understood from the others.

    One of two things of which the known question asks for one is enough, and so is a word of the subject that no other
    known question has.
    """
    missing = frozenset(stem for stem in known.core if not are_held(frozenset({stem}), held))
    for choices in (each.choices for each in wordings if each.choices & held):
        missing -= choices
    if known.subject & held - known.common:
        missing -= known.subject & known.common
    return bool(missing)


def lacking(asked: Asked, known: Known) -> frozenset[str]:
    """Stems of the words of a question that are neither those of the pair nor ask for the same as one of them."""
    others = (levelled(asked.stems, known.language) | asked.names) - known.same
    if known.subject & ((known.core & asked.stems) | asked.values):
        others -= known.subject
    return frozenset(stem for stem in others if not are_held(frozenset({stem}), known.vocabulary))
