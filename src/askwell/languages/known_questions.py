"""The type of a language's words that change what a question asks for, whatever its other words are."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownQuestionWords:
    """Sources of regular expressions without a group around them, for whole words in lower case."""

    past: str
    """Forms of verbs that tell that something is over."""
    future: str
    neutral: frozenset[str]
    """Words that say only that a way, a place or a permission is asked for, besides those in `Lexicon.scaffold`."""
    now: str
    """Words that make an answer depend on the moment: `currently`."""
    infinitive: str = ""
    """Ending of infinitives, if the stem of a verb with it may be another one than that of its other forms."""
    alternations: tuple[tuple[str, str], ...] = ()
    """Letters in some forms of a verb, and those in the others in their place: the mobile diphthongs of Italian."""
