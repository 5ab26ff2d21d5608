"""The formats that askwell reads, with the module that reads each."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from askwell.knowledge.readers import (
    delimited,
    docx,
    eml,
    epub,
    html,
    ipynb,
    markdown,
    odt,
    pdf,
    pptx,
    rst,
    rtf,
    text,
    xlsx,
)
from askwell.types import ParsedDocument


class Format(Protocol):
    """A module that reads a format; like the port `Reader`, with extensions that do not change."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Lower-case file extensions, with the dot."""
        ...

    def read(self, data: bytes, name: str) -> ParsedDocument:
        """Text, sections and metadata of a file. Raises BadInput."""
        ...


FORMATS: Mapping[str, Format] = {
    "text": text,
    "markdown": markdown,
    "rst": rst,
    "html": html,
    "pdf": pdf,
    "csv": delimited,
    "docx": docx,
    "xlsx": xlsx,
    "pptx": pptx,
    "odt": odt,
    "epub": epub,
    "eml": eml,
    "rtf": rtf,
    "ipynb": ipynb,
}
"""Reader by name of the format."""

WITH_PASSWORDS: Mapping[str, Callable[[bytes, str, Sequence[str]], ParsedDocument]] = {"pdf": pdf.read_locked}
"""Functions that read encrypted files, by name of the format; the last argument are passwords to try."""

SUFFIXES = tuple(suffix for reader in FORMATS.values() for suffix in reader.suffixes)
"""Supported file extensions, lower-case, with the dot."""
