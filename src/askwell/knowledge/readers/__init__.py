"""Readers convert the bytes of a file to plain text with sections; one module per format."""

from askwell.knowledge.readers.content import MAX_BYTES
from askwell.knowledge.readers.formats import SUFFIXES
from askwell.knowledge.readers.plugged import PluggedReader, Read
from askwell.knowledge.readers.reading import read_document

__all__ = ["MAX_BYTES", "SUFFIXES", "PluggedReader", "Read", "read_document"]
