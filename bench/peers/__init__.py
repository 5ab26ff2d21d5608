"""Other ways to keep a conversation, as their documentation shows them, for `bench speed` to stand beside."""
