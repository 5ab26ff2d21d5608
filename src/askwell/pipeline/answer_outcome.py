"""How an answer came out: what was to be written, and what the text cites or repeats of the conversation."""

from collections.abc import Iterator, Mapping

from askwell.text.citations import strip_marks
from askwell.text.lookback import look_back, subject_of_look_back
from askwell.text.numbers import numbers
from askwell.text.words import content_stems
from askwell.types import Brief, Language, Outcome

OUTCOMES: Mapping[str, Outcome] = {
    "answer": "answered",
    "not_found": "not_found",
    "decline": "declined",
    "chat": "chat",
}
"""Outcome by purpose; that of `recall` depends on what was found."""

LEAST_TOLD = 0.5
"""Share of the words that a model adds to the question which the conversation must hold, for an answer from it."""


def outcome_of(brief: Brief, text: str, *, cites: bool, by_model: bool) -> Outcome:
    """The outcome of an answer. One that neither cites a source nor comes from the conversation has found nothing."""
    if brief.word_for_word and not brief.passages:
        return "asked"
    if brief.rounds and cites:
        return "answered"
    outcome = _recalled(brief) if brief.purpose == "recall" else OUTCOMES[brief.purpose]
    if outcome == "answered" and brief.purpose == "answer" and not cites:
        outcome = "not_found"
    return "answered" if outcome == "not_found" and by_model and is_from_conversation(brief, text) else outcome


def is_from_conversation(brief: Brief, text: str) -> bool:
    """Whether a text answers with what the prompt held of the conversation.

    All figures that it adds to the question must be there, and at least half of the words.
    """
    language = brief.language
    conversation = "\n".join(_conversation(brief))
    asked = f"{brief.asked}\n{brief.question}"
    answer = strip_marks(text)
    known = _figures(conversation, language)
    figures = _figures(answer, language) - _figures(asked, language)
    added = set(content_stems(answer, language)) - set(content_stems(asked, language))
    held = added & set(content_stems(conversation, language))
    return figures <= known and bool(figures or held) and len(held) >= LEAST_TOLD * len(added)


def _recalled(brief: Brief) -> Outcome:
    asked, language = brief.asked, brief.language
    whole = look_back(asked, language) and not subject_of_look_back(asked, language)
    return "answered" if whole or brief.topics or (brief.older and not brief.unsure) else "not_found"


def _conversation(brief: Brief) -> Iterator[str]:
    """What users said, and answers that cite: all others may only say that nothing was found."""
    yield brief.summary
    yield brief.first_question
    yield from (item.text for item in brief.corrections)
    for turn in (*brief.turns, *brief.older):
        yield turn.question
        if turn.sources:
            yield strip_marks(turn.answer)


def _figures(text: str, language: Language) -> set[str]:
    return {value for value, _, _ in numbers(text, language)}
