import pytest

from askwell.text.numbers import numbers


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("No number stands in this sentence.", "en", []),
        ("Twenty-five families", "en", [("20", 0, 6), ("5", 7, 11)]),
        ("seven_ and _eight and in10 and 3two", "en", [("3", 31, 32)]),
        ("E-5, .5 and 1,000", "en", [("1000", 12, 17)]),
        ("perché VENTI città", "it", [("20", 7, 12)]),
        ("perché 20 città", "it", [("20", 7, 9)]),
        ("à 12 m²", "it", [("12", 2, 4)]),
        ("é ² two", "en", [("²", 2, 3), ("2", 4, 7)]),
        ("two", "it", []),
    ],
)
def test_numbers_are_found_in_words_and_digits(text: str, language: str, expected: list[tuple[str, int, int]]) -> None:
    assert numbers(text, language) == expected
