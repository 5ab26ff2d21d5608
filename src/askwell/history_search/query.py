"""A question as it is looked for in a talk."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from askwell.history_search.units import Floats, term
from askwell.languages import wording
from askwell.text.lookback import speaks_of_us
from askwell.text.times import Named, asks_when, named_times
from askwell.text.wanted import names_in, thing_of_world, wants_name, wants_number
from askwell.text.words import content_stems
from askwell.types import Language

_READ_CHARS = 4_000
_CALLED_CHARS = 3
"""Letters by which people call each other: Mel for Melanie."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What of a question speaks for a unit."""

    terms: Mapping[int, int]
    said: str
    """The question as the one whom it names would have put it, for the embedder: people say `I` of themselves."""
    speakers: frozenset[str] = frozenset()
    """Those whom it names."""
    named: tuple[Named, ...] = ()
    when: bool = False
    """Whether it asks for a time."""
    number: bool = False
    """Whether it asks how much or how many."""
    name: bool = False
    """Whether it asks for a person or a place."""
    of_world: tuple[int, ...] = ()
    """Terms of the thing of the world that it asks for, where it speaks of nobody in the talk."""
    names: tuple[int, ...] = ()
    """Terms of names in a question that speaks of nobody in the talk."""
    vector: Floats | None = None
    """Of `said`; None where there is no embedder."""


def sought(question: str, language: Language, speakers: Collection[str] = ()) -> Sought:
    """The question read, in a talk between `speakers`; without a vector."""
    text = question[:_READ_CHARS]
    named = frozenset(name for name in speakers if name and _called(name).search(text))
    names = {stem for name in speakers for stem in content_stems(name, language)}
    stems = [stem for stem in content_stems(text, language) if stem not in names]
    times = named_times(text, language)
    return Sought(
        Counter(term(stem) for stem in stems),
        _as_said(text, named, language),
        named if len(named) < len(set(speakers)) else frozenset(),
        times,
        asks_when(text, language),
        wants_number(text, language),
        wants_name(text, language),
        *_of_others(text, language, with_names=not times),
    )


def _of_others(text: str, language: Language, *, with_names: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Terms of the thing of the world that a question asks for, and of its names; a month's name is none of them."""
    if speaks_of_us(text, language):
        return (), ()
    names = [stem for name in names_in(text) for stem in content_stems(name, language)] if with_names else []
    thing = content_stems(thing_of_world(text, language), language)
    return tuple(map(term, thing)), tuple(map(term, names))


def _as_said(question: str, named: Collection[str], language: Language) -> str:
    worded = wording(language).rewriting
    said = question
    for name in sorted(named):
        said = re.sub(rf"\b{re.escape(name)}['’]s?(?!\w)", worded.mine, said)
        said = re.sub(rf"\b{re.escape(name)}\b", worded.me, said)
    return said


@lru_cache(maxsize=256)
def _called(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name[:_CALLED_CHARS])}")
