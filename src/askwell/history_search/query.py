"""Parses a question for the search in a conversation."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from askwell.history_search.units import Floats, term
from askwell.languages import wording
from askwell.text.lookback import speaks_of_us
from askwell.text.times import Named, asks_when, named_times
from askwell.text.wanted import names_in, wants_name, wants_number
from askwell.text.words import content_stems
from askwell.types import Language

_MAX_CHARS = 4_000


@dataclass(frozen=True, slots=True)
class Sought:
    """A parsed question."""

    terms: Mapping[int, int]
    """Hash of a content stem to its count in the question."""
    text: str
    """The question for the embedder. In the first person, as in the speaker's own turns, if it names a speaker."""
    speaker: int = 0
    """Term of the speaker that the question names; 0 for none or several."""
    named: tuple[Named, ...] = ()
    when: bool = False
    """Whether the question asks for a time."""
    number: bool = False
    """Whether the question asks how much or how many."""
    name: bool = False
    """Whether the question asks for a person or a place."""
    of_us: bool = False
    """Whether the question refers to the user, or to user and assistant."""
    names: tuple[int, ...] = ()
    """Terms of the names in the question; empty if it names a time."""
    vector: Floats | None = None
    """Vector of `text`; None without an embedder."""


def sought(question: str, language: Language, speakers: Collection[int] = ()) -> Sought:
    """The parsed question, without a vector. `speakers` are the terms of the speakers in the conversation."""
    text = question[:_MAX_CHARS]
    times = named_times(text, language)
    names = {name: tuple(map(term, content_stems(name, language))) for name in names_in(text)}
    named = [name for name, terms in names.items() if speakers and not set(terms).isdisjoint(speakers)]
    speaking = {term for name in named for term in names[name] if term in speakers}
    speaker = speaking.pop() if len(speaking) == 1 else 0
    return Sought(
        Counter(map(term, content_stems(text, language))),
        _in_first_person(text, named, language) if speaker else text,
        speaker,
        times,
        asks_when(text, language),
        wants_number(text, language),
        wants_name(text, language),
        speaks_of_us(text, language),
        () if times else tuple(term for terms in names.values() for term in terms),
    )


def _in_first_person(question: str, names: Collection[str], language: Language) -> str:
    """The question with the names replaced by words in the first person."""
    rewriting = wording(language).rewriting
    text = question
    for name in names:
        bare = re.sub(r"['’]s?$", "", name)
        text = re.sub(rf"\b{re.escape(bare)}['’]s?(?!\w)", rewriting.mine, text)
        text = re.sub(rf"\b{re.escape(bare)}\b", rewriting.me, text)
    return text
