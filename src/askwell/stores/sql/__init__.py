"""Conversations in SQLite or PostgreSQL."""
