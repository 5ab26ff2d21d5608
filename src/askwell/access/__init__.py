"""Who calls, what they may do and how much of it: API keys, tokens of an identity provider, limits."""
