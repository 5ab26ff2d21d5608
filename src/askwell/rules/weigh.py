"""How well each unit answers a question: its words, its form, its place."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from askwell.rules.age import newer_than
from askwell.rules.changes import changes
from askwell.rules.form import Question, form_bonus, heading_bonus, number_bonus
from askwell.rules.rank import STANDING
from askwell.rules.units import Unit
from askwell.text.acronyms import acronyms
from askwell.text.asked import scaffold
from askwell.text.bounds import text_cache
from askwell.text.exact_names import holds_name
from askwell.text.match import near, stem_of, stems
from askwell.text.words import words
from askwell.types import Language, Passage

_TITLE_MATCH = 0.7
_HEADING_MATCH = 0.7
_FUZZY_MATCH = 0.85
_MEANT_MATCH = 0.9
_STEM_MATCH = 0.94
_SCAFFOLD_WEIGHT = 0.25
"""Weight of a question's framing words against one of its subject."""


MEANING = 2.0
"""Weight of what a sentence means: the cosine of its vector with the question."""
MEANING_FOR_A_FORM = 1.0
"""The same where the form of an answer is known."""
NEAREST = 0.3
"""What the sentence that is nearest in meaning gains."""
_OF_PASSAGE = 0.5
"""Share of the mean of its passage that is taken off, since the place of the passage counts already."""
PLACE = 0.8
"""Weight of the place of a passage: what the search found first answers most often."""
PLACE_FOR_A_FORM = 0.4
"""The same where the form of an answer is known: a figure, a date, a person, a place, a definition, a list."""
_FORMS = frozenset(("number", "duration", "time", "person", "place", "definition", "list"))
_FALL = 5.0
"""A passage whose cosine is a fifth below the best has no place."""
_NAMED = 1.0
"""What a unit gains that has all exact names of the question: more than a better place or meaning of another one."""
_NAMED_ABOVE = 0.8
"""Share of it for a name in the heading above."""
_OLDER = 0.5
"""What a unit loses where a newer document has a passage that is about as good, or in release notes."""
_PLACE_FIRST = 0.8
_STANDING_FIRST = 0.5
"""What the place and the standing of a passage add to the score of its units to decide which is said first. Of
thirty pairs these found most relevant passages of MTRAG and the Debian FAQ (.40 and .62); the blind questions do not
tell them apart."""
_READ_FIRST = 0.5
"""The same for each unit of a reader's log-odds above `_LEAST_ODDS`."""
_LEAST_ODDS, _MOST_ODDS = -4.0, 4.5
_TOLD_BY_FORM = frozenset(("definition", "steps"))
"""Forms that tell which unit answers, whatever its passage."""
_UNASKED_LIST = 0.15
_QUOTED = 0.08
_LISTED = frozenset(("steps", "list", "other"))
"""Forms of question that a list answers."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A unit with its score and the question's words that it holds."""

    unit: Unit
    score: float
    worded: float
    """The score without what it means, which is not known of every passage."""
    share: float
    """Share of the question's words that it holds, 0 to 1."""
    covers: frozenset[str]
    stems: frozenset[str]
    clashes: bool = False
    """Whether it has another number in the place of one of the question's."""
    is_old: bool = False
    """Whether a newer document has a passage that is about as good as its own, or it is of release notes."""
    lead: float = 0.0
    """What it gains for the first place: the place and the standing of its passage."""
    odds: float | None = None
    """A reader's log-odds that it answers; None if it was not read."""
    procedure: int = -1
    """Number of the procedure that it belongs to, for a question after one; -1 for none."""

    @property
    def leading(self) -> float:
        """Its score for the first place among what answers: those that were read come before all others."""
        return self.score + self.lead + self._heard

    def opening(self, question: Question) -> float:
        """Its score for the first place in an answer to this question, whose form may tell more than the place."""
        return self.score + self._heard if question.form.for_ in _TOLD_BY_FORM else self.leading

    @property
    def _heard(self) -> float:
        """What its odds add: 0 if it was not read."""
        return 0.0 if self.odds is None else _READ_FIRST * (min(max(self.odds, _LEAST_ODDS), _MOST_ODDS) - _LEAST_ODDS)


