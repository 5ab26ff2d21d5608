"""A question put together again: the places that change, and what they were taken for."""

from collections.abc import Sequence
from dataclasses import dataclass

from askwell.types import Antecedent
from askwell.understanding.grammar.clauses import is_clause
from askwell.understanding.grammar.cues import Reading


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A question that stands alone, and what its expressions were taken for."""

    question: str
    reason: str = "none"
    """Name of the reason in the language's wording."""
    antecedents: tuple[Antecedent, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a question and what stands there instead."""

    start: int
    end: int
    text: str
    antecedent: Antecedent
    reason: str


def applied(question: Reading, edits: Sequence[Edit]) -> Rewrite:
    """The question with its edits made from the end, those left out that overlap another or would put in a clause."""
    text = question.text
    last = len(text) + 1
    done: list[Edit] = []
    for edit in sorted(edits, key=lambda each: -each.start):
        if edit.end > last or is_clause(edit.antecedent.refers_to, question.language):
            continue
        text = text[: edit.start] + edit.text + text[edit.end :]
        last = edit.start
        done.append(edit)
    done.reverse()
    if not done:
        return Rewrite(question.text)
    return Rewrite(text, done[0].reason, tuple(edit.antecedent for edit in done))
