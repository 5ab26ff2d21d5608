"""How sure an extractive answer is: the chance that its best sentence is from a passage that answers."""

import math
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from askwell.rules import grade
from askwell.rules.form import Question
from askwell.rules.grade import Evidence, evidence, score_of, strength
from askwell.rules.rank import STANDING
from askwell.rules.weigh import Weighed
from askwell.text.match import subject_words
from askwell.text.sentences import is_table_part
from askwell.types import Brief, Passage, SearchTerm

_SIXTH = 5


class Signs(NamedTuple):
    """What tells a right answer from a wrong one, of the passage with the best sentence unless it says otherwise."""

    standing: float
    """Standing of the first passage among the candidates."""
    lead: float
    """Its `near` above that of the sixth nearest passage, or of the last."""
    titled: float
    """Share of the question's words in its title and headings."""
    terms: float
    """Sum of the chances of the search terms, 1 at most: the more, the less is known of what the question is about."""
    gap: float
    """Score of the best sentence by words above that of the sixth, or of the last."""
    grade: float
    """Log odds of the best grade of all passages."""


WEIGHTS = Signs(0.68, 1.12, 2.45, -2.41, 1.0, 1.0)
"""Weights of the signs. The first four and the constant are fitted to 1,153 questions of other people, each also
without its relevant passages, over small collections and over ones about something else (`python -m bench sureness`).

Such questions know the right passage and not the right sentence, and hardly any of them lacks a fact that its passage
does not have. So the weights of the gap and of the grade are chosen by hand: a fit would give them nothing.
"""
CONSTANT = -6.34


def is_sure(brief: Brief, question: Question, weighed: Sequence[Weighed], least: float) -> bool:
    """Whether the sentence that is best by its words answers with a chance of at least `least`.

    The chance is a low estimate, since half of the questions that it is fitted to have no answer in their collection.
    A part of a table never surely answers if the question could not be read as a query of the table: words alone do not
    tell which of its rows are asked for. Where there are no signs, one sure grade is enough, or one of `least` if that
    is more.
    """
    best = max(weighed, key=lambda one: one.worded)
    passage = brief.passages[best.unit.passage]
    if passage.chunk.document_id in brief.doubted and is_table_part(passage.chunk.text):
        return False
    found = evidence(brief.question, brief.passages, brief.language, brief.terms)
    signs = signs_of(question, weighed, brief.passages, found, brief.terms)
    return chance(signs) >= least if signs is not None else max(map(score_of, found)) >= max(grade.SURE, least)


def signs_of(
    question: Question,
    weighed: Sequence[Weighed],
    passages: Sequence[Passage],
    found: Sequence[Evidence],
    terms: Sequence[SearchTerm],
) -> Signs | None:
    """The signs of an answer from these passages, in order of rank.

    None if one of them was found by words alone, not ranked, or one of a few candidates, and for a question without
    words of its own ("Why?"), which the weights know nothing about.
    """
    if all(word in question.chances for word in question.words):
        return None
    if any(STANDING not in each.scores or "near" not in each.scores for each in passages):
        return None
    ranked = sorted((one.worded for one in weighed), reverse=True)
    best = max(weighed, key=lambda one: one.worded)
    at = best.unit.passage
    near = sorted((each.scores["near"] for each in passages), reverse=True)
    above = " ".join((passages[at].title, *passages[at].chunk.headings))
    named = set(question.words).intersection(subject_words(above, passages[at].language))
    return Signs(
        standing=passages[0].scores[STANDING],
        lead=passages[at].scores["near"] - near[min(_SIXTH, len(near) - 1)],
        titled=len(named) / max(1, len(question.words)),
        terms=min(1.0, sum(each.weight for each in terms)),
        gap=ranked[0] - ranked[min(_SIXTH, len(ranked) - 1)],
        grade=max(map(strength, found)),
    )


def chance(signs: Signs) -> float:
    """The chance that the best sentence is from a passage that answers, 0 to 1; comparable between questions."""
    return 1 / (1 + math.exp(-(sum(map(mul, WEIGHTS, signs)) + CONSTANT)))
