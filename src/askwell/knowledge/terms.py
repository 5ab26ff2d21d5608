"""Terms of the lexical index: stems, computed in the same way for index and questions."""

import re
import unicodedata

from askwell.languages import lexicon
from askwell.text.words import joined, stem, words
from askwell.types import Language

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f]")
_JOINT = re.compile(r"[-.'’]")


def terms(text: str, language: Language) -> list[str]:
    """Stems of all words in order, with repeats; `wi-fi` also as its parts and as `wifi`. No term has white space."""
    return _terms(_words(text), language)


def question_terms(text: str, language: Language, index_languages: frozenset[Language]) -> list[str]:
    """Distinct stems of a question's content words, in each language of the index.

    A question without content words keeps all words, so that "what is it" still finds something.
    """
    all_words = _words(text)
    stop_words = lexicon(language).stop_words
    content = [word for word in all_words if word not in stop_words] or all_words
    stems = (term for language in sorted(index_languages) for term in _terms(content, language))
    return list(dict.fromkeys(stems))


def _words(text: str) -> list[str]:
    return words(_INVISIBLE.sub("", unicodedata.normalize("NFC", text)))


def _terms(found: list[str], language: Language) -> list[str]:
    result: list[str] = []
    for word in found:
        result.append(stem(word, language))
        parts = _JOINT.split(word)
        if len(parts) > 1:
            result.extend(stem(part, language) for part in (*parts, joined(word)) if part)
    return result
