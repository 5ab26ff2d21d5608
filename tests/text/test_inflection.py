"""Singulars for look-ups."""

import pytest

from askwell.text.inflection import is_plural, singular


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
