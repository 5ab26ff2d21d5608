"""The title of a document: the first candidate that says what the document is about."""

import re
from collections.abc import Sequence

from askwell.languages import LANGUAGES, any_of, lexicon
from askwell.text.words import words

_EMPTY = re.compile(rf"(?:(?:{any_of(lambda each: each.notations.empty_titles)})[\s_-]*)?[\d\W_]*", re.IGNORECASE)
_FILE = re.compile(r"\.(?:docx?|pptx?|xlsx?|odt|rtf|dvi|tex|indd|qxd|ps|pdf|html?)$", re.IGNORECASE)
_PROGRAM = re.compile(r"^Microsoft (?:Word|PowerPoint|Excel) - ")
"""Before the file name in the title of a printed document."""
_CODE = re.compile(r"\S*_\S*|\w")
"""A name with underscores and no space, as templates have, or a single character."""
_BEGINNING_CHARS = 600
_LEAST_TOLD = 0.5
"""Share of a title's words that stand in the beginning of what it is the title of."""
_STOP_WORDS = frozenset().union(*(lexicon(each).stop_words for each in LANGUAGES))


def best_title(candidates: Sequence[str]) -> str:
    """The first candidate that is not a word such as `NAME` or `untitled`, a number, or the name of another file.

    Without one, the first that is not empty; without any, an empty text.
    """
    given = [each for each in candidates if each]
    return next((each for each in given if _says_something(each)), given[0] if given else "")


def tells_of(title: str, text: str) -> bool:
    """Whether the beginning of a text has most words of a title from the properties of its file.

    The properties are often those of the file that this one was copied from.
    """
    own = set(words(title)) - _STOP_WORDS
    there = set(words(text[:_BEGINNING_CHARS]))
    return len(own & there) >= _LEAST_TOLD * len(own)


def _says_something(title: str) -> bool:
    is_code = _CODE.fullmatch(title) is not None
    return not (is_code or _EMPTY.fullmatch(title) or _FILE.search(title) or _PROGRAM.match(title))
