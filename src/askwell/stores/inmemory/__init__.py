"""Conversations in dictionaries, for what need not outlive the process."""
