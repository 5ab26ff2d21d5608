"""Corrections as they are said: what is taken back, and what holds instead."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from askwell.languages import lexicon, patterns
from askwell.languages.en import grammar as english
from askwell.text.words import content_words, words
from askwell.types import Language

LONGEST_CHARS = 400
"""A longer sentence is read as a statement."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A sentence that takes something back, or may."""

    said: str
    """What it states, without what it denies; the whole sentence where nothing is stated instead."""
    old: tuple[str, ...] = ()
    """What it denies, the likeliest reading first; empty where it does not say."""
    clauses: tuple[str, ...] = ()
    """The clauses that say what holds instead."""
    sure: bool = False
    """It cannot be anything else; otherwise it is a correction only where it contradicts something said before."""
    marked: bool = False
    """It says so: `actually`, `I meant`, `toch`."""
    opened: bool = False
    """It begins with a no or an excuse."""


def read_correction(sentence: str, language: Language) -> Correction | None:
    """The correction that a sentence may be; None for one that denies nothing and opens with no disagreement."""
    if len(sentence) > LONGEST_CHARS:
        return None
    forms = _forms(language)
    text = " ".join(sentence.split()).rstrip(" .!…")
    rest, opened, marked = _without_openers(text, forms)
    if not content_words(rest, language) and not any(char.isdigit() for char in rest):
        return None
    found = _exchange(rest, forms) or _contrast(rest, forms, language)
    if found is not None:
        return Correction(
            _sentence(found.said),
            found.old,
            found.clauses,
            found.sure or ((opened or marked) and bool(found.clauses)),
            found.marked or marked,
            opened,
        )
    marked = marked or bool(forms.marked.search(rest))
    if opened or marked:
        return Correction(_sentence(rest), clauses=_clauses(rest, forms), marked=marked, opened=opened)
    return None


def is_only_opener(sentence: str, language: Language) -> bool:
    """Whether a sentence says no or sorry and nothing else, so that the next one goes on from it."""
    forms = _forms(language)
    rest, opened, marked = _without_openers(" ".join(sentence.split()).rstrip(" .!…"), forms)
    return (opened or marked) and not words(rest)


def trimmed(text: str, language: Language) -> str:
    """The text without the words at its edges that belong to neither side of a contrast."""
    return _trim(text, _forms(language))


@dataclass(frozen=True, slots=True)
class _Forms:
    opener: re.Pattern[str]
    mark: re.Pattern[str]
    marked: re.Pattern[str]
    change: re.Pattern[str]
    instead: re.Pattern[str]
    rather: re.Pattern[str]
    negation: re.Pattern[str]
    denies_first: re.Pattern[str]
    split: re.Pattern[str]
    lead: re.Pattern[str]
    trail: re.Pattern[str]
    any_more: re.Pattern[str]
    only: re.Pattern[str]
    aside: re.Pattern[str]


@cache
def _forms(language: Language) -> _Forms:
    known = patterns(language).settling
    low = re.IGNORECASE
    edge = r"(?![\w'’])"
    negation = rf"(?<![\w'’])(?:{known.negation}){edge}"
    return _Forms(
        opener=re.compile(rf"(?:{known.openers}){edge}[\s,.;:!–—-]*", low),
        mark=re.compile(rf"(?:{known.marks}){edge}[\s,.;:!–—-]*", low),
        marked=re.compile(rf"(?<![\w'’])(?:{known.marks}|{known.any_more}){edge}", low),
        change=re.compile(known.change, low),
        instead=re.compile(rf"(?:^|[\s,;]){{1,3}}(?:{known.instead}){edge}", low),
        rather=re.compile(known.rather, low),
        negation=re.compile(negation, low),
        denies_first=re.compile(
            rf"(?:(?:{known.any_more}|{known.linking}|{known.fillers}){edge}[\s,]*)*{negation}", low
        ),
        split=re.compile(
            rf"\s*[,;:](?!\d)\s*|\s+[–—-]\s+|[.!]\s+|\s+(?=(?:{known.but}){edge})|\s+(?=(?:{known.linking})\s+{negation})",
            low,
        ),
        lead=re.compile(rf"^(?:(?:{known.fillers}|{known.linking}){edge}[\s,]*)+(?=\S)", low),
        trail=re.compile(rf"[\s,]+(?:{known.fillers})$", low),
        any_more=re.compile(rf"(?<![\w'’])(?:{known.any_more}){edge}", low),
        only=re.compile(rf"^(?:(?:{known.only}){edge}\s*)+(?=\S)", low),
        aside=re.compile(rf"(?:{known.asides}){edge}", low),
    )


