"""Token counts of texts of any size."""

import random

import pytest

from askwell.text.tokens import count_tokens, count_tokens_once


def test_a_text_above_the_encoders_limit_is_counted_in_pieces() -> None:
    assert count_tokens("a\n" * 300_000) == 600_000


def test_pieces_cut_at_blanks_add_up_to_the_exact_number() -> None:
    words = random.Random(1).choices(["harbour", "ferries", "leave", "at", "noon", "today"], k=20_000)
    text = "".join(f" {word}" for word in words)
    assert len(text) > 80_000
    assert count_tokens(text) == sum(count_tokens_once(f" {word}") for word in words)


@pytest.mark.parametrize("text", ["half \ud800 a pair", "\ud800" * 50_000])
def test_half_of_a_surrogate_pair_is_counted(text: str) -> None:
    assert count_tokens(text) == count_tokens(text.replace("\ud800", "?"))
