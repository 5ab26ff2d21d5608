"""Validates an imported conversation and computes its tree, the same for all stores."""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from askwell.errors import BadInput
from askwell.stores.common import validation
from askwell.stores.common.defaults import new_sources
from askwell.types import CarriedMemory, Item, Principal, Session, Summary, Topic, Turn, TurnIndexEntry

LOG = logging.getLogger("askwell")

_ID = re.compile(r"[A-Za-z0-9_-]{1,36}\Z")


@dataclass(frozen=True, slots=True)
class Placed:
    """A turn in the tree of its conversation."""

    turn: Turn
    parent: int
    """Number of the parent turn; 0 for none."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A valid imported conversation."""

    session: Session
    """Its `branch` is the active branch."""
    turns: tuple[Placed, ...]
    """By number, with computed branch numbers and without siblings."""
    branches: int
    """Number of branches besides the first."""
    tip: int
    """Number of the last turn of the active branch."""
    memory: CarriedMemory


def restored(
    principal: Principal,
    session: Session,
    turns: Sequence[Turn],
    now: datetime,
    memory: CarriedMemory | None = None,
) -> Restored:
    """The conversation with the principal as its owner. A running turn becomes interrupted.

    Raises BadInput (`broken_session`, `bad_session_id`, `bad_character`).
    """
    validation.check_session_id(session.id)
    for text, name in ((session.title, "title"), (session.assistant, "assistant's name")):
        validation.check_text(text, name)
    ordered = sorted(turns, key=lambda turn: turn.number)
    _check(session, ordered)
    placed, branches = _placed(session.id, [_final(turn, now) for turn in ordered])
    on_branch = [each.turn.number for each in placed if each.turn.branch == session.branch]
    if not 0 <= session.branch <= branches:
        raise validation.broken(session.id, f"it has no branch {session.branch}")
    own = replace(
        session, tenant=principal.tenant, user=principal.user, sources_count=_sources_count(session.id, ordered)
    )
    fitted = fit_memory(memory or CarriedMemory(), [each.turn for each in placed], branches)
    warn_of_dropped(session.id, fitted.fault)
    return Restored(own, tuple(placed), branches, on_branch[-1] if on_branch else 0, fitted.memory)


@dataclass(frozen=True, slots=True)
class FittedMemory:
    """The memory of an imported conversation as it will be stored."""

    memory: CarriedMemory
    fault: str = ""
    """Why the memory was dropped; empty if it was kept."""


def fit_memory(memory: CarriedMemory, turns: Sequence[Turn], branches: int) -> FittedMemory:
    """The memory, sorted and with turn numbers. `supersedes_id` is cleared if it names no item of an earlier turn.

    If the memory is inconsistent with the turns and branches, it is dropped as a whole.
    """
    if fault := _fault(memory, turns, branches):
        return without_memory(turns, fault)
    number_of = {turn.id: turn.number for turn in turns}
    number_of_item: dict[str | None, int] = {item.id: number_of[item.turn_id] for item in memory.items}
    items = []
    for each in memory.items:
        number = number_of[each.turn_id]
        is_correction = number_of_item.get(each.supersedes_id, len(turns)) < number
        supersedes_id = each.supersedes_id if is_correction else None
        items.append(replace(each, number=number, text=validation.storable(each.text), supersedes_id=supersedes_id))
    topics = [_storable(each, number_of[each.turn_id]) for each in memory.topics]
    fitted = CarriedMemory(
        tuple(replace(each, text=validation.storable(each.text)) for each in memory.summaries),
        tuple(sorted(topics, key=lambda each: each.number)),
        tuple(sorted(items, key=lambda each: each.number)),
        tuple(replace(each, number=number_of[each.turn_id]) for each in memory.index_entries),
    )
    return FittedMemory(fitted)


def without_memory(turns: Sequence[Turn], fault: str) -> FittedMemory:
    """An empty memory in which all turns count as digested, so that deleted memory does not come back."""
    last = {turn.branch: turn.number for turn in turns}
    return FittedMemory(CarriedMemory(tuple(Summary(branch, up_to=last[branch]) for branch in sorted(last))), fault)


def warn_of_dropped(session_id: str, fault: str) -> None:
    """Log a warning if the memory was dropped; `fault` is empty if it was not."""
    if fault:
        LOG.warning("session %s: the memory was dropped, the turns are kept: %s", session_id, fault)


