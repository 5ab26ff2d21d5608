"""Stems of one word in other forms, as a part of a compound, and as a compound of two words."""

from askwell.text.match import in_lines, near_in

_PART = 4
"""Least letters of each of the two words of a compound."""
_LINKS = ("", "s", "en")
"""Letters between the words of a compound."""

_PREFIX = 4
"""Least letters that two forms of a word have in common."""
_ENDING = 3
"""Most letters that one of them has more."""


def are_held(wanted: frozenset[str], held: frozenset[str]) -> bool:
    """Whether each stem is among the held ones, or a part of a compound or another form of one, or joins two."""
    lines = in_lines(held)
    return all(stem in held or _is_near(stem, lines, held) for stem in wanted)


def _is_near(stem: str, lines: str, held: frozenset[str]) -> bool:
    """Whether a stem is a part of a compound, or another form of a word, that is held."""
    if len(stem) >= _PREFIX and any(
        abs(len(stem) - len(other)) <= _ENDING and min(len(stem), len(other)) >= _PREFIX and _is_prefix(stem, other)
        for other in held
    ):
        return True
    return (len(stem) > _PREFIX and near_in(stem, lines)) or _is_compound(stem, held)


def _is_compound(stem: str, held: frozenset[str]) -> bool:
    """Whether a stem joins two that are held, as `vakantiedagen` joins `dagen vakantie`."""
    return any(
        stem[:at] in held and stem[at:].startswith(link) and stem[at + len(link) :] in held
        for at in range(_PART, len(stem) - _PART + 1)
        for link in _LINKS
        if len(stem) - at - len(link) >= _PART
    )


def _is_prefix(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)
