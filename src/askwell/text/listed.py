"""How frequent words are, by frequency lists."""

import asyncio
from collections.abc import Iterable

from wordfreq import zipf_frequency

from askwell.types import Language

_EVERYDAY = 5.0
"""Uses in a billion words, as a decimal logarithm, of a word that says little of what a text is about: `went`."""

_read: set[Language] = set()


async def read_lists(languages: Iterable[Language]) -> None:
    """Read the lists of these languages in a thread, unless they were read; they stay in memory."""
    for each in set(languages) - _read:
        await asyncio.to_thread(is_listed, "a", [each])
        _read.add(each)


def is_listed(word: str, languages: Iterable[Language]) -> bool:
    """Whether a word is common in one of these languages, and so no misspelling of another one.

    Common is one use in a million words. Source: wordfreq, small lists; they have hardly any misspelling. The first
    call for a language reads files: in the event loop, `read_lists` comes before.
    """
    return any(zipf_frequency(word, each, wordlist="small") > 0 for each in languages)


def is_everyday(word: str, language: Language) -> bool:
    """Whether a word is in so many texts that it says little of one. Reads files as `is_listed` does."""
    return zipf_frequency(word, language, wordlist="small") >= _EVERYDAY
