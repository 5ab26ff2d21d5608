"""Readers: from a file's bytes to plain text with sections, one file a format."""

from askwell.knowledge.readers.plugged import PluggedReader, Read
from askwell.knowledge.readers.reading import MAX_BYTES, SUFFIXES, read_document

__all__ = ["MAX_BYTES", "SUFFIXES", "PluggedReader", "Read", "read_document"]
