"""Stores conversations in SQLite or PostgreSQL."""
