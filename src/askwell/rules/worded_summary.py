"""A summary that a person or a model worded, with what came since: it stays as it is worded, and lines are added."""

from collections.abc import Sequence

from askwell.languages import LANGUAGES, wording
from askwell.rules.values import keys
from askwell.text.sentences import each_sentence
from askwell.types import Item, Language, Memory

MOST_WORDS = 200
"""Of a summary that a model worded, with the lines added. A person's summary is not cut."""
MOST_ADDED_WORDS = 100
"""Of the lines added; the oldest are dropped, questions before statements."""


def extended(memory: Memory, new: Sequence[Item], language: Language, *, asked: str = "") -> str:
    """The summary as it was worded, with a line for each new statement, or for what was asked where there is none.

    Statements that the new ones supersede are removed from the lines.
    """
    worded, lines = _split(memory.summary)
    superseded = {item.supersedes_id for item in new}
    gone = {item.text for item in memory.items if item.id in superseded}
    lines = [line for line in lines if line.removeprefix("- ") not in gone]
    lines += [f"- {text}" for text in [item.text for item in new] or [asked] if text]
    stated = {item.text for item in memory.items_with(new)}
    while lines and _words(lines) > MOST_ADDED_WORDS:
        lines.remove(next((line for line in lines if line.removeprefix("- ") not in stated), lines[0]))
    if memory.summary_by == "model":
        worded = _first_sentences(worded, MOST_WORDS - _words(lines))
    heading = wording(language).since_then
    return "\n\n".join(part for part in (worded, "\n".join((heading, *lines)) if lines else "") if part)


def still_holds(memory: Memory, new: Sequence[Item], language: Language) -> bool:
    """Whether the new statements supersede nothing of which the worded summary tells more than half."""
    worded, _ = _split(memory.summary)
    superseded = {item.supersedes_id for item in new} - {None}
    gone = [keys(item.text, language) for item in memory.items if item.id in superseded]
    kept_keys = keys(worded, language) if gone else frozenset()
    return not any(2 * len(each & kept_keys) > len(each) for each in gone)


def _split(summary: str) -> tuple[str, list[str]]:
    """What was worded, and the lines added to it, under the heading of whatever language."""
    for language in LANGUAGES:
        worded, found, added = summary.rpartition(f"\n\n{wording(language).since_then}\n")
        if found:
            return worded, [line for line in added.split("\n") if line]
    return summary, []


def _first_sentences(text: str, most_words: int) -> str:
    """The first sentences that have room, whole; the first words of a single one that is too long."""
    if _words([text]) <= most_words:
        return text
    end = 0
    for _, stop in each_sentence(text):
        if _words([text[:stop]]) > most_words:
            break
        end = stop
    return text[:end] if end else f"{' '.join(text.split()[:most_words])}…"


def _words(texts: Sequence[str]) -> int:
    return sum(len(text.split()) for text in texts)
