"""A report as CSV, JUnit XML and Markdown."""

import csv
import io
import re
from xml.etree import ElementTree as ET

from askwell.evals.reports.compare import Comparison, compare_lines
from askwell.evals.reports.report import Report, ReportConversation, ReportTurn
from askwell.evals.reports.terminal import UNJUDGED, domain_lines, failure_lines, rate, strip, turn_lines
from askwell.projections.links import plain

COLUMNS = (
    "assistant",
    "domain",
    "conversation",
    "description",
    "turn_number",
    "user_query",
    "reformulated_query",
    "response",
    "sources",
    "requires_context",
    "factual_accuracy",
    "completeness",
    "context_resolution",
    "coherence",
    "composite_score",
    "passed",
    "failed_checks",
    "known_fault",
    "unchecked",
    "judge_error",
    "input_tokens",
    "output_tokens",
    "took_ms",
)
"""Columns of the CSV."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow, also not as references (its production 2)."""


def as_csv(report: Report) -> str:
    """A row for each turn. Lists are separated by `; `, an unknown value is empty.

    A text that a spreadsheet would run as a formula has an apostrophe before it.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for conversation in report.conversations:
        for turn in conversation.turns:
            writer.writerow(_cell(value) for value in _row(conversation, turn))
    return written.getvalue()


def _row(conversation: ReportConversation, turn: ReportTurn) -> list[object]:
    known: dict[str, object] = {
        **turn.model_dump(),
        "assistant": conversation.assistant,
        "domain": conversation.domain,
        "conversation": conversation.name,
        "description": conversation.description,
        "unchecked": "; ".join(turn.unchecked),
        "sources": "; ".join(turn.sources),
        "failed_checks": "; ".join(each.name for each in turn.checks if not each.passed),
    }
    return [known[column] for column in COLUMNS]


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return value


def as_junit(report: Report) -> str:
    """A suite for each conversation and a case for each turn, for CI servers.

    Unmet success criteria are a case of their own. Characters that XML does not allow become U+FFFD.
    """
    suites = [_suite(each) for each in report.conversations]
    root = ET.Element("testsuites", _counts([case for suite in suites for case in suite]) | {"name": "askwell eval"})
    root.extend(suites)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=False).join(
        ('<?xml version="1.0" encoding="UTF-8"?>\n', "\n")
    )


def _suite(conversation: ReportConversation) -> ET.Element:
    place = _xml(f"{conversation.assistant}.{conversation.name}")
    cases = [_case(place, turn) for turn in conversation.turns]
    if conversation.missed:
        case = ET.Element("testcase", {"classname": place, "name": "success criteria", "time": "0"})
        missed = _xml("; ".join(conversation.missed))
        ET.SubElement(case, "failure", {"message": missed, "type": "criteria"}).text = missed
        cases.append(case)
    suite = ET.Element("testsuite", {"name": place} | _counts(cases))
    suite.extend(cases)
    return suite


def _case(place: str, turn: ReportTurn) -> ET.Element:
    name = _xml(f"turn {turn.turn_number}: {' '.join(turn.user_query.split())}")
    case = ET.Element("testcase", {"classname": place, "name": name, "time": f"{turn.took_ms / 1000:.3f}"})
    if turn.is_known_fault:
        ET.SubElement(case, "skipped", {"message": _xml(f"known fault: {turn.known_fault}")})
    elif turn.judge_error:
        lines = _xml("\n".join(turn_lines(turn)))
        ET.SubElement(case, "error", {"message": _xml(turn.judge_error), "type": "judge"}).text = lines
    elif not turn.passed:
        failed = [check for check in turn.checks if not check.passed]
        summary = "; ".join(f"{each.name}: expected {each.expected}, got {each.got}" for each in failed)
        message = _xml(summary or f"score {turn.composite_score:.0f}")
        kind = failed[0].name if failed else "score"
        ET.SubElement(case, "failure", {"message": message, "type": _xml(kind)}).text = _xml(
            "\n".join(turn_lines(turn))
        )
    ET.SubElement(case, "system-out").text = _xml(turn.response)
    return case


def _counts(cases: list[ET.Element]) -> dict[str, str]:
    failures = sum(case.find("failure") is not None for case in cases)
    errors = sum(case.find("error") is not None for case in cases)
    seconds = sum(float(case.get("time", "0")) for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    counts = {"tests": len(cases), "failures": failures, "errors": errors, "skipped": skipped}
    return {name: str(count) for name, count in counts.items()} | {"time": f"{seconds:.3f}"}


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def as_markdown(report: Report, compared: Comparison | None = None) -> str:
    """A summary for the page of a CI run: totals, a table of conversations, failures, and the difference."""
    totals = report.summary
    resolved = (totals.context_resolution_rate or 0.0) * totals.turns_with_context
    lines = [
        f"# Evaluation: {'passed' if totals.passed else 'failed'}",
        "",
        f"- conversations: {rate(totals.conversations_passed, totals.conversations, totals.conversations_interval)}",
        f"- turns: {rate(totals.turns_passed, totals.turns, totals.turns_interval)}",
        f"- context resolved: {rate(resolved, totals.turns_with_context, totals.context_interval)}",
        f"- average score: {'n/a' if totals.average_score is None else f'{totals.average_score:.1f}'}",
        f"- {f'judge: {plain(report.judge)}' if report.judge else UNJUDGED}",
        *(f"- {plain(line)}" for line in domain_lines(report.conversations)),
        "",
        "| | assistant | domain | conversation | turns | score | tests |",
        "|---|---|---|---|---|---|---|",
        *(_table_row(each) for each in report.conversations),
    ]
    if failures := failure_lines(report):
        lines += ["", "## Failures", "", *_block(failures[1:])]
    if compared is not None:
        lines += ["", "## Difference from the old run", "", *_block(compare_lines(compared))]
    return "\n".join(lines) + "\n"


def _table_row(conversation: ReportConversation) -> str:
    marks = strip(conversation.turns)
    state = "pass" if conversation.conversation_passed else "**FAIL**"
    name, assistant = plain(conversation.name), plain(conversation.assistant)
    domain, tests = plain(conversation.domain), plain(conversation.description)
    return f"| {state} | {assistant} | {domain} | {name} | {marks} | {conversation.average_score:.1f} | {tests} |"


def _block(lines: list[str]) -> list[str]:
    """Lines as code. None of them can end it, since no line of a report has only backticks."""
    return ["```text", *lines, "```"]
