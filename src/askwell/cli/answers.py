"""Text of answers, resolved questions and sources for a terminal."""

import re
from collections.abc import Iterable, Sequence

from askwell.cli.terminal import MAX_WIDTH, Terminal, wrap
from askwell.cli.wording import words_of
from askwell.projections import reason_text
from askwell.types import Answer, CitedPassage, Passage, Place, Resolution, Source, Support

INDENT = "      "
"""Indent of answers in a chat: the width of `you > `."""

DOUBT_CHARS = 120
"""Characters that are shown of a sentence without support."""

NO_MODEL = "No model configured: answered from the passages."

REASON_CHARS = 70
"""Longest reason that is shown with a resolved question, in characters."""


def asked_as(asked: str, resolution: Resolution, turn_number: int | None, width: int = MAX_WIDTH) -> str:
    """The resolved question with a short reason; empty for a first question that was not changed.

    The reason gets its own line if both together are wider than `width` columns.
    """
    words = f", searched with: {', '.join(term.text for term in resolution.terms)}" if resolution.terms else ""
    if resolution.question == asked:
        return f"asked as typed{words}" if words or (turn_number and turn_number > 1) else ""
    why = short_reason(resolution)
    line = f"asked as: {resolution.question}{words}"
    if not why:
        return line
    return f"{line}      ({why})" if len(line) + len(why) + 8 <= width else f"{line}\n({why})"


def short_reason(resolution: Resolution) -> str:
    """The expressions that were replaced or added, with their turns; else the reason. Empty if that is too long."""
    named = [
        f"from turn {each.turn}: {each.refers_to}"
        if _holds(resolution.question, each.expression)
        else f"{each.expression} = {each.refers_to}, turn {each.turn}"
        for each in resolution.antecedents
        if each.expression and each.refers_to
    ]
    why = "; ".join(named) or reason_text(resolution.reason, "en")
    return why if len(why) <= REASON_CHARS else ""


def _holds(question: str, expression: str) -> bool:
    """Whether the question still contains the expression, which was then not replaced."""
    return bool(re.search(rf"(?<!\w){re.escape(expression)}(?!\w)", question))


def source_lines(sources: Iterable[Source], width: int = MAX_WIDTH, support: Iterable[Support] = ()) -> list[str]:
    """One line per source: number, title, document and position, cut to `width` columns.

    A passage has the pages of the words that `support` names in it, if there are any.
    """
    words = [place for each in support for place in each.places]
    ordered = sorted(sources, key=lambda source: source.number)
    digits = max((len(str(source.number)) for source in ordered), default=1)
    return [f"{source.number:>{digits}}  {source_name(source, width - digits - 2, words)}" for source in ordered]


def source_name(source: Source, width: int = MAX_WIDTH, words: Sequence[Place] = ()) -> str:
    """Title, document, as many places in it as fit, best passage first, and the date that it states.

    Of a removed document there are no places, but that it is removed.
    """
    places = [
        place for each in source.passages if (place := _place(each.headings, _pages(each, source, words), source.title))
    ]
    distinct = ["(removed)"] if source.is_removed else list(dict.fromkeys(places))
    date = f" ({source.date})" if source.date else ""
    names = [_name(source.title, source.document, distinct[:count]) for count in range(len(distinct), -1, -1)]
    left = width - len(date)
    return next((name for name in names if len(name) <= left), _cut(names[-1], left)) + date


def passage_name(passage: Passage) -> str:
    """Title, document, and heading or page of a passage."""
    place = _place(passage.chunk.headings, _page(passage.chunk.page), passage.title)
    return _name(passage.title, passage.document_name, [place] if place else [])


def show_answer(terminal: Terminal, answer: Answer, indent: str = "") -> None:
    """Write the answer to stdout: wrapped if stdout is a terminal or there is an indent, else unchanged."""
    wide = terminal.is_interactive or indent
    terminal.write(wrap(answer.answer, terminal.width, indent) if wide else answer.answer)


def show_doubts(terminal: Terminal, answer: Answer, indent: str = "") -> None:
    """Write a line to stderr for each sentence that its sources do not support, with what they lack."""
    words = words_of(answer.language)
    for each in answer.support:
        if each.lacks:
            sentence = words.quoted(_cut(" ".join(answer.answer[each.start : each.end].split()), DOUBT_CHARS))
            doubt = words.line("doubt", sentence=sentence, lack=words.name("lacks", each.lacks))
            terminal.warn(wrap(doubt, terminal.width, indent))


def show_sources(
    terminal: Terminal, sources: Sequence[Source], support: Iterable[Support] = (), indent: str = ""
) -> None:
    """Write an empty line and the numbered sources to stdout, with the pages of the words that `support` names."""
    if sources:
        terminal.write()
        for line in source_lines(sources, terminal.width - len(indent), support):
            terminal.write(f"{indent}{line}")


def show_passages(terminal: Terminal, sources: Sequence[Source], indent: str = "") -> None:
    """Write the text of every passage of the sources, by source number."""
    for source in sorted(sources, key=lambda source: source.number):
        terminal.write(f"{indent}{source.number}  {source.title or source.document} · {source.document}")
        for passage in source.passages:
            place = _place(passage.headings, _page(passage.page), source.title)
            if place:
                terminal.write(f"{indent}   {place}")
            terminal.write(wrap(passage.text.strip(), terminal.width, f"{indent}   "))
            terminal.write()


def is_from_passages(answer: Answer) -> bool:
    """Whether this is a complete answer that was written from passages because no model is configured."""
    answered = answer.outcome == "answered" and answer.status == "completed"
    return answered and not answer.model and "model_failed" not in answer.warnings


def took(ms: float) -> str:
    """A duration as text: in milliseconds, or in seconds from 10 s."""
    return f"{ms:,.0f} ms" if ms < 10_000 else f"{ms / 1000:,.1f} s"


def _name(title: str, document: str, places: Sequence[str]) -> str:
    where = " ".join([document, ", ".join(places)]).strip()
    return f"{title} · {where}" if title and title != document else where


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _pages(passage: CitedPassage, source: Source, words: Sequence[Place]) -> Sequence[int]:
    """The pages of the words of a passage, lowest first; without words, the page of the passage, if it has one."""
    own = {each.page for each in words if each.page is not None and each.passage_in([source]) == passage}
    return sorted(own) or _page(passage.page)


def _page(page: int | None) -> Sequence[int]:
    return [] if page is None else [page]


def _place(headings: Sequence[str], pages: Sequence[int], title: str) -> str:
    """The innermost heading that differs from the title, and the pages."""
    heading = next((each for each in reversed(headings) if each != title), "")
    named_pages = f"{'pp.' if len(pages) > 1 else 'p.'} {', '.join(map(str, pages))}" if pages else ""
    parts = [f"§ {heading}" if heading else "", named_pages]
    return " ".join(part for part in parts if part)
