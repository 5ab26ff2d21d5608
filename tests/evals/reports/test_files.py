"""CSV, JUnit and Markdown, each read back."""

import csv
import io
import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

from markdown_it import MarkdownIt

from askwell.evals.reports.compare import compare
from askwell.evals.reports.files import COLUMNS, as_csv, as_junit, as_markdown
from askwell.evals.reports.report import report_of
from tests.evals.reports.results import UNJUDGED, conversation, judged, marks, report, turn

HOSTILE = replace(
    turn(1, passed=False),
    user_query='<b>"a" & ]]> \x00\x1b\ufffe 😀</b>',
    response="=1+1\nsecond line, with ```\n````",
)


def test_csv_has_a_row_for_each_turn() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(report(a=(judged(1), turn(2, passed=False)), b=(turn(1),))))))
    assert [(row["conversation"], row["turn_number"], row["passed"]) for row in rows] == [
        ("a", "1", "true"),
        ("a", "2", "false"),
        ("b", "1", "true"),
    ]
    assert tuple(rows[0]) == COLUMNS
    assert (rows[0]["composite_score"], rows[0]["sources"], rows[0]["input_tokens"]) == (
        "88.5",
        "other.md; rates.md",
        "900",
    )
    assert (rows[1]["factual_accuracy"], rows[1]["failed_checks"]) == ("", "sources")


def test_csv_keeps_line_breaks_and_runs_no_formula() -> None:
    [row] = csv.DictReader(io.StringIO(as_csv(report(a=(HOSTILE,)))))
    assert row["response"] == "'" + HOSTILE.response


def test_junit_has_a_suite_for_each_conversation_and_a_case_for_each_turn() -> None:
    root = ET.fromstring(as_junit(report(a=(judged(1), turn(2, passed=False)), b=(turn(1),))))
    assert (root.tag, root.get("tests"), root.get("failures"), root.get("errors")) == ("testsuites", "4", "2", "0")
    suites = root.findall("testsuite")
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in suites] == [
        ("papers.a", "3", "2"),
        ("papers.b", "1", "0"),
    ]
    cases = suites[0].findall("testcase")
    assert [(case.get("classname"), case.get("name")) for case in cases] == [
        ("papers.a", "turn 1: question 1"),
        ("papers.a", "turn 2: question 2"),
        ("papers.a", "success criteria"),
    ]
    assert cases[1].get("time") == "0.024"
    failure = cases[1].find("failure")
    assert failure is not None
    assert failure.get("message") == "sources: expected income.md, got other.md"
    assert "asked as  full question 2" in (failure.text or "")
    assert cases[0].find("failure") is None


def test_junit_survives_any_text() -> None:
    written = as_junit(report(a=(HOSTILE,)))
    case = ET.fromstring(written).find(".//testcase")
    assert case is not None
    assert case.get("name") == 'turn 1: <b>"a" & ]]> \ufffd\ufffd\ufffd 😀</b>'
    assert case.findtext("system-out") == HOSTILE.response


def test_a_failed_turn_without_a_failed_check_names_its_score() -> None:
    weak = replace(turn(1), passed=False, score=61.0)
    failure = ET.fromstring(as_junit(report(a=(weak,)))).find(".//failure")
    assert failure is not None
    assert (failure.get("message"), failure.get("type")) == ("score 61", "score")


def test_markdown_has_totals_a_table_and_the_failures() -> None:
    written = as_markdown(report(a=(turn(1),), **{"b|c": (turn(1, passed=False),)}))
    assert written.startswith("# Evaluation: failed\n")
    assert "- turns: 1 of 2  50.0%  (95 % interval 9% to 91%)" in written
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(written)
    cells = [
        "".join(child.content for child in token.children or ())
        for before, token in pairwise(tokens)
        if before.type == "td_open"
    ]
    assert cells[7:14] == ["FAIL", "papers", "", "b|c", "✗", "0.0", ""]
    assert "got       other.md" in next(token.content for token in tokens if token.type == "fence")


def test_markdown_fences_what_has_fences() -> None:
    tokens = MarkdownIt().parse(as_markdown(report(**{"````": (HOSTILE, turn(2, passed=False))})))
    assert [token.content for token in tokens if token.type == "inline"][:1] == ["Evaluation: failed"]
    assert sum(token.type == "heading_open" for token in tokens) == 2


def test_markdown_shows_the_difference() -> None:
    before, after = marks({"a": "++"}), marks({"a": "+-"})
    assert "  lost    papers, a, turn 2 (100 to 0): question 2\n" in as_markdown(after, compare(before, after))


def test_a_known_fault_is_skipped_in_junit() -> None:
    known = replace(turn(1, passed=False), known_fault="a < b")
    root = ET.fromstring(as_junit(report(a=(known, turn(2)))))
    skipped = root.find(".//testcase/skipped")
    assert skipped is not None
    assert skipped.get("message") == "known fault: a < b"
    assert [(each.get("skipped"), each.findall("testcase/failure")) for each in root] == [("1", [])]


def test_a_turn_that_was_not_judged_is_an_error_in_junit() -> None:
    root = ET.fromstring(as_junit(report(talk=(turn(1), UNJUDGED))))
    assert root.get("errors") == "1"
    [second] = [case for case in root.iter("testcase") if case.get("name") == "turn 2: question 2"]
    assert second.find("failure") is None
    [error] = root.iter("error")
    assert error.get("message") == "upstream_timeout: too slow"
    assert "answer 2." in str(error.text)


def test_domain_and_description_are_in_every_table() -> None:
    talk = replace(conversation("tides", turn(1)), domain="harbour", description="High | low water.")
    [row] = csv.DictReader(io.StringIO(as_csv(report_of([talk]))))
    assert (row["domain"], row["description"]) == ("harbour", "High | low water.")
    written = as_markdown(report_of([talk]))
    assert "| pass | papers | harbour | tides | ✓ | 100.0 | High \\| low water. |" in written
    assert re.search("^- domain harbour +1 of 1 conversations, turns 1 of 1", written, re.M), written
