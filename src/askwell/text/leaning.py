"""Detects sentences that depend on an earlier one."""

import re
from functools import cache

from askwell.languages import LANGUAGES, patterns
from askwell.types import Language


def leans(sentence: str, language: Language) -> bool:
    """Whether a sentence begins with a word that refers back, so that it cannot be quoted alone."""
    return bool(_leaning(language).match(sentence.lstrip("\"'“‘«(")))


def points_back(sentence: str, language: Language) -> bool:
    """Whether a sentence is clearer together with the previous one: `In BIO2 vervallen deze niveaus`."""
    pattern = patterns(language).points_back if language in LANGUAGES else ""
    return bool(pattern) and re.search(pattern, sentence, re.IGNORECASE) is not None


@cache
def _leaning(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?:{patterns(language).leans})\b", re.IGNORECASE)
