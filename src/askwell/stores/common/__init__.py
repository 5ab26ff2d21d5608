"""Shared by all stores: validation, defaults, encoding and errors."""
