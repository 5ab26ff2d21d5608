"""The type of a language's words that change what a question asks for, whatever its other words are."""

from dataclasses import dataclass
from typing import Literal

AskedKind = Literal["time", "duration", "amount", "person", "place", "reason", "way"]
"""What a question word asks for; how many days or years is a duration."""


@dataclass(frozen=True, slots=True)
class KnownQuestionWords:
    """Sources of regular expressions without a group around them, for whole words in lower case."""

    past: str
    """Forms of verbs that tell that something is over."""
    future: str
    neutral: frozenset[str]
    """Words that say only that a way, a place or a permission is asked for, besides those in `Lexicon.scaffold`."""
    asks: tuple[tuple[AskedKind, str], ...]
    """Question words by what they ask for; a question may ask for several things."""
    open: str
    """Question words that ask for anything: `what`, `which`."""
    now: str
    """Words that make an answer depend on the moment: `currently`."""
    must: str
    """Words for a duty: `must`, `have to`."""
    may: str
    """Words for a permission or a possibility: `may`, `can`."""
    since: str
    """Words before or after the first moment or amount for which something holds: `from when`, `starting`."""
    until: str
    """Those of the last one: `until`, `by when`."""
    either: str
    """Words between two things of which one is asked for: `or`."""
    same: tuple[str, ...] = ()
    """Words that ask for the same in otherwise equal questions, a group a text: `limit maximum ceiling`.

    They are everyday words of questions to an office. Words that may be two things of one collection are in no group.
    """
    asked_by: tuple[tuple[str, str], ...] = ()
    """Question words, each with words that may ask for the same in its place: `when`, `date deadline`."""
    infinitive: str = ""
    """Ending of infinitives, if the stem of a verb with it may be another one than that of its other forms."""
    enclitics: str = ""
    """Pronouns that are written at the end of a verb, which is then without its last letter: `farsele` for `fare`."""
    alternations: tuple[tuple[str, str], ...] = ()
    """Letters in some forms of a verb, and those in the others in their place: the mobile diphthongs of Italian."""
