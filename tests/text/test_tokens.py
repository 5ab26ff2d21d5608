"""Token counts of texts of any size."""

import random
import subprocess
import sys

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


LOADED = """
import sys
from askwell.text.tokens import count_tokens
print(count_tokens("Tokens are counted."), "bpe_openai.registry" in sys.modules)
import bpe_openai
print(len(bpe_openai.get_encoding("o200k_base").encode_ordinary("Tokens are counted.")))
"""


def test_the_dictionaries_of_the_tokenizer_are_not_loaded() -> None:
    """They take 70 MB, and nothing uses them. The package can still be imported."""
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["4", "False", "4"]
