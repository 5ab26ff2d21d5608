"""Reads turns from SQL: by key, bounded, each turn complete."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, exists, select

from askwell.stores.common import validation
from askwell.stores.common.defaults import NUMBERS_RECALLED, RECALL_SPAN, RECALLED
from askwell.stores.sql import branches as lines
from askwell.stores.sql import memory_reads, statements
from askwell.stores.sql.branches import AT_ONCE
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
"""Condition that a session is there for a principal; `who` gives its parameters."""

TURNS = (
    select(turns, partials.c.text.label("partial"), feedback.c.rating, feedback.c.comment, feedback.c.given_at)
    .outerjoin(partials, partials.c.turn_id == turns.c.id)
    .outerjoin(feedback, feedback.c.turn_id == turns.c.id)
)
"""Turns with their session, partial answer and feedback; `whole_turns` reads the rows."""

_FIRST = turns.alias("first")
_ANY_SUMMARY = summaries.alias("any_summary")
_STANDING = (
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
        exists().where(_ANY_SUMMARY.c.session_id == sessions.c.id).label("remembers"),
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
    .limit(bindparam("most"))
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
    .limit(bindparam("most"))
)
_FOLLOWING = (
    select(turns.c.id, turns.c.number, turns.c.finished_at, feedback.c.given_at)
    .outerjoin(feedback, feedback.c.turn_id == turns.c.id)
    .where(_IN_SESSION, turns.c.number > bindparam("after"))
    .order_by(turns.c.number)
    .limit(bindparam("most"))
)
_AFTER = TURNS.where(_IN_SESSION, turns.c.number > bindparam("after")).order_by(turns.c.number).limit(bindparam("most"))
_NUMBERED = TURNS.where(_IN_SESSION, turns.c.number.in_(bindparam("numbers", expanding=True))).order_by(turns.c.number)
_OF_ID = (
    TURNS.add_columns(sessions.c.branches)
    .join(sessions, sessions.c.id == turns.c.session_id)
    .where(turns.c.id == bindparam("turn_id"), own_session)
)
_SOURCES = (
    select(turn_sources, session_sources.c.name, session_sources.c.title, session_sources.c.url)
    .join(
        session_sources,
        (session_sources.c.session_id == turn_sources.c.session_id)
        & (session_sources.c.number == turn_sources.c.number),
    )
    .where(turn_sources.c.stage == "cited", turn_sources.c.turn_id.in_(bindparam("turn_ids", expanding=True)))
    .order_by(turn_sources.c.turn_id, turn_sources.c.position)
)


def recall(
    tx: Connection, principal: Principal, session_id: str, *, before: int, window_turns: int, known: TurnCache
) -> Recalled:
    """The last usable turns of the branch below a number, and the data kept of earlier ones."""
    standing = statements.first(tx, _STANDING, {"session_id": session_id, **who(principal)})
    if standing is None:
        raise validation.no_session(session_id)
    end = before if before <= standing.head else standing.tip
    line = lines.line(tx, session_id, end, depth=RECALL_SPAN) if standing.branches else [range(1, end + 1)]
    parts = _looked_at(line, before)
    recent: list[Row[Any]] = []
    for part in parts:
        most = window_turns - len(recent)
        if most <= 0:
            break
        values = {"session_id": session_id, "first": part[0], "last": part[-1], "most": most}
        recent.extend(statements.fetch(tx, _RECENT, values))
    found = _recent_turns(tx, session_id, recent[::-1], standing.branches, known)
    return Recalled(
        turns=found,
        memory=_memory(tx, session_id, standing, memory_reads.below(line, before), end)
        if standing.remembers and before
        else Memory(),
        sources_count=standing.sources_count,
        numbers=_numbers(tx, session_id, found, standing.sources_count),
        first_question=_first_question(tx, session_id, end, standing.branches, standing.first_question)
        if parts
        else "",
    )


def turn(tx: Connection, principal: Principal, session_id: str, number: int) -> Turn:
    """One turn of a session. Raises NotFound."""
    _, branches = owned_session(tx, principal, session_id)
    rows = statements.fetch(tx, _NUMBERED, {"session_id": session_id, "numbers": [validation.bounded(number)]})
    if not rows:
        raise validation.no_turn(session_id, number)
    return whole_turns(tx, session_id, rows, branches)[0]


def turn_by_id(tx: Connection, principal: Principal, turn_id: str) -> Turn:
    """One turn. Raises NotFound."""
    row = tx.execute(_OF_ID, {"turn_id": turn_id, **who(principal)}).first()
    if row is None:
        raise validation.no_turn_of_id(turn_id)
    return whole_turns(tx, row.session_id, [row], row.branches)[0]


def recollected(
    tx: Connection, principal: Principal, session_id: str, turn_ids: Sequence[str], known: TurnCache
) -> list[Turn]:
    """The turns of a session by id, in that order; of those whose index entry is gone, none."""
    _, branches = owned_session(tx, principal, session_id)
    rows = statements.fetch(tx, _INDEXED, {"session_id": session_id, "turn_ids": list(turn_ids)})
    found = {turn.id: turn for turn in _recent_turns(tx, session_id, rows, branches, known)}
    return [found[each] for each in turn_ids if each in found]


def turns_after(
    tx: Connection, principal: Principal, session_id: str, *, after: int, limit: int, every_branch: bool
) -> list[Turn]:
    """The turns after a number, in order."""
    tip, branches = owned_session(tx, principal, session_id)
    if every_branch or not branches:
        rows = statements.fetch(tx, _AFTER, {"session_id": session_id, "after": after, "most": limit})
        return list(whole_turns(tx, session_id, rows, branches))
    return _on_line(tx, session_id, tip, branches, after=after, limit=limit)


def line_after(
    tx: Connection, session_id: str, *, tip: int, branches: int, after: int, limit: int, known: TurnCache
) -> list[Turn]:
    """The turns of the active branch after a number, in order; those in the cache are not read again."""
    if branches:
        return _on_line(tx, session_id, tip, branches, after=after, limit=limit)
    rows = statements.fetch(tx, _FOLLOWING, {"session_id": session_id, "after": after, "most": limit})
    return list(_recent_turns(tx, session_id, rows, branches, known))


def source_numbers(tx: Connection, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
    """Document id to its number in the conversation, if it has one."""
    found = tx.execute(
        select(session_sources.c.document_id, session_sources.c.number).where(
            session_sources.c.session_id == session_id, session_sources.c.document_id.in_(document_ids)
        )
    )
    return {row.document_id: row.number for row in found}


def who(principal: Principal) -> Mapping[str, object]:
    """The parameters of `own_session`."""
    return {"own_tenant": principal.tenant, "own_user": principal.user}


def owned_session(tx: Connection, principal: Principal, session_id: str) -> tuple[int, int]:
    """Number of the last turn of the active line, and the number of branches besides the first.

    Raises NotFound for a session that is not the principal's.
    """
    found = statements.first(tx, _OWNED, {"session_id": session_id, **who(principal)})
    if found is None:
        raise validation.no_session(session_id)
    return found.tip, found.branches


def whole_turns(tx: Connection, session_id: str, rows: Sequence[Row[Any]], branches: int) -> tuple[Turn, ...]:
    """The turns of rows of `TURNS` with their sources and siblings, in the order of the rows.

    They are of one session that has opened so many branches.
    """
    sources: dict[str, tuple[Source, ...]] = {}
    ids = [row.id for row in rows]
    for start in range(0, len(ids), AT_ONCE):
        found = statements.fetch(tx, _SOURCES, {"turn_ids": ids[start : start + AT_ONCE]})
        sources |= sources_by_turn(found)
    siblings = lines.siblings(tx, session_id, [row.number for row in rows]) if branches else {}
    return tuple(turn_from(row, sources.get(row.id, ()), siblings.get(row.number, ())) for row in rows)


def _on_line(tx: Connection, session_id: str, tip: int, branches: int, *, after: int, limit: int) -> list[Turn]:
    numbers = list(lines.first_numbers(lines.line(tx, session_id, tip, beyond=after)[::-1], limit))
    rows = [
        row
        for start in range(0, len(numbers), AT_ONCE)
        for row in tx.execute(_NUMBERED, {"session_id": session_id, "numbers": numbers[start : start + AT_ONCE]})
    ]
    return list(whole_turns(tx, session_id, rows, branches))


def _memory(tx: Connection, session_id: str, standing: Row[Any], parts: Sequence[range], end: int) -> Memory:
    """The memory of the branch that ends with a turn; the summary in the session's row is that of the active branch."""
    if standing.branches and end != standing.tip:
        own = memory_reads.own_summary(tx, session_id, lines.at(tx, session_id, end).branch)
    else:
        own = None if standing.up_to_number is None else memory_reads.summary_from(standing)
    return memory_reads.memory(tx, session_id, parts, own, has_items=standing.has_items)


