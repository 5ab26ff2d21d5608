"""What every store agrees on: how a session, a turn and a source first enter it, and what of them is recalled."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from askwell.stores.common import validation
from askwell.types import Item, Principal, Session, Source, Status, Turn

RECALLED: tuple[Status, ...] = ("completed", "declined", "stopped", "interrupted")
"""Statuses of turns that a later turn knows of; the last two say that the answer is not whole."""

RECALL_SPAN = 200
"""How far back on a line, in turns, recall looks for turns that count when there were many failed ones between."""

ITEMS_READ = 64
"""How many items of a line, the latest ones, are looked at; they are what is in force but for what they supersede."""

NUMBERS_RECALLED = 64
"""Source numbers that recall brings: the whole of most conversations, and no more of a long one."""

KEYS_LIVE = timedelta(days=3)
"""How long a repeat under an idempotency key is known."""


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
    """A running turn that has no number and no parent yet."""
    return Turn(
        id=turn_id,
        session_id=session_id,
        number=0,
        parent_id=None,
        status="running",
        question=question,
        created_at=now,
    )


def new_sources(sources: Sequence[Source], given: Mapping[str, int]) -> list[Source]:
    """The sources whose documents have no number in the conversation yet; `given` is document id to number.

    Raises BadInput (`source_renumbered`) for a document under another number, a number of another document, a number
    below 1, or a document twice.
    """
    numbers = dict(given)
    owners = {number: document for document, number in given.items()}
    seen: set[str] = set()
    for source in sources:
        number = numbers.setdefault(source.document_id, source.number)
        owner = owners.setdefault(source.number, source.document_id)
        agrees = number == source.number and owner == source.document_id
        if not agrees or source.number < 1 or source.document_id in seen:
            raise validation.renumbered(source.document_id, source.number)
        seen.add(source.document_id)
    return [source for source in sources if source.document_id not in given]


def in_force(items: Sequence[Item]) -> list[Item]:
    """Those of a line's items that none of them supersedes, in their order, with the turns that they correct."""
    known = {item.id: item for item in items}
    superseded = {item.supersedes_id for item in items}
    return [_correcting(item, known) for item in items if item.id not in superseded]


def _correcting(item: Item, known: Mapping[str, Item]) -> Item:
    corrected: list[int] = []
    older = known.get(item.supersedes_id or "")
    while older is not None and len(corrected) < ITEMS_READ:
        corrected.append(older.number)
        older = known.get(older.supersedes_id or "")
    return replace(item, corrects=tuple(corrected)) if corrected else item
