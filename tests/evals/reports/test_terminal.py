"""The report as lines."""

from dataclasses import replace

from askwell.evals.reports.report import report_of
from askwell.evals.reports.terminal import SHOWN_CHARS, report_lines, strip
from tests.evals.reports.results import UNJUDGED, conversation, judged, report, turn

KNOWN = replace(turn(3, passed=False), known_fault="not recognised yet")

BOTH = report_of(
    [
        conversation("good", turn(1, needs_context=True), turn(2)),
        conversation("bad one", turn(1, needs_context=True), turn(2, passed=False, needs_context=True)),
    ]
)


def test_each_conversation_has_a_line_with_a_mark_a_turn() -> None:
    lines = report_lines(BOTH)
    assert lines[0] == "pass  good     ✓✓  100.0  context 1/1 (21% to 100%)"
    assert lines[1] == "FAIL  bad one  ✓✗   50.0  context 1/2 (9% to 91%)"


def test_a_strip_has_a_mark_for_turns_to_come() -> None:
    assert strip([turn(1), turn(2, passed=False), KNOWN], 5) == "✓✗~··"


def test_a_failed_turn_shows_asked_resolved_expected_got_and_sources() -> None:
    lines = report_lines(BOTH)
    start = lines.index("bad one (papers)")
    assert lines[start + 1 : start + 7] == [
        "  ✗ turn 2: question 2",
        "      asked as  full question 2",
        "      expected  sources: income.md",
        "      got       other.md",
        "      sources   other.md, rates.md",
        "  missed: turns 2 did not pass",
    ]
    assert not any("question 1" in line for line in lines)


def test_scores_and_reasons_are_shown() -> None:
    lines = report_lines(report(talk=(judged(1, passed=False),)))
    assert "      scores    factual 1.5/5, complete 4/5, context 0/1, coherent 3/3: 20" in lines
    assert "      why       factual: The limit is in passage 1." in lines


def test_verbose_shows_every_turn() -> None:
    assert "  ✓ turn 1: question 1" in report_lines(BOTH, verbose=True)


def test_every_rate_has_an_interval_beside_it() -> None:
    lines = report_lines(BOTH)
    assert "conversations  1 of 2  50.0%  (95 % interval 9% to 91%)" in lines
    assert "turns          3 of 4  75.0%  (95 % interval 30% to 95%)" in lines
    assert "context        2 of 3  66.7%  (95 % interval 21% to 94%)" in lines


def test_the_score_names_its_judge() -> None:
    assert "average score  75.0  (no judge: scores are shares of passed checks)" in report_lines(BOTH)
    assert "average score  88.5  (judge: llm:m)" in report_lines(report(talk=(judged(1),)))


def test_no_conversations_have_no_rate() -> None:
    assert report_lines(report_of([]))[1:] == [
        "conversations  n/a",
        "turns          n/a",
        "context        n/a",
        "average score  n/a  (no judge: scores are shares of passed checks)",
    ]


def test_a_long_value_is_cut_and_on_one_line() -> None:
    long = replace(turn(1, passed=False), reformulated_query="word\n" * 200)
    [line] = [line for line in report_lines(report(talk=(long,))) if "asked as" in line]
    assert line.endswith("…")
    assert len(line) < SHOWN_CHARS + 20


def test_a_known_fault_is_counted_and_listed_only_if_asked_for() -> None:
    found = report_of([replace(conversation("talk", turn(1), KNOWN), conversation_passed=True, missed=())])
    lines = report_lines(found)
    assert lines[0].startswith("pass  talk  ✓~")
    assert "known faults   1 of 2 turns failed as they are known to and do not count" in lines
    assert not any("question 3" in line for line in lines)
    verbose = report_lines(found, verbose=True)
    assert verbose[verbose.index("  ~ turn 3: question 3") + 1] == "      known     not recognised yet"


def test_a_known_fault_that_passes_is_listed() -> None:
    lines = report_lines(report(talk=(replace(turn(1), known_fault="not recognised yet"),)))
    assert "      passes    its `known_fault` can be removed (not recognised yet)" in lines


def test_checks_that_were_not_made_are_named() -> None:
    blind = replace(turn(1, passed=False), unchecked=("kind", "way"))
    assert "      unchecked kind, way" in report_lines(report(talk=(blind,)))


def test_a_turn_that_was_not_judged_shows_its_answer_and_the_reason() -> None:
    lines = report_lines(report(talk=(turn(1), UNJUDGED)))
    assert lines[0].startswith("FAIL  talk  ✓?")
    assert "      answer    answer 2. [1]" in lines
    assert "      unjudged  upstream_timeout: too slow" in lines


def test_an_answer_has_its_sources_though_its_question_is_not_reported() -> None:
    silent = replace(turn(1, passed=False), reformulated_query="")
    assert "      sources   other.md, rates.md" in report_lines(report(talk=(silent,)))


def test_a_name_with_a_line_break_stays_on_its_line() -> None:
    lines = report_lines(report(**{"high\ntide": (turn(1, passed=False),), "low": (turn(1),)}))
    assert lines[:2] == ["FAIL  high tide  ✗    0.0  context n/a", "pass  low        ✓  100.0  context n/a"]
    assert "high tide (papers)" in lines


def test_domains_have_rates_of_their_own_and_a_failure_its_description() -> None:
    talks = [
        replace(conversation("tides", turn(1), turn(2, passed=False)), domain="harbour", description="High water."),
        replace(conversation("fees", turn(1)), domain="office"),
        conversation("hello", turn(1)),
    ]
    lines = report_lines(report_of(talks))
    assert lines[lines.index("tides (papers)") + 1] == "  High water."
    assert lines[-2:] == [
        "domain harbour  0 of 1 conversations, turns 1 of 2  50.0%  (95 % interval 9% to 91%)",
        "domain office   1 of 1 conversations, turns 1 of 1  100.0%  (95 % interval 21% to 100%)",
    ]
