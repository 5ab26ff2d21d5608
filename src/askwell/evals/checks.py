"""The checks of a turn that need no judge."""

from dataclasses import dataclass
from pathlib import PurePosixPath

from askwell.evals.scenario import ScenarioTurn
from askwell.text.words import content_stems
from askwell.types import Answer

_MORE_EXACT = ("standalone", "topic_switch")
"""What also passes: a topic switch is a question that stands alone, on a new subject."""

COMPLETE_KINDS = ("standalone", "topic_switch")
"""Kinds of questions that must be answered exactly as typed."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at, with what was expected and what came."""

    name: str
    passed: bool
    expected: str
    came: str


def check_turn(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    """All checks that the turn asks for, in the order in which a turn runs; empty when it asks for none."""
    return [
        *_check_question(expected, answer),
        *_check_record(expected, answer),
        *_check_sources(expected, answer),
        *_check_texts(expected, answer),
    ]


def is_context_resolved(expected: ScenarioTurn, answer: Answer) -> bool:
    """Whether a question that needs its conversation was understood with it.

    By the expected question where there is one, else by the expected kind, else by any kind that leans on the
    conversation.
    """
    if expected.expected_question is not None:
        return not _missing_stems(expected.expected_question, answer)
    if expected.expect.kind is not None:
        return answer.kind == expected.expect.kind
    return answer.kind not in COMPLETE_KINDS


def _check_question(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    checks = []
    came = answer.standalone_question
    if expected.expected_question is not None:
        missing = _missing_stems(expected.expected_question, answer)
        said = f"{came!r} without {', '.join(missing)}" if missing else repr(came)
        checks.append(Check("question", not missing, repr(expected.expected_question), said))
    if expected.expect.kind in COMPLETE_KINDS:
        checks.append(Check("as typed", came == expected.user, repr(expected.user), repr(came)))
    if expected.requires_context and expected.expected_question is None:
        resolved = is_context_resolved(expected, answer)
        checks.append(Check("context", resolved, "resolved with the conversation", f"{answer.kind}: {came!r}"))
    return checks


def _check_record(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    wanted = expected.expect
    pairs = (
        ("kind", wanted.kind, answer.kind),
        ("way", wanted.way, answer.way),
        ("ending", wanted.ending, answer.ending),
    )
    return [
        Check(name, came == want or (want, came) == _MORE_EXACT, str(want), str(came))
        for name, want, came in pairs
        if want is not None
    ]


def _check_sources(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    if not expected.expected_sources:
        return []
    wanted = {PurePosixPath(name).name for name in expected.expected_sources}
    cited = [PurePosixPath(source.document).name for source in answer.sources]
    said = ", ".join(cited) or "nothing cited"
    return [Check("sources", bool(wanted & set(cited)), " or ".join(expected.expected_sources), said)]


def _check_texts(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    """Texts are compared as they are: `$` is a dollar sign. Case does not count, nor do line ends."""
    haystack = _flat(answer.answer)
    return [
        Check("contains", _flat(text) in haystack, repr(text), repr(answer.answer))
        for text in expected.expected_answer_contains
    ]


def _missing_stems(wording: str, answer: Answer) -> list[str]:
    """Stems of the content words of a wording that the resolved question lacks, in order."""
    came = set(content_stems(answer.standalone_question, answer.language))
    return [stem for stem in dict.fromkeys(content_stems(wording, answer.language)) if stem not in came]


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()
