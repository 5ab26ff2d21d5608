"""Conversations in dictionaries, for data that need not outlive the process."""
