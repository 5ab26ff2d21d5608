"""Questions that continue the question before: other rows, another column, the next in the order, some of those."""

from collections.abc import Sequence
from dataclasses import replace

from askwell.tools.queries.query import Condition, Query, rows_of, run
from askwell.tools.queries.schema import Schema
from askwell.tools.queries.words import Token, Vocabulary, places_of


def depends(found: Sequence[Token], words: Vocabulary) -> bool:
    """Whether a question continues an earlier one: it begins with `and`, or refers to something."""
    return found[0].folded in words.openers or refers(found, words)


def refers(found: Sequence[Token], words: Vocabulary) -> bool:
    """Whether a word refers to the rows of the last answer, such as `those`."""
    return bool(referring(found, words))


def referring(found: Sequence[Token], words: Vocabulary) -> list[str]:
    """The words that refer to the rows of the last answer, in order."""
    phrases = words.phrases(lambda each: each.those) | words.phrases(lambda each: each.them)
    return [phrase for _, _, phrase in places_of(found, phrases, [False] * len(found))]


def continued(query: Query, earlier: Query, schema: Schema, rank: int, *, to_rows: bool) -> Query:
    """The query of a question that continues another one.

    `rank`: a place in the order, from 2; 0 for none. `to_rows`: whether a word refers to the rows of the last answer.
    """
    if rank and query.order is None and earlier.order is not None and not query.conditions:
        order = replace(earlier.order, rank=rank, count=1)
        return replace(earlier, order=order, unknown=query.unknown, used=query.used, continues=True)
    if query.names_rows and to_rows:
        return query
    if query.order is not None and to_rows and len(run(earlier, schema).rows) == 1:  # `Is it the cheapest?`
        return replace(query, conditions=(*_kept_categories(earlier, schema), *query.conditions), has_subject=True)
    if to_rows or (query.asked and not query.conditions and query.order is None):
        return _within(query, earlier, schema)
    if not (query.conditions or query.order) or not (earlier.conditions or earlier.order):
        return query
    return replace(
        query,
        conditions=(*_kept(earlier, query), *query.conditions),
        within=earlier.within,
        asked=query.asked or (earlier.asked if query.order is None else ()),
        order=query.order or earlier.order,
        aggregate=query.aggregate or ("" if query.order else earlier.aggregate),
        over=query.over if query.over >= 0 or query.order else earlier.over,
        has_subject=True,
        continues=True,
    )


def narrowed(query: Query, earlier: Query, schema: Schema) -> Query:
    """A query of conditions only, without a subject of its own, among the rows of a list before; else as it is."""
    rows = set(run(earlier, schema).rows)
    if len(rows) < 2 or rows.isdisjoint(rows_of(query, schema)):
        return query
    return _within(query, earlier, schema)


def _within(query: Query, earlier: Query, schema: Schema) -> Query:
    """The query among the rows of the last answer."""
    rows = frozenset(run(earlier, schema).rows)
    return replace(query, within=rows, has_subject=True, continues=True) if rows else query


def _kept(earlier: Query, query: Query) -> tuple[Condition, ...]:
    """The conditions of the earlier question on other columns than those of the new one."""
    columns = {each.column for each in query.conditions}
    return tuple(each for each in earlier.conditions if each.column not in columns)


def _kept_categories(earlier: Query, schema: Schema) -> tuple[Condition, ...]:
    """The conditions of the earlier question that name no single row."""
    return tuple(each for each in earlier.conditions if each.column not in schema.label)
