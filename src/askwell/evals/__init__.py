"""Scenarios: conversations in YAML that are run with the engine and checked."""
