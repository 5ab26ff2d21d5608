"""A table to choose from: rows by name, by what they are, by figures, in an order, side by side."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from askwell.assistant import AspectSection, Assistant, CatalogueSection
from askwell.errors import BadConfig
from askwell.text.inflection import singular
from askwell.text.words import content_words
from askwell.tools.bounds import Bound, bounds
from askwell.tools.names import QUESTION_CHARS, key, says
from askwell.tools.partial import Named, PartialNames
from askwell.tools.passages import row_passage
from askwell.tools.rows import Row, fields, fill, read_sheet, sentences_of, values
from askwell.types import Language, LookedUp, Passage, Route

_NEAREST = 3
"""Rows shown where none fits."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a question asks of rows."""

    named: tuple[Named, ...]
    values: Mapping[str, tuple[str, ...]]
    """Column to the values it may have."""
    bounds: tuple[Bound, ...]
    flags: tuple[str, ...]
    """Columns of numbers that must be large enough, as the flag says."""
    order: tuple[str, bool] | None
    """Column and whether its least comes first."""

    @property
    def narrows(self) -> bool:
        return bool(self.values or self.bounds or self.flags or self.order)


class Catalogue:
    """The table of one route."""

    def __init__(self, assistant: Assistant, route: Route, section: CatalogueSection, folder: Path) -> None:
        self._assistant, self._section, self._language = assistant, section, assistant.languages[0]
        at = f"catalogues.{route}"
        sheet = read_sheet(folder, section.table, f"{at}.table")
        for column in (
            section.name,
            *([section.also] if section.also else []),
            *section.values,
            *section.figures,
            *(flag.column for flag in section.flags),
        ):
            sheet.check(column, at)
        sheet.check_texts([section.line, section.unknown, *(aspect.text for aspect in section.say)], at)
        self._rows = sheet.rows
        self._figures = {
            column: [_cell(row[column], column, sheet.file) for row in sheet.rows] for column in self._columns
        }
        known = {value for column in section.values for row in sheet.rows for value in values(row[column])}
        names = [[row[section.name], *(values(row[section.also]) if section.also else ())] for row in sheet.rows]
        self._names = PartialNames(names, known, section.ordinary)

    @property
    def _columns(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._section.figures, *(flag.column for flag in self._section.flags))))

    @cached_property
    def _values(self) -> Mapping[str, Mapping[tuple[str, ...], str]]:
        """Column to the ways of saying its values, the words in the singular."""
        found: dict[str, dict[tuple[str, ...], str]] = {}
        for column, more in self._section.values.items():
            said = found.setdefault(column, {})
            for row in self._rows:
                for value in values(row[column]):
                    for words in (value, *more.get(value, ())):
                        said.setdefault(_singulars(words, self._language), value)
        return found

    def names(self, question: str) -> tuple[str, ...]:
        """What of a question is this table's: names of rows, else what they are beside a figure, a flag or an order."""
        wish = self._wish(question[:QUESTION_CHARS])
        if wish.named:
            return tuple(" ".join(named.words) for named in wish.named)
        return tuple(self._said(wish)) if wish.values and (wish.bounds or wish.flags or wish.order) else ()

    def look_up(self, question: str) -> LookedUp:
        """The rows that a question asks for; nothing where it asks for none of them."""
        wish = self._wish(question[:QUESTION_CHARS])
        if wish.named and all(named.whole for named in wish.named):
            rows = list(dict.fromkeys(row for named in wish.named for row in named.rows))
            fitting = [row for row in rows if self._within(row, wish)]
            return self._about(fitting, question, wish) if fitting else self._chosen(wish)
        if wish.named or wish.narrows:
            return self._chosen(wish)
        return LookedUp()

    def _wish(self, question: str) -> _Wish:
        section = self._section
        named = self._names.find(question)
        taken = {word for each in named for word in each.words}
        wanted: dict[str, tuple[str, ...]] = {}
        asked = _singulars(question, self._language)
        for column, said in self._values.items():
            found = [value for words, value in said.items() if _stands(words, asked) and not taken.issuperset(words)]
            if found:
                wanted[column] = tuple(dict.fromkeys(found))
        known = {column: {each for cell in self._figures[column] for each in cell} for column in section.figures}
        outside = _without(question, named)
        return _Wish(
            named=tuple(named),
            values=wanted,
            bounds=tuple(bounds(outside, section.figures, known)),
            flags=tuple(flag.column for flag in section.flags if says(question, flag.words)),
            order=self._order(question),
        )

    def _order(self, question: str) -> tuple[str, bool] | None:
        for column, figure in self._section.figures.items():
            if says(question, figure.least):
                return column, True
            if says(question, figure.most):
                return column, False
        return None

    def _about(self, rows: Sequence[int], question: str, wish: _Wish) -> LookedUp:
        """What is said of rows that the question names; nothing where it asks for something else of them."""
        said = self._things(rows)
        compared = len(said) > 1 and (wish.order is not None or says(question, self._section.compare))
        aspects = self._aspects(question, wish)
        if not aspects and not compared and self._asks_more(question, wish):
            return LookedUp()
        passages = self._each_once(rows, aspects)[: self._section.most_rows]
        first = self._first(rows, *wish.order) if compared and wish.order is not None else None
        if first is None or wish.order is None:
            return LookedUp(tuple(passages), said, things=said)
        figure = self._section.figures[wish.order[0]]
        text = figure.least_said if wish.order[1] else figure.most_said
        said_of = [self._passage(first, fill(text, self._rows[first]))] if text else []
        return LookedUp((*said_of, *passages), said, things=self._things([first]), among=said)

    def _aspects(self, question: str, wish: _Wish) -> list[AspectSection]:
        """The sides that a question asks about by their words, else by a value, an order, a flag or a figure."""
        named = {singular(word, "en") for each in wish.named for word in each.words}
        asked = _singulars(question, self._language)
        said_of = [
            aspect
            for aspect in self._section.say
            if any(
                _stands(_singulars(about, self._language), asked)
                and not named.issuperset(_singulars(about, self._language))
                for about in aspect.about
            )
        ]
        columns = {*wish.values, *wish.flags, *(bound.column for bound in wish.bounds)}
        columns |= {wish.order[0]} if wish.order else set()
        return said_of or [aspect for aspect in self._section.say if columns & set(fields(aspect.text))]

    def _asks_more(self, question: str, wish: _Wish) -> bool:
        """Whether a question holds more than names: something that the table may not know."""
        general = {word for phrase in (*self._section.general, *self._section.compare) for word in key(phrase)}
        rest = content_words(_without(question, wish.named), self._language)
        return any(word not in general for word in rest)

    def _say(self, row: int, aspects: Sequence[AspectSection]) -> list[str]:
        """Sentences on a row: on the sides asked about, or on all; that it is not known where they are empty."""
        cells = self._rows[row]
        asked = [aspect for aspect in aspects or self._section.say if _applies(aspect, cells)]
        said = [sentences_of(cells, [aspect.text]) for aspect in asked]
        return [text for text in said if text] or [fill(self._section.unknown, cells)]

    def _each_once(self, rows: Sequence[int], aspects: Sequence[AspectSection]) -> list[Passage]:
        """A passage a row, without what has been said already: rows of one name differ in little."""
        said_of: set[str] = set()
        passages = []
        for row in rows:
            fresh = [text for text in self._say(row, aspects) if text not in said_of]
            said_of.update(fresh)
            passages += [self._passage(row, " ".join(fresh))] if fresh else []
        return passages

    def _first(self, rows: Sequence[int], column: str, least: bool) -> int | None:
        return next(iter(self._ordered(rows, column, least=least)), None)

    def _things(self, rows: Iterable[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._rows[row][self._section.name] for row in rows))

    def _chosen(self, wish: _Wish) -> LookedUp:
        """Rows that fit, in the order asked for; the nearest ones where none does."""
        within = [row for named in wish.named for row in named.rows] or range(len(self._rows))
        kind = [row for row in within if self._is_of(row, wish)]
        fitting = [row for row in kind if self._fits(row, wish)]
        ordered = (
            self._mixed(fitting) if wish.order is None else self._ordered(fitting, wish.order[0], least=wish.order[1])
        )
        said = tuple(self._said(wish))
        if ordered:
            shown = self._each_thing(ordered)[: self._section.most_rows]
            return LookedUp(self._list(shown), said, things=self._things(shown))
        nearest = sorted(kind, key=lambda row: self._distance(row, wish))[:_NEAREST]
        if not nearest:
            return LookedUp()
        first, *rest = self._list(nearest)
        opening = self._passage(first.chunk.ordinal, f"{self._section.none}\n{first.chunk.text}")
        return LookedUp((opening, *rest), said, things=self._things(nearest))

    def _each_thing(self, rows: Iterable[int]) -> list[int]:
        """The first row of each thing; its variants would fill a list."""
        first: dict[str, int] = {}
        for row in rows:
            first.setdefault(self._rows[row][self._section.name], row)
        return list(first.values())

    def _mixed(self, rows: Sequence[int]) -> list[int]:
        """The rows with those of one value of the first column of values apart, so that a short list shows several."""
        column = next(iter(self._section.values), None)
        if column is None:
            return list(rows)
        seen: dict[str, int] = {}
        places = []
        for at, row in enumerate(rows):
            value = self._rows[row][column]
            seen[value] = seen.get(value, 0) + 1
            places.append((seen[value], at, row))
        return [row for _, _, row in sorted(places)]

    def _is_of(self, row: int, wish: _Wish) -> bool:
        cells = self._rows[row]
        return all(set(values(cells[column])) & set(wanted) for column, wanted in wish.values.items())

    def _fits(self, row: int, wish: _Wish) -> bool:
        least = {flag.column: flag.at_least for flag in self._section.flags}
        enough = (max(self._figures[column][row], default=0.0) >= least[column] for column in wish.flags)
        return self._within(row, wish) and all(enough)

    def _within(self, row: int, wish: _Wish) -> bool:
        return all(any(map(bound.holds, self._figures[bound.column][row])) for bound in wish.bounds)

    def _distance(self, row: int, wish: _Wish) -> float:
        """How far a row is from fitting, a share of each figure; one that it lacks counts as ten times off."""
        return sum(min(map(bound.distance, self._figures[bound.column][row]), default=10.0) for bound in wish.bounds)

    def _ordered(self, rows: Iterable[int], column: str, *, least: bool) -> list[int]:
        best = min if least else max
        found = [(best(cell), row) for row in rows if (cell := self._figures[column][row])]
        return [row for _, row in sorted(found, key=lambda pair: (pair[0] if least else -pair[0], pair[1]))]

    def _said(self, wish: _Wish) -> Iterable[str]:
        yield from (" ".join(named.words) for named in wish.named)
        yield from (value for wanted in wish.values.values() for value in wanted)
        yield from (bound.said for bound in wish.bounds)
        yield from wish.flags
        if wish.order is not None:
            yield f"{'least' if wish.order[1] else 'most'} {wish.order[0]}"

    def _list(self, rows: Sequence[int]) -> tuple[Passage, ...]:
        bullet = "- " if len(rows) > 1 else ""
        return tuple(self._passage(row, bullet + fill(self._section.line, self._rows[row])) for row in rows)

    def _passage(self, row: int, text: str) -> Passage:
        return row_passage(self._assistant, self._section, row, text)


def _applies(aspect: AspectSection, cells: Row) -> bool:
    return all(set(values(cells[column])) & set(wanted) for column, wanted in aspect.when.items())


def _singulars(text: str, language: Language) -> tuple[str, ...]:
    return tuple(singular(word, language) for word in key(text))


def _stands(words: Sequence[str], asked: Sequence[str]) -> bool:
    size = len(words)
    return size > 0 and any(tuple(asked[at : at + size]) == tuple(words) for at in range(len(asked) - size + 1))


def _without(question: str, named: Iterable[Named]) -> str:
    """The question without its names, so that the 15 of an `iPhone 15` is no figure."""
    for each in named:
        pattern = r"[\W_]+".join(re.escape(word) for word in each.words)
        question = re.sub(rf"(?<!\w){pattern}(?!\w)", " ", question.replace("+", " plus "), flags=re.IGNORECASE)
    return question


def _cell(cell: str, column: str, file: Path) -> tuple[float, ...]:
    """The figures of a cell; none where it is empty."""
    try:
        return tuple(float(value) for value in values(cell))
    except ValueError as error:
        raise BadConfig(f"{file}: {cell!r} under {column!r} is no number", hint="Give digits alone.") from error
