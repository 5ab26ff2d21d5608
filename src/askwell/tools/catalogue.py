"""A table of things to choose from: finds rows by name, values, figures or order, and compares them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from askwell.assistant import AspectSection, Assistant, CatalogueSection
from askwell.languages import lexicon
from askwell.text.inflection import singular
from askwell.text.words import content_words
from askwell.tools.asked import is_over_rows, loose_numbers, rank_of
from askwell.tools.bounds import Bound, bounds
from askwell.tools.catalogue_lines import count_of, line_of, sentences_about
from askwell.tools.names import QUESTION_CHARS, key, occurs, place_of, says, singulars
from askwell.tools.partial import Named, PartialNames, without_names
from askwell.tools.passages import nothing_about, row_passage
from askwell.tools.queries.words import vocabulary
from askwell.tools.rows import fields, figures_of, fill, read_sheet, values
from askwell.types import LookedUp, Passage, Route

_NEAREST = 3
"""Maximum rows shown if none fits."""
_JOINING = frozenset(",/;&")


@dataclass(frozen=True, slots=True)
class _Criteria:
    """The criteria for rows in a question."""

    named: tuple[Named, ...]
    values: Mapping[str, tuple[str, ...]]
    """Column to the allowed values."""
    bounds: tuple[Bound, ...]
    flags: tuple[str, ...]
    """Columns whose number must reach the minimum of their flag."""
    order: tuple[str, bool] | None
    """Column to sort by, and whether the smallest figure comes first."""
    rank: int
    """Place in the order that is asked for; 1 for the first and those after it."""
    other_values: tuple[str, ...]
    """Values that cannot be meant too: `phone` in a question about a camera, where each thing is one or the other."""

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
            column: [figures_of(row[column], column, sheet.file) for row in sheet.rows] for column in self._columns
        }
        known = {value for column in section.values for row in sheet.rows for value in values(row[column])}
        names = [[row[section.name], *(values(row[section.also]) if section.also else ())] for row in sheet.rows]
        self._names = PartialNames(names, known, section.ordinary)

    @property
    def _columns(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._section.figures, *(flag.column for flag in self._section.flags))))

    @cached_property
    def _values(self) -> Mapping[str, Mapping[tuple[str, ...], str]]:
        """For each column, words in the singular to the value that they mean."""
        found: dict[str, dict[tuple[str, ...], str]] = {}
        for column, more in self._section.values.items():
            value_of = found.setdefault(column, {})
            for row in self._rows:
                for value in values(row[column]):
                    for words in (value, *more.get(value, ())):
                        value_of.setdefault(singulars(words, self._language), value)
        return found

    def names(self, question: str) -> tuple[str, ...]:
        """The words of a question that refer to this table: names of rows, else values with a figure, flag or order."""
        criteria = self._criteria(question[:QUESTION_CHARS])
        if criteria.named:
            return tuple(" ".join(named.words) for named in criteria.named)
        if criteria.values and (criteria.bounds or criteria.flags or criteria.order or self._is_over_rows(question)):
            return tuple(self._matched_words(criteria))
        return ()

    def look_up(self, question: str) -> LookedUp:
        """The rows that a question asks for; empty if it asks for none."""
        criteria = self._criteria(question[:QUESTION_CHARS])
        if criteria.named and all(named.whole for named in criteria.named):
            rows = list(dict.fromkeys(row for named in criteria.named for row in named.rows))
            fitting = [row for row in rows if self._within(row, criteria)]
            return self._describe(fitting, question, criteria) if fitting else self._select(criteria)
        if (criteria.named or criteria.narrows) and self._is_about_rows(question, criteria):
            return self._with_unknown(self._select(criteria), question, criteria)
        return LookedUp()

    def _with_unknown(self, found: LookedUp, question: str, criteria: _Criteria) -> LookedUp:
        """The rows with the words of the question that selected none of them, which the first row says."""
        bounds_said = [each.text for each in criteria.bounds]
        numbers = loose_numbers(without_names(question, criteria.named), bounds_said, self._section.most_rows)
        unknown = (*criteria.other_values, *self._foreign(question, criteria, found.things), *numbers)
        if not unknown or not found.passages:
            return found
        first, *rest = found.passages
        opening = self._passage(first.chunk.ordinal, nothing_about(unknown, first.chunk.text, self._language))
        return replace(found, passages=(opening, *rest), unknown=unknown)

    def _foreign(self, question: str, criteria: _Criteria, things: Iterable[str]) -> tuple[str, ...]:
        """The unknown words that neither belong to the form of a question nor to the names of these rows, each once."""
        names = {word for name in things for word in singulars(name, self._language)}
        known = names | self._neutral
        words = dict.fromkeys(self._unknown(question, criteria))
        return tuple(word for word in words if known.isdisjoint({word, *singulars(word, self._language)}))

    @cached_property
    def _neutral(self) -> frozenset[str]:
        """Words that select no row of a table, and those of limits and orders."""
        words = vocabulary((self._language,))
        return words.function | words.comparing

    def _is_about_rows(self, question: str, criteria: _Criteria) -> bool:
        """Whether at least half of the content words are criteria or words of this table.

        "Can I split a $600 laptop into smaller payments?" has a kind and a price, and is about something else.
        """
        rest = set(content_words(without_names(question, criteria.named), self._language))
        named = {word for each in criteria.named for word in each.words}
        unknown = set(self._unknown(question, criteria))
        return len(unknown) <= len(rest - unknown) + len(named)

    def _unknown(self, question: str, criteria: _Criteria) -> list[str]:
        """The content words that are neither criteria nor words of this table, in order."""
        return [
            word
            for word in content_words(without_names(question, criteria.named), self._language)
            if not any(map(str.isdigit, word)) and not self._words & set(singulars(word, self._language))
        ]

    @cached_property
    def _words(self) -> frozenset[str]:
        """The words that this table understands, in the singular."""
        section = self._section
        phrases = [*section.general, *section.compare, *(word for aspect in section.say for word in aspect.about)]
        phrases += [word for flag in section.flags for word in flag.words]
        for figure in section.figures.values():
            phrases += [*figure.units, *figure.words, *figure.least, *figure.most]
        values_said = (" ".join(words) for value_of in self._values.values() for words in value_of)
        return frozenset(word for phrase in (*phrases, *values_said) for word in singulars(phrase, self._language))

    def _criteria(self, question: str) -> _Criteria:
        section = self._section
        named = self._names.find(question)
        name_words = {word for each in named for word in each.words}
        wanted: dict[str, tuple[str, ...]] = {}
        asked = singulars(question, self._language)
        for column, value_of in self._values.items():
            places = {words: place_of(words, asked) for words in value_of if not name_words.issuperset(words)}
            said = sorted((words for words, place in places.items() if place >= 0), key=lambda words: places[words])
            if said:
                wanted[column] = tuple(dict.fromkeys(value_of[words] for words in said))
        meant = {column: self._meant_together(column, found, question) for column, found in wanted.items()}
        known = {column: {each for cell in self._figures[column] for each in cell} for column in section.figures}
        outside = without_names(question, named)
        return _Criteria(
            named=tuple(named),
            values=meant,
            bounds=tuple(bounds(outside, section.figures, known)),
            flags=tuple(flag.column for flag in section.flags if says(question, flag.words)),
            order=self._order(question),
            rank=rank_of(question, self._language),
            other_values=tuple(each for column, found in wanted.items() for each in found if each not in meant[column]),
        )

    def _meant_together(self, column: str, found: tuple[str, ...], question: str) -> tuple[str, ...]:
        """The values that a question asks for: all if a row has two of them or it joins them, else the first."""
        together = any(len(set(values(row[column])) & set(found)) > 1 for row in self._rows)
        joined = not lexicon(self._language).conjunctions.isdisjoint(key(question)) or not _JOINING.isdisjoint(question)
        return found if together or joined else found[:1]

    def _is_over_rows(self, question: str) -> bool:
        figures = self._section.figures.values()
        return is_over_rows(question, self._language) and any(says(question, each.words) for each in figures)

    def _order(self, question: str) -> tuple[str, bool] | None:
        for column, figure in self._section.figures.items():
            if says(question, figure.least):
                return column, True
            if says(question, figure.most):
                return column, False
        return None

    def _describe(self, rows: Sequence[int], question: str, criteria: _Criteria) -> LookedUp:
        """Sentences about rows that the question names; empty if it asks something that the table does not contain."""
        things = self._things(rows)
        compared = len(things) > 1 and (criteria.order is not None or says(question, self._section.compare))
        aspects = self._aspects(question, criteria)
        is_foreign = bool(self._foreign(question, criteria, things))
        if not compared and (is_foreign or (not aspects and self._has_other_words(question, criteria))):
            return LookedUp()
        passages = self._without_repeats(rows, aspects)[: self._section.most_rows]
        order = criteria.order if compared else None
        first = next(iter(self._ordered(rows, order[0], least=order[1])), None) if order is not None else None
        if first is None or criteria.order is None:
            asked = content_words(without_names(question, criteria.named), self._language)
            unknown = tuple(asked) if self._says_nothing(rows, passages) else ()
            return LookedUp(tuple(passages), things, things=things, unknown=unknown)
        figure = self._section.figures[criteria.order[0]]
        text = figure.least_said if criteria.order[1] else figure.most_said
        verdict = [self._passage(first, fill(text, self._rows[first]))] if text else []
        return LookedUp((*verdict, *passages), things, things=self._things([first]), among=things)

    def _says_nothing(self, rows: Sequence[int], passages: Sequence[Passage]) -> bool:
        """Whether passages about these rows only say that the list does not have what is asked."""
        nothing = {fill(self._section.unknown, self._rows[row]) for row in rows}
        return all(each.chunk.text in nothing for each in passages)

    def _aspects(self, question: str, criteria: _Criteria) -> list[AspectSection]:
        """The aspects that a question asks about: by their words, else by the columns of its criteria."""
        named = {singular(word, "en") for each in criteria.named for word in each.words}
        asked = singulars(question, self._language)
        by_words = [
            aspect
            for aspect in self._section.say
            if any(
                occurs(singulars(about, self._language), asked)
                and not named.issuperset(singulars(about, self._language))
                for about in aspect.about
            )
        ]
        columns = {*criteria.values, *criteria.flags, *(bound.column for bound in criteria.bounds)}
        columns |= {criteria.order[0]} if criteria.order else set()
        return by_words or [aspect for aspect in self._section.say if columns & set(fields(aspect.text))]

    def _has_other_words(self, question: str, criteria: _Criteria) -> bool:
        """Whether a question contains content words other than names and general words."""
        general = {word for phrase in (*self._section.general, *self._section.compare) for word in key(phrase)}
        rest = content_words(without_names(question, criteria.named), self._language)
        return any(word not in general for word in rest)

    def _without_repeats(self, rows: Sequence[int], aspects: Sequence[AspectSection]) -> list[Passage]:
        """One passage per row, without repeated sentences: rows with the same name differ little."""
        used: set[str] = set()
        passages = []
        for row in rows:
            new = [text for text in sentences_about(self._section, self._rows[row], aspects) if text not in used]
            used.update(new)
            passages += [self._passage(row, " ".join(new))] if new else []
        return passages

    def _things(self, rows: Iterable[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._rows[row][self._section.name] for row in rows))

    def _select(self, criteria: _Criteria) -> LookedUp:
        """Rows that fit the criteria, in the requested order; the nearest ones if none fits."""
        within = [row for named in criteria.named for row in named.rows] or range(len(self._rows))
        kind = [row for row in within if self._has_values(row, criteria)]
        fitting = [row for row in kind if self._fits(row, criteria)]
        ordered = (
            self._spread_out(fitting)
            if criteria.order is None
            else self._ordered(fitting, criteria.order[0], least=criteria.order[1])
        )
        matched = tuple(self._matched_words(criteria))
        things = self._first_of_each_thing(ordered)
        if criteria.order is not None and criteria.rank > 1:
            things = things[criteria.rank - 1 : criteria.rank]
        if things:
            shown = things[: self._section.most_rows]
            first, *rest = self._list(shown, criteria.order[0] if criteria.order else "")
            without = len(self._first_of_each_thing(fitting)) - len(self._first_of_each_thing(ordered))
            if said := count_of(len(shown), len(things), without if criteria.rank == 1 else 0, self._language):
                first = self._passage(shown[0], f"{said}\n{first.chunk.text}")
            return LookedUp((first, *rest), matched, things=self._things(shown))
        nearest = sorted(kind, key=lambda row: self._distance(row, criteria))[:_NEAREST]
        if not nearest:
            return LookedUp()
        first, *rest = self._list(nearest)
        opening = self._passage(first.chunk.ordinal, f"{self._section.none}\n{first.chunk.text}")
        return LookedUp((opening, *rest), matched, things=self._things(nearest))

    def _first_of_each_thing(self, rows: Iterable[int]) -> list[int]:
        """The first row of each thing, because its variants would fill a list."""
        first: dict[str, int] = {}
        for row in rows:
            first.setdefault(self._rows[row][self._section.name], row)
        return list(first.values())

    def _spread_out(self, rows: Sequence[int]) -> list[int]:
        """The rows with equal values of the first value column spread out, so that a short list shows several."""
        column = next(iter(self._section.values), None)
        if column is None:
            return list(rows)
        counts: dict[str, int] = {}
        keyed = []
        for at, row in enumerate(rows):
            value = self._rows[row][column]
            counts[value] = counts.get(value, 0) + 1
            keyed.append((counts[value], at, row))
        return [row for _, _, row in sorted(keyed)]

    def _has_values(self, row: int, criteria: _Criteria) -> bool:
        cells = self._rows[row]
        return all(set(values(cells[column])) & set(wanted) for column, wanted in criteria.values.items())

    def _fits(self, row: int, criteria: _Criteria) -> bool:
        least = {flag.column: flag.at_least for flag in self._section.flags}
        enough = (max(self._figures[column][row], default=0.0) >= least[column] for column in criteria.flags)
        return self._within(row, criteria) and all(enough)

    def _within(self, row: int, criteria: _Criteria) -> bool:
        return all(any(map(bound.holds, self._figures[bound.column][row])) for bound in criteria.bounds)

    def _distance(self, row: int, criteria: _Criteria) -> float:
        """Sum of the distances of a row's figures from the bounds; a missing figure counts as 10."""
        return sum(
            min(map(bound.distance, self._figures[bound.column][row]), default=10.0) for bound in criteria.bounds
        )

    def _ordered(self, rows: Iterable[int], column: str, *, least: bool) -> list[int]:
        best = min if least else max
        found = [(best(cell), row) for row in rows if (cell := self._figures[column][row])]
        return [row for _, row in sorted(found, key=lambda pair: (pair[0] if least else -pair[0], pair[1]))]

    def _matched_words(self, criteria: _Criteria) -> Iterable[str]:
        yield from (" ".join(named.words) for named in criteria.named)
        yield from (value for wanted in criteria.values.values() for value in wanted)
        yield from (bound.text for bound in criteria.bounds)
        yield from criteria.flags
        if criteria.order is not None:
            yield f"{'least' if criteria.order[1] else 'most'} {criteria.order[0]}"

    def _list(self, rows: Sequence[int], ordered_by: str = "") -> tuple[Passage, ...]:
        bullet = "- " if len(rows) > 1 else ""
        lines = [line_of(self._section, self._rows[row], ordered_by) for row in rows]
        return tuple(self._passage(row, bullet + line) for row, line in zip(rows, lines, strict=True))

    def _passage(self, row: int, text: str) -> Passage:
        return row_passage(self._assistant, self._section, row, text)
