"""The type of a language's words for judging answers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JudgingWords:
    """Sources of regular expressions without a group around them, for text in lower case with plain apostrophes."""

    denial: str
    """Sentences that say that the documents do not answer, or that the assistant cannot help."""
