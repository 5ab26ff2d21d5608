"""Language detection."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from askwell.languages import LANGUAGES, lexicon
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
    return str(language) if probability >= _LEAST_PROBABILITY else default


def _by_function_words(text: str, allowed: Sequence[Language]) -> Language | None:
    said = words(text)
    if len(said) > _SHORT_WORDS:
        return None
    counts = {code: sum(word in lexicon(code).stop_words for word in said) for code in allowed if code in LANGUAGES}
    most = max(counts.values(), default=0)
    leaders = [code for code, count in counts.items() if count == most]
    return leaders[0] if most and len(leaders) == 1 else None


@cache
def _identifier(allowed: tuple[Language, ...]) -> Any:
    return _restricted(_own_languages() if set(allowed) <= set(LANGUAGES) else _all_languages(), allowed)


@cache
def _own_languages() -> Any:
    """The letter model of our languages, about 50 MB, most of which every subset of them shares."""
    return _restricted(_all_languages(), LANGUAGES)


def _all_languages() -> Any:
    """The letter model of about a hundred languages, 70 MB."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def _restricted(model: Any, languages: Sequence[Language]) -> Any:
    """The model for these languages alone. `set_languages` would keep the scores of all."""
    columns = [at for at, language in enumerate(model.nb_classes) if language in languages]
    return type(model)(
        model.nb_ptc[:, columns],
        model.nb_pc[columns],
        [model.nb_classes[at] for at in columns],
        model.tk_nextmove,
        model.tk_output,
        norm_probs=True,
        tk_row=model.tk_row,
    )
