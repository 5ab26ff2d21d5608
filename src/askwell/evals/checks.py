"""Checks of a turn: what a scenario expects of it, compared literally with what came."""

from collections.abc import Iterator
from dataclasses import dataclass

from askwell.evals.observation import Observation, file_name
from askwell.evals.scenario import ScenarioTurn, choices
from askwell.text.citations import strip_marks
from askwell.types import Language

COMPLETE_KINDS = ("standalone", "topic_switch")
"""Kinds of questions that must not be changed."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check, with the expected and the actual value."""

    name: str
    passed: bool
    expected: str
    came: str


def check_turn(expected: ScenarioTurn, observed: Observation, language: Language | None = None) -> list[Check]:
    """The checks that a scenario turn defines, in the order of the steps; without those of `unchecked`.

    `language` is the scenario's, for a turn that expects none of its own.
    """
    return [
        *_check_question(expected, observed),
        *_check_record(expected, observed, language),
        *_check_sources(expected, observed),
        *_check_texts(expected, observed),
    ]


def unchecked(expected: ScenarioTurn, observed: Observation, language: Language | None = None) -> tuple[str, ...]:
    """Names of the checks that cannot be made, because the system does not report what they compare."""
    names = [name for name, wanted, actual in _record(expected, observed, language) if wanted and actual is None]
    if expected.forbidden_question and observed.resolved is None:
        names.append("forbidden question")
    return tuple(names)


def _check_question(expected: ScenarioTurn, observed: Observation) -> Iterator[Check]:
    kinds = choices(expected.expect.kind)
    if kinds and observed.resolved is not None and all(kind in COMPLETE_KINDS for kind in kinds):
        kept = observed.resolved == expected.user
        yield Check("as typed", kept, repr(expected.user), repr(observed.resolved))
    if observed.resolved is not None:
        for text in expected.forbidden_question:
            passed = _flat(text) != _flat(observed.resolved)
            yield Check("forbidden question", passed, f"not {text!r}", repr(observed.resolved))


def _check_record(expected: ScenarioTurn, observed: Observation, language: Language | None) -> Iterator[Check]:
    for name, wanted, actual in _record(expected, observed, language):
        if wanted and actual is not None:
            # A topic switch is a standalone question on a new subject.
            also = ("topic_switch",) if name == "kind" and "standalone" in wanted else ()
            passed = any(each in (*wanted, *also) for each in actual)
            yield Check(name, passed, " or ".join(wanted), ", ".join(actual) or "none")


def _record(
    expected: ScenarioTurn, observed: Observation, language: Language | None
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...] | None]]:
    """Name, expected values, and actual ones; None if they are not reported."""
    expect = expected.expect
    for name, wanted, actual in (
        ("kind", expect.kind, observed.kind),
        ("way", expect.way, observed.way),
        ("ending", expect.ending, observed.ending),
        ("composition", expect.composition, observed.composition),
    ):
        yield name, choices(wanted), None if actual is None else (actual,)
    yield "tool", choices(expect.tool), observed.tools
    recognised = (observed.language,) if observed.reports_language else None
    yield "language", choices(expected.language or language), recognised


def _check_sources(expected: ScenarioTurn, observed: Observation) -> Iterator[Check]:
    if expected.expected_sources:
        wanted = {file_name(name) for name in expected.expected_sources}
        cited = [file_name(name) for name in observed.cited]
        actual = ", ".join(cited) or "nothing cited"
        yield Check("sources", bool(wanted & set(cited)), " or ".join(expected.expected_sources), actual)


def _check_texts(expected: ScenarioTurn, observed: Observation) -> Iterator[Check]:
    """Texts are compared literally (`$` is a dollar sign), ignoring case and line breaks.

    A forbidden text is also found across marks.
    """
    answer = _flat(observed.answer)
    for text in expected.expected_answer_contains:
        passed = any(_flat(each) in answer for each in choices(text))
        yield Check("contains", passed, " or ".join(map(repr, choices(text))), repr(observed.answer))
    unmarked = _flat(strip_marks(observed.answer))
    for text in expected.forbidden:
        is_absent = _flat(text) not in answer and _flat(text) not in unmarked
        yield Check("forbidden", is_absent, f"no {text!r}", repr(observed.answer))


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()
