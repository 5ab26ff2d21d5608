"""What the grammar, the learnt trees and the reader of conversations say of a question, brought together."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from askwell.types import ConversationReading, Language, Recalled, Resolution
from askwell.understanding.candidates import FRAMES, Wording, candidates
from askwell.understanding.features import Described, Matrix, describe
from askwell.understanding.grammar.context import Context
from askwell.understanding.grammar.cues import Reading
from askwell.understanding.grammar.resolve import Draft
from askwell.understanding.history import QUESTION_CHARS, read_history
from askwell.understanding.models import Chances, learnt_dependence, learnt_wordings, learnt_words
from askwell.understanding.texts import content_words, read
from askwell.understanding.wording_features import describe_wordings

TELLING = frozenset({"correction", "pending_question"})
"""Features of drafts that put what a user tells us into an earlier question."""
GRAMMAR_SHARE = 0.15
"""Share of the grammar in the chance that a question is incomplete; the rest is learnt. Both are added as logits."""
INCOMPLETE = 0.75
"""Chance of being incomplete from which a question is."""
OVERRULING = 0.87
"""The same if the grammar takes it for complete."""
SURE = 0.99
"""Confidence from which the grammar decides alone that a question is incomplete."""
READER_SHARE = 0.6
"""Share of the reader of conversations in each chance, the rest is the trees'; both are added as logits."""
LEAST_ODDS = -7.0
"""Of the reader for a word; it has -12 for words that it did not read, of which it knows nothing."""


class Judged(NamedTuple):
    """What the learnt models say of a question."""

    described: Described
    chances: Chances
    """Of the words of `described`: that a complete wording has them."""
    dependence: float
    """Chance that the question is incomplete."""
    wordings: tuple[Wording, ...]
    """The question as typed, and what it may mean."""
    qualities: Chances
    """Of the wordings, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A question that the grammar has compared with earlier turns."""

    question: str
    draft: Resolution
    reading: Reading
    context: Context
    described: Described
    language: Language


def compare(question: str, drafted: Draft, recalled: Recalled, language: Language) -> Compared | None:
    """A question with its draft and the features of both; None if earlier turns have no words."""
    history = read_history(recalled.turns, language)
    if drafted.reading is None or drafted.context is None or not history.words:
        return None
    made = drafted.resolution
    typed, worded = (read(text[:QUESTION_CHARS], language) for text in (question, made.question))
    described = describe(typed, history, made, worded, language)
    return Compared(question, made, drafted.reading, drafted.context, described, language)


def judge(compared: Compared, reading: ConversationReading | None = None) -> Judged:
    """What the learnt models say, with the reader of conversations if there is one."""
    chances = learnt_words().predict(compared.described.features)
    dependence = float(learnt_dependence().predict(dependence_row(compared, chances))[0])
    if reading is not None:
        chances, dependence = with_reading(chances, dependence, reading)
    is_short = len(compared.question) <= QUESTION_CHARS
    may_be_worded = is_short and compared.draft.is_dependent and is_incomplete(compared.draft, dependence)
    wordings = wordings_of(compared) if may_be_worded else ()
    if not wordings:
        return Judged(compared.described, chances, dependence, (), np.empty(0, dtype=np.float32))
    rows = wording_rows(compared, wordings, chances, dependence)
    return Judged(compared.described, chances, dependence, wordings, learnt_wordings().predict(rows))


def with_reading(chances: Chances, dependence: float, reading: ConversationReading) -> tuple[Chances, float]:
    """The chances of words and of being incomplete, each with the reader's odds."""
    odds = [max(each, LEAST_ODDS) for each in reading.words]
    found = [_shared(float(chance), each) for chance, each in zip(chances, odds, strict=True)]
    return np.asarray(found, dtype=np.float32), _shared(dependence, reading.incomplete)


def _shared(chance: float, odds: float) -> float:
    return _chance((1 - READER_SHARE) * logit(chance) + READER_SHARE * odds)


def dependence_row(compared: Compared, chances: Chances) -> Matrix:
    """The features of a question, the chances of the likeliest words, and the chance that the grammar gives it."""
    made, top = compared.draft, np.sort(chances)[::-1]
    by_grammar = made.score if made.is_dependent else 1 - made.score
    more = [top[0] if len(top) else 0.0, top[:3].sum(), top.sum(), by_grammar]
    return np.append(compared.described.question[0], more).astype(np.float32).reshape(1, -1)


def wordings_of(compared: Compared) -> tuple[Wording, ...]:
    """The question as typed, the draft if it differs, and other wordings; only the first for a very long question.

    Each keeps a content word of the question if it has one, and adds one: `And SPLADE?` without its first word says no
    more. Of a correction and a reply, all others put what was meant into an earlier question: a wording that only adds
    to what was typed still asks nothing.
    """
    typed = Wording(compared.question, "typed")
    if len(compared.question) > QUESTION_CHARS:
        return (typed,)
    made, own = compared.draft, content_words(compared.question, compared.language)
    drafted = Wording(made.question, "draft", made.reason_code.removeprefix("resolve."), made.antecedents)
    made_up = [
        *([drafted] if made.question != compared.question else []),
        *candidates(compared.reading, compared.context),
    ]
    if made.features.keys() & TELLING:
        return (typed, *[each for each in made_up if each.source in {"draft", "meant"}])
    words = [content_words(each.question, compared.language) for each in made_up]
    kept = [each for each, has in zip(made_up, words, strict=True) if has - own and (not own or own & has)]
    return (typed, *kept)


def wording_rows(compared: Compared, wordings: Sequence[Wording], chances: Chances, dependence: float) -> Matrix:
    """The features of wordings."""
    return describe_wordings(
        wordings,
        typed=compared.question,
        draft=compared.draft.question,
        frames=[turn.question for turn in reversed(compared.context.turns[-FRAMES:])],
        chances={word.low: float(chance) for word, chance in zip(compared.described.words, chances, strict=True)},
        dependence=dependence,
        cues=len(compared.reading.cues),
        language=compared.language,
    )


def incomplete_chance(made: Resolution, dependence: float) -> float:
    """The chance that a question needs earlier turns: the grammar's if that is sure of it, or both chances together."""
    by_grammar = made.score if made.is_dependent else 1 - made.score
    if by_grammar >= SURE:
        return by_grammar
    both = GRAMMAR_SHARE * logit(by_grammar) + (1 - GRAMMAR_SHARE) * logit(dependence)
    return _chance(both)


def _chance(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def logit(chance: float) -> float:
    """The logit of a chance, which is never taken for certain."""
    unsure = min(max(chance, 0.001), 0.999)
    return math.log(unsure / (1 - unsure))


def is_incomplete(made: Resolution, dependence: float) -> bool:
    """Whether a question needs earlier turns."""
    return incomplete_chance(made, dependence) >= (INCOMPLETE if made.is_dependent else OVERRULING)
