"""References to parts of texts and numbered acts, and identifiers with check digits."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from askwell.languages import value_words
from askwell.text.facts.scan import Scan
from askwell.types import Language

_UNIONS = {"eu": "EU", "ue": "EU", "ec": "EC", "ce": "EC", "eg": "EC", "eec": "EEC", "cee": "EEC", "eeg": "EEC"}
_UNION = "|".join(_UNIONS)
_OF_UNION = ("Reg.", "Dir.")
_NUMBER = r"(?:\d+(?:[.:]\d+)*(?:-[a-z]{3,12})?[a-z]?|[IVXLC]+)(?!\w)"
"""Number of a part: `13`, `6:162`, `2-bis`, `III`."""
_CAPITAL = r"[A-Z][\w&-]*"
_ACRONYM = r"[A-Z][\w-]*[A-Z]\w*"
_THIS_CENTURY = 30
"""Years of two digits below this are of this century."""


def find_references(scan: Scan) -> None:
    """Add numbered acts and parts of texts."""
    for match in scan.matches(_eu_act(scan.language)):
        abbreviation = _canonical(match["act"], scan.words.acts)
        union = _UNIONS[(match["before"] or match["after"] or "eu").lower()]
        number = match["number"]
        is_directive = abbreviation == "Dir."
        canonical = f"Dir. {number}/{union}" if is_directive else f"{abbreviation} ({union}) {number}"
        scan.take("reference", *match.span(), canonical)
    if any(name not in _OF_UNION for name in scan.words.acts):
        for match in scan.matches(_national_act(scan.language)):
            year = match["year"] or match["year_of"] or match["year_before"]
            number = match["number"] or match["number_after"]
            abbreviation = _canonical(match["act"], scan.words.acts)
            scan.take("reference", *match.span(), f"{abbreviation} {number}/{_full_year(year)}")
    for match in scan.matches(_part(scan.language)):
        scan.take("reference", *match.span(), _part_reference(scan, match))


def _part_reference(scan: Scan, match: re.Match[str]) -> str:
    names = scan.words.parts
    steps = [f"{_canonical(match['part'], names)} {match['number']}"]
    if match["in_brackets"]:
        steps.append(f"par. {match['in_brackets']}")
    steps += [
        f"{_canonical(each['part'], names)} {each['number']}"
        for each in _further_part(scan.language).finditer(match["further"] or "")
    ]
    text = match["text_before"] or match["text"] or match["text_next"] or ""
    return " ".join([*([" ".join(text.split())] if text else []), *steps])


def _canonical(written: str, names: Mapping[str, str]) -> str:
    return next(short for short, pattern in names.items() if re.fullmatch(pattern, written, re.IGNORECASE))


def _full_year(year: str) -> str:
    if len(year) == 4:
        return year
    return f"{20 if int(year) < _THIS_CENTURY else 19}{year}"


@cache
def _eu_act(language: Language) -> re.Pattern[str]:
    words = value_words(language)
    acts = "|".join(words.acts[name] for name in _OF_UNION)
    number = rf"(?:{words.act_number})?\s?(?P<number>\d{{2,4}}/\d{{1,4}})"
    return re.compile(
        rf"(?<!\w)(?P<act>{acts})\s(?:\((?P<before>{_UNION})\)\s)?{number}(?:/(?P<after>{_UNION}))?(?!\w)",
        re.IGNORECASE,
    )


@cache
def _national_act(language: Language) -> re.Pattern[str]:
    words = value_words(language)
    acts = "|".join(pattern for name, pattern in words.acts.items() if name not in _OF_UNION)
    number = rf"(?:{words.act_number})?\s?(?P<number>\d{{1,4}})"
    of_year = rf"(?:{words.before_year})\s"
    return re.compile(
        rf"(?<!\w)(?P<act>{acts})\s?"
        rf"(?:{number}(?:/(?P<year>\d{{4}}|\d\d)|\s{of_year}(?P<year_of>\d{{4}}))"
        rf"|(?:del\s)?\d{{1,2}}°?\s\w+\s(?P<year_before>\d{{4}}),?\s{words.act_number}\s?(?P<number_after>\d{{1,4}}))"
        r"(?![\w/])",
        re.IGNORECASE,
    )


@cache
def _part(language: Language) -> re.Pattern[str]:
    """A part of a text with its number, smaller parts, and the text before or after it."""
    words = value_words(language)
    parts = "|".join(words.parts.values())
    texts = rf"(?i:{words.texts})|" if words.texts else ""
    name = rf"{_CAPITAL}(?: {_CAPITAL}| (?:{words.in_names}) {_CAPITAL})*"
    further = rf"(?:,?\s(?i:{parts})\s?{_NUMBER})*"
    return re.compile(
        rf"(?<![\w.])(?:(?P<text_before>{_ACRONYM})[\s,]+)?(?P<part>(?i:{parts}))\s?(?:(?i:{words.act_number})\s?)?"
        rf"(?P<number>{_NUMBER})(?:\s?\((?P<in_brackets>\d+)\))?(?P<further>{further})"
        rf"(?:,?\s(?i:{words.of_text})(?P<text>{texts}{name})|,?\s(?P<text_next>{texts}{_ACRONYM}(?!\w)))?"
    )


@cache
def _further_part(language: Language) -> re.Pattern[str]:
    parts = "|".join(value_words(language).parts.values())
    return re.compile(rf"(?P<part>{parts})\s?(?P<number>{_NUMBER})", re.IGNORECASE)


_GROUPED = r"(?<![\w/])[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)"
_TAX_CODE = r"(?<!\w)[A-Z]{6} ?[0-9A-Z]{2} ?[A-Z] ?[0-9A-Z]{2} ?[A-Z][0-9A-Z]{3} ?[A-Z](?!\w)"
_ELEVEN = r"(?<![\w/.,-])(?:IT ?)?\d{11}(?![\w/.,-]*\d)"
_NINE = r"(?<![\w/.,-])\d{9}(?![\w/.,-]*\d)"
_VAT_CONTEXT = re.compile(r"p\.? ?iva|partita iva|vat|btw", re.IGNORECASE)
_BSN_CONTEXT = re.compile(r"\bbsn\b|burgerservicenummer|sofinummer|citizen service number", re.IGNORECASE)


def find_identifiers(scan: Scan) -> None:
    """Add account numbers, tax codes and citizen numbers with valid check digits; digits alone need a word for them."""
    for name, pattern, is_valid in _identifiers(scan.text):
        for match in scan.matches(pattern):
            number = re.sub(r"\s", "", match.group()).upper()
            if is_valid(number):
                scan.take(
                    "identifier", *match.span(), f"{name} {number.removeprefix('IT') if name == 'IVA' else number}"
                )


def _identifiers(text: str) -> Iterator[tuple[str, re.Pattern[str], Callable[[str], bool]]]:
    """Name, pattern and check of each identifier that the text may have."""
    if not re.search(r"\d\d", text):
        return
    from stdnum import iban
    from stdnum.it import codicefiscale, iva
    from stdnum.nl import bsn

    yield "IBAN", re.compile(_GROUPED, re.IGNORECASE), iban.is_valid
    yield "CF", re.compile(_TAX_CODE, re.IGNORECASE), codicefiscale.is_valid
    if _VAT_CONTEXT.search(text):
        yield "IVA", re.compile(_ELEVEN), iva.is_valid
    if _BSN_CONTEXT.search(text):
        yield "BSN", re.compile(_NINE), bsn.is_valid
