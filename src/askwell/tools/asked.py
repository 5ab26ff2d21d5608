"""What else a question asks of a catalogue: a place in its order, a figure over rows, numbers that select none."""

import re
from collections.abc import Iterable

from askwell.tools.names import says
from askwell.tools.queries.words import vocabulary
from askwell.types import Language

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w])")


def rank_of(question: str, language: Language) -> int:
    """The place in an order that a question asks for, as in `the second cheapest`; 1 for none."""
    words = vocabulary((language,))
    found = [phrase for phrase in words.phrases(lambda each: each.ranks) if says(question, [phrase])]
    return words.rank(max(found, key=len)) if found else 1


def is_over_rows(question: str, language: Language) -> bool:
    """Whether a question asks for an average or a total, which a catalogue does not compute."""
    return says(question, vocabulary((language,)).phrases(lambda each: each.average | each.total))


def loose_numbers(text: str, used: Iterable[str], most_rows: int) -> list[str]:
    """The numbers of a text that are in none of the `used` texts; one up to `most_rows` may say how many are wanted."""
    known = [number for each in used for number in _NUMBER.findall(each)]
    found = []
    for number in _NUMBER.findall(text):
        if number in known:
            known.remove(number)
        elif not (number.isdecimal() and int(number) <= most_rows):
            found.append(number)
    return found
