"""Language detection."""

from collections.abc import Sequence
from functools import cache

from askwell.languages import LANGUAGES, lexicon
from askwell.text.letters import LetterModel, load_letter_model
from askwell.text.words import words
from askwell.types import Language

_SHORT_WORDS = 30
"""Up to this many words, function words decide rather than letters: "Wat is Debian?" is Dutch by its first word."""
_LEAST_LETTERS = 20
"""With fewer letters, the default is more reliable than a guess."""
_LEAST_PROBABILITY = 0.7
_SAMPLE_CHARS = 5_000


def detect_language(text: str, *, allowed: Sequence[Language], default: Language) -> Language:
    """The most likely of the allowed languages; `default` if the text is too short or unclear.

    A short text is identified by function words if one language has most of them, otherwise by a letter model.
    """
    sample = text[:_SAMPLE_CHARS]
    if len(allowed) < 2:
        return default
    if language := _by_function_words(sample, allowed):
        return language
    if sum(char.isalpha() for char in sample) < _LEAST_LETTERS:
        return default
    language, probability = _identifier(tuple(allowed)).classify(sample)
    return language if probability >= _LEAST_PROBABILITY else default


def is_in_another(text: str, languages: Sequence[Language]) -> bool:
    """Whether a text is surely in none of these languages. False without languages, and for a short text."""
    sample = text[:_SAMPLE_CHARS]
    if not languages or sum(char.isalpha() for char in sample) < _LEAST_LETTERS:
        return False
    if language := _by_function_words(sample, tuple(dict.fromkeys((*languages, *LANGUAGES)))):
        return language not in languages
    language, probability = _any_language().classify(sample)
    return probability >= _LEAST_PROBABILITY and language not in languages


def _by_function_words(text: str, allowed: Sequence[Language]) -> Language | None:
    said = words(text)
    if len(said) > _SHORT_WORDS:
        return None
    counts = {code: sum(word in lexicon(code).stop_words for word in said) for code in allowed if code in LANGUAGES}
    most = max(counts.values(), default=0)
    leaders = [code for code, count in counts.items() if count == most]
    return leaders[0] if most and len(leaders) == 1 else None


@cache
def _identifier(allowed: tuple[Language, ...]) -> LetterModel:
    return (_own_languages() if set(allowed) <= set(LANGUAGES) else load_letter_model()).restricted(allowed)


@cache
def _own_languages() -> LetterModel:
    return load_letter_model().restricted(LANGUAGES)


@cache
def _any_language() -> LetterModel:
    return load_letter_model()
