"""How answers, questions as understood and sources read in a terminal."""

import re
from collections.abc import Iterable, Sequence

from askwell.cli.terminal import MAX_WIDTH, Terminal, wrap
from askwell.types import Answer, Passage, Resolution, Source

INDENT = "      "
"""Answers stand under the question, behind the width of `you > `."""

NO_MODEL = "No model configured: answered from the passages."

REASON_CHARS = 70
"""Longest reason that stands beside a question as understood."""


def asked_as(asked: str, resolution: Resolution, turn_number: int | None, width: int = MAX_WIDTH) -> str:
    """How the question was understood, with the reason in short; empty for a first question taken as typed.

    The reason has a line of its own where both together are wider than `width`.
    """
    if resolution.question == asked:
        return "asked as typed" if turn_number and turn_number > 1 else ""
    why = short_reason(resolution)
    said = f"asked as: {resolution.question}"
    if not why:
        return said
    return f"{said}      ({why})" if len(said) + len(why) + 8 <= width else f"{said}\n({why})"


def short_reason(resolution: Resolution) -> str:
    """What was put in for what, or added from which turn, or else the reason, if it is short."""
    named = [
        f"from turn {each.turn}: {each.refers_to}"
        if _holds(resolution.question, each.expression)
        else f"{each.expression} = {each.refers_to}, turn {each.turn}"
        for each in resolution.antecedents
        if each.expression and each.refers_to
    ]
    why = "; ".join(named) or resolution.reason
    return why if len(why) <= REASON_CHARS else ""


def _holds(question: str, expression: str) -> bool:
    """Whether an expression still stands in a question, so that nothing was put in its place."""
    return bool(re.search(rf"(?<!\w){re.escape(expression)}(?!\w)", question))


def source_lines(sources: Iterable[Source], width: int = MAX_WIDTH) -> list[str]:
    """One line a source: its number, title, document and where in it, as far as `width` allows."""
    ordered = sorted(sources, key=lambda source: source.number)
    digits = max((len(str(source.number)) for source in ordered), default=1)
    return [f"{source.number:>{digits}}  {source_name(source, width - digits - 2)}" for source in ordered]


def source_name(source: Source, width: int = MAX_WIDTH) -> str:
    """Title, document, and as many headings or pages of its passages as fit, those of the best passage first."""
    places = [place for each in source.passages if (place := _place(each.headings, each.page, source.title))]
    distinct = list(dict.fromkeys(places))
    names = [_name(source.title, source.document, distinct[:count]) for count in range(len(distinct), -1, -1)]
    return next((name for name in names if len(name) <= width), _cut(names[-1], width))


def passage_name(passage: Passage) -> str:
    """Title, document, and heading or page of a passage as found."""
    place = _place(passage.chunk.headings, passage.chunk.page, passage.title)
    return _name(passage.title, passage.document_name, [place] if place else [])


def show_answer(terminal: Terminal, answer: Answer, indent: str = "") -> None:
    """The answer on stdout: broken at the terminal's width for a person, as it is for a program."""
    wide = terminal.is_interactive or indent
    terminal.say(wrap(answer.answer, terminal.width, indent) if wide else answer.answer)


def show_sources(terminal: Terminal, sources: Sequence[Source], indent: str = "") -> None:
    """The numbered list of sources on stdout, behind an empty line."""
    if sources:
        terminal.say()
        for line in source_lines(sources, terminal.width - len(indent)):
            terminal.say(f"{indent}{line}")


def show_passages(terminal: Terminal, sources: Sequence[Source], indent: str = "") -> None:
    """The text of every passage that the answer could lean on, source by source."""
    for source in sorted(sources, key=lambda source: source.number):
        terminal.say(f"{indent}{source.number}  {source.title or source.document} · {source.document}")
        for passage in source.passages:
            place = _place(passage.headings, passage.page, source.title)
            if place:
                terminal.say(f"{indent}   {place}")
            terminal.say(wrap(passage.text.strip(), terminal.width, f"{indent}   "))
            terminal.say()


def is_from_passages(answer: Answer) -> bool:
    """Whether a whole answer was put together from passages, with no model."""
    return not answer.model and answer.ending == "answered" and answer.status == "completed"


def took(ms: float) -> str:
    """A time for a person: milliseconds, or seconds from ten of them on."""
    return f"{ms:,.0f} ms" if ms < 10_000 else f"{ms / 1000:,.1f} s"


def _name(title: str, document: str, places: Sequence[str]) -> str:
    where = " ".join([document, ", ".join(places)]).strip()
    return f"{title} · {where}" if title and title != document else where


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _place(headings: Sequence[str], page: int | None, title: str) -> str:
    """The innermost heading that says more than the title, and the page."""
    heading = next((each for each in reversed(headings) if each != title), "")
    parts = [f"§ {heading}" if heading else "", f"p. {page}" if page is not None else ""]
    return " ".join(part for part in parts if part)
