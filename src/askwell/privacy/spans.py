"""Spans of personal data, and which one counts where several overlap."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

Kind = Literal[
    "PROFILE",
    "EMAIL",
    "IBAN",
    "IT_FISCAL_CODE",
    "EU_VAT",
    "CARD",
    "US_SSN",
    "NL_BSN",
    "IT_VAT",
    "IP_ADDRESS",
    "DOCUMENT",
    "BIRTH_DATE",
    "PHONE",
    "ADDRESS",
    "PERSON",
    "WEB_ADDRESS",
    "DATE",
    "AGE",
    "TITLE",
    "PLACE",
    "ORGANISATION",
]
"""PROFILE is the address of a person's page; DOCUMENT the number of a passport, an identity card or a licence."""

KINDS: tuple[Kind, ...] = get_args(Kind)

CONTEXT_KINDS: frozenset[Kind] = frozenset({"PLACE", "ORGANISATION", "WEB_ADDRESS", "DATE", "AGE", "TITLE"})
"""What says little about a person by itself, and what a question often cannot do without."""

PERSONAL_KINDS: frozenset[Kind] = frozenset(KINDS) - CONTEXT_KINDS
"""What is replaced unless settings name other kinds."""

STRUCTURED_KINDS: frozenset[Kind] = PERSONAL_KINDS - {"ADDRESS", "PERSON"}
"""What has a form that can be checked."""


class Span(NamedTuple):
    """Personal data at a place of a text, in characters; `end` is exclusive."""

    start: int
    end: int
    kind: Kind

    @property
    def length(self) -> int:
        """Its length, characters."""
        return self.end - self.start


_PRECEDENCE = {kind: at for at, kind in enumerate(KINDS)}


def without_overlaps(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans in order of the text. Of overlapping ones the kind that is first in `KINDS` counts, then the longer."""
    kept: list[Span] = []
    ordered = sorted(spans, key=lambda each: (_PRECEDENCE[each.kind], each.start - each.end, each.start))
    covered = bytearray(max((span.end for span in ordered), default=0))
    for span in ordered:
        if 1 not in covered[span.start : span.end]:
            covered[span.start : span.end] = b"\1" * span.length
            kept.append(span)
    return tuple(sorted(kept))
