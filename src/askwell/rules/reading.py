"""What a reader of answers says of the units that may be said first."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from askwell.errors import BrokenWeights
from askwell.ports import AnswerReader
from askwell.rules.belonging import group
from askwell.rules.form import Question, number_bonus
from askwell.rules.weigh import Weighed, in_order
from askwell.types import Brief

LOG = logging.getLogger("askwell")

READ_UNITS = 3
"""Units that are read together. Of the blind questions with four of them no more begin with a fact."""


def read_first(question: Question, weighed: Sequence[Weighed], brief: Brief, reader: AnswerReader) -> list[Weighed]:
    """The units, with the reader's log-odds of the three that would be said first; without, if it cannot be loaded.

    They are read as a passage, below the title and the headings of the first one. What lacks a number of the question
    that the first one has is not read, so it does not come before it. Nothing is read where the first is a row of a
    table: the reader has learnt from sentences.
    """
    first = _may_be_first(question, weighed, brief)
    if not first or first[0].unit.kind == "row":
        return list(weighed)
    passage = brief.passages[first[0].unit.passage]
    heading = " ".join(dict.fromkeys((passage.title, *passage.chunk.headings)))
    try:
        odds = reader.read(brief.question, heading, [one.unit.text for one in first])
    except BrokenWeights as error:
        LOG.warning("answers are chosen and judged without the reader: %s", error.message)
        return list(weighed)
    heard = {id(one): each for one, each in zip(first, odds, strict=True)}
    return [replace(one, odds=heard.get(id(one))) for one in weighed]


def _may_be_first(question: Question, weighed: Sequence[Weighed], brief: Brief) -> list[Weighed]:
    """The units that may be said first, the best at the head; at most `READ_UNITS`."""
    by_place = {(one.unit.passage, one.unit.order): one for one in weighed}
    sayable = (one for one in in_order(question, weighed) if group(one, by_place, brief.passages) is not None)
    first = list(islice(sayable, READ_UNITS))
    numbered = [number_bonus(question, one.unit, brief.language) for one in first]
    return [one for one, each in zip(first, numbered, strict=True) if each >= numbered[0]]
