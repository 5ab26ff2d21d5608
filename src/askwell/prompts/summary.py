"""The summary of a conversation for a prompt that also contains its last turns."""

from collections.abc import Sequence

from askwell.languages import LANGUAGES, wording
from askwell.types import Memory, Turn

START_CHARS = 40
"""Characters by which a question in a summary is recognised as that of a turn."""


def summary_before(memory: Memory, shown: Sequence[Turn]) -> str:
    """The summary without what only repeats turns that are shown as messages, newest first.

    A text by a user stays as it is. One by a model cannot be divided; it is left out if all its turns are shown. From
    one by rules the statements and questions of these turns are removed, so it stays the same while the same turns
    are before the first message.
    """
    if memory.summary_by == "user" or not shown:
        return memory.summary
    first = shown[-1].number
    if first == 1:
        return ""
    if memory.summary_by == "model":
        return memory.summary
    settled, marker, discussed = memory.summary.partition(_discussed(memory.summary))
    for item in memory.items:
        if item.number >= first:
            text = item.text.strip()
            settled = settled.replace(text if text[-1:] in ".!?…" else f"{text}.", "")
    shown_starts = tuple({_start(text) for turn in shown for text in (turn.question, turn.standalone_question) if text})
    kept = [line for line in discussed.split("; ") if line and not _start(line).startswith(shown_starts)]
    lines = f"{marker}{' ' if marker else ''}{'; '.join(line.strip() for line in kept)}" if kept else ""
    return "\n".join(part for part in (" ".join(settled.split()), lines) if part)


def _discussed(summary: str) -> str:
    """The phrase before the questions in a summary by rules; a text that it does not contain if there is none."""
    phrases = (wording(language).discussed_before for language in LANGUAGES)
    return next((phrase for phrase in phrases if phrase in summary), "\0")


def _start(text: str) -> str:
    return " ".join(text.casefold().split())[:START_CHARS].rstrip(" ?.!")
