"""Whether a phrase says something rather than names something, so that it cannot stand for a reference."""

from collections.abc import Mapping
from itertools import pairwise

from askwell.languages import every
from askwell.languages.en import grammar as english
from askwell.languages.it import grammar as italian
from askwell.languages.nl import grammar as dutch
from askwell.text.bounds import text_cache
from askwell.text.grammar import tag
from askwell.text.inflection import is_plural, verb_forms
from askwell.text.pieces import DETERMINERS, NOMINAL, Token
from askwell.types import Language

_NON_FINITE: Mapping[Language, tuple[str, ...]] = {
    "en": english.NON_FINITE,
    "nl": dutch.NON_FINITE,
    "it": italian.NON_FINITE,
}


@text_cache(200_000)
def is_clause(phrase: str, language: Language) -> bool:
    """Whether a phrase has a finite verb after its first word: `cats eat meat`, but not `a house built of wood`.

    The tagger takes an unknown statement for a chain of nouns. A noun that agrees with the one before it like a verb
    with its subject is a verb then.
    """
    words = [token for token in tag(phrase, language) if token.tag not in {"punct", "owner"}]
    followers = [*words[2:], None]
    return any(
        _is_finite(word, after, language) or _is_said_of(before, word, after, language)
        for (before, word), after in zip(pairwise(words), followers, strict=False)
    )


def fills_sentence(start: int, end: int, text: str) -> bool:
    """Whether a stretch of a text is a whole statement of three words or more, which has a verb, known or not."""
    words = text[start:end].split()
    opens = not text[:start].strip() or text[:start].rstrip()[-1] in _OPENING
    return opens and len(words) > _NAMED and text[end : end + 1] == "." and any(word.islower() for word in words[1:-1])


_GERUND: Mapping[Language, tuple[str, ...]] = {
    "en": english.GERUND,
    "nl": dutch.GERUND,
    "it": italian.GERUND,
}
_OPENING = ".!?-*•)"
"""Signs before a sentence, also those of a list."""
_NAMED = 2
"""Words of a statement that only names something."""


def _is_finite(word: Token, after: Token | None, language: Language) -> bool:
    if not word.text.islower() or word.tag not in {"aux", "verb"}:
        return False
    if after is not None and after.low in _OF:
        return False  # `the use of force`: a noun that looks like a verb
    endings = (_GERUND if _has_object(after) else _NON_FINITE).get(language, ())
    return word.tag == "aux" or not word.low.endswith(endings)


_OF = every(lambda grammar: grammar.of_forms)


def _has_object(after: Token | None) -> bool:
    return after is not None and after.tag in NOMINAL | DETERMINERS


def _is_said_of(subject: Token, word: Token, after: Token | None, language: Language) -> bool:
    """Whether a noun may be the verb of the noun before it. English joins nouns, but seldom a plural with a stem."""
    if language == "it" and word.low.endswith(italian.FINITE):
        return True
    if subject.tag != "noun" or word.tag != "noun" or not (_has_object(after) and word.text.islower()):
        return False
    if word.low not in verb_forms(language):
        return False
    return language != "en" or is_plural(subject.low, "en") != word.low.endswith("s")
