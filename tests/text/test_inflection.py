"""Singulars of nouns for look-ups, and plurals of verbs."""

import pytest

from askwell.text.inflection import is_plural, plural_verb, singular
from askwell.types import Language


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("DVDs", "DVD"),
        ("PCs", "PC"),
        ("pcs", "pc"),
        ("vms", "vm"),
        ("kettles", "kettle"),
        ("has", "has"),
        ("yes", "yes"),
        ("bus", "bus"),
        ("Mrs", "Mrs"),
        ("ms", "ms"),
        ("CSS", "CSS"),
    ],
)
def test_abbreviations_of_two_letters_have_a_singular(word: str, expected: str) -> None:
    assert singular(word, "en") == expected


def test_a_short_word_looks_like_no_plural() -> None:
    assert is_plural("kettles", "en")
    assert not is_plural("gps", "en")


@pytest.mark.parametrize(
    ("language", "word", "expected"),
    [
        ("en", "does", "do"),
        ("en", "can", "can"),
        ("en", "holds", ""),
        ("nl", "kost", "kosten"),
        ("nl", "loopt", "lopen"),
        ("nl", "past", "passen"),
        ("nl", "weegt", "wegen"),
        ("nl", "moet", "moeten"),
        ("nl", "leest", "lezen"),
        ("nl", "blaast", ""),
        ("it", "pesa", "pesano"),
        ("it", "chiude", "chiudono"),
        ("it", "contiene", "contengono"),
        ("it", "sceglie", "scelgono"),
        ("it", "può", "possono"),
        ("it", "costano", ""),
    ],
)
def test_a_verb_has_a_plural_or_none_that_is_known(language: Language, word: str, expected: str) -> None:
    assert plural_verb(word, language) == expected
