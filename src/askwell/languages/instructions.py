"""The type of a language's words for instructions: how documents tell what to do, and how people ask it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Instructions:
    """How steps are worded; alternations without a group around them, which match documents as they are written."""

    asks: str
    """Questions how something is done; matches folded text without a question mark."""
    imperatives: str
    """Beginnings of a clause that tells the reader what to do: `choose the`, `click`."""
    before: str
    """Words before them: `then`, `now`."""
    openers: str
    """First words of a sentence whose main clause comes after a comma: `In the menu, choose`."""
    ways: str
    """Phrases that tell the reader how it can be done: `you can press`."""
    purpose: str
    """Beginnings of a sentence that name what its steps are for: `to save the page, choose`."""
    introduces: str
    """What a sentence has that says what a thing is or is for, and not how it is used: `lets you`, `is a`."""
    particles: frozenset[str]
    """Parts of verbs that stand apart from them in a question: `zet ... uit` for `uitzetten`."""
