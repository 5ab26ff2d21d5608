"""Proper names in a rewrite that nobody mentioned."""

import re
from collections.abc import Collection, Iterable, Sequence
from difflib import SequenceMatcher

from askwell.languages import lexicon
from askwell.text.sentences import sentences
from askwell.text.times import named_times
from askwell.text.words import content_words, fold, stem, words
from askwell.types import Language

_TOKEN = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*|[^\w\s]")
_LEAST_LETTERS = 4
"""Shorter names are mostly abbreviations, and somebody may have used the full name."""
_TITLE_WORDS = 4
"""Minimum content words of a rewrite in title case."""
_ANCHORS = 3
"""Number of names of the conversation in a rewrite from which another name is accepted (`bench gate`: three human
rewrites of QReCC fewer are lost, and 6 % more of its invented names pass)."""
_SHARED_CHARS = 5
"""Words with so many first letters in common are related: `Bavarian`, `Bavaria`."""
_SAME_SPELLING = 0.8
"""Minimum similarity of two spellings of a name (`SequenceMatcher.ratio`): `Utrech`, `Utrecht`."""


def invents_name(question: str, rewrite: str, texts: Sequence[str], language: Language) -> bool:
    """Whether the rewrite has a name that occurs neither in the question nor in the texts of its conversation.

    A name is a run of capitalised words inside a sentence; a rewrite in title case has none. It occurs in the texts if
    one of its words does, or a similar word: people complete names. A word of several must occur there as a name, with
    a capital or in a text without capitals, since `Foods` of a company is not the `foods` of a question.

    A rewrite that adds three names of the conversation to the question may have another one: people add names that they
    know, and the search is about the right things nevertheless.
    """
    content = content_words(rewrite, language)
    if len(content) >= _TITLE_WORDS and not any(word in rewrite for word in content):
        return False
    runs = [run for start, end in sentences(rewrite) for run in _runs(rewrite[start:end], language)]
    if not runs:
        return False
    texts = [question, *texts]
    named, known = _vocabulary(map(_names_of, texts), language), _vocabulary(texts, language)
    found = [any(_is_known(word, known if len(run) == 1 else named, language) for word in run) for run in runs]
    asked = set(words(question))
    added = [run for run, is_known in zip(runs, found, strict=True) if is_known and not asked.issuperset(_lower(run))]
    return not all(found) and len(added) < _ANCHORS


def _lower(run: Sequence[str]) -> list[str]:
    return words(" ".join(run))


def _vocabulary(texts: Iterable[str], language: Language) -> set[str]:
    """Words of the texts, parts of words with a hyphen, and the stems of both."""
    found = {part for text in texts for word in words(text) for part in (word, *word.split("-"))}
    return found | {stem(word, language) for word in found}


def _names_of(text: str) -> str:
    """The words of a text that have a capital; all of them if only the first has."""
    capitalised = [word for word in text.split() if any(map(str.isupper, word))]
    return " ".join(capitalised) if any(map(str.isupper, text[1:])) else text


def _runs(sentence: str, language: Language) -> list[list[str]]:
    """Runs of capitalised words without the first word of the sentence and without words of its grammar and times.

    After a capitalised article, a run goes on over prepositions: `The Pears in Winter`.
    """
    known = lexicon(language)
    runs: list[list[str]] = [[]]
    begins, title = True, False
    for token in _TOKEN.findall(sentence):
        if token in _APOSTROPHES:
            continue
        if not token[0].isalnum():
            runs.append([])
            begins, title = begins or token in _OPENING, False
            continue
        if not begins and token[0].isupper() and not _is_common(token, language):
            runs[-1].append(token)
        elif not (title and token in known.prepositions):
            runs.append([])
            title = not begins and token[0].isupper() and token.lower() in known.definite
        begins = False
    return [run for run in runs if any(sum(map(str.isalpha, word)) >= _LEAST_LETTERS for word in run)]


_APOSTROPHES = frozenset("'’")
_OPENING = frozenset('"“”„«‘:(')
"""Marks after which a common word may be capitalised."""


def _is_common(token: str, language: Language) -> bool:
    """Whether a word is capitalised for another reason than being a name."""
    low = token.lower().replace("’", "'")
    known = lexicon(language)
    return low in known.stop_words or fold(low) in known.time_words or bool(named_times(f"1 {token}", language))


def _is_known(word: str, known: Collection[str], language: Language) -> bool:
    low = " ".join(words(word))
    return low in known or stem(low, language) in known or any(_is_similar(low, other) for other in known)


def _is_similar(name: str, other: str) -> bool:
    """Whether a word is related to a name, nearly contains it, or is another spelling of it."""
    shorter, longer = sorted((name, other), key=len)
    if len(shorter) < _SHARED_CHARS - 1:
        return False
    if (shorter in longer and 3 * len(shorter) >= 2 * len(longer)) or name[:_SHARED_CHARS] == other[:_SHARED_CHARS]:
        return True
    if name[0] != other[0] or len(longer) - len(shorter) > 1:
        return False
    if sorted(name) == sorted(other):
        return True
    return SequenceMatcher(None, name, other, autojunk=False).ratio() >= _SAME_SPELLING
