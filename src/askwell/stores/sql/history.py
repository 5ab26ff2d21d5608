"""Reads complete turns from SQL, by key and in bounded numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, exists, select

from askwell.stores.common import validation
from askwell.stores.common.defaults import NUMBERS_RECALLED, RECALL_SPAN, RECALLED
from askwell.stores.sql import branches as branch_paths
from askwell.stores.sql import memory_reads, statements
from askwell.stores.sql.branches import MAX_VALUES
from askwell.stores.sql.rows import sources_by_turn, turn_from
from askwell.stores.sql.schema import (
    feedback,
    memory_items,
    partials,
    session_sources,
    sessions,
    summaries,
    topics,
    turn_sources,
    turns,
)
from askwell.stores.sql.turn_cache import TurnCache
from askwell.types import Memory, Principal, Recalled, Source, Turn

own_session = (
    sessions.c.deleted_at.is_(None)
    & (sessions.c.tenant == bindparam("own_tenant"))
    & (sessions.c.user_id == bindparam("own_user"))
)
"""Condition: the session exists and belongs to the principal, given by the parameters of `owner_values`."""

TURNS = (
    select(turns, partials.c.text.label("partial"), feedback.c.rating, feedback.c.comment, feedback.c.given_at)
    .outerjoin(partials, partials.c.turn_id == turns.c.id)
    .outerjoin(feedback, feedback.c.turn_id == turns.c.id)
)
"""Turns with their partial answer and feedback. `complete_turns` converts the rows."""

_FIRST = turns.alias("first")
_ANY_SUMMARY = summaries.alias("any_summary")
_STATE = (
    select(
        sessions.c.head,
        sessions.c.tip,
        sessions.c.branches,
        sessions.c.sources_count,
        summaries.c.branch,
        summaries.c.text,
        summaries.c.worded_by,
        summaries.c.up_to_number,
        summaries.c.updated_at,
        exists().where(_ANY_SUMMARY.c.session_id == sessions.c.id).label("has_summary"),
        exists().where(memory_items.c.session_id == sessions.c.id).label("has_items"),
        _FIRST.c.question.label("first_question"),
    )
    .outerjoin(_FIRST, (_FIRST.c.session_id == sessions.c.id) & (_FIRST.c.number == 1))
    .outerjoin(summaries, (summaries.c.session_id == sessions.c.id) & (summaries.c.branch == sessions.c.branch))
    .where(sessions.c.id == bindparam("session_id"), own_session)
)
_OWNED = select(sessions.c.tip, sessions.c.branches).where(sessions.c.id == bindparam("session_id"), own_session)
_IN_SESSION = turns.c.session_id == bindparam("session_id")
_QUESTION = select(turns.c.question).where(_IN_SESSION, turns.c.number == bindparam("number"))
_INDEXED = (
    select(turns.c.id, turns.c.number, turns.c.finished_at, feedback.c.given_at)
    .join(topics, topics.c.turn_id == turns.c.id)
    .outerjoin(feedback, feedback.c.turn_id == turns.c.id)
    .where(_IN_SESSION, turns.c.id.in_(bindparam("turn_ids", expanding=True)), topics.c.imprint.is_not(None))
)
_LAST_NUMBERS = (
    select(session_sources.c.document_id, session_sources.c.number)
    .where(session_sources.c.session_id == bindparam("session_id"))
    .order_by(session_sources.c.number.desc())
    .limit(bindparam("limit"))
)
_RECENT = (
    select(turns.c.id, turns.c.number, turns.c.finished_at, feedback.c.given_at)
    .outerjoin(feedback, feedback.c.turn_id == turns.c.id)
    .where(
        _IN_SESSION,
        turns.c.number.between(bindparam("first"), bindparam("last")),
        turns.c.status.in_(RECALLED),
        turns.c.question != "",
    )
    .order_by(turns.c.number.desc())
    .limit(bindparam("limit"))
)
_FOLLOWING = (
    select(turns.c.id, turns.c.number, turns.c.finished_at, feedback.c.given_at)
    .outerjoin(feedback, feedback.c.turn_id == turns.c.id)
    .where(_IN_SESSION, turns.c.number > bindparam("after"))
    .order_by(turns.c.number)
    .limit(bindparam("limit"))
)
_AFTER = (
    TURNS.where(_IN_SESSION, turns.c.number > bindparam("after")).order_by(turns.c.number).limit(bindparam("limit"))
)
_NUMBERED = TURNS.where(_IN_SESSION, turns.c.number.in_(bindparam("numbers", expanding=True))).order_by(turns.c.number)
_OF_ID = (
    TURNS.add_columns(sessions.c.branches)
    .join(sessions, sessions.c.id == turns.c.session_id)
    .where(turns.c.id == bindparam("turn_id"), own_session)
)
_SOURCES = (
    select(turn_sources, session_sources.c.name, session_sources.c.title, session_sources.c.url, session_sources.c.date)
    .join(
        session_sources,
        (session_sources.c.session_id == turn_sources.c.session_id)
        & (session_sources.c.number == turn_sources.c.number),
    )
    .where(turn_sources.c.stage == "cited", turn_sources.c.turn_id.in_(bindparam("turn_ids", expanding=True)))
    .order_by(turn_sources.c.turn_id, turn_sources.c.position)
)


def recall(
    tx: Connection, principal: Principal, session_id: str, *, before: int, window_turns: int, cache: TurnCache
) -> Recalled:
    """The last usable turns before turn `before` on its branch, and the memory of all earlier turns.

    Raises NotFound.
    """
    state = statements.first(tx, _STATE, {"session_id": session_id, **owner_values(principal)})
    if state is None:
        raise validation.no_session(session_id)
    end = before if before <= state.head else state.tip
    path = branch_paths.path(tx, session_id, end, max_ranges=RECALL_SPAN) if state.branches else [range(1, end + 1)]
    ranges = _recall_ranges(path, before)
    rows: list[Row[Any]] = []
    for each in ranges:
        limit = window_turns - len(rows)
        if limit <= 0:
            break
        values = {"session_id": session_id, "first": each[0], "last": each[-1], "limit": limit}
        rows.extend(statements.fetch(tx, _RECENT, values))
    recent = _cached_turns(tx, session_id, rows[::-1], state.branches, cache)
    has_memory = state.has_summary and before
    return Recalled(
        turns=recent,
        memory=_memory(tx, session_id, state, memory_reads.below(path, before), end) if has_memory else Memory(),
        sources_count=state.sources_count,
        numbers=_numbers(tx, session_id, recent, state.sources_count),
        first_question=_first_question(tx, session_id, end, state.branches, state.first_question) if ranges else "",
    )


def turn(tx: Connection, principal: Principal, session_id: str, number: int) -> Turn:
    """One turn of a session. Raises NotFound."""
    _, branches = owned_session(tx, principal, session_id)
    rows = statements.fetch(tx, _NUMBERED, {"session_id": session_id, "numbers": [validation.bounded(number)]})
    if not rows:
        raise validation.no_turn(session_id, number)
    return complete_turns(tx, session_id, rows, branches)[0]


def turn_by_id(tx: Connection, principal: Principal, turn_id: str) -> Turn:
    """One turn. Raises NotFound."""
    row = tx.execute(_OF_ID, {"turn_id": turn_id, **owner_values(principal)}).first()
    if row is None:
        raise validation.no_turn_of_id(turn_id)
    return complete_turns(tx, row.session_id, [row], row.branches)[0]


def recollected(
    tx: Connection, principal: Principal, session_id: str, turn_ids: Sequence[str], cache: TurnCache
) -> list[Turn]:
    """The turns of a session with these ids, in the given order, without turns that have no index entry."""
    _, branches = owned_session(tx, principal, session_id)
    rows = statements.fetch(tx, _INDEXED, {"session_id": session_id, "turn_ids": list(turn_ids)})
    by_id = {turn.id: turn for turn in _cached_turns(tx, session_id, rows, branches, cache)}
    return [by_id[each] for each in turn_ids if each in by_id]


def turns_after(
    tx: Connection, principal: Principal, session_id: str, *, after: int, limit: int, every_branch: bool
) -> list[Turn]:
    """The turns of the active branch or of every branch with a number above `after`, in order. Raises NotFound."""
    tip, branches = owned_session(tx, principal, session_id)
    if every_branch or not branches:
        rows = statements.fetch(tx, _AFTER, {"session_id": session_id, "after": after, "limit": limit})
        return list(complete_turns(tx, session_id, rows, branches))
    return _on_path(tx, session_id, tip, branches, after=after, limit=limit)


def active_turns_after(
    tx: Connection, session_id: str, *, tip: int, branches: int, after: int, limit: int, cache: TurnCache
) -> list[Turn]:
    """The turns of the active branch with a number above `after`, in order; from the cache if possible."""
    if branches:
        return _on_path(tx, session_id, tip, branches, after=after, limit=limit)
    rows = statements.fetch(tx, _FOLLOWING, {"session_id": session_id, "after": after, "limit": limit})
    return list(_cached_turns(tx, session_id, rows, branches, cache))


def source_numbers(tx: Connection, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
    """Document id to its number in the conversation; documents without a number are absent."""
    rows = tx.execute(
        select(session_sources.c.document_id, session_sources.c.number).where(
            session_sources.c.session_id == session_id, session_sources.c.document_id.in_(document_ids)
        )
    )
    return {row.document_id: row.number for row in rows}


def owner_values(principal: Principal) -> Mapping[str, object]:
    """The parameters of `own_session`."""
    return {"own_tenant": principal.tenant, "own_user": principal.user}


def owned_session(tx: Connection, principal: Principal, session_id: str) -> tuple[int, int]:
    """Number of the last turn of the active branch, and the number of branches besides the first.

    Raises NotFound if the session does not exist or belongs to another principal.
    """
    row = statements.first(tx, _OWNED, {"session_id": session_id, **owner_values(principal)})
    if row is None:
        raise validation.no_session(session_id)
    return row.tip, row.branches


def complete_turns(tx: Connection, session_id: str, rows: Sequence[Row[Any]], branches: int) -> tuple[Turn, ...]:
    """Rows of `TURNS` as turns with sources and siblings, in the same order.

    All are turns of the session, which has `branches` branches besides the first.
    """
    sources: dict[str, tuple[Source, ...]] = {}
    ids = [row.id for row in rows]
    for start in range(0, len(ids), MAX_VALUES):
        source_rows = statements.fetch(tx, _SOURCES, {"turn_ids": ids[start : start + MAX_VALUES]})
        sources |= sources_by_turn(source_rows)
    siblings = branch_paths.siblings(tx, session_id, [row.number for row in rows]) if branches else {}
    return tuple(turn_from(row, sources.get(row.id, ()), siblings.get(row.number, ())) for row in rows)


def _on_path(tx: Connection, session_id: str, tip: int, branches: int, *, after: int, limit: int) -> list[Turn]:
    numbers = list(branch_paths.first_numbers(branch_paths.path(tx, session_id, tip, above=after)[::-1], limit))
    rows = [
        row
        for start in range(0, len(numbers), MAX_VALUES)
        for row in tx.execute(_NUMBERED, {"session_id": session_id, "numbers": numbers[start : start + MAX_VALUES]})
    ]
    return list(complete_turns(tx, session_id, rows, branches))


def _memory(tx: Connection, session_id: str, state: Row[Any], ranges: Sequence[range], end: int) -> Memory:
    """The memory of the branch that ends with turn `end`. `state` has the summary of the active branch."""
    if state.branches and end != state.tip:
        own = memory_reads.own_summary(tx, session_id, branch_paths.at(tx, session_id, end).branch)
    else:
        own = None if state.up_to_number is None else memory_reads.summary_from(state)
    return memory_reads.memory(tx, session_id, ranges, own, has_items=state.has_items)


def _recall_ranges(path: Sequence[range], before: int) -> list[range]:
    """The last `RECALL_SPAN` numbers of a path that are below `before`, the latest range first."""
    left, ranges = RECALL_SPAN, []
    for each in path:
        usable = range(each.start, min(each.stop, before))[-left:]
        if usable:
            ranges.append(usable)
            left -= len(usable)
        if left <= 0:
            break
    return ranges


def _cached_turns(
    tx: Connection, session_id: str, rows: Sequence[Row[Any]], branches: int, cache: TurnCache
) -> tuple[Turn, ...]:
    """Complete turns for rows of id, number and version; from the cache if possible.

    If the session has branches, a turn may have new siblings, so all are read.
    """
    cached = {} if branches else cache.find((row.id, row.finished_at, row.given_at) for row in rows)
    numbers = [row.number for row in rows if row.id not in cached]
    if numbers:
        read = complete_turns(
            tx, session_id, statements.fetch(tx, _NUMBERED, {"session_id": session_id, "numbers": numbers}), branches
        )
        if not branches:
            cache.add(read)
        cached |= {turn.id: turn for turn in read}
    return tuple(cached[row.id] for row in rows)


def _numbers(tx: Connection, session_id: str, recent: Sequence[Turn], count: int) -> Mapping[str, int]:
    """Source numbers of the recent turns; if the session has more, also its latest `NUMBERS_RECALLED` ones."""
    numbers = {source.document_id: source.number for turn in recent for source in turn.sources}
    if len(numbers) < count:
        rows = statements.fetch(tx, _LAST_NUMBERS, {"session_id": session_id, "limit": NUMBERS_RECALLED})
        numbers |= {row.document_id: row.number for row in rows}
    return numbers


def _first_question(tx: Connection, session_id: str, end: int, branches: int, first: str) -> str:
    """The first question on the path to turn `end`; `first` is that of turn 1, used if there are no branches."""
    if not branches:
        return first
    root = branch_paths.at(tx, session_id, end).root
    return str(tx.execute(_QUESTION, {"session_id": session_id, "number": root}).scalar_one())
