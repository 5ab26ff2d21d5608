"""Lines of an answer that quote documents: `- Title § Heading: "words" [1]`. Written and read by one format."""

import re

_LINE = re.compile(r'^- .*?: "(.*)" \[\d+\]$', re.MULTILINE)


def quoting_line(place: str, words: str, label: int) -> str:
    """A line that quotes the words of a place; its own quotation marks stay, as code needs them."""
    return f'- {place}: "{words}" [{label}]'


def quoted_words(answer: str) -> list[str]:
    """The quoted words of each such line of an answer, in order."""
    return _LINE.findall(answer)
