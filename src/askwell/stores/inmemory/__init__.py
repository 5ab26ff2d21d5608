"""Stores conversations in the memory of the process."""
