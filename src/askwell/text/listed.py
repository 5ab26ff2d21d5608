"""Whether a word is in a frequency list."""

from collections.abc import Iterable

from wordfreq import zipf_frequency

from askwell.types import Language


def is_listed(word: str, languages: Iterable[Language]) -> bool:
    """Whether a word is common in one of these languages, and so no misspelling of another one.

    Common is one use in a million words. Source: wordfreq, small lists; they have hardly any misspelling.
    """
    return any(zipf_frequency(word, each, wordlist="small") > 0 for each in languages)
