"""Text without the difference between upper and lower case, for searches in stores."""

FORMS = (("ς", "σ"), ("i\u0307", "i"))
"""What full lowercasing writes for Σ at the end of a word and for İ, and what lowercasing character by character does.

All differences between the two that Unicode's `SpecialCasing.txt` lists for every language. Python and ICU lowercase
fully, the C library and some collations of PostgreSQL by character.
"""


def fold_case(text: str) -> str:
    """The text in lower case, the same on every server: with one form of sigma, and without the dot of İ."""
    folded = text.lower()
    for full, simple in FORMS:
        folded = folded.replace(full, simple)
    return folded
