"""What makes one reading of a question another question than a second one, whatever else they have in common."""

from collections.abc import Iterable, Sequence, Set
from difflib import SequenceMatcher
from functools import cache

from askwell.languages import grammar, lexicon
from askwell.languages.patterns import AskedFor
from askwell.text.asked import asked, scaffold
from askwell.text.match import in_lines, near_in, stem_of
from askwell.text.support.reading import Token, read_question
from askwell.types import Language

_TELLING: frozenset[AskedFor] = frozenset(
    {"definition", "number", "duration", "person", "time", "place", "reason", "steps"}
)
"""Forms of questions of which each asks for something else. A choice or a list may be asked for by "what" too."""
_CARRYING = frozenset({"content", "name", "date", "number", "count"})
_VALUES = frozenset({"date", "number", "count"})
_MOST_REPLACED = 2
"""Words of a run that replaces another one; a longer one is another wording."""
_ALIKE = 0.7
"""Likeness of the letters of two words from which on one is the other one, misspelt or with another ending."""


def has_other_form(expected: str, resolved: str, language: Language) -> bool:
    """Whether two readings ask for different things by their form, such as a duration and a price."""
    return len({asked(expected, language).for_, asked(resolved, language).for_} & _TELLING) > 1


def adds_condition(expected: str, resolved: str, typed: str, asked_before: Sequence[str], language: Language) -> bool:
    """Whether a reading has a condition of an earlier question that neither the expected nor the typed one has."""
    wanted, held = (_carrying(text, language) for text in (expected, resolved))
    added = _lacking(held, _stems([expected, typed], language)) & _stems(asked_before, language)
    return _adds_phrase(resolved, added, language) or _adds_value(wanted, held, added)


def replaces_word(expected: str, resolved: str, typed: str, earlier: Sequence[str], language: Language) -> bool:
    """Whether the only words that a reading lacks have other ones in their place.

    `earlier` are the texts before the question. A word that neither they nor the question have is of the author of the
    expected reading, and may have another name.
    """
    wanted, held = (_carrying(text, language) for text in (expected, resolved))
    missing = _lacking(wanted, _stems([resolved], language))
    added = _lacking(held, _stems([expected, typed], language))
    known = _stems([typed, *earlier], language)
    return missing <= known and _replaces(wanted, held, missing, added)


def _adds_phrase(resolved: str, added: Set[str], language: Language) -> bool:
    """Whether all of a phrase after a preposition is added. An owner, as after "of", only completes a name."""
    lead: set[str] = set()
    run: list[str] = []
    prepositions = _prepositions(language)
    for token in (*read_question(resolved, language).tokens, None):
        if token is not None and token.kind in _CARRYING:
            run.append(token.stem)
            continue
        if run:
            if lead & prepositions and set(run) <= added:
                return True
            lead, run = set(), []
        if token is not None:
            lead.add(token.stem)
    return False


def _adds_value(wanted: Sequence[Token], held: Sequence[Token], added: Set[str]) -> bool:
    """Whether a number, month or day is added to another one."""
    return any(token.kind in _VALUES for token in wanted) and any(
        token.kind in _VALUES and token.stem in added for token in held
    )


def _replaces(wanted: Sequence[Token], held: Sequence[Token], missing: Set[str], added: Set[str]) -> bool:
    """Whether all that is missing are one or two words that have other ones in their place."""
    one, other = ([token.stem for token in tokens] for tokens in (wanted, held))
    found = SequenceMatcher(None, one, other, autojunk=False)
    for kind, first, last, start, end in found.get_opcodes():
        old, new = one[first:last], other[start:end]
        is_short = kind == "replace" and max(len(old), len(new)) <= _MOST_REPLACED
        if is_short and missing == set(old) and set(new) <= added and not _alike(old, new):
            return True
    return False


def _alike(old: Iterable[str], new: Sequence[str]) -> bool:
    return any(SequenceMatcher(None, a, b, autojunk=False).ratio() >= _ALIKE for a in old for b in new)


def _lacking(tokens: Iterable[Token], held: frozenset[str]) -> frozenset[str]:
    lines = in_lines(held)
    return frozenset(
        token.stem for token in tokens if token.stem not in held and not (token.says and near_in(token.stem, lines))
    )


def _carrying(text: str, language: Language) -> tuple[Token, ...]:
    form = scaffold(language)
    tokens = read_question(text, language).tokens
    return tuple(token for token in tokens if token.kind in _CARRYING and token.stem not in form)


def _stems(texts: Iterable[str], language: Language) -> frozenset[str]:
    return frozenset(token.stem for text in texts for token in _carrying(text, language))


@cache
def _prepositions(language: Language) -> frozenset[str]:
    words = lexicon(language).prepositions - grammar(language).of_forms
    return frozenset(stem_of(word, language) for word in words)
