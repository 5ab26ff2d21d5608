"""Readers: from a file's bytes to plain text with sections, one file a format."""

from askwell.knowledge.readers.reading import MAX_BYTES, SUFFIXES, read_document

__all__ = ["MAX_BYTES", "SUFFIXES", "read_document"]
