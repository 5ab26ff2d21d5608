"""Units of passages as text: paragraphs with marks and bullets, quotations, places."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from askwell.languages import wording
from askwell.rules.choose import Paragraph
from askwell.rules.units import Unit
from askwell.rules.weigh import Weighed
from askwell.text.quotations import PLACE_SEPARATOR
from askwell.types import Brief, Passage

_SENTENCE_ENDS = (".", "!", "?", ":", ",", ";", '"', "'", "`", "”", ")")
QUOTE_WORDS = (120, 60, 45, 45, 45)
"""Words that are quoted of the best passage at most, of the next one, and so on; a best sentence is quoted whole.

Chosen on talks over three manuals and blind questions (docs/quality.md, "Talks of a first-time user").
"""
_LIST_WORDS = 40
"""Words more for what the last words announce: the lines of a list, a table or code after "do this:"."""
_CUT = "…"
"""Stands where a quotation leaves out the rest of a list or of code."""
_FOLLOWS = 0.1
"""What a sentence gains for standing after the best one rather than before it."""
_QUOTATION_MARKS = '"“”„«»'


def place(passage: Passage, below: str = "") -> str:
    """Title and heading of a passage, and a heading in it below which its quoted words stand."""
    title = passage.title or passage.document_name
    return PLACE_SEPARATOR.join(dict.fromkeys([title, *filter(None, [*passage.chunk.headings[-1:], below])]))


def say(paragraph: Paragraph, brief: Brief, *, numbered: bool) -> list[str]:
    """Pieces of one paragraph; pieces join to the text as they are."""
    pieces: list[str] = []
    in_list = is_counted = False
    position = 0
    rows = sum(unit.kind == "row" for unit in paragraph.units)
    labels = _labels(paragraph)
    items = [at for at, unit in enumerate(paragraph.units) if unit.kind == "item"]
    numbered = numbered and len(items) > 1 and paragraph.is_from_first
    if paragraph.heading:
        pieces.append(f"{paragraph.heading.rstrip(' .:')}:")
    for at, (unit, following) in enumerate(zip_longest(paragraph.units, paragraph.units[1:])):
        if label := labels.get(at):
            pieces.append(f"\n\n{label}:" if pieces else f"{label}:")
            position = 0
        if unit.kind == "code":
            before = "\n" if pieces else ""
            pieces.append(f"{before}```\n{unit.text}\n```")
            in_list = True
            continue
        mark = f" [{brief.labels[unit.passage]}]"
        is_line = (unit.kind == "item" and len(paragraph.units) > 1) or (unit.kind == "row" and rows > 1)
        position = position + 1 if is_line else 0
        bullet = (f"{position}. " if numbered and unit.kind == "item" else "- ") if is_line else ""
        separator = "\n\n" if is_counted else "" if not pieces else "\n" if is_line or in_list else " "
        # A line that only introduces a list says nothing to be supported; code has no place for a mark.
        is_unmarked = unit.kind == "lead" and (following is None or following.kind != "code")
        pieces.append(f"{separator}{bullet}{_said(unit)}{'' if is_unmarked else mark}")
        in_list = is_line
        is_counted = False
        if paragraph.listed is not None and at == items[-1]:
            count, there = paragraph.listed
            pieces.append(f"\n{wording(brief.language).about_last_answer.first_of.format(count=count, all=there)}")
            is_counted = True
    return pieces


def _labels(paragraph: Paragraph) -> dict[int, str]:
    """Position of an item to the heading that is said before it, where a list would mix items of several headings.

    "Allowed" and "Not allowed" are no list together. Steps have the heading of their paragraph.
    """
    units = paragraph.units
    items = [unit for unit in units if unit.kind == "item"]
    headings = {(unit.passage, unit.heading) for unit in items}
    if paragraph.heading or len(headings) == 1 or not all(unit.heading for unit in items):
        return {}
    labels: dict[int, str] = {}
    for at, (before, unit) in enumerate(zip((None, *units), units, strict=False)):
        goes_on = before is not None and (
            before.kind == "lead" or (before.kind, before.heading) == ("item", unit.heading)
        )
        if unit.kind == "item" and not goes_on:
            labels[at] = unit.heading.rstrip(" .:")
    return labels


def in_line(unit: Unit) -> str:
    """A unit within a line: code between backticks, as many as it needs, on one line."""
    if unit.kind != "code":
        return unit.text
    text = " ".join(unit.text.split())
    longest = max(map(len, re.findall("`+", text)), default=0)
    ticks, blank = "`" * (longest + 1), " " if longest else ""
    return f"{ticks}{blank}{text}{blank}{ticks}"


def _said(unit: Unit) -> str:
    """A unit as it is quoted: with a pair of quotation marks if it has both, without a single one."""
    text = unit.text
    if unit.quoted:
        return f'"{text.strip(_QUOTATION_MARKS)}"'
    return text.strip('"') if text.count('"') == 1 else text


def best_words(weighed: Sequence[Weighed], passage: int, most: int) -> str:
    """The best unit of a passage with those around it, the better neighbour first, while they fit into `most` words."""
    here = sorted([one for one in weighed if one.unit.passage == passage], key=lambda one: one.unit.order)
    said_as = [f"{one.unit.asked} {in_line(_short(one.unit))}".lstrip() for one in here]
    lengths = [len(each.split()) for each in said_as]
    first = last = max(range(len(here)), key=lambda at: here[at].leading)
    own = here[first].procedure
    steps = [at for at, one in enumerate(here) if own >= 0 and one.procedure == own]
    if steps and sum(lengths[at] for at in steps) <= most:
        first, last = steps[0], steps[-1]
    left = most - sum(lengths[first : last + 1])
    may_join = [own < 0 or one.procedure in {-1, own} for one in here]
    while sides := [at for at in (first - 1, last + 1) if 0 <= at < len(here) and lengths[at] <= left and may_join[at]]:
        grown = max(sides, key=lambda at: here[at].score + _FOLLOWS * (at > last))
        first, last = min(first, grown), max(last, grown)
        left -= lengths[grown]
    left = _LIST_WORDS
    while _goes_on(here, last) and (lengths[last + 1] <= left or here[last].unit.kind == "lead"):
        last += 1
        left -= lengths[last]
    said = said_as[first]
    for each in said_as[first + 1 : last + 1]:
        follows = said.endswith(_SENTENCE_ENDS) or each.startswith("`")
        said += f"{' ' if follows else '; '}{each}"
    return f"{said} {_CUT}" if _goes_on(here, last) else said


def _short(unit: Unit) -> Unit:
    """A unit, its first words if it is long code."""
    words = unit.text.split()
    is_long = unit.kind == "code" and len(words) > _LIST_WORDS
    return replace(unit, text=" ".join([*words[:_LIST_WORDS], _CUT])) if is_long else unit


def _goes_on(here: Sequence[Weighed], at: int) -> bool:
    """Whether a unit begins or belongs to a list, a table or code that goes on with the next one."""
    if at + 1 == len(here) or here[at].unit.block != here[at + 1].unit.block:
        return False
    unit, following = here[at].unit, here[at + 1].unit
    begins = unit.kind == "lead" and following.kind in {"item", "row", "code"}
    return begins or (unit.kind in {"item", "row"} and following.kind == unit.kind)
