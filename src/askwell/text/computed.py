"""Whether the numbers of a statement follow from numbers that are known, by one step of arithmetic."""

from collections.abc import Iterator, Sequence

from askwell.text.numbers import numbers
from askwell.types import Language

_MOST = 24
"""Numbers of each side that are combined: the pairs grow with their product."""
_EXACT = 0.005
"""Largest relative difference of a result, for rounding."""


def are_computed(statement: str, said: str, sources: Sequence[str], language: Language) -> bool:
    """Whether each new number of a statement is the sum, difference, product, quotient or percentage of two known ones.

    One of the two is from `said`, which is the question and the turns before it; the other one may also be from the
    sources or the statement itself. False for a statement without new numbers.
    """
    own, from_talk = _values(statement, language), _values(said, language)
    known = list(dict.fromkeys([*from_talk, *(value for text in sources for value in _values(text, language))]))
    new = [value for value in own if value not in known]
    if not new:
        return False
    for value in new:
        others = [*from_talk, *(each for each in own if each != value), *known][:_MOST]
        if not any(_is(value, result) for a in from_talk[:_MOST] for b in others for result in _results(a, b)):
            return False
    return True


def _values(text: str, language: Language) -> list[float]:
    found = []
    for value, _, _ in numbers(text, language):
        try:
            found.append(float(value))
        except ValueError:
            continue
    return list(dict.fromkeys(found))


def _results(a: float, b: float) -> Iterator[float]:
    yield from (a + b, a - b, b - a, a * b, a * b / 100)
    if b:
        yield a / b
    if a:
        yield b / a


def _is(value: float, result: float) -> bool:
    return abs(value - result) <= _EXACT * max(abs(value), 1e-9)
