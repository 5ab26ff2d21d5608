"""Postal addresses: a street with a number, and the unit, code and town that follow it."""

import re
from collections.abc import Iterator
from functools import cache

from askwell.languages import personal_words
from askwell.privacy.context import any_language
from askwell.privacy.spans import Span
from askwell.privacy.words import names

_UP = r"[A-ZÀ-ÖØ-Þ]"
_NAME = rf"{_UP}[\w'.-]*"
_NUMBER = r"\d{1,5}(?:\s?[-/]\s?(?:\d{1,4}|[a-zA-Z]{1,3}))?(?:\s?(?:bis|[a-zA-Z]))?(?!\w)"
_END = r"[ ,|\n-]{1,4}"
_POSTCODE = r"\d{4}\s?[A-Z]{2}\b|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\d{5}(?:-\d{4})?(?!\d)"
_PROVINCE = r"\s?\([A-Z]{2}\)"


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    english, dutch, italian = (personal_words(code) for code in ("en", "nl", "it"))
    small = any_language(lambda words: "|".join(map(re.escape, words.small_words.split())))
    units = any_language(lambda words: words.units)
    boxes = any_language(lambda words: words.boxes)
    town = rf"{_UP}[\w'-]+(?:[ -](?:(?:{small})\s)?{_UP}[\w'-]+){{0,3}}"
    unit = rf"(?i:{units})\.?\s?#?\w{{1,5}}"
    rest = (
        rf"(?:{_END}{unit}(?!\w))?(?:{_END}(?:{_POSTCODE})(?:\s{town})?(?:{_PROVINCE})?|{_END}{town}{_END}"
        rf"(?:[A-Z]{{2}}\s)?(?:{_POSTCODE})|{_END}{town}{_PROVINCE})?"
    )
    return (
        # Via Giuseppe Verdi 12/B, 20121 Milano (MI)
        re.compile(
            rf"(?<!\w)(?i:{italian.streets})\s+"
            rf"(?:(?:(?:{small})\s+|\w{{1,4}}')?(?:{_NAME}|\d{{1,2}}(?=\s+{_UP}\w+))[ ]?){{1,6}}"
            rf",?\s{{0,2}}(?:{italian.house_number})?{_NUMBER}{rest}"
        ),
        # Keizersgracht 214-B, 1016 DZ Amsterdam
        re.compile(
            rf"(?<!\w)(?:(?:{_NAME}|{small}|[1-9]e)\s+){{0,4}}(?:{_UP}[\w'.-]*(?i:{dutch.street_ends})|"
            rf"(?:{_NAME}\s)(?i:{dutch.streets}))\s+{_NUMBER}{rest}"
        ),
        # 1016 DZ 214
        re.compile(rf"(?<!\w)[1-9]\d{{3}}\s?[A-Z]{{2}}(?:,?\s{{1,2}}(?:{_NUMBER}|{town}))(?!\w)"),
        # 12 Harbour Street, Flat 3, Leeds LS1 4AP
        re.compile(
            rf"(?<![\w.,])\d{{1,6}}[a-zA-Z]?,?\s+(?:(?:{_NAME}|\d{{1,3}}(?:st|nd|rd|th)|{small})\s+){{1,4}}"
            rf"(?i:{english.streets})\b\.?(?:\s[NSEW][EW]?\b\.?)?{rest}"
        ),
        # PO Box 211, 1000 AB Utrecht
        re.compile(
            rf"(?<!\w)(?i:{boxes})\s\d{{1,6}}(?:,?\sBox\s\d+)?"
            rf"(?:{_END}(?:(?:APO|FPO|DPO)\s[A-Z]{{2}}\s\d{{5}})|{rest})"
        ),
    )


def addresses(text: str) -> Iterator[Span]:
    """Addresses that have a number, in the forms of Italian, Dutch and English."""
    if any(character.isdigit() for character in text):
        for form in _forms():
            for found in form.finditer(text):
                end = found.start() + len(found[0].rstrip(" ,|\n-"))
                yield Span(found.start(), _with_town(text, end), "ADDRESS")


@cache
def _town() -> re.Pattern[str]:
    """A town after a street, with a comma or a preposition, and its province."""
    near = any_language(lambda words: words.in_town)
    return re.compile(rf"(?:,\s|\s(?:{near})\s)((?:{_UP}[\w'-]+)(?:[ -]{_UP}[\w'-]+){{0,2}})(?:{_PROVINCE})?")


def _with_town(text: str, end: int) -> int:
    """The end of an address with the town that follows it, if that is a known one and no given name."""
    given, _, places = names()
    found = _town().match(text, end)
    if found is None:
        return end
    words = re.split(r"[ -]", found[1].lower())
    return found.end() if any(word in places and word not in given for word in words) else end
