"""Learnt chances that an answer is faithful to what is known, and that it answers its question."""

import math
from collections.abc import Sequence
from difflib import SequenceMatcher
from statistics import mean
from typing import NamedTuple

from askwell.rules.turn_claims import Claim, denies
from askwell.rules.turn_signs import Signs, Unanswered, reason, signs
from askwell.rules.turn_topics import has_texts
from askwell.rules.turn_weights import BY_WORDS, Table, Weights
from askwell.text.detect import is_in_another
from askwell.text.same_question import carrying, carrying_all, lacking
from askwell.text.sentences import each_sentence
from askwell.text.support import cover
from askwell.types import JudgedTurn

FAITHFUL = 0.46
"""Least chance of a faithful answer."""
ANSWERING = 0.48
"""Least chance of an answer that answers."""
_WELL_COVERED = 0.7
"""Share of a question's words that a passage has if it probably answers it."""
_REPEATED = 0.9
"""Similarity of two answers from which on one repeats the other."""
_LEAST_REPEATED = 40
"""Characters of an answer from which on it can repeat another one."""


class Chances(NamedTuple):
    """What was learnt about an answer; 1 where nothing applies."""

    faithful: float = 1.0
    answers: float = 1.0
    lacks: Unanswered = ""
    """Why it does not answer, if it probably does not."""
    differs: Unanswered = ""
    """The sign that says most against its faithfulness, if it is probably not faithful."""
    apply: bool = False


class AnswerSigns(NamedTuple):
    """What speaks for an answer or against it, each 0 to 1."""

    support: float
    """Mean support of its claims; 1 if it has none."""
    number: float
    """1 if a claim differs in a number from a passage that says the same; else 0."""
    date: float
    name: float
    negation: float
    invented: float
    """1 if neither sources nor earlier turns have the words of a claim; else 0."""
    clash: float
    """The greatest chance of a claim to differ."""
    elsewhere: float
    """This and the following to `other_value` as of `turn_signs.Signs`."""
    unrelated: float
    opposite: float
    yes: float
    no: float
    no_value: float
    missing: float
    other_number: float
    other_value: float
    refused: float
    """1 if it says that nothing was found, although a source has most words of the question; else 0."""
    denies: float
    """1 if it says that something was not found; else 0."""
    focus: float
    """Share of the question's words in answer, sources and earlier answers."""
    other_language: float
    """1 for another language than the turn's; else 0."""
    repeats: float
    """1 if it repeats the answer to another question; else 0."""
    unsourced: float
    """1 without sources if there are earlier turns that it may rest on, or if it claims nothing; else 0."""


def answer_signs(turn: JudgedTurn, made: Sequence[Claim]) -> AnswerSigns:
    """The signs of an answered turn with its claims."""
    faults = {each.fault for each in made}
    denies_all = says_nothing_found(turn, made)
    found = None if denies_all else signs(turn)
    support = mean(each.measured.score for each in made) if made else 1.0
    return AnswerSigns(
        support=support,
        number=float("number" in faults),
        date=float("date" in faults),
        name=float("name" in faults),
        negation=float("negation" in faults),
        invented=float("invented" in faults),
        clash=max((each.measured.clash for each in made), default=0.0),
        **(found._asdict() if found else dict.fromkeys(Signs._fields, 0.0)),
        refused=float(denies_all and bool(answering_source(turn))),
        denies=float(denies(turn.answer, turn.language)),
        focus=focus(turn),
        other_language=float(is_in_another(turn.answer, [turn.language])),
        repeats=float(repeats_earlier(turn)),
        unsourced=float(not turn.sources and bool(turn.earlier or not made)),
    )


def chance(found: AnswerSigns, table: Table) -> float:
    """The logistic curve of the weighted signs, 0 to 1."""
    total = table["constant"] + sum(table.get(name, 0.0) * value for name, value in found._asdict().items())
    return 1 / (1 + math.exp(-total))


def chances(turn: JudgedTurn, made: Sequence[Claim], weights: Weights = BY_WORDS) -> Chances:
    """What was learnt about an answer with its claims.

    Nothing is about other outcomes, answers with the expected texts, claims that have nothing to rest on, and questions
    that are not known.
    """
    asked = turn.expected_questions or turn.resolved
    rests_on_nothing = made and not (turn.sources or turn.earlier)
    if turn.outcome not in {None, "answered"} or not asked or rests_on_nothing or has_texts(turn):
        return Chances()
    found = answer_signs(turn, made)
    faithful, answers = chance(found, weights.faithful), chance(found, weights.answers)
    lacks = _main_reason(found, weights.answers) if answers < ANSWERING else ""
    differs = _main_reason(found, weights.faithful) if faithful < FAITHFUL else ""
    return Chances(faithful, answers, lacks, differs, apply=True)


def _main_reason(found: AnswerSigns, table: Table) -> Unanswered:
    """The sign that says most against an answer; empty if none does."""
    name = min(Signs._fields, key=lambda name: table.get(name, 0.0) * getattr(found, name))
    return reason(name) if table.get(name, 0.0) * getattr(found, name) < 0 else ""


def says_nothing_found(turn: JudgedTurn, made: Sequence[Claim]) -> bool:
    """Whether an answer says that nothing was found, and at most what was found instead or who may know."""
    if not denies(turn.answer, turn.language):
        return False
    # Without an expectation nobody knows whether the rest is an answer.
    first = turn.answer[: next(each_sentence(turn.answer))[1]]
    return not made or (is_expected(turn) and denies(first, turn.language))


def is_expected(turn: JudgedTurn) -> bool:
    """Whether anything is expected of question or answer."""
    return bool(turn.expected_questions or is_wanted(turn))


def is_wanted(turn: JudgedTurn) -> bool:
    """Whether anything is expected of the answer."""
    return bool(turn.expected_topics or turn.expected_texts)


def repeats_earlier(turn: JudgedTurn) -> bool:
    """Whether an answer is that to another question once more."""
    return any(_repeats(turn, each.question, each.answer) for each in turn.earlier)


def _repeats(turn: JudgedTurn, question: str, answer: str) -> bool:
    if len(answer) < _LEAST_REPEATED or question.casefold() == turn.question.casefold():
        return False
    # Of words: of characters it takes half of the time of all that is judged.
    likeness = SequenceMatcher(None, answer.split(), turn.answer.split(), autojunk=False)
    # The first two are upper bounds of the third, which takes quadratic time.
    measures = (likeness.real_quick_ratio, likeness.quick_ratio, likeness.ratio)
    return all(measure() >= _REPEATED for measure in measures)


def focus(turn: JudgedTurn) -> float:
    """The share of the question's words in answer and sources."""
    asked = (*turn.expected_questions, turn.resolved or turn.question)[0]
    wanted = carrying(asked, turn.language)
    passages = [passage for held in turn.sources.values() for passage in held]
    known = [text for passage in passages for text in (passage.title, passage.chunk.text)]
    missing = lacking(
        wanted, carrying_all([turn.answer, *known, *(each.answer for each in turn.earlier)], turn.language)
    )
    return 1 - sum(wanted[stem] for stem in missing) / (sum(wanted.values()) or 1.0)


def answering_source(turn: JudgedTurn) -> str:
    """The title of a source that probably answers the question; empty if there is none."""
    asked = (*turn.expected_questions, turn.resolved or turn.question)[0]
    for passages in turn.sources.values():
        for passage in passages:
            topics = [max(cover(name, turn.language, passage) for name in names) for names in turn.expected_topics]
            if (min(topics) if topics else cover(asked, turn.language, passage)) >= _WELL_COVERED:
                return passage.title or passage.document_name
    return ""
