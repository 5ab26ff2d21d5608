"""Reads a question about a table as a query. Every content word is used by the query, or listed as unknown."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date

from askwell.languages.tables import TableWords
from askwell.text.listed import is_everyday
from askwell.tools.queries.cells import day_numbers
from askwell.tools.queries.conditions import read_flags, read_periods, read_stock, select_stock
from askwell.tools.queries.figures import dates_in_iso
from askwell.tools.queries.follow_ups import continued, depends, narrowed, refers
from askwell.tools.queries.limits import read_limits
from askwell.tools.queries.orders import Superlatives, order_by
from askwell.tools.queries.query import Aggregate, Condition, Order, Query
from askwell.tools.queries.schema import Column, Schema
from askwell.tools.queries.words import Token, Vocabulary, places_of, tokens, vocabulary
from askwell.types import Language

MAX_TOKENS = 60
"""A longer question is not read."""
_NEGATED = 3
"""Tokens before a word in which a negation belongs to it."""
_AGGREGATES: tuple[tuple[Aggregate, Callable[[TableWords], Iterable[str]]], ...] = (
    ("average", lambda each: each.average),
    ("total", lambda each: each.total),
    ("count", lambda each: each.count),
)


def read(
    question: str, schema: Schema, language: Language, earlier: Query | None = None, *, is_follow_up: bool = False
) -> Query:
    """The query of a question. `earlier` is that of the question before, if it was about the same table.

    A question continues it if it begins with `and`, refers to its rows, or `is_follow_up`.
    """
    if any(column.kind == "date" for column in schema.columns):
        question = dates_in_iso(question, language, date.today())
    found = tokens(question, schema.language)
    if not 0 < len(found) <= MAX_TOKENS:
        return Query(unknown=("",))
    words = vocabulary((language, schema.language))
    continues = earlier is not None and (is_follow_up or depends(found, words))
    reading = _Reading(found, schema, words, earlier if continues else None)
    query = reading.query()
    if earlier is not None and not continues and reading.is_elliptical(query):
        return narrowed(query, earlier, schema)
    return query


class _Reading:
    """A question while it is read: which words are used, and by what."""

    def __init__(self, found: Sequence[Token], schema: Schema, words: Vocabulary, earlier: Query | None) -> None:
        self.tokens, self.schema, self.words = found, schema, words
        self.used = [False] * len(found)
        self.mentions: dict[int, list[int]] = {}
        """Column to the places of the words that name it."""
        self.conditions: list[Condition] = []
        self.unknown: list[str] = []
        self._has_subject = False
        self._earlier = earlier
        self._superlatives = Superlatives(found, schema, words)
        self.counts = self._superlatives.counts
        """Places of numbers that set no limit."""

    def query(self) -> Query:
        """The query."""
        stock = read_stock(self)
        self._read_column_phrases()
        self._read_names()
        self._read_columns()
        aggregate = self._aggregate()
        rank = self._rank()
        by = order_by(self)
        self.conditions += read_limits(self, self._earlier)
        if stock is not None:
            self.mentions.setdefault(stock.column.at, [stock.start])
        order = self._superlatives.order(self, rank[2] if rank else 0) or by
        self._read_qualities()
        read_periods(self)
        select_stock(self, stock, aggregate, order)
        read_flags(self)
        group = self._group(aggregate)
        asked = [at for at in self._asked(order) if at != group]
        over = self._over(aggregate, asked)
        if aggregate in {"total", "average"} and over < 0:
            self.unknown.append(aggregate)
        if aggregate == "count" and self._is_figure(asked):
            aggregate = ""
        self._read_rest()
        query = Query(
            conditions=tuple(self.conditions),
            asked=tuple(at for at in asked if at != over),
            order=order,
            aggregate=aggregate,
            over=over,
            group=group,
            unknown=tuple(dict.fromkeys(self.unknown)),
            has_subject=self._has_subject or bool(self.mentions),
            used=sum(self.used),
        )
        if self._earlier is not None:
            to_rows = refers(self.tokens, self.words)
            return continued(query, self._earlier, self.schema, rank[2] if rank else 0, to_rows=to_rows)
        if rank and order is None:
            return replace(query, unknown=(*query.unknown, self.text(rank[0], rank[1])))
        return query

    def is_elliptical(self, query: Query) -> bool:
        """Whether a question only sets conditions, without saying of what."""
        names_subject = self._has_subject or self.schema.label[0] in self.mentions or query.names_rows
        return bool(query.conditions) and not (names_subject or query.order or query.aggregate)

    def use(self, start: int, end: int) -> None:
        """Mark words as used."""
        self.used[start:end] = [True] * (end - start)

    def phrases(self, members: Callable[[TableWords], Iterable[str]]) -> list[tuple[int, int, str]]:
        """Start, end and text of the phrases in free words."""
        return self.places(self.words.phrases(members))

    def places(self, phrases: Iterable[str]) -> list[tuple[int, int, str]]:
        """Start, end and text of these phrases in free words."""
        return places_of(self.tokens, phrases, self.used)

    def is_negated(self, place: int) -> bool:
        """Whether one of the words before a place negates; that word is then used."""
        without = self.words.phrases(lambda each: each.without)
        for at in range(place - 1, max(-1, place - 1 - _NEGATED), -1):
            if self.tokens[at].folded in without and not self.used[at]:
                self.use(at, at + 1)
                return True
        return False

    def with_concept(self, concepts: Iterable[str], *, ordered: bool = True) -> list[Column]:
        """The columns with one of these concepts."""
        wanted = set(concepts)
        return [each for each in self.schema.columns if each.concepts & wanted and (each.is_ordered or not ordered)]

    def mentioned(self, columns: Iterable[Column]) -> list[Column]:
        """Those of the columns that the question names; all of them if it names none."""
        found = list(columns)
        return [each for each in found if each.at in self.mentions] or found

    def text(self, start: int, end: int) -> str:
        """The words as typed."""
        return " ".join(token.typed for token in self.tokens[start:end])

    def _read_column_phrases(self) -> None:
        """Columns that several words of the question name; the one with most words takes them."""
        while True:
            best: tuple[float, Column, list[int]] | None = None
            for column in self.schema.columns:
                places = self._naming(column)
                named = {self.tokens[at].stem for at in places}
                score = len(named) + len(named) / (len(column.stems) + 1)
                if len(named) > 1 and (best is None or score > best[0]):
                    best = (score, column, places)
            if best is None:
                return
            self.mentions[best[1].at] = best[2]
            for at in best[2]:
                self.use(at, at + 1)

    def _naming(self, column: Column) -> list[int]:
        """Places of the free words that name a column."""
        return [
            at
            for at, token in enumerate(self.tokens)
            if not self.used[at] and (column.is_named_by(token) or day_numbers().get(token.folded) in column.days)
        ]

    def _read_names(self) -> None:
        """Cells that the question names, wholly or by some of their words."""
        found: dict[int, dict[str, set[int]]] = {}
        for whole in (True, False):
            start = 0
            while start < len(self.tokens):
                cells, end = self._whole(start) if whole else self._part(start)
                if not cells:
                    start += 1
                    continue
                column = min(at for at, _ in cells)
                rows = {row for at, row in cells if at == column}
                self.use(start, end)
                if self.is_negated(start):
                    others = frozenset(row for row in self.schema.rows if row not in rows)
                    self.conditions.append(Condition(column, others, self.text(start, end), "flag"))
                else:
                    found.setdefault(column, {}).setdefault(self.text(start, end), set()).update(rows)
                start = end
        for column, named in found.items():
            fitting = frozenset(row for each in named.values() for row in each)
            self.conditions.append(Condition(column, fitting, ", ".join(named), "name", names=len(named)))

    def _whole(self, start: int) -> tuple[set[tuple[int, int]], int]:
        """The cells that consist of the words from a place on, and the end of the longest."""
        for end in range(len(self.tokens), start, -1):
            if any(self.used[start:end]):
                continue
            cells = self.schema.full.get(tuple(token.stem for token in self.tokens[start:end]))
            if cells and (end > start + 1 or self._can_name(start, cells)):
                return set(cells), end
        return set(), start

    def _can_name(self, at: int, cells: Sequence[tuple[int, int]]) -> bool:
        """Whether a single word is a cell: a function word only if it is typed as in the table."""
        token = self.tokens[at]
        if token.folded in self.words.small or len(token.typed) == 1:
            column, row = cells[0]
            return token.typed == self.schema.table.rows[row][column] and not token.typed.islower()
        return True

    def _part(self, start: int) -> tuple[set[tuple[int, int]], int]:
        """The cells that have the words from a place on, and the end of the longest run."""
        token = self.tokens[start]
        if (
            self.used[start]
            or start in self._superlatives.places
            or token.folded in self.words.small
            or token.is_number
            or len(token.folded) < 3
        ):
            return set(), start
        cells = set(self.schema.partial.get(token.stem, ()))
        end = start + 1
        while cells and end < len(self.tokens) and not self.used[end]:
            both = cells & self.schema.partial.get(self.tokens[end].stem, set())
            if not both:
                break
            cells, end = both, end + 1
        run = self.tokens[start:end]
        says_something = any(
            each.stem not in self.schema.vague and each.folded not in self.words.function and not each.is_number
            for each in run
        )
        if not says_something or (len(run) == 1 and is_everyday(token.folded, self.schema.language)):
            return set(), start
        if len(run) == 1 and any(column.is_named_by(token) for column in self.schema.columns):
            return set(), start
        return cells, end

    def _read_columns(self) -> None:
        """Columns that one word names, by their names or by a quality that they have, such as a price."""
        for at, token in enumerate(self.tokens):
            if self.used[at] or token.folded in self.words.small or token.is_number:
                continue
            columns = [column for column in self.schema.columns if column.is_named_by(token)]
            if columns and self._is_before_number(at, at + 1):  # `since` of a column may compare a year
                self._mention(at, at, columns)
            elif token.stem in self.schema.subject and len(columns) != 1:
                self.use(at, at + 1)
                self._has_subject = True
            elif columns:
                best = min(columns, key=lambda column: (len(column.stems), column.at))
                same = [column for column in columns if len(column.stems) == len(best.stems)]
                self._mention(at, at + 1, same)
        self._read_qualities(self._superlatives.places)

    def _read_qualities(self, without: Collection[int] = ()) -> None:
        """Columns that have a quality which the question names, such as a price, if it names no other column."""
        free = [used or at in without for at, used in enumerate(self.used)]
        asking = {phrase for _, concept in self.words.concepts() for phrase in (*concept.asks, *concept.names)}
        for start, end, phrase in places_of(self.tokens, asking, free):
            concepts = [each for each in self.words.concepts() if phrase in each[1].asks | each[1].names]
            columns = self.with_concept([name for name, _ in concepts], ordered=False)
            if self._is_before_number(start, end):
                continue
            already = [column for column in columns if column.at in self.mentions]
            is_noun = any(phrase in each.names for _, each in concepts)
            if columns and (already or is_noun or not self.mentions):
                self._mention(start, end, already or columns)
            elif columns:
                self.use(start, end)

    def _is_before_number(self, start: int, end: int) -> bool:
        """Whether words are a comparison right before a number."""
        words = self.words
        comparing = words.phrases(lambda each: each.below | each.above | each.at_most | each.at_least | each.between)
        text = " ".join(token.folded for token in self.tokens[start:end])
        return text in comparing and end < len(self.tokens) and self.tokens[end].is_number

    def _mention(self, start: int, end: int, columns: Iterable[Column]) -> None:
        for column in columns:
            self.mentions.setdefault(column.at, []).append(start)
        self.use(start, end)

    def _aggregate(self) -> Aggregate:
        for aggregate, members in _AGGREGATES:
            for start, end, _ in self.phrases(members):
                self.use(start, end)
                return aggregate
        return ""

    def _rank(self) -> tuple[int, int, int] | None:
        """Start, end and place of a word such as `second`."""
        for start, end, phrase in self.phrases(lambda each: each.ranks):
            self.use(start, end)
            return start, end, self.words.rank(phrase)
        return None

    def _asked(self, order: Order | None) -> list[int]:
        """The columns that the question names and uses for nothing else, apart from those that name rows."""
        taken = {each.column for each in self.conditions if each.kind != "name"}
        taken |= {order.column} if order is not None else set()
        taken |= {each.column for each in self.conditions if each.column in self.schema.label}
        return [at for at in sorted(self.mentions) if at not in taken and at != self.schema.label[0]]

    def _group(self, aggregate: Aggregate) -> int:
        """The column of texts whose values each get a count, a total or an average; -1 for none."""
        for start, end, _ in self.phrases(lambda each: each.per) if aggregate else ():
            for at, places in self.mentions.items():
                if end in places and self.schema.columns[at].kind == "text":
                    self.use(start, end)
                    return at
        return -1

    def _over(self, aggregate: Aggregate, asked: Sequence[int]) -> int:
        """The only column of numbers that is asked for, of a total or an average."""
        if aggregate not in {"total", "average"}:
            return -1
        columns = [at for at in asked if self.schema.columns[at].kind == "number"]
        return columns[0] if len(columns) == 1 else -1

    def _is_figure(self, asked: Sequence[int]) -> bool:
        """Whether a question for a number asks for cells: a figure of named rows, or a telephone number."""
        return any(
            self.schema.columns[at].kind == "number" or "phone" in self.schema.columns[at].concepts for at in asked
        )

    def _read_rest(self) -> None:
        """Function words and the subject of the table are used; what remains is unknown."""
        negations = self.words.phrases(lambda each: each.without)
        for at, token in enumerate(self.tokens):
            if self.used[at] or token.folded in self.words.openers:
                continue
            if token.stem in self.schema.subject:
                self._has_subject = True
                continue
            is_negation = token.folded in negations and at > 0  # first it is an interjection
            if is_negation or (token.folded not in self.words.function and len(token.folded) > 1):
                self.unknown.append(token.typed)
