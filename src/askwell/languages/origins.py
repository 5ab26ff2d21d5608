"""The type of a language's origins: words that point at files of the conversation, or at the assistant's documents."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origins:
    """Alternations of one language for lower-case text."""

    attachments: str
    """Phrases for a file that was given in the conversation."""
    collections: str
    """Phrases for the documents of the assistant, or for what holds in general."""
