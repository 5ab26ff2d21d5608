"""How far the texts of a prompt are trusted: what is written from a text is trusted as little as the text."""

from collections.abc import Sequence

from askwell.text.orders import is_doubtful
from askwell.types import Brief, Memory, Trust, Turn


def trust_of(*texts: str) -> Trust:
    """The lowest trust of the texts, each for what it says itself."""
    return "low" if any(map(is_doubtful, texts)) else "normal"


def repeats_others(turn: Turn) -> bool:
    """Whether an answer may repeat texts of documents or tools."""
    return bool(turn.sources or turn.packed) or (turn.ledger is not None and turn.ledger.trust == "low")


def trust_in(turn: Turn) -> Trust:
    """The trust in an answer: that of its prompt, or that of its own text if it may repeat texts of others."""
    if turn.ledger is not None and turn.ledger.trust == "low":
        return "low"
    return trust_of(turn.answer) if repeats_others(turn) else "normal"


def summary_trust(memory: Memory, after: Sequence[Turn]) -> Trust:
    """The lowest trust of what a summary was made from. `after` are the turns that follow it, oldest first.

    Each prompt has the summary before it, so the first of these turns knows the trust of all before it. All prompts
    that begin with that turn get the same. A text by a user is not doubted for what it says.
    """
    if after and trust_in(after[0]) == "low":
        return "low"
    return "normal" if memory.summary_by == "user" else trust_of(memory.summary)


def prompt_trust(brief: Brief) -> Trust:
    """The lowest trust of the texts of others in a prompt, with those of earlier turns."""
    answers = (*brief.turns, *brief.older, *(brief.operation.answers if brief.operation else ()))
    if (brief.summary_trust == "low" and brief.summary) or "low" in map(trust_in, answers):
        return "low"
    return trust_of(
        *(passage.chunk.text for passage in brief.passages),
        *(topic.line for topic in brief.topics),
        *(text for _, text in brief.parts),
    )
