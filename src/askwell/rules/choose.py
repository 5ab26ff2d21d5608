"""Which units make the answer, and in which order they are said."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from askwell.languages import every
from askwell.rules.belonging import MAX_WORDS, Places, group
from askwell.rules.form import Question
from askwell.rules.procedures import has_name
from askwell.rules.units import Unit
from askwell.rules.weigh import Weighed, in_order
from askwell.text.leaning import leans, points_back
from askwell.types import Passage

_ENOUGH = 0.3
"""Share of the best score that another sentence needs."""
_LEAST_SHARE = 0.3
"""Share of the best's hold on the question's words that a sentence of another passage needs."""
_ARTICLES = every(lambda grammar: grammar.articles)
_ANSWERED_BY_A_LIST = frozenset(("number", "duration", "person", "time", "place", "steps"))
_NEIGHBOUR = 0.1
"""What a sentence gains for standing next to a chosen one."""
_NEIGHBOUR_OF_A_DEFINITION = 0.3
"""The same after a definition, which the next sentence explains."""
_AS_GOOD = 0.7
"""Share of the best score that the best sentence of another document needs. Sure answers have about an eighth
fewer words with it, and of a hundred one or two have a fact less (docs/quality.md)."""
_TOO_ALIKE = 0.7
"""Share of a sentence's words that another may hold before it is a repeat."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Units of one document that are said together, in order."""

    units: tuple[Unit, ...]
    listed: tuple[int, int] | None = None
    """Of its last list: how many items are said, and how many there are; None if all are said."""
    heading: str = ""
    """What its steps are for, if none of its units says it."""
    is_from_first: bool = True
    """Whether the first item that it says is the first of its list."""


def choose(question: Question, weighed: Sequence[Weighed], passages: Sequence[Passage]) -> list[Paragraph]:
    """The answer's paragraphs, best first; empty when there is nothing to quote.

    The best unit comes first with what belongs to it: the sentence it leans on, the list it introduces or belongs to.
    Unless its form tells which one it is, it is rather from a passage that the search put first, and one that a reader
    takes for an answer. Others join while they score near it, add something new and fit into 140 words, those of
    another document if they are about as good; those of a passage that is out of date only join others of such
    passages.
    """
    if not weighed:
        return []
    picked = _pick(question, weighed, passages)
    by_document: dict[str, list[Weighed]] = {}
    for one in picked:
        by_document.setdefault(passages[one.unit.passage].chunk.document_id, []).append(one)
    enough = _AS_GOOD * picked[0].score if picked and len(question.form.sides) != 2 else -math.inf
    as_good = [each for each in by_document.values() if max(one.score for one in each) >= enough]
    if any(one.leading != one.score for one in picked):
        as_good.sort(key=lambda each: -max(one.leading for one in each))
    return [_paragraph(ordered(each, passages), weighed, passages) for each in as_good]


def _paragraph(chosen: Sequence[Weighed], weighed: Sequence[Weighed], passages: Sequence[Passage]) -> Paragraph:
    """The units with how much of their last list is left out, and the heading of steps without a lead."""
    said = [one.unit for one in chosen]
    heading = _heading(chosen[0], weighed, passages)
    last = next((unit for unit in reversed(said) if unit.kind == "item"), None)
    if last is None:
        return Paragraph(tuple(said), heading=heading)
    there = {one.unit.order: one.unit for one in weighed if one.unit.passage == last.passage}
    items = {last.order}
    for step in (-1, 1):
        order = last.order + step
        while order in there and there[order].kind == "item" and there[order].block == last.block:
            items.add(order)
            order += step
    quoted = [unit.order for unit in said if unit.passage == last.passage and unit.order in items]
    listed = (len(quoted), len(items)) if 1 < len(quoted) < len(items) else None
    return Paragraph(tuple(said), listed, heading, min(quoted) == min(items))


def _heading(first: Weighed, weighed: Sequence[Weighed], passages: Sequence[Passage]) -> str:
    """The heading above the first step of a procedure, if only it tells the procedure from another one."""
    passage = passages[first.unit.passage]
    if first.procedure < 0 or has_name(first.unit, passage.language):
        return ""
    others = [one.unit for one in weighed if one.procedure not in {-1, first.procedure}]
    near = [unit for unit in others if passages[unit.passage].chunk.document_id == passage.chunk.document_id]
    return first.unit.heading if any(unit.heading != first.unit.heading for unit in near) else ""


def _pick(question: Question, weighed: Sequence[Weighed], passages: Sequence[Passage]) -> list[Weighed]:
    ranked = sorted(weighed, key=lambda one: (-one.score, one.unit.passage, one.unit.order))
    by_place = {(one.unit.passage, one.unit.order): one for one in weighed}
    picked: list[Weighed] = []
    for side in _sides(question, ranked, passages):
        picked = _with(picked, side, by_place, passages)
    led = in_order(question, ranked)
    for one in led:
        picked = picked or _with(picked, one, by_place, passages)
    gain = _NEIGHBOUR_OF_A_DEFINITION if question.form.for_ == "definition" else _NEIGHBOUR
    candidates, added = ranked, picked
    if picked and not picked[0].is_old:
        candidates = [one for one in ranked if not one.is_old]
    while added and not _is_answered_by_a_list(question, picked):
        taken = {id(one) for one in added}
        candidates = [one for one in candidates if id(one) not in taken and not _repeats(one, added)]
        scored = [(one.score + gain * _beside(one, picked), one) for one in candidates]
        allowed = [pair for pair in scored if _joins(pair[1], pair[0], led[0], question=question, passages=passages)]
        grown = picked
        for _, one in sorted(allowed, key=lambda pair: -pair[0]):
            grown = _with(picked, one, by_place, passages)
            if len(grown) > len(picked):
                break
        picked, added = grown, grown[len(picked) :]
    return picked


