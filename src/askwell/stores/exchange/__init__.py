"""Conversations that come from elsewhere: their file shapes, validation and import."""
