"""A text taken apart once: its words, and for each content word how it is used in the text."""

from dataclasses import dataclass
from functools import lru_cache
from sys import intern

from wordfreq import zipf_frequency

from askwell.languages import lexicon
from askwell.text.bounds import text_cache
from askwell.text.fixed import fixed_words
from askwell.text.grammar import tag
from askwell.text.pieces import Tag, split
from askwell.text.words import function_words
from askwell.types import Language

RARE = 0.0
"""Zipf frequency of a word that the list does not have. Common words have 4 to 7."""
_IGNORED: frozenset[Tag] = frozenset({"punct", "owner"})
_CACHED_CHARS = 250_000
"""Of texts: the latest turns of a hundred conversations. A text takes about 15 bytes a character."""
_CACHED_WORDING_CHARS = 60_000
"""Enough for the wordings of a question and for the questions of some conversations."""
_CACHED_WORDS = 16_384


@dataclass(frozen=True, slots=True)
class Use:
    """How a text uses a content word: its number of occurrences, and the first of them."""

    text: str
    """As written there."""
    count: int
    position: int
    """Words before it."""
    capital: bool
    """Whether it begins with a capital letter anywhere but at the beginning."""
    tag: Tag
    """Of the first occurrence."""
    before: Tag | None
    """Tag of the word before it; None at the beginning."""
    after: Tag | None
    neighbours: tuple[str, ...]
    """Content words next to any of its occurrences, each once."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text taken apart."""

    tags: tuple[Tag, ...]
    """Of its words in order, without punctuation and genitive endings."""
    uses: dict[str, Use]
    """By content word, in lower case."""
    asks: bool
    """Whether it ends with a question mark."""

    def count_tags(self, *tags: Tag) -> int:
        """Number of words with one of these tags."""
        return sum(map(self.tags.count, tags))


@text_cache(_CACHED_CHARS)
def read(text: str, language: Language) -> Text:
    """A text taken apart. Bounded by its caller: time grows with its length."""
    stop_words = function_words(language)
    words = [word for word in tag(text, language) if word.tag not in _IGNORED]
    fixed = fixed_words(words, lexicon(language))
    is_content = [at not in fixed and _says_something(word.low, stop_words) for at, word in enumerate(words)]
    uses: dict[str, Use] = {}
    for at, word in enumerate(words):
        if not is_content[at]:
            continue
        # Cached texts share their words: `intern` keeps one copy of each.
        low = intern(word.low)
        near = [intern(words[i].low) for i in (at - 1, at + 1) if 0 <= i < len(words) and is_content[i]]
        capital = at > 0 and word.text[0].isupper()
        known = uses.get(low)
        if known is None:
            before = words[at - 1].tag if at else None
            after = words[at + 1].tag if at + 1 < len(words) else None
            uses[low] = Use(intern(word.text), 1, at, capital, word.tag, before, after, tuple(dict.fromkeys(near)))
        else:
            uses[low] = Use(
                known.text, known.count + 1, known.position, known.capital or capital, known.tag, known.before,
                known.after, tuple(dict.fromkeys((*known.neighbours, *near))),
            )  # fmt: skip
    return Text(tuple([word.tag for word in words]), uses, text.rstrip().endswith("?"))


@text_cache(_CACHED_WORDING_CHARS)
def content_words(text: str, language: Language) -> frozenset[str]:
    """The content words of a text, lower case, like `Text.uses`, but without reading it grammatically."""
    stop_words = function_words(language)
    return frozenset([each.low for each in split(text, language) if _says_something(each.low, stop_words)])


def _says_something(low: str, stop_words: frozenset[str]) -> bool:
    """Whether a word is a content word. One that ends with an apostrophe is an article or a preposition: `l'`."""
    return low not in stop_words and low[0].isalnum() and low[-1] not in _APOSTROPHES


_APOSTROPHES = "'’"


@lru_cache(_CACHED_WORDS)
def zipf(word: str, language: Language) -> float:
    """Frequency of a word in its language on the Zipf scale, 0 to 8; `RARE` for an unknown one.

    Source: wordfreq, small lists. Digits count as known: numbers have a feature of their own.
    """
    return zipf_frequency(word, language, wordlist="small", minimum=RARE)
