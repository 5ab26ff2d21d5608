"""The type of a language's sentences of simulated users."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PersonaWords:
    """Sentences of simulated users.

    Names in braces are replaced: {thing} and {other} by subjects of documents, {named} by a name of the last answer,
    {number} by a number, {question} by a question. A word in asterisks has to stay in a complete wording of the
    sentence.
    """

    about: tuple[str, ...]
    """Complete questions about a {thing}."""
    impatient: tuple[str, ...]
    """Short follow-ups."""
    amounts: tuple[str, ...]
    """Follow-ups with a {number}."""
    vague: tuple[str, ...]
    """Follow-ups that hardly say what they are about."""
    negative: tuple[str, ...]
    """Follow-ups with a negation."""
    corrects: tuple[str, ...]
    """Corrections of the last question."""
    switches: tuple[str, ...]
    """Introductions of a {question} about something else."""
    returns: tuple[str, ...]
    """Returns to an earlier {thing}."""
    hostile: tuple[str, ...]
    """Insults, doubts, and attempts to change the instructions."""
    nonsense: tuple[str, ...]
    """Messages without a meaning."""
    off_topic: tuple[str, ...]
    """Questions that few collections answer."""
