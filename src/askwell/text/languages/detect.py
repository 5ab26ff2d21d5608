"""Which language a text is written in."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from askwell.types import Language

_LEAST_LETTERS = 20
"""Below this many letters a guess is worth less than the default."""
_LEAST_PROBABILITY = 0.7
_SAMPLE_CHARS = 5_000


def detect_language(text: str, *, allowed: Sequence[Language], default: Language) -> Language:
    """The most likely of the allowed languages; `default` for a text too short or too unclear to tell."""
    sample = text[:_SAMPLE_CHARS]
    if len(allowed) < 2 or sum(char.isalpha() for char in sample) < _LEAST_LETTERS:
        return default
    language, probability = _identifier(tuple(allowed)).classify(sample)
    return str(language) if probability >= _LEAST_PROBABILITY else default


@cache
def _identifier(allowed: tuple[Language, ...]) -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(list(allowed))
    return identifier