def _fault(memory: CarriedMemory, turns: Sequence[Turn], branches: int) -> str:
    """Why the memory is invalid; empty if it is valid."""
    turn_ids = {turn.id for turn in turns}
    parts: list[Topic | Item | TurnIndexEntry] = [*memory.topics, *memory.items, *memory.index_entries]
    topics = {each.turn_id for each in memory.topics}
    checks = {
        "it refers to a turn that does not exist": all(each.turn_id in turn_ids for each in parts),
        "it has two topics or index entries for one turn": len(topics) == len(memory.topics)
        and len({each.turn_id for each in memory.index_entries}) == len(memory.index_entries),
        # Small talk has a topic without a line, and may have an index entry.
        "it has an index entry of a turn without a topic": all(each.turn_id in topics for each in memory.index_entries),
        "an id of its items is invalid or not unique": len({item.id for item in memory.items}) == len(memory.items)
        and all(_ID.match(item.id) for item in memory.items),
        "it has topics or items and no summary": not parts or bool(memory.summaries),
        "it has two summaries for one branch": len({each.branch for each in memory.summaries}) == len(memory.summaries),
        "it has a summary of a branch or turn that does not exist": all(
            0 <= each.branch <= branches and 0 <= each.up_to <= len(turn_ids) for each in memory.summaries
        ),
    }
    return next((fault for fault, is_valid in checks.items() if not is_valid), "")


def _storable(topic: Topic, number: int) -> Topic:
    return replace(
        topic,
        number=number,
        line=validation.storable(topic.line),
        topics=tuple(validation.storable(each) for each in topic.topics),
        source_ids=tuple(validation.storable(each) for each in topic.source_ids),
    )


def _check(session: Session, turns: Sequence[Turn]) -> None:
    """Raise BadInput unless numbers, ids, texts and times are valid."""
    if [turn.number for turn in turns] != list(range(1, session.head + 1)):
        raise validation.broken(session.id, f"its turns are not numbered from 1 to {session.head}")
    ids = {turn.id for turn in turns}
    if len(ids) < len(turns) or not all(_ID.match(each) for each in ids):
        raise validation.broken(session.id, "an id of its turns is invalid or not unique")
    times = [session.created_at, session.updated_at]
    for turn in turns:
        if turn.session_id != session.id:
            raise validation.broken(session.id, f"turn {turn.number} belongs to session {turn.session_id[:160]!r}")
        validation.check_text(turn.question, "question")
        times += [turn.created_at, turn.finished_at or turn.created_at]
        if turn.feedback:
            validation.check_text(turn.feedback.comment, "comment")
            times.append(turn.feedback.given_at)
    if any(each.tzinfo is None for each in times):
        raise validation.broken(session.id, "one of its times has no time zone")


def _final(turn: Turn, now: datetime) -> Turn:
    if turn.status != "running":
        return turn
    return replace(turn, status="interrupted", finished_at=turn.finished_at or now)


def _placed(session_id: str, turns: Sequence[Turn]) -> tuple[list[Placed], int]:
    """The turns with branches and the numbers of their parents, and the number of branches besides the first.

    The first child of a turn is on its branch. Every other child opens a new one.
    """
    number_of: Mapping[str | None, int] = {turn.id: turn.number for turn in turns}
    branch_of = {0: 0}
    has_child: set[int] = set()
    branches = 0
    placed = []
    for turn in turns:
        parent = 0 if turn.parent_id is None else number_of.get(turn.parent_id, turn.number)
        if parent >= turn.number:
            raise validation.broken(session_id, f"the parent of turn {turn.number} is not an earlier turn")
        if turn.supersedes_id is not None and number_of.get(turn.supersedes_id, turn.number) >= turn.number:
            raise validation.broken(session_id, f"turn {turn.number} supersedes no earlier turn")
        if parent in has_child:
            branches += 1
        branch_of[turn.number] = branches if parent in has_child else branch_of[parent]
        has_child.add(parent)
        placed.append(Placed(replace(turn, branch=branch_of[turn.number], siblings=()), parent))
    return placed, branches


def _sources_count(session_id: str, turns: Sequence[Turn]) -> int:
    """The highest source number. Raises BadInput if source numbers conflict."""
    numbered: dict[str, int] = {}
    for turn in turns:
        try:
            added = new_sources(turn.sources, numbered)
        except BadInput as error:
            raise validation.broken(session_id, f"turn {turn.number}: {error.message}") from error
        numbered |= {source.document_id: source.number for source in added}
    return max(numbered.values(), default=0)
