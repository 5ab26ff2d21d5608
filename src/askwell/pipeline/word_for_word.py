"""Answers that no writer words: rows of tables, answers of the author, each sentence marked, and earlier answers."""

from collections.abc import Collection, Sequence

from askwell.languages import wording
from askwell.pipeline.answer_cache import marked_for
from askwell.pipeline.state import TurnState
from askwell.text.sentences import sentences
from askwell.types import Passage


def word_for_word(state: TurnState, passages: Sequence[Passage], own_routes: Collection[str]) -> str:
    """The answer word for word if a table or an earlier answer gives it; else empty.

    `own_routes` are answered from the assistant's tables.

    The lines of a table of a document are in some of its passages; their marks point to the first.
    """
    if state.reused is not None:
        return marked_for(state.reused, passages)
    if state.table_answer is None:
        return _row_text(passages) if state.route in own_routes else ""
    rows = "\n".join(line if line.endswith(":") else f"{line} [1]" for line in state.table_answer.lines)
    return rows if state.table_answer.is_sure else f"{wording(state.language).passages}\n\n{rows}"


def _row_text(passages: Sequence[Passage]) -> str:
    """Table rows word for word, each a paragraph or a list item, with a mark after each sentence."""
    answer = ""
    for label, passage in enumerate(passages, 1):
        text = passage.chunk.text
        separator = "" if not answer else "\n" if text.startswith("- ") else "\n\n"
        answer += separator + "\n".join(_marked(line, label) for line in text.splitlines())
    return answer


def _marked(line: str, label: int) -> str:
    """A line with a mark after each sentence; a line that ends with a colon gets none."""
    if line.endswith(":"):
        return line
    return " ".join(f"{line[a:b]} [{label}]" for a, b in sentences(line))
