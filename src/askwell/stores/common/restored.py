"""Validates an imported conversation and lays out its tree, in the same way for every store."""

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
    """Its `branch` is that of the active line."""
    turns: tuple[Placed, ...]
    """By number, with new branch numbers; `siblings` is not set."""
    branches: int
    """Number of branches besides the first."""
    tip: int
    """Number of the last turn of the active line."""
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
    for text, what in ((session.title, "title"), (session.assistant, "assistant's name")):
        validation.check_text(text, what)
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
    """The memory of an imported conversation, as it is stored."""

    memory: CarriedMemory
    fault: str = ""
    """Why the memory was dropped; empty if it was kept."""


def fit_memory(memory: CarriedMemory, turns: Sequence[Turn], branches: int) -> FittedMemory:
    """The memory, in order, with its turns' numbers. An item that supersedes no earlier item supersedes nothing.

    A memory that refers to missing turns or branches, or to one of them twice, is dropped as a whole.
    """
    if fault := _misfit(memory, turns, branches):
        return without_memory(turns, fault)
    known = {turn.id: turn.number for turn in turns}
    ids: dict[str | None, int] = {item.id: known[item.turn_id] for item in memory.items}
    items = [
        replace(
            each,
            number=known[each.turn_id],
            text=validation.storable(each.text),
            supersedes_id=each.supersedes_id if ids.get(each.supersedes_id, len(known)) < known[each.turn_id] else None,
        )
        for each in memory.items
    ]
    fitted = CarriedMemory(
        tuple(replace(each, text=validation.storable(each.text)) for each in memory.summaries),
        tuple(sorted((_storable(each, known[each.turn_id]) for each in memory.topics), key=lambda each: each.number)),
        tuple(sorted(items, key=lambda each: each.number)),
        tuple(replace(each, number=known[each.turn_id]) for each in memory.index_entries),
    )
    return FittedMemory(fitted)


def without_memory(turns: Sequence[Turn], fault: str) -> FittedMemory:
    """An empty memory in which all turns count as digested, so that deleted memory is not learnt again."""
    last = {turn.branch: turn.number for turn in turns}
    return FittedMemory(CarriedMemory(tuple(Summary(branch, up_to=last[branch]) for branch in sorted(last))), fault)


def warn_of_dropped(session_id: str, fault: str) -> None:
    """Log a dropped memory, if one was dropped."""
    if fault:
        LOG.warning("session %s: the memory was dropped, the turns are kept: %s", session_id, fault)


def _misfit(memory: CarriedMemory, turns: Sequence[Turn], branches: int) -> str:
    """Why the memory is invalid; empty if it is valid."""
    known = {turn.id for turn in turns}
    left: list[Topic | Item | TurnIndexEntry] = [*memory.topics, *memory.items, *memory.index_entries]
    topics = {each.turn_id for each in memory.topics}
    rules = {
        "it names a turn that does not exist": all(each.turn_id in known for each in left),
        "it has two topics or index entries for one turn": len(topics) == len(memory.topics)
        and len({each.turn_id for each in memory.index_entries}) == len(memory.index_entries),
        # Small talk has a topic without a line, and may have an index entry.
        "it has an index entry of a turn without a topic": all(each.turn_id in topics for each in memory.index_entries),
        "the ids of its items are not all different, or not ids": len({item.id for item in memory.items})
        == len(memory.items)
        and all(_ID.match(item.id) for item in memory.items),
        "it has topics or items and no summary": not left or bool(memory.summaries),
        "it has two summaries for one branch": len({each.branch for each in memory.summaries}) == len(memory.summaries),
        "it has a summary of a branch or turn that does not exist": all(
            0 <= each.branch <= branches and 0 <= each.up_to <= len(known) for each in memory.summaries
        ),
    }
    return next((fault for fault, fits in rules.items() if not fits), "")


def _storable(topic: Topic, number: int) -> Topic:
    return replace(
        topic,
        number=number,
        line=validation.storable(topic.line),
        topics=tuple(validation.storable(each) for each in topic.topics),
        source_ids=tuple(validation.storable(each) for each in topic.source_ids),
    )


def _check(session: Session, turns: Sequence[Turn]) -> None:
    """Raise unless numbers, ids and times are valid."""
    if [turn.number for turn in turns] != list(range(1, session.head + 1)):
        raise validation.broken(session.id, f"its turns are not numbered from 1 to {session.head}")
    ids = {turn.id for turn in turns}
    if len(ids) < len(turns) or not all(_ID.match(each) for each in ids):
        raise validation.broken(session.id, "the ids of its turns are not all different, or not ids")
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
    """The turns with their parents' numbers and branches, and the number of branches opened.

    The first child of a turn stays on its branch; every other child opens a new one.
    """
    known: Mapping[str | None, int] = {turn.id: turn.number for turn in turns}
    branch_of = {0: 0}
    continued: set[int] = set()
    opened = 0
    placed = []
    for turn in turns:
        parent = 0 if turn.parent_id is None else known.get(turn.parent_id, turn.number)
        if parent >= turn.number:
            raise validation.broken(session_id, f"the parent of turn {turn.number} is not an earlier turn")
        if turn.supersedes_id is not None and known.get(turn.supersedes_id, turn.number) >= turn.number:
            raise validation.broken(session_id, f"turn {turn.number} supersedes no earlier turn")
        if parent in continued:
            opened += 1
        branch_of[turn.number] = opened if parent in continued else branch_of[parent]
        continued.add(parent)
        placed.append(Placed(replace(turn, branch=branch_of[turn.number], siblings=()), parent))
    return placed, opened


def _sources_count(session_id: str, turns: Sequence[Turn]) -> int:
    given: dict[str, int] = {}
    for turn in turns:
        try:
            fresh = new_sources(turn.sources, given)
        except BadInput as error:
            raise validation.broken(session_id, f"turn {turn.number}: {error.message}") from error
        given |= {source.document_id: source.number for source in fresh}
    return max(given.values(), default=0)
