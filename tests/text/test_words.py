"""Words are split, folded and stemmed the same way whichever alphabet they are written in."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.text.words import _STEMS, content_stems, fold, stem, stems_in_order, words

TEXTS = st.text(st.one_of(st.sampled_from("aBcdLSt9_.-'’ \n\x1c!"), st.characters()), max_size=40)
WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The GPT-3.5 paper, e.g. v2.1. End.", ["the", "gpt-3.5", "paper", "e.g", "v2.1", "end"]),
        ("O'Neill's boat; the child’s", ["o'neill", "boat", "the", "child"]),
        ("L'aliquota dell’anno è un'altra", ["aliquota", "anno", "è", "altra"]),
        ("snake_case -- a--b 'quoted'", ["snake", "case", "a", "b", "quoted"]),
        ("İzmir ΟΔΟΣ.", ["i̇zmir", "οδος"]),
    ],
)
def test_words_in_order(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(TEXTS)
def test_words_without_apostrophes_are_those_of_the_pattern(text: str) -> None:
    plain = text.replace("'", " ").replace("’", " ")
    assert words(plain) == [word.lower() for word in WORD.findall(plain)]


@given(TEXTS)
def test_folding_takes_diacritics_and_invisible_characters(text: str) -> None:
    kept = [char for char in unicodedata.normalize("NFKD", text) if unicodedata.category(char) not in {"Mn", "Cf"}]
    assert fold(text) == unicodedata.normalize("NFKC", "".join(kept)).casefold()


def test_stems_of_many_are_those_of_each() -> None:
    some = ["ferries", "ferry", "gpt-3.5", "élite", "o'clock", "costs"]
    for language in ("en", "it", "nl"):
        assert stems_in_order(some, language) == [stem(word, language) for word in some]
    assert stem("costi", "it") != stem("costi", "en")
    assert content_stems("What do the ferries cost?", "en") == ["ferri", "cost"]


def test_an_unknown_language_is_stemmed_like_english() -> None:
    assert stem("ferries", "xx") == "ferri"


def test_stems_of_long_words_are_not_cached() -> None:
    stems_of = _STEMS["en"]
    before = len(stems_of)
    for number in range(50):
        assert stems_of[f"{number}" + "walking" * 10]
    assert len(stems_of) == before
