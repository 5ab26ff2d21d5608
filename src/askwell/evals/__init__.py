"""Conversations written down as YAML, run through the engine and checked."""
