"""Turns and sessions as rows and back.

What nobody looks for by its parts is kept as short JSON lists; a part that is added later goes to the end, and what is
missing at the end reads as its default:

- decision: `[step, choice, reason, score, took_ms, detail]`
- passage: `[chunk_id, start, end, score, page, headings, text]`
- usage: `[input_tokens, output_tokens, calls]`
- ledger: `[composition, budget, tokens by slot, dropped]`
- evidence: `[supports, warnings]`, a support being `[start, end, score, numbers]`
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from json import loads as load
from typing import Any

from sqlalchemy import Row

from askwell.stores.common.encoding import dump, is_plain
from askwell.stores.common.validation import storable
from askwell.types import CitedPassage, Decision, Feedback, Ledger, Session, Source, Support, Turn, Usage


def session_from(row: Row[Any]) -> Session:
    """The session of a row of `sessions`."""
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
    """The turn of a row of `turns` with the columns that `history.TURNS` adds."""
    partial = row.partial if row.status == "running" else None
    support, warnings = _evidence(*(row.evidence or ()))
    return Turn(
        id=row.id,
        session_id=row.session_id,
        number=row.number,
        parent_id=row.parent_id,
        status=row.status,
        question=row.question,
        created_at=row.created_at,
        standalone_question=row.question if row.standalone_question is None else row.standalone_question,
        kind=row.kind,
        way=row.way,
        ending=row.ending,
        answer=partial or row.answer,
        language=row.language,
        sources=sources,
        decisions=tuple(_decision(each) for each in row.decisions or ()),
        ledger=None if row.ledger is None else _ledger(row.ledger),
        usage=Usage(*(row.usage or ())),
        model=row.model,
        error_code=row.error_code,
        finished_at=row.finished_at,
        took_ms=row.took_ms,
        supersedes_id=row.supersedes_id,
        branch=row.branch,
        siblings=siblings,
        support=support,
        warnings=warnings,
        feedback=None if row.rating is None else Feedback(row.rating, row.comment, row.given_at),
    )


def final_values(turn: Turn, question: str) -> dict[str, object]:
    """The columns of `turns` that finishing sets; the question decides whether its standalone form needs a copy."""
    standalone = storable(turn.standalone_question)
    return {
        "status": turn.status,
        "standalone_question": None if standalone == question else standalone,
        "kind": turn.kind,
        "way": turn.way,
        "ending": turn.ending,
        "answer": storable(turn.answer),
        "language": turn.language,
        "decisions": [_decision_list(each) for each in turn.decisions] or None,
        "ledger": None if turn.ledger is None else _ledger_list(turn.ledger),
        "usage": _usage_list(turn.usage),
        "model": turn.model,
        "error_code": turn.error_code,
        "finished_at": turn.finished_at,
        "took_ms": round(turn.took_ms, 3),
        "evidence": _evidence_list(turn),
    }


def values_as_read(turn: Turn) -> dict[str, Any]:
    """The fields of a turn that a store may change, as they will be read; but for its sources."""
    return {
        "standalone_question": storable(turn.standalone_question),
        "answer": storable(turn.answer),
        "decisions": tuple([_decision_as_read(each) for each in turn.decisions]),
        "ledger": None if turn.ledger is None else _ledger_as_read(turn.ledger),
        "took_ms": round(turn.took_ms, 3),
        "support": tuple([_support_as_read(each) for each in turn.support]),
        "warnings": tuple([storable(each) for each in turn.warnings]),
    }


def passages_as_read(passages: Iterable[CitedPassage]) -> tuple[CitedPassage, ...]:
    """Passages as they will be read once they are stored."""
    return tuple([replace(each, score=round(each.score, 6), text=storable(each.text)) for each in passages])


def passages_list(passages: Iterable[CitedPassage]) -> list[list[object]]:
    """Passages as they are stored."""
    return [
        [each.chunk_id, each.start, each.end, round(each.score, 6), each.page, list(each.headings), storable(each.text)]
        for each in passages
    ]


def sources_by_turn(rows: Iterable[Row[Any]]) -> Mapping[str, tuple[Source, ...]]:
    """Turn id to its sources, from rows of `turn_sources` with `name`, `title`, `url`, in order."""
    found: dict[str, list[Source]] = {}
    for row in rows:
        passages = tuple(_passage(each) for each in row.passages)
        source = Source(row.number, row.document_id, row.name, row.title, row.url, passages)
        found.setdefault(row.turn_id, []).append(source)
    return {turn_id: tuple(sources) for turn_id, sources in found.items()}


def _decision_list(decision: Decision) -> list[object]:
    score = None if decision.score is None else round(decision.score, 6)
    values = [decision.step, decision.choice, decision.reason, score, round(decision.took_ms, 3), dict(decision.detail)]
    return _trimmed(values, defaults=[None, None, None, None, 0, {}])


def _support_as_read(support: Support) -> Support:
    score = round(support.score, 6)
    return support if score == support.score else Support(support.start, support.end, score, support.numbers)


def _decision_as_read(decision: Decision) -> Decision:
    score = None if decision.score is None else round(decision.score, 6)
    took_ms = round(decision.took_ms, 3)
    if score == decision.score and took_ms == decision.took_ms and is_plain(decision.detail):
        return decision
    return Decision(decision.step, decision.choice, decision.reason, score, took_ms, load(dump(decision.detail)))


def _decision(values: Sequence[Any]) -> Decision:
    return Decision(*values)


def _passage(values: Sequence[Any]) -> CitedPassage:
    chunk_id, start, end, score, page, headings, text = values[:7]
    return CitedPassage(chunk_id, text, tuple(headings), page, start, end, score)


def _usage_list(usage: Usage) -> list[int] | None:
    return None if usage == Usage() else [usage.input_tokens, usage.output_tokens, usage.calls]


def _ledger_as_read(ledger: Ledger) -> Ledger:
    return ledger if is_plain(ledger.tokens) else _ledger(load(dump(_ledger_list(ledger))))


def _ledger_list(ledger: Ledger) -> list[object]:
    values = [ledger.composition, ledger.budget, dict(ledger.tokens), list(ledger.dropped)]
    return _trimmed(values, defaults=[None, None, None, []])


def _ledger(values: Sequence[Any]) -> Ledger:
    composition, budget, tokens, *rest = values
    return Ledger(composition, budget, tokens, tuple(rest[0]) if rest else ())


def _evidence_list(turn: Turn) -> list[object] | None:
    supports = [[each.start, each.end, round(each.score, 6), list(each.numbers)] for each in turn.support]
    return _trimmed([supports, [storable(each) for each in turn.warnings]], defaults=[[], []]) or None


def _evidence(
    supports: Iterable[Sequence[Any]] = (), warnings: Iterable[str] = ()
) -> tuple[tuple[Support, ...], tuple[str, ...]]:
    found = tuple(Support(start, end, score, tuple(numbers)) for start, end, score, numbers in supports)
    return found, tuple(warnings)


def _trimmed(values: Sequence[object], *, defaults: Sequence[object]) -> list[object]:
    """The values without the ones at the end that are their defaults."""
    last = len(values)
    while last and values[last - 1] == defaults[last - 1]:
        last -= 1
    return list(values[:last])
