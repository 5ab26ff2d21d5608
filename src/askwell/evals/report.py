"""Results of scenarios as lines for a terminal and as JSON."""

import math
from collections.abc import Sequence
from dataclasses import asdict

from askwell.evals.results import ConversationResult, TurnResult

FORMAT = 1
"""Version of the JSON. It changes when a field is removed or changes its meaning."""

SHOWN_CHARS = 300
"""Maximum characters of an actual value that are shown for a failed check."""


def report_lines(results: Sequence[ConversationResult], *, verbose: bool = False) -> list[str]:
    """One line per conversation with a mark per turn, then the failures, then the totals.

    With `verbose` every turn is listed, not only the failed ones.
    """
    width = max((len(result.name) for result in results), default=0)
    strip = max((len(result.turns) for result in results), default=0)
    lines = [_line(result, width, strip) for result in results]
    for result in results:
        listed = result.turns if verbose else [turn for turn in result.turns if not turn.passed]
        if listed or result.missed:
            lines += ["", f"{result.name} ({result.assistant})"]
            lines += [line for turn in listed for line in _turn_lines(turn)]
            lines += [f"  missed: {text}" for text in result.missed]
    return [*lines, "", *summary_lines(results)]


def summary_lines(results: Sequence[ConversationResult]) -> list[str]:
    """Totals over all conversations; each rate has a 95 % interval."""
    turns = [turn for result in results for turn in result.turns]
    context = [turn for turn in turns if turn.context_resolution is not None]
    resolved = [turn for turn in context if turn.context_resolution == 1]
    lines = [
        f"conversations  {_rate(sum(result.conversation_passed for result in results), len(results))}",
        f"turns          {_rate(sum(turn.passed for turn in turns), len(turns))}",
        f"context        {_rate(len(resolved), len(context))}",
    ]
    topics = sum(len(turn.expected_topics) for turn in turns)
    if topics and all(turn.composite is None for turn in turns):
        lines.append(
            f"No judge: scores are shares of checks passed; {topics} expected topics are recorded, not judged."
        )
    return lines


def results_json(results: Sequence[ConversationResult]) -> dict[str, object]:
    """All results as JSON-serialisable values."""
    turns = [turn for result in results for turn in result.turns]
    context = [turn.context_resolution for turn in turns if turn.context_resolution is not None]
    return {
        "format": FORMAT,
        "judge": None,
        "passed": all(result.conversation_passed for result in results),
        "conversations_passed": sum(result.conversation_passed for result in results),
        "turns": len(turns),
        "turns_passed": sum(turn.passed for turn in turns),
        "context_resolution_rate": sum(context) / len(context) if context else None,
        "conversations": [asdict(result) for result in results],
    }


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson, 1927); `count` is at least 1."""
    z = 1.96
    centre = hits + z * z / 2
    spread = z * math.sqrt(hits * (count - hits) / count + z * z / 4)
    return max(0.0, (centre - spread) / (count + z * z)), min(1.0, (centre + spread) / (count + z * z))


def _line(result: ConversationResult, width: int, strip: int) -> str:
    marks = "".join("✓" if turn.passed else "✗" for turn in result.turns)
    state = "pass" if result.conversation_passed else "FAIL"
    context = [turn.context_resolution for turn in result.turns if turn.context_resolution is not None]
    resolved = f"context {sum(context):.0f}/{len(context)}" if context else "context n/a"
    return f"{state}  {result.name:{width}}  {marks:{strip}}  {result.average_score:5.1f}  {resolved}"


def _turn_lines(turn: TurnResult) -> list[str]:
    lines = [f"  {'✓' if turn.passed else '✗'} turn {turn.turn_number}: {turn.user_query}"]
    if turn.reformulated_query and turn.reformulated_query != turn.user_query:
        lines.append(f"      asked as: {turn.reformulated_query}")
    for check in turn.checks:
        if not check.passed:
            lines += [
                f"      {check.name}: expected {check.expected}",
                f"      {' ' * len(check.name)}  came {_cut(check.came)}",
            ]
    return lines


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"


def _rate(hits: int, count: int) -> str:
    if not count:
        return "n/a"
    low, high = wilson(hits, count)
    return f"{hits} of {count}  {hits / count:.1%}  (95 % interval {low:.0%} to {high:.0%})"
