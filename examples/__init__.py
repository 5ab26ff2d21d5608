"""Plug-ins to begin from: each is whole, short, and tested."""
