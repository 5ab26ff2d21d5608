"""Why an answer came out as it did, in words, from the decisions that were stored with it."""

from collections.abc import Mapping, Sequence

from askwell.cli.answers import took
from askwell.types import Answer, Decision

KINDS: Mapping[str, str] = {
    "standalone": "complete in itself",
    "follow_up": "a follow-up",
    "topic_switch": "a new subject",
    "clarification": "an answer to what was asked back",
    "meta": "about the conversation",
}

LINE = ("search", "rank", "grade", "pack")
"""Steps between the question and the writer, in order."""


def why(answer: Answer, asked: str) -> list[str]:
    """The reasons, a line each: the question, the way, what was searched and packed, the support, time and model.

    `asked` is the question as typed, which an answer does not hold.
    """
    lines = [
        *(_question(answer, asked) if answer.decisions else ()),
        *_way(answer),
        *_knowledge(answer.decisions),
        *_written(answer),
        _cost(answer),
    ]
    return [line for line in lines if line]


def _question(answer: Answer, asked: str) -> list[str]:
    resolution = answer.resolution
    decision = _of(answer.decisions, "resolve")
    if resolution is None or not decision:
        return ["asked as typed: the question was not looked at in its conversation"]
    understood = "asked as typed" if resolution.question == asked else f"asked as “{resolution.question}”"
    kind = KINDS.get(resolution.kind, resolution.kind)
    by = "" if resolution.by == "rules" else f", by {resolution.by}"
    reason = decision[-1].reason or resolution.reason
    lines = [f"{understood} ({kind}, {_score(decision[-1].score)}{by})" + (f": {reason}" if reason else "")]
    lines += [f"  “{each.expression}” is {each.refers_to}, turn {each.turn}" for each in resolution.antecedents]
    if resolution.features:
        ordered = sorted(resolution.features.items(), key=lambda pair: -abs(pair[1]))
        lines.append("  features: " + ", ".join(f"{name.replace('_', ' ')} {value:+.2g}" for name, value in ordered))
    return lines


def _way(answer: Answer) -> list[str]:
    return [f"way: {decision.choice}, since {decision.reason}" for decision in _of(answer.decisions, "route")]


def _knowledge(decisions: Sequence[Decision]) -> list[str]:
    """What was looked for and what was left of it; a second search stands in a line of its own."""
    lines: list[str] = []
    for decision in decisions:
        if decision.step not in LINE:
            continue
        said = {
            "search": f"searched {decision.reason} · {decision.choice}",
            "rank": decision.choice,
            "grade": f"{decision.choice} ({decision.reason})",
            "pack": f"packed {decision.choice}, {decision.reason}",
        }[decision.step]
        if decision.step == "search" or not lines:
            lines.append(said)
        else:
            lines[-1] += f" · {said}"
    pack = _of(decisions, "pack")
    dropped = pack[-1].detail.get("dropped") if pack else None
    if isinstance(dropped, list) and dropped:
        lines.append(f"  left out: {', '.join(map(str, dropped))}")
    return lines


def _written(answer: Answer) -> list[str]:
    lines = []
    if answer.support:
        scores = [sentence.score for sentence in answer.support]
        said = f"{len(scores)} sentences" if len(scores) > 1 else "1 sentence"
        lines.append(f"support of {said}: best {_score(max(scores))}, weakest {_score(min(scores))}")
    if answer.warnings:
        lines.append(f"warnings: {', '.join(answer.warnings)}")
    if answer.status != "completed":
        lines.append(f"ended as {answer.status}")
    return lines


def _cost(answer: Answer) -> str:
    by_step: dict[str, float] = {}
    for decision in answer.decisions:
        by_step[decision.step] = by_step.get(decision.step, 0.0) + decision.took_ms
    slowest = sorted(by_step.items(), key=lambda pair: -pair[1])[:3]
    steps = ", ".join(f"{step} {took(ms)}" for step, ms in slowest if ms >= 1)
    usage = answer.usage
    model = f"model {answer.model}" if answer.model else "no model"
    tokens = f", {usage.input_tokens:,} tokens in, {usage.output_tokens:,} out" if usage.calls else ""
    return f"{took(answer.took_ms)}" + (f" ({steps})" if steps else "") + f", {model}{tokens}"


def _of(decisions: Sequence[Decision], step: str) -> list[Decision]:
    return [decision for decision in decisions if decision.step == step]


def _score(score: float | None) -> str:
    """`.81`; 1 and 0 stay whole."""
    if score is None:
        return "no score"
    return f"{score:.2f}".removeprefix("0") if 0 < round(score, 2) < 1 else f"{score:.0f}"
