"""Matches words of two texts by stem, including parts of compounds and irregular forms."""

from collections.abc import Iterable, Sequence
from functools import cache

from askwell.languages import LANGUAGES, lexicon
from askwell.text.bounds import text_cache
from askwell.text.words import content_words, joined, stem, stems_in_order, words
from askwell.types import Language, SearchTerm


def stems(text: str, language: Language) -> frozenset[str]:
    """Stems of all words of a text. A hyphenated word also gives its parts and, of two parts, both as one word.

    An irregular form uses its base.
    """
    found = set(words(text))
    found.update([part for word in found if "-" in word for part in (*word.split("-"), joined(word)) if part])
    bases = _bases(language)
    irregular = found & bases.keys()
    return frozenset(stems_in_order((found - irregular).union([bases[word] for word in irregular]), language))


def stem_of(word: str, language: Language) -> str:
    """The stem of a lower-case word; for an irregular form, the stem of its base."""
    return stem(_bases(language).get(word, word), language)


def stems_of(found: Iterable[str], language: Language) -> list[str]:
    """`stem_of` each of these words, in order."""
    bases = _bases(language)
    return stems_in_order([bases.get(word, word) for word in found], language)


def subject_words(text: str, language: Language) -> list[str]:
    """Distinct content words of a text, in order."""
    return list(dict.fromkeys(content_words(text, language)))


def word_chances(terms: Sequence[SearchTerm], own: Sequence[str], language: Language) -> dict[str, float]:
    """The content words of search terms with their chances, without the question's own words."""
    found: dict[str, float] = {}
    for term in terms:
        for word in subject_words(term.text, language):
            if word not in own:
                found.setdefault(word, term.weight)
    return found


def near(wanted: str, held: frozenset[str]) -> bool:
    """Whether a stem of at least five letters is part of a compound in `held`, or differs only in its ending."""
    return len(wanted) >= 5 and near_in(wanted, in_lines(held))


def near_in(wanted: str, written: str) -> bool:
    """Like `near`, for stems joined by `in_lines`."""
    length = len(wanted)
    if length < 6:
        return length == 5 and f"\n{wanted}" in written
    return f"\n{wanted[: max(5, length - 2)]}" in written or wanted in written


@text_cache(500_000)
def in_lines(held: frozenset[str]) -> str:
    """Stems of at least five letters, each after a line break, so that one substring search checks all."""
    return "\n" + "\n".join([other for other in held if len(other) >= 5])


@cache
def _bases(language: Language) -> dict[str, str]:
    families = lexicon(language).families if language in LANGUAGES else ()
    return {form: forms[0] for forms in families for form in forms}
