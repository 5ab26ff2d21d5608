"""How citation marks look in the text that a reader gets."""

from dataclasses import dataclass
from typing import Literal

MarkKind = Literal["number", "id", "footnote"]
"""`[1]`, `[1706.03762]`, or `[^1]` with the sources in footnotes."""
IdField = Literal["url", "title", "document"]
"""What the id of a source is read from: address, title, or name of the file."""


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """How the marks of an answer are shown. Stored answers have numbers."""

    kind: MarkKind = "number"
    id_field: IdField = "url"
    id_pattern: str = ""
    """Regular expression that finds the id in the field: its first group, or all that it matches; empty: all of it."""
