"""Converts turns and sessions to rows and back."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Row

from askwell.stores.common.traces import with_fields_of_trace
from askwell.stores.common.validation import storable
from askwell.stores.sql.part_lists import (
    decision_as_read,
    decision_from,
    decision_list,
    evidence_from,
    evidence_list,
    fact_from,
    fact_list,
    ledger_as_read,
    ledger_from,
    ledger_list,
    passage_from,
    resolution_as_read,
    support_as_read,
    usage_list,
)
from askwell.types import (
    CitedPassage,
    Feedback,
    Session,
    Source,
    Turn,
    Usage,
)


def session_from(row: Row[Any]) -> Session:
    """The session from a row of `sessions`."""
    return Session(
        id=row.id,
        assistant=row.assistant,
        title=row.title,
        created_at=row.created_at,
        updated_at=row.updated_at,
        head=row.head,
        sources_count=row.sources_count,
        tenant=row.tenant,
        user=row.user_id,
        metadata=row.metadata,
        pinned=row.pinned,
        branch=row.branch,
    )


def turn_from(row: Row[Any], sources: tuple[Source, ...], siblings: tuple[int, ...]) -> Turn:
    """The turn from a row of `history.TURNS`."""
    partial = row.partial if row.status == "running" else None
    standalone = row.question if row.standalone_question is None else row.standalone_question
    turn = Turn(
        id=row.id,
        session_id=row.session_id,
        number=row.number,
        parent_id=row.parent_id,
        status=row.status,
        question=row.question,
        created_at=row.created_at,
        standalone_question=standalone,
        kind=row.kind,
        route=row.way,
        outcome=row.ending,
        answer=partial or row.answer,
        language=row.language,
        sources=sources,
        decisions=tuple(decision_from(each) for each in row.decisions or ()),
        ledger=None if row.ledger is None else ledger_from(row.ledger),
        usage=Usage(*(row.usage or ())),
        model=row.model,
        error_code=row.error_code,
        finished_at=row.finished_at,
        took_ms=row.took_ms,
        supersedes_id=row.supersedes_id,
        branch=row.branch,
        siblings=siblings,
        feedback=None if row.rating is None else Feedback(row.rating, row.comment, row.given_at),
        **evidence_from(standalone, *(row.evidence or ())),
    )
    return with_fields_of_trace(turn)


def final_values(turn: Turn, question: str) -> dict[str, object]:
    """Values of the columns of `turns` that are set when a turn becomes final.

    A standalone question equal to `question`, the stored one, is stored as null.
    """
    standalone = storable(turn.standalone_question)
    return {
        "status": turn.status,
        "standalone_question": None if standalone == question else standalone,
        "kind": turn.kind,
        "way": turn.route,
        "ending": turn.outcome,
        "answer": storable(turn.answer),
        "language": turn.language,
        "decisions": [decision_list(each) for each in turn.decisions] or None,
        "ledger": None if turn.ledger is None else ledger_list(turn.ledger),
        "usage": usage_list(turn.usage),
        "model": turn.model,
        "error_code": turn.error_code,
        "finished_at": turn.finished_at,
        "took_ms": round(turn.took_ms, 3),
        "evidence": evidence_list(turn),
    }


def values_as_read(turn: Turn) -> dict[str, Any]:
    """The fields of a turn that storing may change, as they will be read back; without its sources."""
    return {
        "standalone_question": storable(turn.standalone_question),
        "answer": storable(turn.answer),
        "decisions": tuple([decision_as_read(each) for each in turn.decisions]),
        "ledger": None if turn.ledger is None else ledger_as_read(turn.ledger),
        "took_ms": round(turn.took_ms, 3),
        "support": tuple([support_as_read(each) for each in turn.support]),
        "warnings": tuple([storable(each) for each in turn.warnings]),
        "facts": tuple([fact_from(*fact_list(each)) for each in turn.facts]),
        **resolution_as_read(turn),
    }


def passages_as_read(passages: Iterable[CitedPassage]) -> tuple[CitedPassage, ...]:
    """Passages as they will be read back."""
    return tuple([replace(each, score=round(each.score, 6), text=storable(each.text)) for each in passages])


def passages_list(passages: Iterable[CitedPassage]) -> list[list[object]]:
    """Passages in stored form."""
    return [
        [each.chunk_id, each.start, each.end, round(each.score, 6), each.page, list(each.headings), storable(each.text)]
        for each in passages
    ]


def sources_by_turn(rows: Iterable[Row[Any]]) -> Mapping[str, tuple[Source, ...]]:
    """Turn id to its sources, from ordered rows of `turn_sources` with `name`, `title` and `url`."""
    by_turn: dict[str, list[Source]] = {}
    for row in rows:
        passages = tuple(passage_from(each) for each in row.passages)
        source = Source(row.number, row.document_id, row.name, row.title, row.url, passages, row.date)
        by_turn.setdefault(row.turn_id, []).append(source)
    return {turn_id: tuple(sources) for turn_id, sources in by_turn.items()}
