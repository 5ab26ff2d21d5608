"""Figures in a question: which column each is of, and on which side of it a row must lie."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from askwell.assistant import FigureSection
from askwell.languages import every
from askwell.text.words import fold

AROUND = 0.15
"""How far from `about 500` a figure may be, as a share of it."""

_BEFORE = 4
"""Words before a figure among which its comparison is looked for."""

_AT_MOST = every(lambda grammar: grammar.at_most)
_AT_LEAST = every(lambda grammar: grammar.at_least)
_ABOUT = every(lambda grammar: grammar.around)
_BETWEEN = every(lambda grammar: grammar.between) | {"-"}
_OR_LESS = every(lambda grammar: grammar.or_less)
_OR_MORE = every(lambda grammar: grammar.or_more)

_PIECE = re.compile(r"(?P<number>\d+(?:[.,]\d+)*)|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)|(?P<sign>[$€£\"”″%–-])")
_THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")


@dataclass(frozen=True, slots=True)
class Bound:
    """Where a column's figures must lie, both ends included."""

    column: str
    least: float
    most: float
    said: str
    """The figure as typed, with its comparison."""

    def holds(self, figure: float) -> bool:
        """Whether a figure lies between the ends."""
        return self.least <= figure <= self.most

    def distance(self, figure: float) -> float:
        """How far a figure lies outside, as a share of the nearer end; 0 inside."""
        end = self.least if figure < self.least else self.most if figure > self.most else figure
        return abs(figure - end) / max(abs(end), 1.0)


@dataclass(frozen=True, slots=True)
class _Figure:
    at: int
    """Place of its number among the pieces."""
    end: int
    """Place after its unit."""
    value: float
    unit: str


def bounds(question: str, figures: Mapping[str, FigureSection], known: Mapping[str, Collection[float]]) -> list[Bound]:
    """The bounds that a question's figures set, in its order; a figure of no column sets none.

    `known` is a column's figures in the table: of two columns with the same unit a figure is of the one whose words
    stand in the question, else of the one that has it. Without a comparison a price is meant to about, other figures
    exactly where a row has them, else as the least.
    """
    pieces = [match.group() for match in _PIECE.finditer(question)]
    folded = [fold(piece) for piece in pieces]
    units = {fold(unit): unit for section in figures.values() for unit in section.units}
    found = _figures(pieces, folded, units)
    made: list[Bound] = []
    skip = -1
    for index, figure in enumerate(found):
        if index == skip:
            continue
        following = found[index + 1] if index + 1 < len(found) else None
        range_ = following is not None and folded[figure.end : _start(folded, following)] in [[w] for w in _BETWEEN]
        unit = figure.unit or (following.unit if following is not None and range_ else "")
        relation, start = _relation(folded, figure)
        column = _column(unit, figure.value, figures, known, folded, compared=bool(relation) or range_)
        if column is None:
            continue
        value = figure.value * _scale(figures[column], unit)
        said = " ".join(pieces[start : figure.end])
        if range_ and following is not None:
            other = following.value * _scale(figures[column], following.unit or unit)
            made.append(Bound(column, min(value, other), max(value, other), said))
            skip = index + 1
        else:
            made.append(_bound(column, value, relation, known.get(column, ()), said, bare=figures[column].bare))
    return made


def _bound(column: str, value: float, relation: str, known: Collection[float], said: str, *, bare: bool) -> Bound:
    match relation:
        case "most":
            return Bound(column, -inf, value, said)
        case "least":
            return Bound(column, value, inf, said)
        case "about":
            return Bound(column, value * (1 - AROUND), value * (1 + AROUND), said)
    if bare:
        return Bound(column, value * (1 - AROUND), value * (1 + AROUND), said)
    return Bound(column, value, value if value in known else inf, said)


def _figures(pieces: Sequence[str], folded: Sequence[str], units: Mapping[str, str]) -> list[_Figure]:
    found = []
    for at, piece in enumerate(pieces):
        if not piece[0].isdigit():
            continue
        next_words = folded[at + 1] if at + 1 < len(folded) else ""
        before = folded[at - 1] if at else ""
        if next_words in units:
            found.append(_Figure(at, at + 2, _value(piece), units[next_words]))
        elif next_words == "-" and at + 2 < len(folded) and folded[at + 2] in units:
            found.append(_Figure(at, at + 3, _value(piece), units[folded[at + 2]]))
        else:
            found.append(_Figure(at, at + 1, _value(piece), units.get(before, "")))
    return found


def _start(folded: Sequence[str], figure: _Figure) -> int:
    return figure.at - 1 if figure.at and folded[figure.at - 1] in {"$", "€", "£"} else figure.at


def _relation(folded: Sequence[str], figure: _Figure) -> tuple[str, int]:
    """`most`, `least`, `about` or nothing, and the place where its words begin."""
    end = _start(folded, figure)
    for start in range(max(0, end - _BEFORE), end):
        said = " ".join(folded[start:end])
        for relation, phrases in (("most", _AT_MOST), ("least", _AT_LEAST), ("about", _ABOUT)):
            if said in phrases:
                return relation, start
    next_words = " ".join(folded[figure.end : figure.end + 2])
    if next_words in _OR_LESS:
        return "most", end
    if next_words in _OR_MORE:
        return "least", end
    return "", end


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
    of_unit = [name for name, section in figures.items() if unit in section.units]
    by_word = [name for name in of_unit if any(fold(word) in folded for word in figures[name].words)]
    has_it = [name for name in of_unit if value * _scale(figures[name], unit) in known.get(name, ())]
    return next(iter([*by_word, *has_it, *of_unit]), None)


def _scale(section: FigureSection, unit: str) -> float:
    return section.units.get(unit, 1.0)


def _value(number: str) -> float:
    return float(_THOUSANDS.sub("", number).replace(",", "."))
