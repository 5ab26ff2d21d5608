"""Conversations over documents that survive the second question."""
