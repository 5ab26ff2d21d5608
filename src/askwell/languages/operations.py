"""The type of a language's operations: words that ask for something to be done with the last answer."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Operations:
    """Words of one language, folded: lower case, without accents."""

    phrases: Mapping[str, tuple[str, ...]]
    """Operation to its phrases. A phrase is a set of words: they may occur in any order, with others between them."""
    ordered: Mapping[str, tuple[str, ...]]
    """Operation to phrases whose words come in this order, with one other word at most besides small talk."""
    frame: frozenset[str]
    """Words around a phrase that ask for nothing by themselves, besides function words and words of small talk."""
    no_frame: frozenset[str]
    """Function words that do ask for something, so that a message with them is no operation."""
    examples: str
    """Alternation of signs of an example, in folded text."""
    reasons: str
    """Alternation of signs of a reason, in folded text."""


def phrases(written: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Operation to its phrases, parsed from lists separated by commas."""
    return {operation: tuple(part.strip() for part in listed.split(",")) for operation, listed in written.items()}
