"""Lines that quote documents: what is written is read back."""

from hypothesis import given
from hypothesis import strategies as st

from askwell.text.quotations import quoted_words, quoting_line

WORDS = st.text(st.characters(exclude_categories=["Cc", "Zl", "Zp"]), min_size=1)


@given(st.lists(st.tuples(WORDS, st.integers(1, 99)), min_size=1, max_size=4))
def test_the_words_of_every_line_are_read_back(quotes: list[tuple[str, int]]) -> None:
    lines = "\n".join(quoting_line("Manual § Locks", words, label) for words, label in quotes)
    answer = f"I am not sure of the answer. It may be here:\n\n{lines}"
    assert quoted_words(answer) == [words for words, _ in quotes]


def test_other_lines_are_no_quotations() -> None:
    assert quoted_words('- It says "closed" on Monday. [1]\nHe calls it: "a lock" [1]') == []
