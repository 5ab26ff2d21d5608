"""A report as lines of plain text: a strip per conversation, failures, totals."""

from collections.abc import Sequence
from typing import Protocol

from askwell.evals.reports.report import Interval, Report, ReportConversation, ReportTurn, Summary, summarise
from askwell.evals.reports.statistics import wilson

SHOWN_CHARS = 300
"""Maximum characters of a value that are shown."""

UNJUDGED = "no judge: scores are shares of passed checks"

PASSED, FAILED, KNOWN, UNJUDGED_TURN, PENDING = "✓", "✗", "~", "?", "·"
"""Marks of a turn in a strip: passed, failed, failed as it is known to, not judged, not run yet."""

SCORES = {
    "factual_accuracy": "factual",
    "completeness": "complete",
    "context_resolution": "context",
    "coherence": "coherent",
}
"""Short names of the scores."""

MOST = {"factual_accuracy": 5, "completeness": 5, "context_resolution": 1, "coherence": 3}
"""Highest value of each score. The lowest is 1, that of `context_resolution` 0."""

_LABELLED = 9
"""Columns of a label."""


class Marked(Protocol):
    """What a mark is made from: a turn of a report or a result."""

    @property
    def passed(self) -> bool:
        """Whether the turn passed."""
        ...

    @property
    def known_fault(self) -> str:
        """Why it is known to fail."""
        ...

    @property
    def judge_error(self) -> str:
        """Why it was not judged."""
        ...


def strip(turns: Sequence[Marked], count: int = 0) -> str:
    """A mark for each turn, up to `count` turns."""
    return "".join(map(_mark, turns)).ljust(count, PENDING)


def _mark(turn: Marked) -> str:
    if turn.judge_error:
        return UNJUDGED_TURN
    return PASSED if turn.passed else KNOWN if turn.known_fault else FAILED


def strip_line(conversation: ReportConversation, *, name_width: int = 0, strip_width: int = 0) -> str:
    """One line for a conversation: result, name, strip, average score, context that was resolved."""
    marks = strip(conversation.turns)
    state = "pass" if conversation.conversation_passed else "FAIL"
    context = [turn.is_resolved for turn in conversation.turns if turn.is_resolved is not None]
    count = f"{sum(context)}/{len(context)} {shown_interval(sum(context), len(context))}" if context else "n/a"
    name = f"{one_line(conversation.name):{name_width}}"
    return f"{state}  {name}  {marks:{strip_width}}  {conversation.average_score:5.1f}  context {count}"


def strip_lines(report: Report) -> list[str]:
    """The lines of all conversations, in columns."""
    name_width, strip_width = widths(report.conversations)
    return [strip_line(each, name_width=name_width, strip_width=strip_width) for each in report.conversations]


def widths(conversations: Sequence[ReportConversation]) -> tuple[int, int]:
    """Columns of the longest name and of the longest strip."""
    return (
        max((len(one_line(each.name)) for each in conversations), default=0),
        max((len(each.turns) for each in conversations), default=0),
    )


def failure_lines(report: Report, *, verbose: bool = False) -> list[str]:
    """Each failed turn with asked, resolved, expected, got and sources; with `verbose` every turn."""
    lines: list[str] = []
    for each in report.conversations:
        listed = each.turns if verbose else [turn for turn in each.turns if _is_news(turn)]
        if listed or each.missed:
            lines += ["", f"{one_line(each.name)} ({each.assistant})"]
            lines += [f"  {one_line(each.description)}"] if each.description else []
            lines += [line for turn in listed for line in turn_lines(turn)]
            lines += [f"  missed: {text}" for text in each.missed]
    return lines


def _is_news(turn: ReportTurn) -> bool:
    """Whether a turn was not judged, failed without being known to, or passed although it is known to fail."""
    return bool(turn.judge_error) or turn.passed == bool(turn.known_fault)


