"""Stores conversations as JSON files in a folder, one per session."""
