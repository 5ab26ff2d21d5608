"""Measurements on public data, set beside published figures."""
