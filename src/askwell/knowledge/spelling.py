"""Words that a collection does not have and that are misspelt, and the words nearest in spelling that it has."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

from askwell.knowledge.index_local import LocalIndex
from askwell.knowledge.terms import question_terms
from askwell.text.listed import is_listed
from askwell.text.words import stem
from askwell.text.words import words as words_of
from askwell.types import Language, Passage

_FORM = 5
"""Letters of a term that another one may begin with as another form of it: `engels`, `engelse`."""
SHORTEST = 5
"""Letters of a word that may be misspelt, and of a term that may be meant; shorter ones have too many neighbours."""
_PREFIX = 2
"""Letters at the beginning that must be right."""
_ENDING = 5
"""Letters of an ending at most."""
_TERMS = 4
"""Terms of a word at most."""
_CHUNKS_OF_A_TERM = 5
"""Chunks in which the spelling of a term is looked up."""

Passages = Callable[[Sequence[str]], Awaitable[Mapping[str, Passage]]]
"""Returns passages by id, without those that no longer exist."""


async def spellings(
    indexes: Sequence[LocalIndex], words: Sequence[str], language: Language, passages: Passages
) -> Mapping[str, str]:
    """Misspelt word to the word of the documents that it surely means, in lower case. Raises LexicalDamaged."""
    found: dict[str, str] = {}
    for word, near in (await asyncio.to_thread(near_terms, indexes, words, language)).items():
        written = {term: await _written(term, indexes, passages) for term in near}
        if other := certain(word, written, near, languages_of(indexes, language)):
            found[word] = other
    return found


async def _written(term: str, indexes: Sequence[LocalIndex], passages: Passages) -> Sequence[str]:
    """The words of a few chunks with this term, in lower case."""
    forms: list[str] = []
    for index in indexes:
        ids = list(await asyncio.to_thread(index.search_terms, {term: 1.0}, (), _CHUNKS_OF_A_TERM))
        for passage in (await passages(ids)).values():
            forms += [each for each in words_of(passage.chunk.text) if stem(each, passage.language) == term]
    return forms


def near_terms(indexes: Sequence[LocalIndex], words: Sequence[str], language: Language) -> dict[str, dict[str, bool]]:
    """Word to terms of the indexes that may be meant, likeliest first, for misspelt words that no index has.

    A word is not misspelt if a frequency list has it, of the question's language or of one of the indexes: then the
    documents say nothing of it. The value of a term is whether it is one letter apart from the word's own. These come
    first, by frequency, then the terms that the word begins with, since a misspelt ending is not stemmed. Words with
    digits are left out. Blocking. Raises LexicalDamaged.
    """
    found: dict[str, dict[str, bool]] = {}
    languages = languages_of(indexes, language)
    for word in dict.fromkeys(words):
        if len(word) < SHORTEST or not word.isalpha() or is_listed(word, languages):
            continue
        terms = {term for index in indexes for term in question_terms(word, language, index.languages)}
        if any(index.has_term(term) for index in indexes for term in terms):
            continue
        near: dict[str, tuple[bool, int]] = {}
        for index in indexes:
            for term in terms:
                for other, count in index.terms_with_prefix(term[:_PREFIX]):
                    is_apart = is_one_apart(term, other)
                    if is_apart or (len(other) >= len(word) - _ENDING and word.startswith(other)):
                        was_apart, counted = near.get(other, (False, 0))
                        near[other] = (is_apart or was_apart, counted + count)
        if near:
            likeliest = sorted(near, key=lambda term: (*near[term], term), reverse=True)[:_TERMS]
            found[word] = {term: near[term][0] for term in likeliest}
    return found


def absent_words(indexes: Sequence[LocalIndex], words: Sequence[str], language: Language) -> frozenset[str]:
    """The words of which no index has a term, nor one that begins with theirs. Blocking. Raises LexicalDamaged."""

    def has(index: LocalIndex, word: str) -> bool:
        terms = question_terms(word, language, index.languages)
        return any(index.has_term(term) for term in terms) or any(
            index.terms_with_prefix(term) for term in terms if len(term) >= _FORM
        )

    return frozenset(word for word in words if not any(has(index, word) for index in indexes))


def languages_of(indexes: Sequence[LocalIndex], language: Language) -> frozenset[Language]:
    """The language of a question and those of the documents."""
    return frozenset[Language]({language}).union(*(index.languages for index in indexes))


def certain(
    word: str, written: Mapping[str, Sequence[str]], near: Mapping[str, bool], languages: Iterable[Language]
) -> str:
    """What a misspelt word surely means; empty if that is not sure.

    `written` maps each of its terms to words of the documents with this term, in lower case; `near` is the value of
    `near_terms`. It is the word that is one letter apart, if no word with another term is; else, where only the ending
    is another one, that of the only term that is one letter apart and has `SHORTEST` letters. A letter is replaced only
    for a listed word, since many a name differs from another one by a letter.
    """
    by_form = {term: [form for form in forms if is_one_apart(word, form)] for term, forms in written.items()}
    by_term = {term: forms for term, forms in written.items() if near[term] and len(term) >= SHORTEST}
    meant = [forms[0] for forms in by_form.values() if forms] or [forms[0] for forms in by_term.values() if forms]
    if len(meant) != 1:
        return ""
    is_replaced = len(meant[0]) == len(word) and sorted(meant[0]) != sorted(word)
    return "" if is_replaced and not is_listed(meant[0], languages) else meant[0]


def is_one_apart(one: str, other: str) -> bool:
    """Whether two words differ by one letter left out, added or replaced, or by two neighbours exchanged."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, others = one[start:], other[start:]
    exchanged = len(rest) > 1 and rest[1::-1] + rest[2:] == others
    return rest[1:] == others[1:] or rest[1:] == others or rest == others[1:] or exchanged
