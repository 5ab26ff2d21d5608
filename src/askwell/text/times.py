"""Times in a text: the days and months it names, whether it tells a time, and whether it asks for one."""

import re
from dataclasses import dataclass
from functools import cache

from askwell.text.languages.settling import settling
from askwell.text.words import fold
from askwell.types import Language

_RELATIVE: dict[Language, str] = {
    "en": r"yesterday|today|tomorrow|tonight|last|next|ago|since|weeks?|weekend|months?|years?|days?|mornings?"
    r"|evenings?|nights?|recently|just|soon|(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    "nl": r"gisteren|eergisteren|vandaag|morgen|overmorgen|vorige?|afgelopen|volgende?|komende?|geleden|sinds|sedert"
    r"|weken|week|weekend|maand(?:en)?|jaar|jaren|dag(?:en)?|ochtend|middag|avond|nacht|onlangs|pas|binnenkort"
    r"|(?:maan|dins|woens|donder|vrij|zater|zon)dag",
    "it": r"ieri|oggi|domani|dopodomani|scors[oaie]|prossim[oaie]|fa|settiman[ae]|fine settimana|mes[ei]|ann[oi]"
    r"|giorn[oi]|mattin[ao]|sera|notte|recentemente|appena|presto|lunedi|martedi|mercoledi|giovedi|venerdi|sabato"
    r"|domenica",
}
_WHEN: dict[Language, str] = {
    "en": r"when|(?:in |on )?(?:which|what) (?:month|year|day|date|time|week)|how long|what time|since when",
    "nl": r"wanneer|hoe laat|hoe lang|(?:in |op )?(?:welk|welke) (?:maand|jaar|dag|datum|week|tijd)|sinds wanneer",
    "it": r"quando|a che ora|da quando|(?:in |a )?(?:che|quale) (?:mese|anno|giorno|data|settimana)"
    r"|(?:per )?quanto tempo",
}
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_READ_CHARS = 4_000
_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Named:
    """A month, or a day of one, as a text names it."""

    month: int
    """1 to 12."""
    day: int = 0
    """0 where only the month is named."""
    year: int = 0
    """0 where none is named."""


def named_times(text: str, language: Language) -> tuple[Named, ...]:
    """Days and months that the text names, in the words of the language and of English."""
    plain = fold(text[:_READ_CHARS])
    found = _YEAR.search(plain)
    year = int(found.group()) if found else 0
    days: list[Named] = []
    months: list[Named] = []
    for code in dict.fromkeys((language, "en")):
        numbers = _month_numbers(code)
        pattern, alone = _patterns(code)
        for match in pattern.finditer(plain):
            day = int(match["before"] or match["behind"])
            days.append(Named(numbers[match["first"] or match["second"]], day, year))
        months += [Named(numbers[match["month"]], 0, year) for match in alone.finditer(plain)]
    return tuple(dict.fromkeys(days or months))


def times_told(text: str, language: Language) -> int:
    """How many times of the world a text tells: yesterday, last week, a month's name; 2 for two or more."""
    return min(2, len(_telling(language).findall(fold(text[:_READ_CHARS]))))


def asks_when(question: str, language: Language) -> bool:
    """Whether a question begins by asking for a time."""
    plain = fold(question[:_READ_CHARS]).strip()
    return any(
        re.match(rf"(?:\W|en |and |e )*(?:{_WHEN[code]})\b", plain) for code in {language, "en"} if code in _WHEN
    )


@cache
def _month_numbers(language: Language) -> dict[str, int]:
    names = fold(settling(language).months).split("|")[:_MONTHS]
    return {name: number for number, name in enumerate(names, start=1)}


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A day of a month, and a month by itself. `May` is also a verb, so a month alone stands behind a preposition."""
    names = "|".join(_month_numbers(language))
    day = re.compile(
        rf"\b(?P<before>[0-3]?\d)(?:st|nd|rd|th|e|de|ste|°)?(?: of| di)? (?P<first>{names})\b"
        rf"|\b(?P<second>{names}) (?P<behind>[0-3]?\d)\b(?!\d)"
    )
    before = (
        r"(?:in|during|since|until|by|before|after|of|last|early|late|beginning of|end of|mid|for|sinds|tot|voor|na"
    )
    before += r"|begin|eind|half|a|ad|di|nel|da|entro|dopo|prima di|fine|inizio)"
    alone = re.compile(rf"\b{before}[ -](?P<month>{names})\b")
    return day, alone


@cache
def _telling(language: Language) -> re.Pattern[str]:
    codes = [code for code in dict.fromkeys((language, "en")) if code in _RELATIVE]
    words = "|".join([*(_RELATIVE[code] for code in codes), *("|".join(_month_numbers(code)) for code in codes)])
    return re.compile(rf"\b(?:{words}|(?:19|20)\d\d)\b")
