"""Mentions of one thing brought together, over all turns and under its acronym too."""

import re
from dataclasses import dataclass, field

from askwell.languages import every
from askwell.text.bounds import text_cache
from askwell.text.mentions import Mention

WHERE = every(lambda grammar: grammar.where_words)
"""Prepositions that a place stands after."""


@dataclass(slots=True)
class Thread:
    """All mentions of one thing."""

    mention: Mention
    turn: int
    place: str
    turns: set[int] = field(default_factory=set)
    places: set[tuple[int, str]] = field(default_factory=set)
    subject: bool = False
    located: bool = False
    """A question put it after a preposition of place."""


def add(
    threads: dict[frozenset[str], Thread],
    mention: Mention,
    index: int,
    place: str,
    long_forms: dict[str, frozenset[str]],
) -> None:
    """Put a mention to the others of its thing: by its stems, or by the long form of an acronym said before."""
    if short := initials(mention.core):
        long_forms.setdefault(short, mention.stems)
    long = long_forms.get(_acronym(mention.core)) if long_forms else None
    if long is not None and long in threads:
        # The long form was said: the acronym is another mention of the same thing.
        threads[long].turns.add(index)
        threads[long].places.add((index, place))
    thread = threads.get(mention.stems)
    if thread is None:
        thread = threads[mention.stems] = Thread(mention, index, place)
    elif place == "question" or thread.place != "question":
        # The wording of a question beats that of an answer; a fuller one beats a pronoun's replacement.
        thread.mention = mention if not (thread.mention.name and not mention.name) else thread.mention
        thread.turn, thread.place = index, place
    thread.turns.add(index)
    thread.places.add((index, place))
    thread.located |= place == "question" and mention.name and mention.preposition in WHERE
    if index == thread.turn:
        thread.subject = mention.subject and place == "question"


@text_cache(200_000)
def initials(phrase: str) -> str:
    """The acronym a phrase of several words would have, upper-case; empty for a single word."""
    words = [word for word in re.split(r"[\s\-]+", phrase) if word[:1].isalpha() and word.lower() not in _SMALL]
    return "".join(word[0] for word in words).upper() if len(words) > 1 else ""


def _acronym(phrase: str) -> str:
    plain = phrase.removesuffix("s")
    return plain if plain.isupper() and len(plain) > 1 and plain.isalnum() else ""


_SMALL = every(lambda grammar: grammar.small_words)
