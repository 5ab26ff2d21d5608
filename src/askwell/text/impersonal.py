"""Whether a question can have the same answer for everybody, today and tomorrow."""

import re

from askwell.languages import lexicon
from askwell.text.times import times_told
from askwell.text.words import fold, words
from askwell.types import Language

_PRIVATE = re.compile(r"@|(?:\d[ .-]?){7,}")
"""An address, or a number as long as one of a telephone, an account or a person."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_READ_CHARS = 4_000


def is_impersonal(text: str, language: Language) -> bool:
    """Whether a text has no person who speaks or is spoken to, no time such as "yesterday" or a month, no long number.

    A year is no such time. A text of more than 4,000 characters counts as personal.
    """
    if len(text) > _READ_CHARS or _PRIVATE.search(text):
        return False
    known = lexicon(language)
    if not {fold(word) for word in words(text)}.isdisjoint(known.speakers | known.owners):
        return False
    return not times_told(_YEAR.sub(" ", text), language)
