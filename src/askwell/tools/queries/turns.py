"""The query of a question in its conversation: as typed after the queries before it, or as it was resolved."""

from dataclasses import replace

from askwell.tools.queries.follow_ups import referring
from askwell.tools.queries.query import Condition, Query
from askwell.tools.queries.reading import read
from askwell.tools.queries.schema import Schema
from askwell.tools.queries.words import tokens, vocabulary
from askwell.types import EarlierQuestion, Language, TableQuestion


def query_of(question: TableQuestion, schema: Schema, document_id: str) -> Query:
    """The query of a question, after those of the turns before it that cite the document."""
    earlier: Query | None = None
    for turn in question.earlier:
        if document_id in turn.documents:
            query = _chosen(turn, schema, question.language, earlier)
            earlier = query if query.is_sure else None
    last = EarlierQuestion(question.text, (), question.is_follow_up, question.resolved)
    return _chosen(last, schema, question.language, earlier)


def _chosen(turn: EarlierQuestion, schema: Schema, language: Language, earlier: Query | None) -> Query:
    """The query of the typed wording, or that of the resolved one if only this is sure or it selects by more."""
    typed = read(turn.text, schema, language, earlier, is_follow_up=turn.is_follow_up)
    if earlier is None and turn.is_follow_up:
        typed = _without_referent(typed, turn.text, schema, language)
    if not turn.resolved or turn.resolved == turn.text:
        return typed
    resolved = read(turn.resolved, schema, language)
    if turn.is_follow_up:
        resolved = _without_referent(resolved, turn.resolved, schema, language)
    if not resolved.is_sure:
        return typed
    return resolved if not typed.is_sure or _selects_by_more(resolved, typed, schema) else typed


def _without_referent(query: Query, text: str, schema: Schema, language: Language) -> Query:
    """The query with a pronoun as unknown that refers to rows which nobody knows; it would select from all rows."""
    words = vocabulary((language, schema.language))
    pronouns = referring(tokens(text, schema.language), words)
    if query.names_rows or not pronouns:
        return query
    return replace(query, unknown=(*query.unknown, pronouns[0]))


def _selects_by_more(resolved: Query, typed: Query, schema: Schema) -> bool:
    """Whether a resolved wording names rows or limits that the typed one does not have, and keeps those that it has."""
    columns = {each.column for each in typed.conditions}
    if not columns <= {each.column for each in resolved.conditions}:
        return False
    if typed.within is None:
        return any(each.column not in columns for each in resolved.conditions)
    return any(_differs(each, typed.within, schema) for each in resolved.conditions)


def _differs(condition: Condition, within: frozenset[int], schema: Schema) -> bool:
    """Whether a condition selects other rows than those of the last answer: by their own names, or none of these."""
    is_of_rows = (
        condition.kind == "name" and condition.column in schema.label and len(condition.rows) <= condition.names
    )
    return condition.rows != within if is_of_rows else condition.rows.isdisjoint(within)
