"""What there is to choose from: the latest things that an answer listed or a question set side by side."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from askwell.languages import every, grammar
from askwell.text.words import content_stems
from askwell.types import Language
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.cues import read
from askwell.understanding.grammar.listed import listed, side_by_side
from askwell.understanding.grammar.roles import compares, is_choice

RECENT = 4
"""Turns in which options are looked for."""


@dataclass(frozen=True, slots=True)
class Options:
    """Things of one turn, in its order."""

    items: tuple[str, ...]
    turn: Said


def options_of(context: Context, language: Language) -> Iterator[Options]:
    """The options of the latest turns, the latest first: what a question offers before what an answer lists."""
    for turn in reversed(context.turns[-RECENT:]):
        offered = offers(turn.asks, language) or _named_before(turn, language) if turn.asks else []
        found = offered or _weighed_up(turn, language) or listed(turn.question, turn.answer_text, turn.titles, language)
        found = [each for each in found if content_stems(each, language)]  # no "etc"
        if len(found) > 1:
            yield Options(tuple(found), turn)


def offers(asked: str, language: Language) -> list[str]:
    """What a question of ours lets choose from: `Do you mean A or B?`."""
    if not any(token.low in grammar(language).or_words for token in read(asked, language).tokens):
        return []
    return side_by_side(asked, language)


def _weighed_up(turn: Said, language: Language) -> list[str]:
    """What a user's question weighs up, with its articles: `the sledge or the kayak, which is better?`."""
    if not (is_choice(turn.reading) and compares(turn.reading)):
        return []
    items = side_by_side(turn.question, language)
    written = [mention for mention in turn.reading.simple if mention.core in items]
    between = [turn.question[one.end : other.start].strip(" ,").lower() for one, other in pairwise(written)]
    return [each.text for each in written] if between and set(between) <= grammar(language).or_words else []


def _named_before(turn: Said, language: Language) -> list[str]:
    """What the sentence before our question names to choose from: `It is sold as A or B. Which one?`."""
    before = turn.answer_text[: turn.answer_text.rfind(turn.asks)].rstrip()
    return offers(_SENTENCE.split(before)[-1], language) if before else []


_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def the_other(rejected: str, context: Context, language: Language) -> tuple[str, Said] | None:
    """Of two options the one that was not just spoken of; None unless the conversation tells which."""
    last = context.last
    if last is None:
        return None
    for options in options_of(context, language):
        if len(options.items) != 2:
            continue
        stems = [frozenset(content_stems(item, language)) for item in options.items]
        own = [stems[0] - stems[1], stems[1] - stems[0]]
        for said in (rejected, last.question, last.answer):
            spoken = frozenset(content_stems(said, language))
            taken = [bool(each & spoken) for each in own]
            if taken[0] != taken[1]:
                return options.items[1 if taken[0] else 0], options.turn
    return None


def numbered(phrase: str, context: Context, language: Language) -> tuple[str, Said] | None:
    """The option that an ordinal counts: `the first one`, `l'ultima`."""
    reading = read(phrase, language)
    ordinals = reading.lexicon.ordinals
    place = next((ordinals[token.low] for token in reading.words if token.low in ordinals), None)
    if place is None:
        return None
    found = next((each for each in options_of(context, language) if -len(each.items) <= place < len(each.items)), None)
    return (found.items[place], found.turn) if found else None


def is_the_other(phrase: str, language: Language) -> bool:
    """Whether a phrase begins with the other of two: `the other`, `die andere`, `l'altro`."""
    words = [token for token in read(phrase, language).words if token.tag not in {"definite", "demonstrative", "prep"}]
    return bool(words) and words[0].low in _OTHER


_OTHER = every(lambda grammar: grammar.other)
