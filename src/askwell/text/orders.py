"""Sentences of a text that read like instructions to a model, by words of every language.

The words are a lexicon and the weights were set by hand; `python -m bench injection` measures them. A marked sentence
is only shown to a model in another form, so one that is marked by mistake costs a few tokens.
"""

import re
from functools import cache
from typing import NamedTuple

from askwell.languages import LANGUAGES, orders
from askwell.text.bounds import text_cache
from askwell.text.hidden import hides_text
from askwell.text.sentences import each_sentence

MIN_SCORE = 1.0
"""Minimum score of a sentence that is marked."""
_READ_CHARS = 20_000
"""Characters of a text that are read; a passage has a tenth of that."""


@text_cache(400_000)
def order_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Start and end of the sentences that read like instructions to a model, in order."""
    text = text[:_READ_CHARS]
    if not _signs().search(text.lower()):
        return ()
    return tuple([(start, end) for start, end in each_sentence(text) if order_score(text[start:end]) >= MIN_SCORE])


def is_doubtful(text: str) -> bool:
    """Whether a text hides words from its reader, or reads like instructions to a model."""
    return hides_text(text) or bool(order_spans(text))


def order_score(sentence: str) -> float:
    """How much a sentence reads like an instruction to a model, from 0; the best of the languages.

    1 for setting aside rules and for saying how an answer is to be changed; half of it for an order to write, for what
    it is to change, for another role, for secrecy, and for the name of a model together with one of these.
    """
    said = sentence.lower()
    return max(_score(said, _patterns(language)) for language in LANGUAGES)


class _Patterns(NamedTuple):
    override: re.Pattern[str]
    model: re.Pattern[str]
    role: re.Pattern[str]
    command: re.Pattern[str]
    output: re.Pattern[str]
    withheld: re.Pattern[str]
    form: re.Pattern[str]


def _score(said: str, words: _Patterns) -> float:
    commands, played = bool(words.command.search(said)), bool(words.role.search(said))
    withheld = bool(words.withheld.search(said))
    score = float(bool(words.override.search(said)) + bool(words.form.search(said)))
    score += 0.5 * (commands + (commands and bool(words.output.search(said))) + played + withheld)
    # A model is named in many documents; only an order to it is one.
    return score + 0.5 * ((commands or played or withheld) and bool(words.model.search(said)))


@cache
def _patterns(language: str) -> _Patterns:
    words = orders(language)
    return _Patterns(
        re.compile(rf"\b(?:{words.override})\b.{{0,40}}\b(?:{words.rules})\b"),
        re.compile(rf"\b(?:{words.model})\b"),
        re.compile(rf"\b(?:{words.role})\b"),
        re.compile(rf"(?:^[\W_]*|^[\W_]*(?:{words.opening}) |[:;,] )(?:{words.command})\b"),
        re.compile(rf"\b(?:{words.output})\b"),
        re.compile(rf"\b(?:{words.withheld})\b"),
        re.compile(rf"\b(?:{words.form})\b"),
    )


@cache
def _signs() -> re.Pattern[str]:
    words = [orders(language) for language in LANGUAGES]
    signs = [sign for each in words for sign in (each.override, each.role, each.output, each.withheld, each.form)]
    return re.compile(rf"\b(?:{'|'.join(signs)})\b")
