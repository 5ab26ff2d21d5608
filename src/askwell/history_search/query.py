"""A question as it is looked for in a conversation."""

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

_READ_CHARS = 4_000


@dataclass(frozen=True, slots=True)
class Sought:
    """What of a question speaks for a unit."""

    terms: Mapping[int, int]
    """Hash of a content stem to how often the question has it."""
    text: str
    """The question for the embedder, as the speaker that it names would ask it: speakers call themselves `I`."""
    speaker: int = 0
    """Term of the one speaker of the conversation that it names; 0 for none or several."""
    named: tuple[Named, ...] = ()
    when: bool = False
    """Whether it asks for a time."""
    number: bool = False
    """Whether it asks how much or how many."""
    name: bool = False
    """Whether it asks for a person or a place."""
    of_us: bool = False
    """Whether it speaks of the user or of user and assistant."""
    names: tuple[int, ...] = ()
    """Terms of the names in it; those of months are left out."""
    vector: Floats | None = None
    """Of `text`; None where there is no embedder."""


def sought(question: str, language: Language, speakers: Collection[int] = ()) -> Sought:
    """The question as read, without a vector; `speakers` are the terms of those who speak in the conversation."""
    text = question[:_READ_CHARS]
    times = named_times(text, language)
    names = {name: tuple(map(term, content_stems(name, language))) for name in names_in(text)}
    named = [name for name, terms in names.items() if speakers and not set(terms).isdisjoint(speakers)]
    speaking = {term for name in named for term in names[name] if term in speakers}
    speaker = speaking.pop() if len(speaking) == 1 else 0
    return Sought(
        Counter(map(term, content_stems(text, language))),
        _as_said(text, named, language) if speaker else text,
        speaker,
        times,
        asks_when(text, language),
        wants_number(text, language),
        wants_name(text, language),
        speaks_of_us(text, language),
        () if times else tuple(term for terms in names.values() for term in terms),
    )


def _as_said(question: str, names: Collection[str], language: Language) -> str:
    """The question in the first person of the one whom these names mean."""
    worded = wording(language).rewriting
    said = question
    for name in names:
        bare = re.sub(r"['’]s?$", "", name)
        said = re.sub(rf"\b{re.escape(bare)}['’]s?(?!\w)", worded.mine, said)
        said = re.sub(rf"\b{re.escape(bare)}\b", worded.me, said)
    return said