def _looked_at(line: Sequence[range], before: int) -> list[range]:
    """The last numbers of a line that are below a number, as many as recall looks at; the latest range first."""
    left, found = RECALL_SPAN, []
    for each in line:
        part = range(each.start, min(each.stop, before))[-left:]
        if part:
            found.append(part)
            left -= len(part)
        if left <= 0:
            break
    return found


def _recent_turns(
    tx: Connection, session_id: str, rows: Sequence[Row[Any]], branches: int, known: TurnCache
) -> tuple[Turn, ...]:
    """The turns of rows of `_RECENT`, complete; those in the cache are not read again.

    With branches a turn may have new siblings, so all are read.
    """
    cached = {} if branches else known.find((row.id, row.finished_at, row.given_at) for row in rows)
    numbers = [row.number for row in rows if row.id not in cached]
    if numbers:
        read = whole_turns(
            tx, session_id, statements.fetch(tx, _NUMBERED, {"session_id": session_id, "numbers": numbers}), branches
        )
        if not branches:
            known.add(read)
        cached |= {turn.id: turn for turn in read}
    return tuple(cached[row.id] for row in rows)


def _numbers(tx: Connection, session_id: str, recent: Sequence[Turn], count: int) -> Mapping[str, int]:
    """Numbers of the documents of the recent turns and, where there are others, of those last given one."""
    numbers = {source.document_id: source.number for turn in recent for source in turn.sources}
    if len(numbers) < count:
        rows = statements.fetch(tx, _LAST_NUMBERS, {"session_id": session_id, "most": NUMBERS_RECALLED})
        numbers |= {row.document_id: row.number for row in rows}
    return numbers


def _first_question(tx: Connection, session_id: str, end: int, branches: int, first: str) -> str:
    """The question that the line to a turn begins with; that of the session's `first` one where there is one line."""
    if not branches:
        return first
    root = lines.at(tx, session_id, end).root
    return str(tx.execute(_QUESTION, {"session_id": session_id, "number": root}).scalar_one())
