"""Whether a rewrite is an answer in place of a question."""

import re

from askwell.languages import LANGUAGES, lexicon
from askwell.text.sentences import sentences
from askwell.text.words import content_stems, stem, words
from askwell.types import Language

MIN_FOREIGN_STEMS = 3
"""Minimum stems of a statement that occur neither in the question nor in the conversation, to make it an answer."""

_WORD = re.compile(r"[^\W_]+")
_QUESTION_MARKS = "?？؟"
_PHRASE_WORDS = 3
_AUXILIARY_WITHIN = 3


def answers(question: str, rewrite: str, context: str, language: Language) -> bool:
    """Whether a rewrite answers a question, or replies to a statement, instead of rewording it.

    It does if it has lines where the question has one; if it asks the user something; if it neither asks nor requests
    anything, but the user did; or if it is a statement that speaks of nobody where the user speaks of somebody in the
    first or second person, has no content word of the user's, or consists mostly of words that occur neither in the
    question nor in `context`. In a language without a lexicon, only lines and question marks count.
    """
    if "\n" in rewrite.strip() and "\n" not in question.strip():
        return True
    if language not in LANGUAGES:
        return _is_marked(question) and not _is_marked(rewrite)
    if _asks_back(question, rewrite, language):
        return True
    asks = _asks(rewrite, language, marked=_is_marked(question)) or _asks_within(question, rewrite, language)
    if asks or _requests(rewrite, language):
        return False
    if _asks(question, language) or _requests(question, language):
        return True
    return _is_reply(question, rewrite, context, language)


def _asks_back(question: str, rewrite: str, language: Language) -> bool:
    """Whether a rewrite addresses the user, as in `Which year do you mean?`.

    The user addressed nobody, and a content word of the question is missing. A capital is part of a name or a title.
    """
    addressees = lexicon(language).addressees
    if addressees.isdisjoint(_WORD.findall(rewrite)) or not addressees.isdisjoint(words(question)):
        return False
    return not set(content_stems(question, language)) <= {stem(word, language) for word in words(rewrite)}


def _is_marked(text: str) -> bool:
    """Whether the text has a question mark of any script."""
    return any(mark in text for mark in _QUESTION_MARKS)


def _is_reply(question: str, rewrite: str, context: str, language: Language) -> bool:
    """Whether a statement replies to another one instead of rewording it."""
    speakers = lexicon(language).speakers
    if not speakers.isdisjoint(words(question)) and speakers.isdisjoint(words(rewrite)):
        return True
    own, written = set(content_stems(question, language)), set(content_stems(rewrite, language))
    if own and own.isdisjoint(written) and not _points(question, language):
        return True
    foreign = adds(question, rewrite, language) - {stem(word, language) for word in words(context)}
    return len(foreign) >= MIN_FOREIGN_STEMS and 2 * len(foreign) > len(written)


def _points(question: str, language: Language) -> bool:
    """Whether the question names nothing but points at things in the conversation: `the other one`, `the two`."""
    known = lexicon(language)
    pointing = (known.comparing, known.both, known.ordinals, known.demonstratives, known.pronouns, known.numbers)
    return any(word in group for word in words(question) for group in pointing)


def _asks(text: str, language: Language, *, marked: bool = False) -> bool:
    """Whether a sentence of the text has a question mark or begins like a question.

    If the user wrote a question mark (`marked`), a question word must be followed by an auxiliary: `When the rain
    stops` is no question.
    """
    return _is_marked(text) or any(_begins(text[start:end], language, marked) for start, end in sentences(text))


def _begins(sentence: str, language: Language, marked: bool) -> bool:
    known = lexicon(language)
    said = _without_openers(sentence, language)
    if said and said[0] in known.prepositions:
        said = said[1:]
    if " ".join(said).startswith(tuple(f"{phrase} " for phrase in known.about)):
        return True
    if not said or said[0] not in known.question_words:
        return bool(said) and not known.drops_subject and said[0] in known.auxiliaries
    return not marked or not known.auxiliaries.isdisjoint(said[1 : 1 + _AUXILIARY_WITHIN])


def _without_openers(text: str, language: Language) -> list[str]:
    known = lexicon(language)
    said = words(text)
    while said and (said[0] in known.openers or said[0] in known.interjections):
        said = said[1:]
    return said


def _asks_within(question: str, rewrite: str, language: Language) -> bool:
    """Whether the rewrite has a question word with the words that follow it in the question: `..., which should I`."""
    asked, plain = words(question), f" {' '.join(words(rewrite))} "
    starts = [at for at, word in enumerate(asked) if word in lexicon(language).question_words]
    return any(
        len(phrase := asked[at : at + _PHRASE_WORDS]) == _PHRASE_WORDS and f" {' '.join(phrase)} " in plain
        for at in starts
    )


def _requests(text: str, language: Language) -> bool:
    """Whether a sentence of the text begins like a request: `Tell me`, `Compare`."""
    known = lexicon(language)
    firsts = [_without_openers(text[start:end], language)[:1] for start, end in sentences(text)]
    imperatives = known.talking | known.scaffold
    if not known.verb_cut:
        imperatives &= known.verbs  # these have the form of the dictionary
    functional = known.speakers | known.stop_words - known.scaffold
    return any(word in imperatives and word not in functional for first in firsts for word in first)


def adds(question: str, rewrite: str, language: Language) -> set[str]:
    """Stems of content words in the rewrite that are not in the question."""
    return set(content_stems(rewrite, language)) - {stem(word, language) for word in words(question)}
