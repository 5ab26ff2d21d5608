"""Checks of a turn by rules, without a judge."""

from dataclasses import dataclass
from pathlib import PurePosixPath

from askwell.evals.scenario import ScenarioTurn
from askwell.text.words import content_stems
from askwell.types import Answer

_ALSO_PASSES = ("standalone", "topic_switch")
"""Expected and actual kind that also pass: a topic switch is a standalone question on a new subject."""

COMPLETE_KINDS = ("standalone", "topic_switch")
"""Kinds of questions that must not be changed."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check, with the expected and the actual value."""

    name: str
    passed: bool
    expected: str
    came: str


def check_turn(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    """The checks that a scenario turn defines, in the order of the steps; empty if it defines none."""
    return [
        *_check_question(expected, answer),
        *_check_record(expected, answer),
        *_check_sources(expected, answer),
        *_check_texts(expected, answer),
    ]


def is_context_resolved(expected: ScenarioTurn, answer: Answer) -> bool:
    """Whether a question that needs its conversation was resolved correctly.

    Compares the expected question if there is one, else the expected kind; else any kind that depends on the
    conversation is correct.
    """
    if expected.expected_question is not None:
        return not _missing_stems(expected.expected_question, answer)
    if expected.expect.kind is not None:
        return answer.kind == expected.expect.kind
    return answer.kind not in COMPLETE_KINDS


def _check_question(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    checks = []
    question = answer.standalone_question
    if expected.expected_question is not None:
        missing = _missing_stems(expected.expected_question, answer)
        actual = f"{question!r} without {', '.join(missing)}" if missing else repr(question)
        checks.append(Check("question", not missing, repr(expected.expected_question), actual))
    if expected.expect.kind in COMPLETE_KINDS:
        checks.append(Check("as typed", question == expected.user, repr(expected.user), repr(question)))
    if expected.requires_context and expected.expected_question is None:
        resolved = is_context_resolved(expected, answer)
        checks.append(Check("context", resolved, "resolved with the conversation", f"{answer.kind}: {question!r}"))
    return checks


def _check_record(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    expect = expected.expect
    pairs = (
        ("kind", expect.kind, answer.kind),
        ("way", expect.way, answer.route),
        ("ending", expect.ending, answer.outcome),
    )
    return [
        Check(name, actual == wanted or (wanted, actual) == _ALSO_PASSES, str(wanted), str(actual))
        for name, wanted, actual in pairs
        if wanted is not None
    ]


def _check_sources(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    if not expected.expected_sources:
        return []
    wanted = {PurePosixPath(name).name for name in expected.expected_sources}
    cited = [PurePosixPath(source.document).name for source in answer.sources]
    actual = ", ".join(cited) or "nothing cited"
    return [Check("sources", bool(wanted & set(cited)), " or ".join(expected.expected_sources), actual)]


def _check_texts(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    """Texts are compared literally (`$` is a dollar sign), ignoring case and line breaks."""
    haystack = _flat(answer.answer)
    return [
        Check("contains", _flat(text) in haystack, repr(text), repr(answer.answer))
        for text in expected.expected_answer_contains
    ]


def _missing_stems(wording: str, answer: Answer) -> list[str]:
    """Stems of content words of `wording` that are missing in the resolved question and its search terms, in order."""
    terms = [term.text for term in answer.resolution.terms] if answer.resolution else []
    resolved = set(content_stems(" ".join([answer.standalone_question, *terms]), answer.language))
    return [stem for stem in dict.fromkeys(content_stems(wording, answer.language)) if stem not in resolved]


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()