def weigh(question: Question, found: Sequence[Unit], passages: Sequence[Passage], language: Language) -> list[Weighed]:
    """A score for each unit, in the order given; higher answers better, about 0 to 1.6.

    score = share of the question's words (each weighted by how rare it is among the units, framing words by a quarter,
    search terms by their chance) found in the unit, for part in its heading or title
    + what it means, as far as vectors of sentences are known
    + the place of its passage + .04 for the first sentence of a section - .05 for a row
    - .15 for a line of a list that is no sentence where the question asks for no list
    - .08 in a paragraph that is a quotation
    + the heading, where it is about nothing but what is asked
    + the share of the question's exact names that it has, itself or in the heading above it
    + the form: what the question asks for is there or not + numbers of the question that match or clash
    - .5 in a passage that is out of date or tells of changes.
    """
    spoken = {passage.language for passage in passages}
    short_forms = _short_forms(passages)
    forms = {
        each: [(stem_of(short.lower(), each), stems(full, each)) for short, full in short_forms] for each in spoken
    }
    wanted = {each: [(word, stem_of(word, each)) for word in question.words] for each in spoken}
    texts = [(unit.text, passages[unit.passage].language) for unit in found]
    held = [_said(text, forms[spoke], spoke) for text, spoke in texts]
    weights = _word_weights(question, held, passages, language)
    total = sum(weights.values()) or 1.0
    by_place = places(passages)
    meanings = _meanings(found, passages, MEANING_FOR_A_FORM if question.form.for_ in _FORMS else MEANING)
    place_weight = PLACE_FOR_A_FORM if question.form.for_ in _FORMS else PLACE
    old, led = _outdated(question, passages) | changes(question.text, passages), _leads(passages, by_place)
    weighed = []
    for unit, said, meaning in zip(found, held, meanings, strict=True):
        passage = passages[unit.passage]
        own_forms = forms[passage.language]
        heading = _said(" ".join((unit.heading, *passage.chunk.headings[1:])), own_forms, passage.language)
        title = _said(passage.title, own_forms, passage.language)
        matches = {word: _match(word, stem, said, heading, title) for word, stem in wanted[passage.language]}
        share = sum(weights[word] * matches[word] for word in question.words) / total
        numbered = number_bonus(question, unit, language)
        score = (
            share
            + place_weight * by_place[unit.passage]
            + 0.04 * unit.opens
            - 0.05 * (unit.kind == "row")
            - _QUOTED * unit.quoted
            - _UNASKED_LIST * (unit.is_fragment and question.form.for_ not in _LISTED)
            + form_bonus(question, unit, passage)
            + heading_bonus(question, unit, passage)
            + _NAMED * _named(question.names, unit, passage)
            + numbered
        )
        covers = frozenset(word for word, match in matches.items() if match >= _FUZZY_MATCH)
        is_old = unit.passage in old
        weighed.append(
            Weighed(
                unit,
                score + meaning - _OLDER * is_old,
                score,
                share,
                covers,
                said.stems,
                clashes=numbered < 0,
                is_old=is_old,
                lead=led[unit.passage],
            )
        )
    return weighed


def in_order(question: Question, weighed: Sequence[Weighed]) -> list[Weighed]:
    """The units, the one that should be said first at the head."""
    return sorted(weighed, key=lambda one: (-one.opening(question), -one.score, one.unit.passage, one.unit.order))


def _outdated(question: Question, passages: Sequence[Passage]) -> frozenset[int]:
    """Indexes of the passages that a newer document replaces; none where a passage was not ranked."""
    if any(STANDING not in passage.scores for passage in passages):
        return frozenset()
    return frozenset(newer_than(question.text, passages, [passage.scores[STANDING] for passage in passages]))


def _leads(passages: Sequence[Passage], by_place: Sequence[float]) -> list[float]:
    """What a unit of each passage gains for the first place; nothing where a passage was not ranked."""
    if not passages or any(STANDING not in passage.scores for passage in passages):
        return [0.0] * len(passages)
    best = max(passage.scores[STANDING] for passage in passages)
    return [
        _PLACE_FIRST * place + _STANDING_FIRST * (passage.scores[STANDING] - best)
        for place, passage in zip(by_place, passages, strict=True)
    ]


