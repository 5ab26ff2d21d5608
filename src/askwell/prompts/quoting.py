"""Quotes texts as data: escaped inside elements, so that no text can close its element."""

from collections.abc import Sequence

from askwell.prompts.words import MOST_QUOTED_CHARS
from askwell.types import Passage, Turn


def escape(text: str) -> str:
    """The text with `&`, `<` and `>` as entities."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def shorten(text: str, most_chars: int = MOST_QUOTED_CHARS) -> str:
    """The text, cut between words and with an ellipsis if it is longer than `most_chars`."""
    if len(text) <= most_chars:
        return text
    kept = text[: most_chars - 2]
    return f"{kept[: kept.rfind(' ')] if ' ' in kept else kept} …"


def element(tag: str, content: str) -> str:
    """The text escaped inside an element; empty if there is no text."""
    return f"<{tag}>\n{escape(content)}\n</{tag}>" if content else ""


def join(*parts: str) -> str:
    """The parts that have text, with an empty line between them."""
    return "\n\n".join(part for part in parts if part)


def listed(heading: str, items: Sequence[str]) -> str:
    """A heading and one line for each item; empty if there are no items."""
    return "\n".join([f"{heading}:", *(f"- {' '.join(item.split())}" for item in items)]) if items else ""


def passages_element(passages: Sequence[Passage], labels: Sequence[int]) -> str:
    """The passages with label, title and headings; empty if there are none."""
    if not passages:
        return ""
    quoted = [_passage(passage, label) for passage, label in zip(passages, labels, strict=True)]
    return join("<passages>\n" + "\n".join(quoted) + "\n</passages>")


def _passage(passage: Passage, label: int) -> str:
    texts = {"title": passage.title or passage.document_name, "heading": " / ".join(passage.chunk.headings)}
    attributes = "".join(f' {name}="{attribute(value)}"' for name, value in texts.items() if value)
    return f'<passage label="{label}"{attributes}>\n{escape(passage.chunk.text)}\n</passage>'


def attribute(text: str) -> str:
    """The text on one line, escaped for the value of an attribute."""
    return escape(" ".join(text.split())).replace('"', "&quot;")


def quoted_turn(turn: Turn, answer: str) -> str:
    """Question, its resolved form if it differs, and answer of a turn, each shortened."""
    question = f"<user>{escape(shorten(turn.question))}</user>"
    resolved = turn.standalone_question
    if resolved and resolved != turn.question:
        question += f"\n<meant>{escape(shorten(resolved))}</meant>"
    return f"{question}\n<assistant>{escape(shorten(answer))}</assistant>" if answer else question
