"""Imported conversations: file formats, validation and import."""
