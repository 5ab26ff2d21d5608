"""A fragment in the place of the phrase of the last question that is used most like it: `and on Sunday?`.

Words are compared as they are used: the vector of a word comes from a model that has read the whole text. So a weekday
is like another one, a device like another one, and neither is like a verb.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from askwell.languages import grammar
from askwell.ports import WordReader
from askwell.text.pieces import DETERMINERS, Token
from askwell.types import Antecedent
from askwell.understanding.candidates import Wording, fragments
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.frames import fragment
from askwell.understanding.grammar.phrasing import bare
from askwell.understanding.grammar.remaining import rest_of
from askwell.understanding.grammar.roles import Phrase, attributes_and_owner, in_roles, phrases_of, with_choice
from askwell.understanding.texts import content_words, zipf

_ALIKE = 0.45
"""Cosine from which a word adds to the likeness of a phrase; below it takes off."""
_ALIKE_PHRASE = 0.35
"""The same for the best word of a phrase with a determiner, in the place of which one with a determiner is put.

Words at its end that are less than `_ALIKE` do not belong to it: `open` of `the library open`."""
_SAME_PREPOSITION = 0.2
"""What a phrase gains after the preposition that the fragment begins with; after another one it is not replaced."""
_ENOUGH = 0.2
_ENOUGH_AFTER_IT = 0.1
"""Likeness from which a fragment takes the place of a phrase, and that of one which begins with a preposition.

Chosen with fragments of the dialogues of people in view (`bench/dialogues`, parts train, dev and test), of which few
are plain replacements (docs/understanding.md).
"""
_NAMED = 0.16
"""What the owner of an attribute gains if it is written like a name, and a fragment's noun is so rare (Zipf scale)."""
_RARE = 3.7
_MAX_WORDS = 4
"""Content words of a fragment."""
_MAX_PHRASE_WORDS = 5


@dataclass(frozen=True, slots=True)
class _Fragment:
    """What is put in: the words after `and` or `what about`."""

    text: str
    words: Sequence[Token]

    @property
    def preposition(self) -> str:
        """The one that it begins with; empty if it begins otherwise."""
        return self.words[0].low if self.words[0].tag == "prep" else ""

    @property
    def is_determined(self) -> bool:
        """Whether it begins with an article or the like."""
        return self.words[0].tag in DETERMINERS

    @property
    def is_whole(self) -> bool:
        """Whether no word of a phrase can follow it: `for a family of 4` leaves no place for `care` of `child care`."""
        return bool(self.preposition) and len(self.words) > 1 and self.words[1].tag in DETERMINERS


class _Place(NamedTuple):
    """A phrase of the last question."""

    likeness: float
    start: int
    """Where the fragment is put, in characters."""
    end: int


def in_its_role(question: Reading, context: Context, *, is_incomplete: bool) -> Wording | None:
    """The last question with a fragment whose role in it is clear; None if it is not.

    A fragment without an opening may be a question of its own, unless it only names what the last one lets choose from.
    """
    said, piece = context.last, piece_of(question)
    if said is None or not piece:
        return None
    goes_on = is_incomplete or len(piece) < len(bare(question.text))
    text = (in_roles(piece, said) if goes_on else "") or with_choice(piece, said)
    return _wording(text, piece, said) if text else None


def _wording(text: str, piece: str, said: Said) -> Wording:
    return Wording(text, "placed", "frame", (Antecedent(piece, said.question, said.number),), 0)


def in_its_place(question: Reading, context: Context, reader: WordReader) -> Wording | None:
    """The last question with a fragment in the place of the phrase that is like it; None if none is like enough.

    Only for a fragment with an opening like `and`, and without a verb. Raises BrokenWeights.
    """
    said, put_in = context.last, _fragment(question)
    if said is None or put_in is None:
        return None
    own = content_words(question.text, context.language)
    if not 0 < len(own) <= _MAX_WORDS:
        return None
    alike = _alike(own, question, said, reader)
    if owned := _of_an_attribute(put_in, said, alike):
        return _wording(owned, put_in.text, said)
    places = _places(put_in, said, alike, any_preposition=_is_alternative(question))
    best = max(places, key=lambda place: place.likeness, default=None)
    if best is None or best.likeness < _enough(put_in, question):
        return None
    text = f"{said.question[: best.start]}{put_in.text}{said.question[best.end :]}"
    return _wording(text, put_in.text, said)


def _enough(put_in: _Fragment, question: Reading) -> float:
    """Likeness from which a fragment takes the place of a phrase."""
    if _is_alternative(question):
        return 0.0
    return _ENOUGH_AFTER_IT if put_in.preposition else _ENOUGH


def _is_alternative(question: Reading) -> bool:
    """Whether a fragment is an alternative to a phrase of the last question: `or at night?`."""
    return question.words[0].low in grammar(question.language).or_words


