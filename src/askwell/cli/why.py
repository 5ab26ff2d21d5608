"""Explanations of an answer, in its language, from the decisions that are stored with it."""

from collections.abc import Sequence

from askwell.cli.terminal import wrap
from askwell.cli.wording import Words, words_of
from askwell.projections import choice_and_reason, explained, reason_text
from askwell.types import DECIDING_FEATURES, Answer, Antecedent, Decision, Resolution

MIN_CONTRIBUTION = 0.005
"""Smaller contributions of a feature are left out; they would be shown as 0.00."""

LINE = ("look_up", "reuse", "search", "query_tables", "rank", "grade", "remind", "pack")
"""Steps between the question and the writer, in order."""


def why(answer: Answer, asked: str) -> list[str]:
    """One line per reason: question, route, search, packing, support, time and model.

    The lines are in the language of the answer. `asked` is the question as typed; an answer does not contain it.
    """
    words = words_of(answer.language)
    decisions = answer.decisions
    lines = [
        *(_question(answer, asked, words) if decisions else ()),
        *_steps(decisions, "recall", words),
        *_steps(decisions, "operate", words),
        *_stopped(decisions, words),
        *_steps(decisions, "route", words),
        *_knowledge(decisions, words),
        *([f"  {line}" for line in explained(answer.ledger, answer.language)] if answer.ledger else ()),
        *_plugged(decisions, words),
        *_written(answer, words),
        _cost(answer, words),
    ]
    return [line for line in lines if line]


def wrap_lines(lines: Sequence[str], width: int, indent: str = "") -> list[str]:
    """The lines wrapped at `width` columns; continuation lines keep the indent of their line."""
    return [wrap(line.lstrip(), width, indent + " " * (len(line) - len(line.lstrip()))) for line in lines]


def _question(answer: Answer, asked: str, words: Words) -> list[str]:
    resolution = answer.resolution
    if resolution is None:
        return [words.line("unseen")]
    understood = words.line("typed")
    if resolution.question != asked:
        understood = words.line("worded", question=words.quoted(resolution.question))
    kind, score = words.name("kinds", resolution.kind), words.share(resolution.score)
    if resolution.by in {"rules", "user"}:
        head = words.line("kind", understood=understood, kind=kind, score=score)
    else:
        head = words.line("kind_by", understood=understood, kind=kind, score=score, by=resolution.by)
    reason = reason_text(resolution.reason, words.language)
    return [
        head,
        *([f"  {reason}"] if reason else ()),
        *_antecedents(resolution, reason, words),
        *_features(resolution, words),
        *_considered(answer, words),
    ]


def _considered(answer: Answer, words: Words) -> list[str]:
    """The wordings that were considered, each with its quality."""
    found = [each.detail.get("considered") for each in _of(answer.decisions, "resolve")]
    return ["  " + words.line("considered", wordings=str(each)) for each in found if each]


def _antecedents(resolution: Resolution, reason: str, words: Words) -> list[str]:
    """What each expression refers to, unless the reason mentions it."""
    return [
        "  " + words.line("means", expression=words.quoted(each.expression), x=words.quoted(each.refers_to), turn=turn)
        for each in resolution.antecedents
        if not _is_mentioned(each, reason, words) and (turn := words.whole(each.turn))
    ]


def _is_mentioned(antecedent: Antecedent, reason: str, words: Words) -> bool:
    return words.quoted(antecedent.refers_to) in reason or words.quoted(antecedent.expression) in reason


def _features(resolution: Resolution, words: Words) -> list[str]:
    """Features for and against a follow-up, strongest first; the winning side comes first."""
    ordered = sorted(resolution.features.items(), key=lambda pair: -abs(pair[1]))
    contributions = [(value, f"{words.name('features', name)} {words.signed(value)}") for name, value in ordered]
    sides = {
        "decided": [words.name("features", name) for name, _ in ordered if name in DECIDING_FEATURES],
        "leaning": [text for value, text in contributions if value >= MIN_CONTRIBUTION],
        "alone": [text for value, text in contributions if value <= -MIN_CONTRIBUTION],
    }
    order = ("leaning", "alone") if resolution.is_dependent else ("alone", "leaning")
    shown = ("decided",) if sides["decided"] else order
    return ["  " + words.line(side, features=" · ".join(sides[side])) for side in shown if sides[side]]


