"""Finds what a question says of the files of its conversation: "the document", "the second file", "page 3"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

from askwell.languages import attachment_words, wording
from askwell.text.words import content_words, words
from askwell.types import Attachment, AttachmentMention, Language

MAX_CHARS = 2_000
"""Part of a question in which a file is looked for."""

_MIN_STEM = 4
"""Letters of a file's name without suffix by which the file may be named with an article: "the lease"."""

_MAX_PAGE_DIGITS = 5


@dataclass(frozen=True, slots=True)
class _Found:
    numbers: tuple[int, ...]
    start: int
    end: int
    is_cut: bool
    """Whether the words only name the file, so that they are not searched."""
    preposition: str = ""
    """What stays before the name of the file in place of the words."""


def find_mention(
    question: str,
    attachments: Sequence[Attachment],
    language: Language,
    before: Sequence[int] = (),
    fresh: Sequence[int] = (),
) -> AttachmentMention | None:
    """The attachments that a question names, by name, position, number or kind; None if it names none.

    `attachments` are those of the conversation by number, without removed ones. `before` are the numbers that the
    question before was about, which "the document" means if there are several; `fresh` are those that were given since,
    which "what does it say" means. Bounded in time.
    """
    if not attachments or not question.strip():
        return None
    head = question[:MAX_CHARS]
    page = _page(head, language)
    found = _by_name(head, attachments, language) or _by_kind(head, attachments, language, before)
    if found is None and page is not None:
        named = tuple(before) or ((attachments[0].number,) if len(attachments) == 1 else ())
        found = _Found(named, 0, 0, is_cut=False) if named else None
    if found is None and fresh and _said_of_it(language).search(head):
        found = _Found(tuple(fresh), 0, 0, is_cut=False)
    if found is None:
        return None
    names = [each.name for each in attachments if each.number in found.numbers]
    shown = " ".join(part for part in (found.preposition, ", ".join(names)) if part)
    expression = question[found.start : found.end]
    with_name = question[: found.start] + shown + question[found.end :] if expression and found.is_cut else question
    rest = _without(question, found, language) if found.is_cut else question
    if page is not None:
        place = _page_pattern(language).search(rest)
        at = _Found((), *place.span(), is_cut=True, preposition=place["prep"] or "") if place else found
        rest = _without(rest, at, language) if place else rest
    return AttachmentMention(found.numbers, expression, with_name, rest, page=page)


def _without(question: str, found: _Found, language: Language) -> str:
    """The question without the words, or with a pronoun in place of those that are its subject or its object."""
    before, after = question[: found.start], question[found.end :]
    is_part = not found.preposition and not (not before.strip() and after.lstrip()[:1] in {":", ","})
    pronoun = wording(language).rewriting.it if is_part else ""
    return _tidy(f"{before} {pronoun} {after}")


def is_about_all(rest: str, language: Language) -> bool:
    """Whether what is left of a question asks nothing certain of a file: "What does it say?"."""
    return not set(content_words(rest, language)) - attachment_words(language).about_all


def is_overview(rest: str, language: Language) -> bool:
    """Whether what is left of a question asks for a whole file: "Summarise it"."""
    asked = set(content_words(rest, language))
    return is_about_all(rest, language) and bool(asked & attachment_words(language).overview)


def _by_name(question: str, attachments: Sequence[Attachment], language: Language) -> _Found | None:
    """The file whose name is in the question, with or without its suffix; without it, only after an article."""
    known = attachment_words(language)
    lowered = question.lower()
    for each in sorted(attachments, key=lambda one: -len(one.name)):
        place = re.search(rf"(?<!\w){re.escape(each.name.lower())}(?!\w)", lowered)
        if place is not None:
            start = _with_preposition(lowered, place.start(), language)
            return _Found(
                (each.number,), start, place.end(), is_cut=True, preposition=question[start : place.start()].strip()
            )
    for each in attachments:
        stem = [word for word in words(re.sub(r"[_\-.]+", " ", PurePosixPath(each.name).stem)) if word.isalpha()]
        if sum(map(len, stem)) < _MIN_STEM or len({*_stems(attachments)}) < len(attachments):
            continue
        named = r"[\s_-]+".join(map(re.escape, stem))
        place = re.search(rf"(?<!\w)(?:{known.determiners})(?:\s+|(?<='))(?P<stem>{named})(?!\w)", lowered)
        if place is not None:
            return _Found((each.number,), place.start("stem"), place.end("stem"), is_cut=False)
    return None


def _stems(attachments: Sequence[Attachment]) -> list[str]:
    return [PurePosixPath(each.name).stem.lower() for each in attachments]


