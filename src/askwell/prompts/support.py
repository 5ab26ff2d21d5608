"""Builds the messages for judging whether passages support the sentences of an answer."""

from collections.abc import Mapping, Sequence

from askwell.prompts.quoting import element, escape, join, passages_element
from askwell.prompts.words import DATA_RULE
from askwell.types import Message, Passage

SUPPORT = """\
You check the sentences of an answer against the passages they cite, each sentence on its own, and use nothing else \
that you know:
0: the passages say nothing of the kind, or something else
1: a part of it; a number, a date, a name or a "not" is missing or another one
2: all of it in substance
3: all of it, as plainly
A sentence without numbers in `cites` is checked against all passages. What only repeats the question needs no support.
Give every sentence's label with its grade, like {"1": 3, "2": 0}."""

FIND = """\
You find the passage that supports each sentence of an answer, and use nothing else that you know. A passage supports \
a sentence if it says all of it in substance, with the same numbers, dates and names.
Give every sentence's label with the label of the passage that supports it best, or 0 if none does, like \
{"1": 2, "2": 0}."""


def support_messages(
    sentences: Sequence[tuple[str, Sequence[int]]], sources: Mapping[int, Sequence[Passage]], asked: str
) -> list[Message]:
    """The prompt for the grades of sentences, each with the source numbers that it cites; they are labelled from 1."""
    return _messages(SUPPORT, sentences, sources, asked)


def find_messages(sentences: Sequence[str], sources: Mapping[int, Sequence[Passage]], asked: str) -> list[Message]:
    """The prompt for the source number that supports each sentence; sentences are labelled from 1."""
    return _messages(FIND, [(text, ()) for text in sentences], sources, asked)


def _messages(
    system: str,
    sentences: Sequence[tuple[str, Sequence[int]]],
    sources: Mapping[int, Sequence[Passage]],
    asked: str,
) -> list[Message]:
    passages = [passage for held in sources.values() for passage in held]
    labels = [number for number, held in sources.items() for _ in held]
    lines = [_sentence(label, text, cited) for label, (text, cited) in enumerate(sentences, start=1)]
    quoted = "\n".join(["<sentences>", *lines, "</sentences>"])
    return [
        Message("system", join(system, DATA_RULE)),
        Message("user", join(passages_element(passages, labels), element("question", asked), quoted)),
    ]


def _sentence(label: int, text: str, cited: Sequence[int]) -> str:
    cites = f' cites="{" ".join(map(str, cited))}"' if cited else ""
    return f'<sentence label="{label}"{cites}>{escape(text)}</sentence>'
