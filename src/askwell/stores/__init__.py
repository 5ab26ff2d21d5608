"""Stores of conversations: a SQL database, JSON files, or the memory of the process; all implement one port."""