def turn_lines(turn: ReportTurn) -> list[str]:
    """One turn: question, resolved question, failed checks, sources, scores and reasons."""
    lines = [f"  {_mark(turn)} turn {turn.turn_number}: {_cut(turn.user_query)}"]
    if turn.known_fault:
        lines.append(_line("passes" if turn.passed else "known", _known(turn)))
    if turn.reformulated_query and turn.reformulated_query != turn.user_query:
        lines.append(_line("asked as", turn.reformulated_query))
    for check in turn.checks:
        if not check.passed:
            lines += [_line("expected", f"{check.name}: {check.expected}"), _line("got", check.got)]
    if turn.reformulated_query or turn.response:
        lines.append(_line("sources", ", ".join(turn.sources) or "none"))
    if turn.unchecked:
        lines.append(_line("unchecked", ", ".join(turn.unchecked)))
    if turn.judge_error:
        lines += [_line("answer", turn.response), _line("unjudged", turn.judge_error)]
    if scores := scores_line(turn):
        lines.append(_line("scores", scores))
    return [*lines, *(_line("why", f"{SCORES.get(name, name)}: {reason}") for name, reason in turn.why.items())]


def scores_line(turn: ReportTurn) -> str:
    """The judged scores with their scales, and the composite; empty if nothing was judged."""
    judged = [(name, getattr(turn, name)) for name in SCORES]
    if turn.factual_accuracy is None:
        return ""
    shown = [f"{SCORES[name]} {value:.3g}/{MOST[name]}" for name, value in judged if value is not None]
    return f"{', '.join(shown)}: {turn.composite_score:.0f}"


def summary_lines(report: Report) -> list[str]:
    """Totals over all conversations; each rate has a 95 % interval."""
    totals = report.summary
    score = "n/a" if totals.average_score is None else f"{totals.average_score:.1f}"
    known = totals.turns_known_faults
    return [
        f"conversations  {rate(totals.conversations_passed, totals.conversations, totals.conversations_interval)}",
        f"turns          {rate(totals.turns_passed, totals.turns, totals.turns_interval)}",
        f"context        {rate(_resolved(totals), totals.turns_with_context, totals.context_interval)}",
        f"average score  {score}  ({f'judge: {report.judge}' if report.judge else UNJUDGED})",
        *(
            [f"known faults   {known} of {totals.turns} turns failed as they are known to and do not count"]
            if known
            else []
        ),
        *domain_lines(report.conversations),
    ]


def domain_lines(conversations: Sequence[ReportConversation]) -> list[str]:
    """Conversations and turns that passed in each domain, in order of their names; nothing if none has a domain."""
    domains = sorted({each.domain for each in conversations} - {""})
    width = max((len(one_line(domain)) for domain in domains), default=0)
    lines = []
    for domain in domains:
        found = summarise([each for each in conversations if each.domain == domain])
        turns = rate(found.turns_passed, found.turns, found.turns_interval)
        talks = f"{found.conversations_passed} of {found.conversations} conversations"
        lines.append(f"domain {one_line(domain):{width}}  {talks}, turns {turns}")
    return lines


def report_lines(report: Report, *, verbose: bool = False) -> list[str]:
    """All of it: strips, failures, totals."""
    return [*strip_lines(report), *failure_lines(report, verbose=verbose), "", *summary_lines(report)]


def shown_interval(hits: float, count: int) -> str:
    """The 95 % interval of a rate, such as `(30% to 95%)`; empty for a rate of nothing."""
    if not count:
        return ""
    low, high = wilson(hits, count)
    return f"({low:.0%} to {high:.0%})"


def one_line(text: str) -> str:
    """A text without line breaks."""
    return " ".join(text.split())


def rate(hits: float, count: int, interval: Interval | None) -> str:
    """A rate with its interval, such as `3 of 4  75.0%  (95 % interval 30% to 95%)`."""
    if interval is None:
        return "n/a"
    low, high = interval
    return f"{hits:.4g} of {count}  {hits / count:.1%}  (95 % interval {low:.0%} to {high:.0%})"


def _resolved(totals: Summary) -> float:
    return (totals.context_resolution_rate or 0.0) * totals.turns_with_context


def _known(turn: ReportTurn) -> str:
    return f"its `known_fault` can be removed ({turn.known_fault})" if turn.passed else turn.known_fault


def _line(label: str, text: str) -> str:
    return f"      {label:{_LABELLED}} {_cut(text)}"


def _cut(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= SHOWN_CHARS else line[: SHOWN_CHARS - 1] + "…"
