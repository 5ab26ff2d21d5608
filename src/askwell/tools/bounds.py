"""Reads figures in a question: the column of each, and the range in which the figure of a row must be."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from askwell.assistant import FigureSection
from askwell.languages import LANGUAGES, every, table_words
from askwell.text.words import fold, function_words

AROUND = 0.15
"""Allowed deviation from an approximate figure such as `about 500`, as a share of it."""

_BEFORE = 4
"""Maximum words before a figure in which a comparison is searched."""

_AT_MOST = every(lambda grammar: grammar.at_most)
_AT_LEAST = every(lambda grammar: grammar.at_least)
_ABOUT = every(lambda grammar: grammar.around)
_BETWEEN = every(lambda grammar: grammar.between) | {"-"}
_OR_LESS = every(lambda grammar: grammar.or_less)
_OR_MORE = every(lambda grammar: grammar.or_more)

_MOST_BETWEEN = 2
"""Maximum words between the name of a column and its figure: `released in the year`."""
_COMPARING = frozenset(
    phrase
    for each in map(table_words, LANGUAGES)
    for phrase in (*each.below, *each.above, *each.at_most, *each.at_least, *each.without)
)
_SMALL = frozenset(fold(word) for code in LANGUAGES for word in function_words(code)) - _COMPARING

_PIECE = re.compile(r"(?P<number>\d+(?:[.,]\d+)*)|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)|(?P<sign>[$€£\"”″%–-])")
_THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")


@dataclass(frozen=True, slots=True)
class Bound:
    """A range for the figures of a column, including both ends."""

    column: str
    lower: float
    upper: float
    text: str
    """The figure as typed, with its comparison."""

    def holds(self, figure: float) -> bool:
        """Whether a figure is within the range."""
        return self.lower <= figure <= self.upper

    def distance(self, figure: float) -> float:
        """Distance of a figure from the range, as a share of the nearer end; 0 within the range."""
        end = self.lower if figure < self.lower else self.upper if figure > self.upper else figure
        return abs(figure - end) / max(abs(end), 1.0)


@dataclass(frozen=True, slots=True)
class _Figure:
    at: int
    """Index of its number in the pieces."""
    end: int
    """Index after its unit."""
    value: float
    unit: str


def bounds(question: str, figures: Mapping[str, FigureSection], known: Mapping[str, Collection[float]]) -> list[Bound]:
    """The bounds set by the figures in a question, in order. Figures that belong to no column are ignored.

    `known` maps a column to its figures in the table. If several columns have the unit of a figure, it belongs to the
    one with a word in the question, else to one that contains the figure. Without a comparison, a price is
    approximate; any other figure is exact if a row has it, else a minimum. A column without units has a figure right
    after one of its words, which is exact and between its figures: `released in 2019`.
    """
    pieces = [match.group() for match in _PIECE.finditer(question)]
    folded = [fold(piece) for piece in pieces]
    units = {fold(unit): unit for section in figures.values() for unit in section.units}
    found = _figures(pieces, folded, units)
    result: list[Bound] = []
    skip = -1
    for index, figure in enumerate(found):
        if index == skip:
            continue
        following = found[index + 1] if index + 1 < len(found) else None
        range_ = following is not None and folded[figure.end : _start(folded, following)] in [[w] for w in _BETWEEN]
        unit = figure.unit or (following.unit if following is not None and range_ else "")
        named = None if unit or range_ else _column_before(figure, figures, known, folded)
        if named is not None:
            text = " ".join(pieces[named[1] : figure.end])
            result.append(Bound(named[0], figure.value, figure.value, text))
            continue
        relation, start = _relation(folded, figure)
        column = _column(unit, figure.value, figures, known, folded, compared=bool(relation) or range_)
        if column is None:
            continue
        value = figure.value * _scale(figures[column], unit)
        text = " ".join(pieces[start : figure.end])
        if range_ and following is not None:
            other = following.value * _scale(figures[column], following.unit or unit)
            text = " ".join(pieces[start : following.end])
            result.append(Bound(column, min(value, other), max(value, other), text))
            skip = index + 1
        else:
            result.append(_bound(column, value, relation, known.get(column, ()), text, bare=figures[column].bare))
    return result


def _bound(column: str, value: float, relation: str, known: Collection[float], text: str, *, bare: bool) -> Bound:
    match relation:
        case "most":
            return Bound(column, -inf, value, text)
        case "least":
            return Bound(column, value, inf, text)
        case "about":
            return Bound(column, value * (1 - AROUND), value * (1 + AROUND), text)
    if bare:
        return Bound(column, value * (1 - AROUND), value * (1 + AROUND), text)
    return Bound(column, value, value if value in known else inf, text)


def _figures(pieces: Sequence[str], folded: Sequence[str], units: Mapping[str, str]) -> list[_Figure]:
    found = []
    for at, piece in enumerate(pieces):
        value = _value(piece) if piece[0].isdigit() else None
        if value is None:
            continue
        next_words = folded[at + 1] if at + 1 < len(folded) else ""
        before = folded[at - 1] if at else ""
        if next_words in units:
            found.append(_Figure(at, at + 2, value, units[next_words]))
        elif next_words == "-" and at + 2 < len(folded) and folded[at + 2] in units:
            found.append(_Figure(at, at + 3, value, units[folded[at + 2]]))
        else:
            found.append(_Figure(at, at + 1, value, units.get(before, "")))
    return found


def _start(folded: Sequence[str], figure: _Figure) -> int:
    return figure.at - 1 if figure.at and folded[figure.at - 1] in {"$", "€", "£"} else figure.at


def _relation(folded: Sequence[str], figure: _Figure) -> tuple[str, int]:
    """The comparison (`most`, `least`, `about` or empty) and the index of its first word."""
    end = _start(folded, figure)
    for start in range(max(0, end - _BEFORE), end):
        words = " ".join(folded[start:end])
        for relation, phrases in (("most", _AT_MOST), ("least", _AT_LEAST), ("about", _ABOUT)):
            if words in phrases:
                return relation, start
    next_words = " ".join(folded[figure.end : figure.end + 2])
    if next_words in _OR_LESS:
        return "most", end
    if next_words in _OR_MORE:
        return "least", end
    return "", end


def _column_before(
    figure: _Figure, figures: Mapping[str, FigureSection], known: Mapping[str, Collection[float]], folded: Sequence[str]
) -> tuple[str, int] | None:
    """The column without units that is named right before a figure, and the place of its name; None for none."""
    for at in range(figure.at - 1, max(-1, figure.at - 2 - _MOST_BETWEEN), -1):
        for name, section in figures.items():
            values = known.get(name, ())
            is_named = not section.units and folded[at] in {fold(word) for word in section.words}
            if is_named and values and min(values) <= figure.value <= max(values):
                return name, at
        if folded[at] not in _SMALL:
            return None
    return None


def _column(
    unit: str,
    value: float,
    figures: Mapping[str, FigureSection],
    known: Mapping[str, Collection[float]],
    folded: Sequence[str],
    *,
    compared: bool,
) -> str | None:
    if not unit:
        return next((name for name, section in figures.items() if section.bare and compared), None)
    with_unit = [name for name, section in figures.items() if unit in section.units]
    named = [name for name in with_unit if any(fold(word) in folded for word in figures[name].words)]
    containing = [name for name in with_unit if value * _scale(figures[name], unit) in known.get(name, ())]
    return next(iter([*named, *containing, *with_unit]), None)


def _scale(section: FigureSection, unit: str) -> float:
    return section.units.get(unit, 1.0)


def _value(number: str) -> float | None:
    """The value of a number as written; None for what only begins like one: `1.000.1`, `²`."""
    try:
        return float(_THOUSANDS.sub("", number).replace(",", "."))
    except ValueError:
        return None
