"""Fits results of tool calls into the prompt and assigns labels to their passages."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from askwell.pipeline.passages import cost_of
from askwell.pipeline.tool_calls import CompletedCall
from askwell.pipeline.tool_offer import OVERHEAD_TOKENS
from askwell.prompts import data_marked
from askwell.text.citations import MarkRelay
from askwell.text.tokens import count_tokens
from askwell.types import Brief, Chunk, Language, Passage, Source, ToolAnswer, ToolCall

MAX_RESULT_CHARS = 8000
"""Maximum characters of a result's text; longer texts are cut."""

REPEATED = "You called this before with the same arguments; this is what it gave."
CUT = "[cut: no room for more]"


class ResultPacker:
    """Turns results into answers for the prompt, as far as they fit.

    A new passage gets the next label. Marks in a result become labels of passages of their source.
    """

    def __init__(self, brief: Brief, room: int, language: Language) -> None:
        self.passages = list(brief.passages)
        self.labels = list(brief.labels)
        self.room = room
        """Remaining tokens."""
        self.has_new_passages = False
        self._language = language
        pairs = zip(brief.passages, brief.labels, strict=True)
        self._known = {_identity(each): label for each, label in pairs}

    def fit_text(self, text: str) -> tuple[str, int]:
        """What the writer wrote before its calls, cut to the remaining room, and its tokens."""
        text, tokens = _fit(text, self.room)
        self.room -= tokens
        return text, tokens

    def answer(self, completed: CompletedCall) -> ToolAnswer | None:
        """The answer to one call, cut to the remaining room; None if even the call itself does not fit."""
        call = completed.call
        if _call_tokens(call) > self.room:
            call = replace(call, arguments={})
        used = _call_tokens(call)
        if used > self.room:
            return None
        text, tokens = _fit(self._text(completed), self.room - used)
        used += tokens
        known = [label for each in completed.result.passages if (label := self._known_label(each)) is not None]
        added, labels, tokens = self._add_passages(completed.result.passages, self.room - used)
        used += tokens
        left_out = len(completed.result.passages) - len(known) - len(added)
        notes = (
            _see(known),
            f"{left_out} more found, with no room for them." if left_out else "",
        )
        note, tokens = _fit(_join_lines(*notes), self.room - used)
        used += tokens
        self.room -= used
        return ToolAnswer(
            call,
            _join_lines(text, note),
            tuple(added),
            tuple(labels),
            completed.result.ok,
            completed.took_ms,
            used,
        )

    def _text(self, completed: CompletedCall) -> str:
        if completed.earlier is not None:
            return _join_lines(REPEATED, completed.earlier.text, _see(completed.earlier.labels))
        result = completed.result
        label_of = {source.number: self._label_of_source(source) for source in result.sources}
        relay = MarkRelay(label_of.get)
        note = CUT if len(result.text) > MAX_RESULT_CHARS else ""
        return _join_lines(relay.feed(result.text[:MAX_RESULT_CHARS]) + relay.flush(), note)

    def _add_passages(self, passages: Sequence[Passage], room: int) -> tuple[list[Passage], list[int], int]:
        """The new passages that fit, their labels, and their tokens."""
        added: list[Passage] = []
        labels: list[int] = []
        used = 0
        for passage in passages:
            tokens = cost_of(passage)
            if self._known_label(passage) is None and used + tokens <= room:
                added.append(passage)
                labels.append(self._add(passage))
                used += tokens
        return added, labels, used

    def _label_of_source(self, source: Source) -> int | None:
        """The label of the first passage of a source of an earlier answer, which may be cited without being quoted."""
        labels = [self._known_label(passage) or self._add(passage) for passage in passages_of(source, self._language)]
        return next(iter(labels), None)

    def _known_label(self, passage: Passage) -> int | None:
        """The label of a passage, or of one that contains it; None for a new one."""
        if (label := self._known.get(_identity(passage))) is not None:
            return label
        document, text = passage.chunk.document_id, passage.chunk.text
        pairs = zip(self.passages, self.labels, strict=True)
        return next(
            (label for each, label in pairs if each.chunk.document_id == document and text in each.chunk.text), None
        )

    def _add(self, passage: Passage) -> int:
        label = max(self.labels, default=0) + 1
        self._known[_identity(passage)] = label
        self.passages.append(passage)
        self.labels.append(label)
        self.has_new_passages = True
        return label


def passages_of(source: Source, language: Language) -> list[Passage]:
    """The passages that an earlier answer cited from a source, as passages of this turn."""
    return [
        Passage(
            Chunk(each.chunk_id, source.document_id, 0, each.text, each.start, each.end, each.headings, each.page, 0),
            document_name=source.document,
            title=source.title,
            url=source.url,
            language=language,
            labels=(),
            collection="",
            score=each.score,
            date=source.date,
        )
        for each in source.passages
    ]


def _identity(passage: Passage) -> tuple[str, str]:
    """Chunk id and text: a table row is worded differently for different questions."""
    return passage.chunk.id, passage.chunk.text


def _call_tokens(call: ToolCall) -> int:
    return count_tokens(call.name + json.dumps(dict(call.arguments), ensure_ascii=False)) + OVERHEAD_TOKENS


def _see(labels: Iterable[int]) -> str:
    marks = ", ".join(f"[{label}]" for label in dict.fromkeys(labels))
    return f"Shown already: {marks}." if marks else ""


def _join_lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _fit(text: str, room: int) -> tuple[str, int]:
    """The text, cut to `room` tokens if it is longer, and its tokens, as it is shown."""
    tokens = count_tokens(data_marked(text))
    if tokens <= room:
        return text, tokens
    while text and tokens > room:
        # Cut in proportion to the excess, so that two or three rounds are enough for any text.
        text = text[: max(0, min(len(text) - 1, len(text) * max(0, room - OVERHEAD_TOKENS) // tokens))]
        tokens = count_tokens(f"{data_marked(text)} {CUT}")
    return (f"{text} {CUT}", tokens) if text else ("", 0)
