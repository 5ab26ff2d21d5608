"""Divides the tokens of a prompt among its slots, by composition."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from askwell.assistant import PackSection
from askwell.types import Composition, SlotName

SCALED_BASE_TOKENS = 3_500
SCALED_RESULT_TOKENS = 500
SCALED_MAX_TOKENS = 8_000


@dataclass(frozen=True, slots=True)
class Slot:
    """What a slot may claim of the room, which is what system text, tool descriptions and question leave."""

    name: SlotName
    rank: int
    """Priority, from 1; slots of one rank share equally."""
    floor: int
    """Percent of the room that it gets before any slot gets more, if it has a use for it."""
    cap: int
    """Percent of the room that it exceeds only with what no other slot has a use for."""


SLOTS: Mapping[Composition, tuple[Slot, ...]] = {
    "pure_kb": (
        Slot("passages", 1, 35, 75),
        Slot("facts", 2, 5, 15),
        Slot("documents", 3, 0, 25),
        Slot("history", 4, 15, 40),
        Slot("summary", 5, 5, 15),
        Slot("first_question", 6, 0, 10),
        Slot("recalled", 6, 0, 25),
    ),
    "pure_doc": (
        Slot("documents", 1, 35, 75),
        Slot("facts", 2, 5, 15),
        Slot("passages", 3, 0, 25),
        Slot("history", 4, 15, 40),
        Slot("summary", 5, 5, 15),
        Slot("first_question", 6, 0, 10),
        Slot("recalled", 6, 0, 25),
    ),
    "hybrid": (
        Slot("passages", 1, 20, 40),
        Slot("documents", 1, 20, 40),
        Slot("facts", 1, 5, 15),
        Slot("history", 2, 15, 40),
        Slot("summary", 3, 5, 15),
        Slot("first_question", 4, 0, 10),
        Slot("recalled", 4, 0, 25),
    ),
    "chat": (
        Slot("history", 1, 30, 60),
        Slot("first_question", 2, 0, 10),
        Slot("recalled", 2, 15, 50),
        Slot("facts", 3, 5, 15),
        Slot("summary", 4, 10, 25),
        Slot("passages", 6, 0, 30),
        Slot("documents", 6, 0, 30),
    ),
}
"""Slots of each composition by priority. History has a floor in all of them, since every prompt contains it.

System text, tool descriptions, texts of plug-ins and the question are packed before them.
"""


WITHOUT_GAPS: frozenset[SlotName] = frozenset({"history"})
"""Slots of which a unit is only useful with all units before it."""


def budget_of(section: PackSection, results: int, reserve: int) -> int:
    """Tokens of a prompt for this number of search results: the preset, within the model's context window.

    `reserve` are the tokens of the window that are kept for the answer.
    """
    scaled = min(SCALED_MAX_TOKENS, SCALED_BASE_TOKENS + SCALED_RESULT_TOKENS * results)
    budget = scaled if section.preset == "scaled" else section.budget_tokens
    return budget if section.window_tokens is None else max(0, min(budget, section.window_tokens - reserve))


def allocate(room: int, wanted: Mapping[SlotName, int], composition: Composition) -> dict[SlotName, int]:
    """Whole tokens for each slot: at most what it wants, in total at most `room`.

    First the floors, then up to the caps, then what is left; each by priority.
    """
    slots = SLOTS[composition]
    given: dict[SlotName, int] = {slot.name: 0 for slot in slots}
    left = max(0, room)
    for limits in (
        {slot.name: room * slot.floor // 100 for slot in slots},
        {slot.name: room * slot.cap // 100 for slot in slots},
        {slot.name: room for slot in slots},
    ):
        for equals in _by_rank(slots):
            open_slots = {
                slot.name: max(0, min(wanted.get(slot.name, 0), limits[slot.name]) - given[slot.name])
                for slot in equals
            }
            for name, tokens in _shares(left, open_slots).items():
                given[name] += tokens
                left -= tokens
    return given


def fill(
    room: int, costs: Mapping[SlotName, Sequence[int]], composition: Composition
) -> dict[SlotName, tuple[int, ...]]:
    """Indexes of the units that are packed, by slot; their tokens are at most `room` in total.

    `costs` are the tokens of each slot's units, the most useful unit first. A unit is packed whole or not at all. A
    unit that does not fit is skipped; of the history, which must not have gaps, all after it are left out.
    """
    given = allocate(room, {name: sum(tokens) for name, tokens in costs.items()}, composition)
    kept: dict[SlotName, tuple[int, ...]] = {}
    spare = 0
    for slot in SLOTS[composition]:
        left = given[slot.name] + spare
        chosen: list[int] = []
        for at, tokens in enumerate(costs.get(slot.name, ())):
            if tokens <= left:
                chosen.append(at)
                left -= tokens
            elif slot.name in WITHOUT_GAPS:
                break
        kept[slot.name] = tuple(chosen)
        spare = left
    return kept


def _by_rank(slots: Sequence[Slot]) -> Iterator[list[Slot]]:
    return (list(equals) for _, equals in groupby(slots, key=attrgetter("rank")))


def _shares(left: int, wanted: Mapping[SlotName, int]) -> dict[SlotName, int]:
    """Equal shares of `left` in whole tokens; what one does not want goes to the others."""
    given = dict.fromkeys(wanted, 0)
    names = [name for name, tokens in wanted.items() if tokens]
    while left > 0 and names:
        share, more = divmod(left, len(names))
        for at, name in enumerate(names):
            tokens = min(wanted[name] - given[name], share + (at < more))
            given[name] += tokens
            left -= tokens
        names = [name for name in names if given[name] < wanted[name]]
    return given