def _by_kind(
    question: str, attachments: Sequence[Attachment], language: Language, before: Sequence[int]
) -> _Found | None:
    """The file that a noun means, with its position, its number, or an article."""
    known = attachment_words(language)
    lowered = question.lower()
    if (place := _all_pattern(language).search(lowered)) is not None and len(attachments) > 1:
        everything = tuple(each.number for each in attachments)
        return _Found(everything, place.start(), place.end(), is_cut=True, preposition=place["prep"] or "")
    for place in _kind_pattern(language).finditer(lowered):
        of_kind = [each for each in attachments if known.kinds[place["kind"]] in each.media_type]
        numbers = _numbers(place, of_kind, attachments, language, before)
        if numbers and place["ord_before"]:
            numbers = (*_at(place["ord_before"], of_kind, language), *numbers)
        if numbers:
            determiner = (place["det"] or "").strip()
            preposition = place["prep"] or known.contracted.get(determiner, "")
            return _Found(numbers, place.start(), place.end(), is_cut=True, preposition=preposition.strip())
    return None


def _numbers(
    place: "re.Match[str]",
    of_kind: Sequence[Attachment],
    attachments: Sequence[Attachment],
    language: Language,
    before: Sequence[int],
) -> tuple[int, ...]:
    """The numbers of the files that a noun means; empty if it means none."""
    if place["num"]:
        number = int(place["num"])
        return (number,) if any(each.number == number for each in attachments) else ()
    if not of_kind:
        return ()
    if place["ord"]:
        return _at(place["ord"], of_kind, language)
    if place["other"]:
        others = [each.number for each in of_kind if each.number not in before]
        return tuple(others) if before and len(others) == 1 else ()
    if not (place["det"] or place["given"] or place["given_after"]):
        return ()
    same = tuple(each.number for each in of_kind if each.number in before)
    return same or tuple(each.number for each in of_kind)


def _at(ordinal: str, of_kind: Sequence[Attachment], language: Language) -> tuple[int, ...]:
    """The number of the file at a position, empty if there is none."""
    figure = re.match(r"\d+", ordinal)
    position = int(figure[0]) if figure else attachment_words(language).ordinals[ordinal]
    at = position - 1 if position > 0 else len(of_kind) + position
    return (of_kind[at].number,) if 0 <= at < len(of_kind) else ()


def _page(question: str, language: Language) -> int | None:
    found = _page_pattern(language).search(question)
    return int(found["page"]) if found else None


def _with_preposition(lowered: str, start: int, language: Language) -> int:
    """Where a name begins with the preposition before it."""
    found = re.search(rf"(?<!\w)(?:{attachment_words(language).prepositions})\s+$", lowered[:start])
    return found.start() if found else start


def _tidy(text: str) -> str:
    """A question after a part was cut out: single spaces, no comma at the beginning."""
    return re.sub(r"\s+([?!.,;:])", r"\1", " ".join(text.split())).lstrip(",;: ")


@cache
def _kind_pattern(language: Language) -> "re.Pattern[str]":
    known = attachment_words(language)
    kinds = "|".join(sorted(map(re.escape, known.kinds), key=len, reverse=True))
    ordinals = "|".join(sorted(map(re.escape, known.ordinals), key=len, reverse=True))
    return re.compile(
        rf"(?<!\w)(?:(?P<prep>{known.prepositions})\s+)?(?:(?P<det>{known.determiners})(?:\s+|(?<=')))?"
        rf"(?:(?P<given>{known.given})\s+)?"
        rf"(?:(?P<ord_before>{ordinals})\s+(?:{known.joined})\s+(?:(?:{known.determiners})(?:\s+|(?<=')))?)?"
        rf"(?:(?P<ord>{ordinals}|\d{{1,3}}(?:{known.numbered}))\s+)?(?:(?P<other>{known.other})\s+)?"
        rf"(?:(?:pdf|word|excel|csv)[\s-]+)?(?P<kind>{kinds})(?:\s+(?P<given_after>{known.given})(?!\w))?"
        rf"(?:\s+(?:(?:{known.number})\s*)?(?P<num>\d{{1,3}}))?(?![\w-])"
    )


@cache
def _all_pattern(language: Language) -> "re.Pattern[str]":
    known = attachment_words(language)
    return re.compile(rf"(?<!\w)(?:(?P<prep>{known.prepositions})\s+)?(?:{known.all_of})(?!\w)")


@cache
def _said_of_it(language: Language) -> "re.Pattern[str]":
    return re.compile(rf"(?<!\w)(?:{attachment_words(language).said_of_it})(?!\w)", re.IGNORECASE)


@cache
def _page_pattern(language: Language) -> "re.Pattern[str]":
    known = attachment_words(language)
    return re.compile(
        rf"(?:(?<!\w)(?P<prep>{known.prepositions})\s+)?(?:(?<!\w)(?:{known.determiners})(?:\s+|(?<=')))?"
        rf"(?<!\w)(?:{known.page})\s*(?P<page>\d{{1,{_MAX_PAGE_DIGITS}}})(?!\w)",
        re.IGNORECASE,
    )
