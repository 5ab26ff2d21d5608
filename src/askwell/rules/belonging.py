"""What a unit cannot be said without: the sentence it leans on, its list or procedure, the code below it."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from askwell.rules.weigh import Weighed
from askwell.text.leaning import leans, points_back
from askwell.types import Passage

MAX_WORDS = 140
"""Words of an answer at most. With less, answers share fewer words with those of people, and with more, they say more
that is not asked (`python -m bench answers`, set `gold`)."""
_MAX_ITEMS = 8
_SAYS_ENOUGH = 6
"""Words of a line of a list that can be said without the rest."""
_SAYS_LITTLE = 4
"""Words of an introduction of code that does not tell what the code does."""
_SHORT_CODE_WORDS = 40
"""Code of more words is not added to the sentence above it."""

Places = Mapping[tuple[int, int], Weighed]
"""Units by the index of their passage and their position in it."""


def group(one: Weighed, by_place: Places, passages: Sequence[Passage]) -> list[Weighed] | None:
    """A unit with what it cannot be said without, in order; None if that is missing."""
    unit = one.unit
    if one.procedure >= 0:
        return _procedure_around(one, by_place)
    if unit.kind == "code":
        return _code_with_words(one, by_place, passages)
    if unit.kind in {"item", "lead"} and (code := _code_below(one, by_place)):
        return [*_introduced(one, by_place, passages), *code]
    if unit.kind in {"item", "lead"}:
        members = _list_around(one, by_place)
        return [one] if members and _only_one_fits(one, members) else members
    said = _said_with(one, by_place, passages)
    return said and [*said, *_code_below(one, by_place)]


def _procedure_around(one: Weighed, by_place: Places) -> list[Weighed]:
    """The procedure that a unit belongs to, cut at 140 words; only its lead before the unit if there is no room."""
    at, first = one.unit.passage, one.unit.order
    while (before := by_place.get((at, first - 1))) and before.procedure == one.procedure:
        first -= 1
    members: list[Weighed] = []
    while (member := by_place.get((at, first + len(members)))) and member.procedure == one.procedure:
        members.append(member)
    from_first = _that_fit(members)
    if one in from_first:
        return from_first
    return _that_fit([*(each for each in members[:1] if each.unit.kind == "lead"), *members[members.index(one) :]])


def _that_fit(members: Sequence[Weighed]) -> list[Weighed]:
    """The first units, as many as an answer has room for, one at least."""
    spent = accumulate(len(member.unit.text.split()) for member in members)
    return [
        member for at, (member, words) in enumerate(zip(members, spent, strict=True)) if not at or words <= MAX_WORDS
    ]


def _said_with(one: Weighed, by_place: Places, passages: Sequence[Passage]) -> list[Weighed] | None:
    """A sentence or row with the sentences that it leans on; None if these are missing."""
    unit = one.unit
    before = by_place.get((unit.passage, unit.order - 1))
    if before is not None and before.unit.kind == "code" and unit.text[:1].islower():
        return (code := _code_with_words(before, by_place, passages)) and [*code, one]
    if not leans(unit.text, passages[unit.passage].language):
        if not points_back(unit.text, passages[unit.passage].language):
            return [one]
        said = before is not None and before.unit.block == unit.block and before.unit.kind == "sentence"
        clear = said and before is not None and not leans(before.unit.text, passages[unit.passage].language)
        return [before, one] if clear and before is not None else [one]
    if before is None or before.unit.block != unit.block or before.unit.kind != "sentence":
        return None
    if leans(before.unit.text, passages[unit.passage].language):
        first = by_place.get((unit.passage, unit.order - 2))
        whole = (
            first is not None
            and first.unit.block == unit.block
            and not leans(first.unit.text, passages[unit.passage].language)
        )
        return [first, before, one] if first is not None and whole else None
    return [before, one]


def _code_with_words(code: Weighed, by_place: Places, passages: Sequence[Passage]) -> list[Weighed] | None:
    """Code with the words that introduce it; None without any: nothing would tell what it does."""
    before = by_place.get((code.unit.passage, code.unit.order - 1))
    if before is None or before.unit.block != code.unit.block:
        return None
    if before.unit.kind in {"item", "lead"}:
        return [*_introduced(before, by_place, passages), code]
    said = _said_with(before, by_place, passages) if before.unit.kind == "sentence" else None
    return said and [*said, code]


def _introduced(one: Weighed, by_place: Places, passages: Sequence[Passage]) -> list[Weighed]:
    """An introduction of code with the sentence before it if it says too little itself, as "For example," does."""
    before = by_place.get((one.unit.passage, one.unit.order - 1))
    says_little = one.unit.kind == "lead" and len(one.unit.text.split()) <= _SAYS_LITTLE
    if not says_little or before is None or before.unit.kind != "sentence" or before.unit.block != one.unit.block:
        return [one]
    return [*(_said_with(before, by_place, passages) or ()), one]


def _code_below(one: Weighed, by_place: Places) -> list[Weighed]:
    """The short code that stands right below a unit: a command belongs to the sentence that tells what it does."""
    below = by_place.get((one.unit.passage, one.unit.order + 1))
    is_code = below is not None and below.unit.kind == "code" and below.unit.block == one.unit.block
    return [below] if below is not None and is_code and len(below.unit.text.split()) <= _SHORT_CODE_WORDS else []


def _only_one_fits(one: Weighed, members: Sequence[Weighed]) -> bool:
    """Whether a list is about something else and just this line of it, long enough to be said alone, answers."""
    lead = members[0]
    about_it = bool(lead.covers) if lead.unit.kind == "lead" else not one.unit.is_whole
    return one.unit.kind == "item" and not about_it and len(one.unit.text.split()) >= _SAYS_ENOUGH


def _list_around(one: Weighed, by_place: Places) -> list[Weighed] | None:
    """The list that a unit introduces or belongs to, with its lead, cut at 8 items or 120 words."""
    unit = one.unit
    first = unit.order
    while (
        (before := by_place.get((unit.passage, first - 1)))
        and before.unit.block == unit.block
        and by_place[(unit.passage, first)].unit.kind != "lead"
    ):
        if before.unit.kind not in {"item", "lead"}:
            break
        first -= 1
    members: list[Weighed] = []
    place = first
    while (member := by_place.get((unit.passage, place))) and member.unit.block == unit.block:
        if member.unit.kind != "item" and (place > first or member.unit.kind != "lead"):
            break
        members.append(member)
        place += 1
    if len(members) == 1 and members[0].unit.kind == "lead":
        return _rows_below(members[0], by_place)
    kept: list[Weighed] = []
    for member in members[: _MAX_ITEMS + 1]:
        if sum(len(other.unit.text.split()) for other in (*kept, member)) > MAX_WORDS and len(kept) > 1:
            break
        kept.append(member)
    return kept if len(kept) > 1 or kept[0].unit.kind == "item" else None


def _rows_below(lead: Weighed, by_place: Places) -> list[Weighed] | None:
    rows: list[Weighed] = []
    place = lead.unit.order + 1
    while (row := by_place.get((lead.unit.passage, place))) and row.unit.kind in {"row", "sentence"} and len(rows) < 4:
        rows.append(row)
        place += 1
    return [lead, *rows] if rows else None