def _stopped(decisions: Sequence[Decision], words: Words) -> list[str]:
    """Why the turn ended at the first step."""
    return [
        words.line("stopped_at", reason=_choice(decision, words)["reason"])
        for decision in _of(decisions, "screen")
        if decision.code == "screen.wordless" or decision.choice == "decline"
    ]


def _steps(decisions: Sequence[Decision], step: str, words: Words) -> list[str]:
    """One line per decision of a step."""
    name = {"route": "way"}.get(step, step)
    return [words.line(name, **_choice(decision, words)) for decision in _of(decisions, step)]


def _choice(decision: Decision, words: Words) -> dict[str, str]:
    choice, reason = choice_and_reason(decision, words.language)
    table = {"route": "ways", "write": "endings"}.get(decision.step)
    return {"choice": words.name(table, choice) if table else choice, "reason": reason}


def _knowledge(decisions: Sequence[Decision], words: Words) -> list[str]:
    """Searches with their results, one line per search."""
    lines: list[str] = []
    for decision in decisions:
        if decision.step not in LINE:
            continue
        text = words.line(decision.step, **_choice(decision, words))
        if decision.step in {"look_up", "search", "remind"} or not lines:
            lines.append(text)
        else:
            lines[-1] += f" · {text}"
    pack = _of(decisions, "pack")
    dropped = pack[-1].params.get("dropped") or pack[-1].detail.get("dropped") if pack else None
    if dropped:
        lines.append("  " + words.line("dropped", dropped=words.sentences.why(dropped)))
    return lines


def _plugged(decisions: Sequence[Decision], words: Words) -> list[str]:
    """Decisions of plugged-in steps, in their own words."""
    return [
        words.line("plugged", step=each.step, **_choice(each, words))
        for each in decisions
        if each.step not in words.tables["steps"]
    ]


def _written(answer: Answer, words: Words) -> list[str]:
    written = [each for each in answer.decisions if each.code != "write.tools" and each.choice != "use tools"]
    lines = [*_steps(written, "use_tools", words), *_steps(written, "write", words)]
    if answer.support:
        scores = [sentence.score for sentence in answer.support]
        lines.append(
            words.line(
                "support",
                sentences=words.counted(len(scores), "sentence"),
                best=words.share(max(scores)),
                weakest=words.share(min(scores)),
            )
        )
    if answer.warnings:
        named = ", ".join(words.name("warnings", warning) for warning in answer.warnings)
        lines.append(words.line("warnings", warnings=named))
    if answer.status != "completed":
        lines.append(words.line("ended", status=words.name("statuses", answer.status)))
    return lines


def _cost(answer: Answer, words: Words) -> str:
    by_step: dict[str, float] = {}
    for decision in answer.decisions:
        by_step[decision.step] = by_step.get(decision.step, 0.0) + decision.took_ms
    slowest = sorted(by_step.items(), key=lambda pair: -pair[1])[:3]
    steps = ", ".join(f"{words.name('steps', step)} {words.took(ms)}" for step, ms in slowest if ms >= 1)
    usage = answer.usage
    parts = [words.took(answer.took_ms) + (f" ({steps})" if steps else "")]
    parts.append(words.line("model", model=answer.model) if answer.model else words.line("no_model"))
    if usage.calls:
        parts.append(
            words.line("tokens", read=words.whole(usage.input_tokens), written=words.whole(usage.output_tokens))
        )
    return ", ".join(parts)


def _of(decisions: Sequence[Decision], step: str) -> list[Decision]:
    return [decision for decision in decisions if decision.step == step]