def _named(names: Sequence[str], unit: Unit, passage: Passage) -> float:
    """Share of the exact names that a unit has, those in the headings above it for part; 0 without names."""
    if not names:
        return 0.0
    above = "\n".join((unit.heading, *passage.chunk.headings[1:]))
    held = [1.0 if holds_name(unit.text, each) else _NAMED_ABOVE * holds_name(above, each) for each in names]
    return sum(held) / len(names)


def _meanings(found: Sequence[Unit], passages: Sequence[Passage], weight: float) -> list[float]:
    """What each unit's meaning adds to its score: `NEAREST` for the nearest to the question, less for others.

    Nearness is the unit's cosine less half the mean cosine of the sentences of its passage; where it is not known,
    that of a unit like the others. All get 0 where none is known.
    """
    known = {
        row: near[unit.sentence] - _OF_PASSAGE * sum(near) / len(near)
        for row, unit in enumerate(found)
        if unit.sentence < len(near := passages[unit.passage].sentences)
    }
    if not known:
        return [0.0] * len(found)
    best, mean = max(known.values()), sum(known.values()) / len(known)
    return [NEAREST + weight * (known.get(row, mean) - best) for row in range(len(found))]


def places(passages: Sequence[Passage]) -> list[float]:
    """How good the place of each passage is, 0 to 1: by its cosine below the best one's, without one by its rank.

    Passages that no search has ranked are equal.
    """
    near = [passage.scores["near"] for passage in passages if "near" in passage.scores]
    if len(near) < len(passages):
        return [1 / (1 + place) if passage.score > 0 else 0.0 for place, passage in enumerate(passages)]
    return [max(0.0, 1 - _FALL * (max(near) - each)) for each in near]


@dataclass(frozen=True, slots=True)
class _Said:
    """What a stretch of text holds to be matched with: words as written, their stems, stems that a short form means."""

    words: frozenset[str]
    stems: frozenset[str]
    meant: frozenset[str]


ShortForms = Sequence[tuple[str, frozenset[str]]]
"""Stems of short forms, each with the stems of what it stands for."""


def _said(text: str, short_forms: ShortForms, language: Language) -> _Said:
    held, own = _words_and_stems(text, language)
    meant: set[str] = set()
    for short_stem, full_stems in short_forms:
        if short_stem in own:
            meant |= full_stems
        elif full_stems <= own:
            meant.add(short_stem)
    return _Said(held, own, frozenset(meant))


@text_cache(750_000)  # units of passages come back in turn after turn and talk after talk, headings within one
def _words_and_stems(text: str, language: Language) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(words(text)), stems(text, language)


def _short_forms(passages: Sequence[Passage]) -> list[tuple[str, str]]:
    """Short forms as the passages first explain them, with their full forms."""
    found: dict[str, str] = {}
    for passage in passages:
        for short, full in acronyms(passage.chunk.text).items():
            found.setdefault(short, full)
    return list(found.items())


def _word_weights(
    question: Question, held: Sequence[_Said], passages: Sequence[Passage], language: Language
) -> dict[str, float]:
    """Weight of each word of the question; words that no unit holds cannot tell units apart and count little."""
    framing = scaffold(language)
    code = passages[0].language if passages else language
    nothing = _Said(frozenset(), frozenset(), frozenset())
    weights: dict[str, float] = {}
    for word in question.words:
        stem = stem_of(word, code)
        holding = sum([_match(word, stem, said, nothing, nothing) > 0 for said in held])
        rarity = math.log(1 + (len(held) + 0.5) / (holding + 0.5)) if holding else 0.3
        weights[word] = rarity * (_SCAFFOLD_WEIGHT if word in framing else 1.0) * question.chances.get(word, 1.0)
    return weights


def _match(word: str, wanted: str, said: _Said, heading: _Said, title: _Said) -> float:
    """How well a word is held: as written, by its stem, by a short form or a compound, by heading or title."""
    if wanted in said.stems:
        return 1.0 if word in said.words else _STEM_MATCH
    if wanted in said.meant:
        return _MEANT_MATCH
    if near(wanted, said.stems):
        return _FUZZY_MATCH
    if wanted in heading.stems or wanted in heading.meant:
        return _HEADING_MATCH
    return _TITLE_MATCH if wanted in title.stems or wanted in title.meant else 0.0