def _is_answered_by_a_list(question: Question, picked: Sequence[Weighed]) -> bool:
    """Whether picked units are lines of a list that say all that is asked for: the steps of a procedure, or values."""
    if any(one.procedure >= 0 and one.unit.kind == "item" for one in picked):
        return True
    return question.form.for_ in _ANSWERED_BY_A_LIST and any(
        one.unit.kind in {"item", "lead"} and not one.unit.is_whole for one in picked
    )


def _joins(
    one: Weighed,
    score: float,
    best: Weighed,
    *,
    question: Question,
    passages: Sequence[Passage],
) -> bool:
    """Whether a further unit is near enough to the best, and tells of no other number or procedure."""
    if one.clashes or (best.procedure >= 0 and one.procedure not in {-1, best.procedure}):
        return False
    document = passages[one.unit.passage].chunk.document_id
    if question.form.for_ == "definition" and document != passages[best.unit.passage].chunk.document_id:
        return False
    if one.unit.passage != best.unit.passage and one.share < _LEAST_SHARE * best.share:
        return False
    return score >= _ENOUGH * best.score


def _sides(question: Question, ranked: Sequence[Weighed], passages: Sequence[Passage]) -> list[Weighed]:
    """For a comparison the best unit that names both sides, else the best of each; nothing for other questions."""
    if len(question.form.sides) != 2:
        return []
    first, second = (_names(side) for side in question.form.sides)

    def holds(one: Weighed, names: frozenset[str], *, title: bool) -> bool:
        said = one.unit.text + (" " + passages[one.unit.passage].title if title else "")
        return bool(names) and names <= _names(said)

    both = [one for one in ranked if holds(one, first, title=False) and holds(one, second, title=False)]
    if both:
        return both[:1]
    sides = [next((one for one in ranked if holds(one, names, title=True)), None) for names in (first, second)]
    return [one for one in dict.fromkeys(sides) if one is not None]


def _names(text: str) -> frozenset[str]:
    """Words of a text for looking up a name in it, without articles."""
    return frozenset(re.findall(r"[\w-]+", text.lower())) - _ARTICLES


def _with(
    picked: list[Weighed],
    one: Weighed,
    by_place: Places,
    passages: Sequence[Passage],
) -> list[Weighed]:
    """The picked ones and this one with what it cannot be said without; unchanged when that is missing or too long."""
    together = group(one, by_place, passages)
    if together is None:
        return picked
    added = [member for member in together if member not in picked]
    if picked and sum(len(member.unit.text.split()) for member in (*picked, *added)) > MAX_WORDS:
        return picked
    return [*picked, *added]


def _repeats(one: Weighed, picked: Sequence[Weighed]) -> bool:
    """Whether nearly all that a unit says has been said; a table's rows repeat their header and may."""
    own = one.stems
    for other in picked:
        if one.unit.kind == "row" and other.unit.kind == "row":
            continue
        if len(own & other.stems) >= _TOO_ALIKE * max(1, min(len(own), len(other.stems))):
            return True
    return False


def _beside(one: Weighed, picked: Sequence[Weighed]) -> bool:
    return any(
        other.unit.passage == one.unit.passage
        and other.unit.block == one.unit.block
        and abs(other.unit.order - one.unit.order) == 1
        for other in picked
    )


def ordered(here: list[Weighed], passages: Sequence[Passage]) -> list[Weighed]:
    """Units of one document: the best with what follows it in its passage, what precedes it, then other passages."""
    best = max(here, key=lambda one: one.leading)
    own = sorted([one for one in here if one.unit.passage == best.unit.passage], key=lambda one: one.unit.order)
    first = own.index(best)
    while first and _continues(own[first], own[first - 1], passages):
        first -= 1
    chosen = list(dict.fromkeys(one.unit.passage for one in here))
    others = sorted(
        [one for one in here if one.unit.passage != best.unit.passage],
        key=lambda one: (chosen.index(one.unit.passage), one.unit.order),
    )
    return [*own[first:], *own[:first], *others]


def _continues(one: Weighed, before: Weighed, passages: Sequence[Passage]) -> bool:
    """Whether a unit is said with the one before it: a line or step after another, or a sentence that leans on it."""
    unit, language = one.unit, passages[one.unit.passage].language
    if one.procedure >= 0:
        return before.procedure == one.procedure
    if before.unit.block != unit.block or before.unit.order != unit.order - 1:
        return False
    if before.unit.kind == "code" and unit.text[:1].islower():
        return True
    return unit.kind in {"item", "code"} or leans(unit.text, language) or points_back(unit.text, language)
