"""The title of a document: the first candidate that says what the document is about."""

import re
from collections.abc import Sequence

from askwell.languages import any_of

_EMPTY = re.compile(rf"(?:(?:{any_of(lambda each: each.notations.empty_titles)})[\s_-]*)?[\d\W_]*", re.IGNORECASE)
_FILE = re.compile(r"\.(?:docx?|pptx?|xlsx?|odt|rtf|dvi|tex|indd|qxd|ps|pdf|html?)$", re.IGNORECASE)
_PROGRAM = re.compile(r"^Microsoft (?:Word|PowerPoint|Excel) - ")
"""Before the file name in the title of a printed document."""


def best_title(candidates: Sequence[str]) -> str:
    """The first candidate that is not a word such as `NAME` or `untitled`, a number, or the name of another file.

    Without one, the first that is not empty; without any, an empty text.
    """
    given = [each for each in candidates if each]
    return next((each for each in given if _says_something(each)), given[0] if given else "")


def _says_something(title: str) -> bool:
    return not (_EMPTY.fullmatch(title) or _FILE.search(title) or _PROGRAM.match(title))
