"""Shared by all stores: initial values of sessions, turns and sources, and the limits of recall."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from askwell.stores.common import validation
from askwell.types import Item, Principal, Session, Source, Status, Turn

RECALLED: tuple[Status, ...] = ("completed", "declined", "stopped", "interrupted")
"""Statuses of turns that are recalled for a later turn. With the last two, the answer is incomplete."""

RECALL_SPAN = 200
"""How many turns of a branch recall examines at most, since failed turns between usable ones are skipped."""

ITEMS_READ = 64
"""How many of the latest items of a branch are read. Those that are not superseded are in force."""

NUMBERS_RECALLED = 64
"""Maximum number of source numbers that recall returns besides those of the recalled turns."""

KEYS_LIVE = timedelta(days=3)
"""How long an idempotency key is kept."""


def new_session(
    principal: Principal,
    session_id: str,
    now: datetime,
    *,
    assistant: str,
    title: str,
    metadata: Mapping[str, object],
) -> Session:
    """A session without turns. Raises BadInput (`bad_session_id`, `bad_character`)."""
    validation.check_session_id(session_id)
    validation.check_text(title, "title")
    validation.check_text(assistant, "assistant's name")
    return Session(
        id=session_id,
        assistant=assistant,
        title=title,
        created_at=now,
        updated_at=now,
        head=0,
        sources_count=0,
        tenant=principal.tenant,
        user=principal.user,
        metadata=dict(metadata),
    )


def new_turn(turn_id: str, session_id: str, question: str, now: datetime) -> Turn:
    """A running turn, without a number and a parent yet."""
    return Turn(
        id=turn_id,
        session_id=session_id,
        number=0,
        parent_id=None,
        status="running",
        question=question,
        created_at=now,
    )


def new_sources(sources: Sequence[Source], numbered: Mapping[str, int]) -> list[Source]:
    """The sources whose documents have no number in the conversation yet. `numbered` maps document id to number.

    Raises BadInput (`source_renumbered`) if a document has another number, if a number belongs to another document or
    is below 1, or if a document occurs twice.
    """
    numbers = dict(numbered)
    documents = {number: document for document, number in numbered.items()}
    seen: set[str] = set()
    for source in sources:
        number = numbers.setdefault(source.document_id, source.number)
        document = documents.setdefault(source.number, source.document_id)
        agrees = number == source.number and document == source.document_id
        if not agrees or source.number < 1 or source.document_id in seen:
            raise validation.renumbered(source.document_id, source.number)
        seen.add(source.document_id)
    return [source for source in sources if source.document_id not in numbered]


def in_force(items: Sequence[Item]) -> list[Item]:
    """The items of a branch that no other supersedes, in order, with the numbers of the turns that they correct."""
    by_id = {item.id: item for item in items}
    superseded = {item.supersedes_id for item in items}
    return [_with_corrected_turns(item, by_id) for item in items if item.id not in superseded]


def _with_corrected_turns(item: Item, by_id: Mapping[str, Item]) -> Item:
    corrected: list[int] = []
    older = by_id.get(item.supersedes_id or "")
    while older is not None and len(corrected) < ITEMS_READ:
        corrected.append(older.number)
        older = by_id.get(older.supersedes_id or "")
    return replace(item, corrects=tuple(corrected)) if corrected else item
