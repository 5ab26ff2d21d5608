"""A message that only excludes what was said: `not docker`, `without docker`."""

import re
from functools import cache

from askwell.languages import grammar, patterns
from askwell.text.pieces import Token
from askwell.types import Antecedent, Language
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.cues import Reading, after_opening, read
from askwell.understanding.grammar.edits import Rewrite
from askwell.understanding.grammar.phrasing import append, bare
from askwell.understanding.grammar.roles import Phrase, phrases_of

_MOST = 4
"""Words of what is excluded."""


def exclude(question: Reading, context: Context) -> Rewrite | None:
    """The last question without what a message excludes; None for another message, or if it was not spoken of.

    `without X` says how, so it stays in the wording; the X of `not X` is nothing to search for.
    """
    last, words = context.last, after_opening(question)
    if last is None or len(words) < 2 or words[0].low not in _excluding(question.language):
        return None
    phrase = _courtesy(question.language).sub("", bare(question.text[words[1].start :]))
    thing = read(phrase, question.language)
    names = thing.simple and all(mention.stems for mention in thing.simple) and not any(map(_points, thing.words))
    if not names or not thing.fragmentary or len(thing.words) > _MOST or not thing.stems <= last.stems:
        return None
    text = _without(thing, last)
    if not text:
        return None
    if words[0].low in grammar(question.language).without_words:
        text = append(text, f"{words[0].text.lower()} {phrase}")
    return Rewrite(text, "correction", (Antecedent(bare(question.text), last.question, last.number),))


def _excluding(language: Language) -> frozenset[str]:
    return grammar(language).not_words | grammar(language).without_words


def _points(word: Token) -> bool:
    return word.tag in {"demonstrative", "stand_in", "pronoun", "number"}


@cache
def _courtesy(language: Language) -> re.Pattern[str]:
    return re.compile(rf"[\s,]+(?:{patterns(language).repairs.assent})$", re.IGNORECASE)


def _without(thing: Reading, last: Said) -> str:
    """The last question without a phrase that names a thing; empty if it is no phrase after a preposition."""
    if not thing.stems & last.asked_stems:
        return last.question
    phrase = next((each for each in phrases_of(last.reading) if thing.stems <= each.mention.stems), None)
    if phrase is None or not phrase.preposition or _is_beside(phrase, last):
        return ""
    return f"{last.question[: phrase.start].rstrip()}{last.question[phrase.end :]}"


def _is_beside(phrase: Phrase, last: Said) -> bool:
    """Whether a phrase is one of several: without it, their conjunction would be left."""
    joins = last.reading.lexicon.conjunctions
    before = [word for word in last.reading.words if word.end <= phrase.start]
    after = [word for word in last.reading.words if word.start >= phrase.end]
    return any(word.low in joins for word in (*before[-1:], *after[:1]))
