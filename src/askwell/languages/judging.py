"""The type of a language's words for judging answers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JudgingWords:
    """Words and patterns. `denial`, `yes` and `no` are sources of regular expressions without a group around them.

    They are for text in lower case with plain apostrophes.
    """

    denial: str
    """Sentences that say that the documents do not answer, or that the assistant cannot help."""
    yes: str
    """How an answer begins that says yes."""
    no: str
    """How an answer begins that says no, before a comma or full stop."""
    against: frozenset[str]
    """Words that deny or restrict as a negation does, such as "forbidden" and "only"."""
    opposites: tuple[tuple[str, str], ...]
    """Pairs of words, of which a statement has the wrong one if its source has the other."""


def pairs(written: str) -> tuple[tuple[str, str], ...]:
    """The pairs of a text such as "before/after first/last"."""
    found = [pair.split("/") for pair in written.split()]
    return tuple((one, other) for one, other in found)
