"""Conversations as JSON files in a folder, one file a session."""
