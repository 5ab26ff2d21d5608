from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.text.characters import SEPARATORS, TextJoiner, clean_json, clean_text

ANY = st.text(alphabet=st.characters() | st.sampled_from("\0\ud83d\ude00\udfff a"))


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("plain", "plain"),
        ("a\0b", "a\ufffdb"),
        ("\ud83d\ude00", "😀"),
        ("\ud83d alone", "\ufffd alone"),
        ("alone \ude00", "alone \ufffd"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("é\0", "é\ufffd"),
        (SEPARATORS, SEPARATORS),
    ],
)
def test_what_no_database_holds_is_replaced_and_halves_are_joined(text: str, clean: str) -> None:
    assert clean_text(text) == clean


@given(ANY)
def test_a_clean_text_is_utf_8_without_nul_and_stays_as_it_is(text: str) -> None:
    clean = clean_text(text)
    assert "\0" not in clean
    assert clean.encode().decode() == clean
    assert clean_text(clean) == clean


@given(ANY, st.lists(st.integers(0, 40), max_size=5))
def test_pieces_give_the_same_text_wherever_it_is_cut(text: str, cuts: list[int]) -> None:
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    joiner = TextJoiner()
    pieces = [joiner.feed(text[start:end]) for start, end in pairwise(places)]
    assert "".join([*pieces, joiner.flush()]) == clean_text(text)
    for piece in pieces:
        assert piece == clean_text(piece)


def test_all_texts_of_a_json_value_are_cleaned() -> None:
    assert clean_json({"a\0": ["\ud83d\ude00", 1, None, {"b": "\ud83d"}]}) == {
        "a\ufffd": ["😀", 1, None, {"b": "\ufffd"}]
    }
