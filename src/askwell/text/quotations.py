"""Lines of an answer that quote documents: `- Title § Heading: "words" [1]`. Written and read by one format."""

import re

PLACE_SEPARATOR = " § "
"""Between a title and a heading."""

_LINE = re.compile(r'^- (.*?): "(.*)" \[\d+\]$', re.MULTILINE)


def quoting_line(place: str, words: str, label: int) -> str:
    """A line that quotes the words of a place; its own quotation marks stay, as code needs them."""
    return f'- {place}: "{words}" [{label}]'


def quoted_words(answer: str) -> list[str]:
    """The quoted words of each such line of an answer, in order."""
    return [words for _, words in _LINE.findall(answer)]


def quoted_places(answer: str) -> list[str]:
    """The places of each such line, in order: `Title § Heading`."""
    return [place for place, _ in _LINE.findall(answer)]
