"""Quotes texts as data, so that no text can close its element.

Prompts of writers show texts as they are, since code and tables must not be changed. An element of the last message
has a random key in both of its tags; what is sent again with every turn has none, so the names of our tags are escaped
in it. Prompts of judgements escape all texts, because their replies contain no text of documents.
"""

import re
from collections.abc import Sequence

from askwell.prompts.trust import repeats_others, trust_of
from askwell.prompts.words import MOST_QUOTED_CHARS
from askwell.text.hidden import without_hidden
from askwell.text.orders import order_spans
from askwell.types import Passage, Trust, Turn

TAGS = (
    "as_typed", "corrected", "first_question", "from_documents", "last_answer", "last_question", "meant", "part",
    "passage", "passages", "question", "recalled", "request", "summary", "tool_result", "tool_results", "topics",
    "user_context",
)  # fmt: skip
"""Names of the elements in prompts of writers."""

_OUR_TAG = re.compile(rf"<(?=\s*/?\s*(?:{'|'.join(TAGS)})\b)", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t]+")
_TEMPLATE = re.compile(
    r"<(?=\|)|<(?=/?s>)|<(?=(?:start|end)_of_turn>)|\[(?=/?INST\])|<(?=</?SYS>>)|(?<=\|)>", re.IGNORECASE
)
"""First characters of the tokens with which chat templates separate messages."""


def escape(text: str) -> str:
    """The text with `&`, `<` and `>` as entities."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def shorten(text: str, most_chars: int = MOST_QUOTED_CHARS) -> str:
    """The text, cut between words and with an ellipsis if it is longer than `most_chars`."""
    if len(text) <= most_chars:
        return text
    kept = text[: most_chars - 2]
    return f"{kept[: kept.rfind(' ')] if ' ' in kept else kept} …"


def plain(text: str) -> str:
    """The text without hidden characters, and with a space in tokens of chat templates, so that it stays text."""
    text = without_hidden(text)
    if not ("<" in text or "[" in text or "|" in text):
        return text
    return _TEMPLATE.sub(lambda found: " >" if found[0] == ">" else f"{found[0]} ", text)


def keyed(tag: str, content: str, key: str, attributes: str = "") -> str:
    """The text as it is in an element whose tags carry the key; empty if there is no text.

    Without a key, only the names of our tags are escaped in it.
    """
    if not content:
        return ""
    if not key:
        return f"<{tag}{attributes}>\n{_OUR_TAG.sub('&lt;', plain(content))}\n</{tag}>"
    return f"<{tag}{attributes} {key}>\n{plain(content).replace(key, '')}\n</{tag} {key}>"


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


def keyed_passages(passages: Sequence[Passage], labels: Sequence[int], key: str) -> str:
    """The passages as they are, with label, origin, trust, title, date and headings; empty if there are none.

    Sentences that read like instructions to a model are marked as data in each of their words.
    """
    quoted = [
        keyed("passage", data_marked(passage.chunk.text), key, f' label="{label}"{passage_attributes(passage)}')
        for passage, label in zip(passages, labels, strict=True)
    ]
    return "\n".join(quoted)


def _passage(passage: Passage, label: int) -> str:
    return f'<passage label="{label}"{_titles(passage)}>\n{escape(data_marked(passage.chunk.text))}\n</passage>'


def _titles(passage: Passage) -> str:
    texts = {
        "title": passage.title or passage.document_name,
        "date": passage.date,
        "heading": " / ".join(passage.chunk.headings),
    }
    return "".join(f' {name}="{attribute(value)}"' for name, value in texts.items() if value)


def data_marked(text: str) -> str:
    """The text with `^` in place of the spaces of sentences that read like instructions to a model."""
    for start, end in reversed(order_spans(text)):
        text = text[:start] + _BLANKS.sub("^", text[start:end]) + text[end:]
    return text


def passage_attributes(passage: Passage) -> str:
    """Origin, trust, title, date and headings of a passage, as they are in its tag."""
    origin = "attachment" if passage.is_attached else "collection"
    return f' origin="{origin}" trust="{trust_of(passage.chunk.text)}"{_titles(passage)}'


def answer_as_data(turn: Turn, answer: str) -> str:
    """The answer of a turn, or a part of it; marked as data like a passage if it may repeat texts of others."""
    return data_marked(answer) if repeats_others(turn) else answer


def summary_as_data(summary: str, trust: Trust) -> str:
    """A summary, marked as data like a passage if its trust is low."""
    return data_marked(summary) if trust == "low" else summary


def low_trust(trust: Trust) -> str:
    """The attribute of an element with low trust; empty for any other."""
    return ' trust="low"' if trust == "low" else ""


def attribute(text: str) -> str:
    """The text on one line, escaped for the value of an attribute."""
    return escape(" ".join(plain(text).split())).replace('"', "&quot;")


def quoted_turn(turn: Turn, answer: str) -> str:
    """Question, its resolved form if it differs, and answer of a turn, each shortened."""
    question = f"<user>{escape(shorten(turn.question))}</user>"
    resolved = turn.standalone_question
    if resolved and resolved != turn.question:
        question += f"\n<meant>{escape(shorten(resolved))}</meant>"
    return f"{question}\n<assistant>{escape(answer_as_data(turn, shorten(answer)))}</assistant>" if answer else question