def _without_openers(text: str, forms: _Forms) -> tuple[str, bool, bool]:
    """The text after its disagreement, whether it had an opener, and whether it had a mark."""
    opened = marked = False
    at = 0
    while True:
        if match := forms.opener.match(text, at):
            opened = True
        elif match := forms.mark.match(text, at):
            marked = True
        else:
            return text[at:], opened, marked
        at = match.end()
        if at >= len(text):
            return "", opened, marked


def _exchange(text: str, forms: _Forms) -> Correction | None:
    """`change X to Y`, `Y instead of X`, `rather Y than X`."""
    if match := forms.change.search(text):
        groups = match.groupdict()
        old, new = groups["old"] or groups["old2"], groups["new"] or groups["new2"]
        return Correction(new, (old,), (new,), marked=True, sure=bool(groups["old"]))
    if match := forms.rather.match(text):
        new, old = match["new"], match["old"]
        return Correction(_trim(new, forms), (_trim(old, forms),), (_trim(new, forms),))
    if match := forms.instead.search(text):
        before, after = text[: match.start()].strip(" ,;"), text[match.end() :].strip()
        if not before:
            old, _, before = after.partition(",")
            after = old
        if before and after:
            first, *more = _clauses(after, forms) or (after,)
            new = _trim(before, forms)
            return Correction(new, (_trim(first, forms),), (new, *more))
    return None


def _contrast(text: str, forms: _Forms, language: Language) -> Correction | None:
    """`not X but Y`, `X not, Y yes`, `Y, not X`, and `after all not X`."""
    clauses = _clauses(text, forms)
    at = next((index for index, clause in enumerate(clauses) if forms.negation.search(clause)), None)
    if at is None:
        return None
    clause = clauses[at]
    match = forms.negation.search(clause)
    assert match is not None, "the clause was chosen by it"
    before, denied = clause[: match.start()].strip(), _trim(clause[match.end() :], forms)
    elliptic = bool(forms.denies_first.match(clause))
    before = "" if elliptic else _untrailed(before, forms)
    old = tuple(part for part in (denied, before) if content_words(part, language) or any(map(str.isdigit, part)))
    if not old:
        return None
    following = [each for each in clauses[at + 1 :] if not forms.negation.search(each)]
    if len(following) > 1 and _is_aside(following[0], forms) and not _is_aside(following[1], forms):
        following = following[1:]
    if following and not (elliptic and at and _is_aside(following[0], forms)):
        verb = _verb_of(match.group(), denied, language)
        said = _said(before if denied else "", verb, following, forms, language)
        stated = tuple(forms.only.sub("", _trim(each, forms)) for each in following)
        return Correction(said, old, stated, sure=elliptic and not at)
    if at and elliptic:
        preceding = clauses[:at]
        return Correction(", ".join(preceding), old[:1], preceding)
    return Correction(text, old, marked=bool(forms.any_more.search(text)))


def _said(before: str, verb: str, following: Sequence[str], forms: _Forms, language: Language) -> str:
    """What holds, as a statement: with what stood before the denial where the rest does not stand by itself."""
    first, *more = following
    first = _lead_cut(first, forms)
    joined = ", ".join((first, *more))
    if not before or _has_verb(first, language):
        return joined
    return " ".join(part for part in (before, verb, joined) if part)


def _verb_of(negation: str, denied: str, language: Language) -> str:
    """The verb that was denied, where it stands in or after the denial: `isn't`, `non è`."""
    low = negation.lower()
    if low.endswith("n't"):
        return english.NEGATED.get(low[:-3], low[:-3])
    first = denied.partition(" ")[0]
    return first if first.lower() in lexicon(language).auxiliaries else ""


def _has_verb(clause: str, language: Language) -> bool:
    known = lexicon(language)
    said = words(clause)
    if any(word in known.auxiliaries or word in known.verb_forms for word in said):
        return True
    return bool(said) and re.split("['’]", said[0])[0] in known.speakers | set(known.pronouns)


def _clauses(text: str, forms: _Forms) -> tuple[str, ...]:
    return tuple(part.strip() for part in forms.split.split(text) if part.strip())


def _is_aside(clause: str, forms: _Forms) -> bool:
    return bool(forms.aside.match(clause))


def _trim(text: str, forms: _Forms) -> str:
    return _untrailed(_lead_cut(text.strip(), forms), forms)


def _lead_cut(text: str, forms: _Forms) -> str:
    return forms.lead.sub("", text, count=1)


def _untrailed(text: str, forms: _Forms) -> str:
    while (cut := forms.trail.sub("", text)) != text:
        text = cut
    return text


def _sentence(text: str) -> str:
    text = text.strip(" ,;:")
    return f"{text[:1].upper()}{text[1:]}." if text else ""
