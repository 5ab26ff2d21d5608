"""Personal data in a text."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from askwell.privacy.addresses import addresses
from askwell.privacy.codes import codes
from askwell.privacy.dates import ages, births, dates
from askwell.privacy.folding import fold
from askwell.privacy.gaps import across_gaps
from askwell.privacy.introduced import introduced
from askwell.privacy.names import named, titles
from askwell.privacy.numbers import numbers
from askwell.privacy.spans import KINDS, PERSONAL_KINDS, STRUCTURED_KINDS, Kind, Span, without_overlaps
from askwell.privacy.websites import websites

EVERY_KIND: AbstractSet[Kind] = frozenset(KINDS)

Recognise = Callable[[str, AbstractSet[Kind]], tuple[Span, ...]]
"""Returns the personal data of a text, of these kinds, like `find`."""


def find(text: str, kinds: AbstractSet[Kind] = PERSONAL_KINDS) -> tuple[Span, ...]:
    """The personal data of a text in its order, without overlaps, in any of the languages; positions in characters.

    Invisible characters, full-width digits and the like inside a value do not hide it; they belong to its span.
    """
    folded = fold(text)
    plain = folded.text
    found = [
        *codes(plain),
        *websites(plain),
        *numbers(plain),
        *dates(plain),
        *across_gaps(plain),
        *addresses(plain),
        *introduced(plain),
        *named(plain),
    ]
    found += births(plain, found)
    # What says little by itself is looked for only if it is wanted.
    if "AGE" in kinds:
        found += ages(plain)
    if "TITLE" in kinds:
        found += titles(plain, found)
    kept = without_overlaps(_with_whole_addresses(found))
    return tuple(folded.original(span) for span in kept if span.kind in kinds)


def _with_whole_addresses(spans: Sequence[Span]) -> list[Span]:
    """The spans; a web address that holds a checked value is personal as a whole, since none is restored in a part."""
    checked = [span for span in spans if span.kind in STRUCTURED_KINDS]
    return [
        span._replace(kind="PROFILE")
        if span.kind == "WEB_ADDRESS" and any(span.start < each.start and each.end <= span.end for each in checked)
        else span
        for span in spans
    ]
