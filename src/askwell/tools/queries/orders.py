"""Orders in a question: superlatives, comparatives between named rows, and `by` with a column."""

from collections.abc import Sequence
from math import inf

from askwell.tools.queries.query import Condition, Order
from askwell.tools.queries.question import Reading
from askwell.tools.queries.schema import Column, Schema
from askwell.tools.queries.words import Token, Vocabulary, places_of, tokens

_LIMIT_AFTER = 3
"""Tokens after a comparative in which a number makes it a limit: `costs less than 5`."""


class Superlatives:
    """The superlatives and comparatives of a question."""

    def __init__(self, found: Sequence[Token], schema: Schema, words: Vocabulary) -> None:
        self._schema = schema
        self._least = _by_phrase(schema, words, is_least=True)
        self._most = _by_phrase(schema, words, is_least=False)
        places = places_of(found, {*self._least, *self._most}, [False] * len(found))
        self.places = {
            at
            for start, end, _ in places
            if not any(token.is_number for token in found[end : end + _LIMIT_AFTER])
            for at in range(start, end)
        }
        """Places of superlatives, which are no part of a name: `the highest one` and `High Rock`."""
        self.counts = {
            start - 1
            for start, _, _ in places
            if start in self.places and start and found[start - 1].folded.isdecimal()
        }
        """Places of numbers that say how many rows are asked for: `the 3 cheapest`."""

    def order(self, reading: Reading, rank: int) -> Order | None:
        """The order that the first superlative asks for; one of no column is unknown. `rank`: its place, 0 for none.

        With `than` and a named row it is a limit instead. A single named row is not ordered alone: `Is this one the
        cheapest?` asks for the cheapest of all.
        """
        for start, end, phrase in places_of(reading.tokens, {*self._least, *self._most}, reading.used):
            is_least = phrase in self._least and bool(self._least[phrase] or not self._most.get(phrase))
            named = [each for each in reading.conditions if each.column in self._schema.label and each.kind == "name"]
            column = self._column(reading, phrase, start, is_least=is_least)
            reading.use(start, end)
            if column is None:
                if not (len(named) == 1 and named[0].names == 1):  # a comparative of one row says nothing: `more about`
                    reading.unknown.append(reading.text(start, end))
                return None
            count = _wanted(reading, start, end)
            first = start - 1 if start and reading.used[start - 1] and reading.tokens[start - 1].is_number else start
            if first and reading.tokens[first - 1].folded in reading.words.phrases(lambda each: each.top):
                reading.use(first - 1, first)  # `the top 3 cheapest`
            if len(named) == 1 and named[0].names == 1:
                reading.conditions.remove(named[0])
                than = reading.words.phrases(lambda each: each.than)
                if end < len(reading.tokens) and reading.tokens[end].folded in than:
                    reading.use(end, end + 1)
                    reading.conditions.append(self._limit(column, named[0], is_least=is_least))
                    return None
            elif any(each.names > 1 for each in named):
                count = 0
            return Order(column.at, is_least, rank or 1, count)
        return None

    def _limit(self, column: Column, named: Condition, *, is_least: bool) -> Condition:
        """The rows with a smaller or larger value than the named ones."""
        values = [value for row in named.rows if (value := column.number(row)) is not None]
        limit = (min(values) if is_least else max(values)) if values else inf
        found = [(row, column.number(row)) for row in self._schema.rows]
        rows = (row for row, value in found if value is not None and (value < limit if is_least else value > limit))
        lower, upper = (-inf, limit) if is_least else (limit, inf)
        return Condition(column.at, frozenset(rows if values else ()), named.text, "bound", lower, upper)

    def _column(self, reading: Reading, phrase: str, place: int, *, is_least: bool) -> Column | None:
        """The only column that a superlative can be of; None if there are several, or none.

        A superlative such as `highest` is of the column that the question names next to it, `cheapest` of a price.
        """
        columns = (self._least if is_least else self._most)[phrase]
        generic = reading.words.phrases(lambda each: each.least if is_least else each.most)
        limited = {each.column for each in reading.conditions if each.kind == "bound"}
        named = {
            min(abs(at - place) for at in places): self._schema.columns[column]
            for column, places in reading.mentions.items()
            if self._schema.columns[column].is_ordered and column not in limited
        }
        chosen = [each for each in columns if each in named.values()] or columns
        if named and phrase in generic and not set(columns) & set(named.values()):
            chosen = [named[min(named)]]
        elif not columns and phrase in generic:
            chosen = [each for each in self._schema.columns if each.is_ordered and each.at not in limited]
        if len(chosen) > 1:  # a name that is a superlative itself, such as `First departure` for the earliest
            phrases = self._least if is_least else self._most
            stems = {token.stem for each in phrases for token in tokens(each, self._schema.language)}
            chosen = [each for each in chosen if stems.intersection(each.stems)]
        return chosen[0] if len(chosen) == 1 else None


def order_by(reading: Reading) -> Order | None:
    """The order of words such as `by price` and `top 3 by price`."""
    for start, end, _ in reading.phrases(lambda each: each.by):
        for at, places in reading.mentions.items():
            if end in places and reading.schema.columns[at].is_ordered:
                reading.use(start, end)
                for first, last, _ in reading.phrases(lambda each: each.top):
                    reading.use(first, last)
                    return Order(at, is_least=False, count=_wanted(reading, first, last))
                return Order(at, is_least=True, count=0)
    return None


def _by_phrase(schema: Schema, words: Vocabulary, *, is_least: bool) -> dict[str, list[Column]]:
    """Phrase to the columns whose quality it compares; empty lists for those that fit any column."""
    found: dict[str, list[Column]] = {
        phrase: [] for each in words.words for phrase in (each.least if is_least else each.most)
    }
    for name, concept in words.concepts():
        columns = [each for each in schema.columns if name in each.concepts and each.is_ordered]
        for phrase in concept.least if is_least else concept.most:
            known = found.get(phrase, [])
            found[phrase] = [*known, *(each for each in columns if each not in known)]
    return found


def _wanted(reading: Reading, start: int, end: int) -> int:
    """The number next to a superlative, such as `the 3 cheapest`; 1 for none."""
    for at in (start - 1, end):
        if 0 <= at < len(reading.tokens) and not reading.used[at] and reading.tokens[at].folded.isdecimal():
            reading.use(at, at + 1)
            return int(reading.tokens[at].folded)
    return 1
