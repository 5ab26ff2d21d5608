"""The type of a language's words for the files of a conversation, as against the documents of the assistant."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AttachmentWords:
    """Words of one language, in lower case; strings are alternations of a regular expression."""

    kinds: Mapping[str, str]
    """A noun for a file to a part of the media types that it means; empty for any file."""
    determiners: str
    """What makes a noun mean a certain file: `the`, `this`. In some languages with a preposition: `nel`."""
    prepositions: str
    """Prepositions that are cut with the file: `in`, `according to`."""
    given: str
    """Participles between article and noun, or after the noun: `attached`."""
    ordinals: Mapping[str, int]
    """A word to the position that it names, from 1; -1 is the last one."""
    numbered: str
    """Ending of an ordinal in figures: `st`, `nd`."""
    other: str
    """`other`."""
    joined: str
    """What stands between two ordinals: `and`."""
    all_of: str
    """Phrases that mean all files: `both documents`, `the files`."""
    number: str
    """What stands between noun and number: `number`."""
    page: str
    """What stands before the number of a page."""
    contracted: Mapping[str, str]
    """A preposition that has grown together with an article to the preposition alone; empty for most languages."""
    said_of_it: str
    """Phrases that ask what something just given says: `does it say`."""
    overview: frozenset[str]
    """Words that ask for a whole file by themselves: `summarise`."""
    about_all: frozenset[str]
    """Words of questions about a file as a whole, besides function words."""
    points_at_file: str
    """Phrases for a file that was given, also by nouns that mean other things: `my contract`, `I uploaded`."""
    points_at_documents: str
    """Phrases for the documents of the assistant, or for what holds in general: `the law`, `officially`."""