def _of_an_attribute(put_in: _Fragment, said: Said, alike: Sequence[float | None]) -> str:
    """The last question with a name in the place of what it asks an attribute of: `the weight of X` and `the y`.

    Empty if the fragment is more like the attribute, or is no single noun.
    """
    language = said.reading.language
    new = read(put_in.text, language).simple
    chain = attributes_and_owner(said.reading)
    if put_in.preposition or len(new) != 1 or new[0].head in said.reading.lexicon.owned or not chain:
        return ""
    owner = chain[-1]
    gain = _NAMED if owner.mention.name and zipf(new[0].head, language) < _RARE else 0.0
    own, others = _likenesses(owner, said, alike)
    if own + gain <= others:
        return ""
    return f"{said.question[: owner.start]}{owner.preposition} {put_in.text}{said.question[owner.end :]}"


def _likenesses(phrase: Phrase, said: Said, alike: Sequence[float | None]) -> tuple[float, float]:
    """Of the word of a phrase that is most like the fragment, and of the word of other phrases that is."""
    words = [(word, each) for word, each in zip(said.reading.words, alike, strict=True) if each is not None]
    phrases = phrases_of(said.reading)
    likeness = {
        one: max([each for word, each in words if one.start <= word.start < one.end], default=-1.0) for one in phrases
    }
    return likeness[phrase], max([likeness[one] for one in phrases if one != phrase], default=-1.0)


def _fragment(question: Reading) -> _Fragment | None:
    """What follows the opening of a question without a verb; None for other questions."""
    found = piece_of(question)
    if len(found) == len(bare(question.text)):
        return None
    words = read(found, question.language).words
    return _Fragment(found, words) if words else None


def piece_of(question: Reading) -> str:
    """What a fragment names, without the words that it opens with; empty for a question with a verb of its own."""
    if not question.words or rest_of(question) is not None:
        return ""
    found = fragment(question)
    if question.fragmentary and question.words[0].low in question.lexicon.openers:
        found = max(fragments(question), key=len, default=found)
    words = read(found, question.language).words
    again = sum(1 for _ in takewhile(lambda word: word.low in question.lexicon.again, words))
    return found[words[again].start :].rstrip("?!. ") if again < len(words) else ""


def _places(put_in: _Fragment, said: Said, alike: Sequence[float | None], *, any_preposition: bool) -> Iterator[_Place]:
    """The phrases of the last question with how they are like the fragment, by the likenesses of its words."""
    words = said.reading.words
    for first in range(len(words)):
        if alike[first] is None:
            continue
        determined = first > 0 and words[first - 1].tag in DETERMINERS
        begin = first - 1 if determined else first
        preposition = words[begin - 1] if begin and words[begin - 1].tag == "prep" else None
        is_same = preposition is not None and preposition.low == put_in.preposition
        if put_in.preposition and (preposition is None or not (is_same or any_preposition)):
            continue
        if put_in.preposition and preposition is not None:
            start, gain = preposition.start, _SAME_PREPOSITION if is_same else 0.0
        else:
            start, gain = words[begin if put_in.is_determined else first].start, 0.0
        phrase = _run(alike[first : first + _MAX_PHRASE_WORDS])
        if put_in.is_determined and determined:
            whole = _run(alike[first:])
            last = max((at for at, each in enumerate(whole) if each >= _ALIKE), default=-1)
            if last >= 0:
                yield _Place(max(whole[: last + 1]) - _ALIKE_PHRASE, start, words[first + last].end)
        elif not put_in.is_determined:
            sizes = range(1, len(phrase) + 1) if not put_in.is_whole else [len(phrase)]
            for size in sizes:
                yield _Place(sum(phrase[:size]) - size * _ALIKE + gain, start, words[first + size - 1].end)


def _run(alike: Sequence[float | None]) -> list[float]:
    """The likenesses of the content words up to the first other word."""
    found: list[float] = []
    for each in alike:
        if each is None:
            break
        found.append(each)
    return found


def _alike(own: frozenset[str], question: Reading, said: Said, reader: WordReader) -> list[float | None]:
    """For each word of the last question the highest cosine with a content word of the fragment.

    None for verbs and for words without content.
    """
    asked = content_words(said.question, said.reading.language)
    spans, vectors = reader.word_vectors(question.text)
    new = [row for row, (start, end) in enumerate(spans) if question.text[start:end].lower() in own]
    found: list[float | None] = [None] * len(said.reading.words)
    if not new:
        return found
    spans, earlier = reader.word_vectors(said.question)
    cosines = (earlier @ vectors[new].T).max(axis=1, initial=-1.0)
    for at, word in enumerate(said.reading.words):
        if word.tag == "verb" and said.reading.words[at - 1].tag not in DETERMINERS:
            continue
        rows = [
            row
            for row, (start, end) in enumerate(spans)
            if start < word.end and end > word.start and said.question[start:end].lower() in asked
        ]
        if rows:
            found[at] = float(np.max(cosines[rows]))
    return found
