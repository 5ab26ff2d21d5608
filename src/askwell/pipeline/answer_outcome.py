"""The outcome of an answer, from its purpose and from what its text cites or repeats from the conversation."""

from collections.abc import Iterator, Mapping

from askwell.text.bounds import analysed
from askwell.text.citations import strip_marks
from askwell.text.lookback import look_back, subject_of_look_back
from askwell.text.numbers import numbers
from askwell.text.support import negates, says_not_found, statements
from askwell.text.words import content_stems
from askwell.types import Brief, Language, Outcome

OUTCOMES: Mapping[str, Outcome] = {
    "answer": "answered",
    "passages": "passages",
    "not_found": "not_found",
    "decline": "declined",
    "chat": "chat",
    "operation": "chat",
}
"""Outcome by purpose; for `recall` it depends on what was found, for `operation` on whether it cites."""

MIN_SHARE_KNOWN = 0.5
"""Minimum share of the words a model adds to the question that must occur in the conversation."""


def outcome_of(brief: Brief, text: str, *, cites: bool, by_model: bool) -> Outcome:
    """The outcome of an answer; `not_found` if it neither cites a source nor comes from the conversation.

    So is an answer that only says, in our words, that nothing was found, whatever it cites.
    """
    if brief.word_for_word and not brief.passages:
        return "asked"
    if brief.operation and brief.operation.answers and cites:
        # What is only shown does not become an answer because it is shortened.
        return "passages" if brief.operation.answers[-1].outcome == "passages" else "answered"
    if brief.rounds and cites:
        return "answered"
    outcome = _recall_outcome(brief) if brief.purpose == "recall" else OUTCOMES[brief.purpose]
    if outcome == "answered" and brief.purpose == "answer" and (not cites or says_not_found(text)):
        outcome = "not_found"
    return "answered" if outcome == "not_found" and by_model and is_from_conversation(brief, text) else outcome


def is_from_conversation(brief: Brief, text: str) -> bool:
    """Whether a text answers from the part of the conversation in the prompt.

    All figures that it adds to the question, and at least half of the words, must occur there.
    """
    language = brief.language
    conversation = "\n".join(_conversation(brief))
    asked = f"{analysed(brief.asked)}\n{analysed(brief.question)}"
    answer = strip_marks(text)
    known = _figures(conversation, language)
    figures = _figures(answer, language) - _figures(asked, language)
    added = set(content_stems(answer, language)) - set(content_stems(asked, language))
    repeated = added & set(content_stems(conversation, language))
    return figures <= known and bool(figures or repeated) and len(repeated) >= MIN_SHARE_KNOWN * len(added)


def is_refusal(text: str, language: Language) -> bool:
    """Whether each sentence that claims something has a negation: `The documents do not say which`."""
    said = [each.text for each in statements(text)]
    return all(negates(each, language) for each in said)


def _recall_outcome(brief: Brief) -> Outcome:
    asked, language = analysed(brief.asked), brief.language
    asks_for_all = look_back(asked, language) and not subject_of_look_back(asked, language)
    return "answered" if asks_for_all or brief.topics or (brief.older and not brief.unsure) else "not_found"


def _conversation(brief: Brief) -> Iterator[str]:
    """Summary, questions, corrections, and supported answers. Others may only say that nothing was found."""
    yield brief.summary
    yield brief.first_question
    yield from (item.text for item in brief.corrections)
    for turn in (*brief.turns, *brief.older):
        yield analysed(turn.question)
        if turn.sources and turn.outcome != "unsupported":
            yield strip_marks(turn.answer)


def _figures(text: str, language: Language) -> set[str]:
    return {value for value, _, _ in numbers(text, language)}
