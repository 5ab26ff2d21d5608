"""Conversations in JSON: our own format, imports, and exports in the formats of other systems."""
