"""The shape of a language's lexicon."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Closed word classes of one language, all lower-case."""

    language: str
    stemmer: str
    """Name of the Snowball stemmer."""
    stop_words: frozenset[str]
    """Function words, which carry no subject."""
