"""Histories of clients on two servers while things go wrong, and a checker that decides over them (Jepsen's manner)."""
