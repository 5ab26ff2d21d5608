"""Conversations of a report as HTML: a row of turns from left to right."""

from collections.abc import Iterable
from html import escape

from askwell.evals.reports.compare import Flip
from askwell.evals.reports.report import ReportCheck, ReportConversation, ReportTurn
from askwell.evals.reports.svg import bar
from askwell.evals.reports.terminal import MOST, shown_interval

LABELS = {
    "factual_accuracy": "Factual accuracy",
    "completeness": "Completeness",
    "context_resolution": "Context",
    "coherence": "Coherence",
}

ICONS = (
    '<svg class="icons" aria-hidden="true"><symbol id="yes" viewBox="0 0 12 12"><path d="M2 6.5 5 9.5 10 3"/></symbol>'
    '<symbol id="no" viewBox="0 0 12 12"><path d="M3 3l6 6M9 3l-6 6"/></symbol></svg>'
)
"""Defines the two marks that strips and checks use."""


def conversation_html(number: int, conversation: ReportConversation, flips: Iterable[Flip]) -> str:
    """One conversation. Its anchor is `c1`, that of a turn `c1t2`."""
    flipped = {flip.after.turn_number: flip for flip in flips if flip.at == number}
    turns = "".join(_turn(number, turn, flipped.get(turn.turn_number)) for turn in conversation.turns)
    state = "passed" if conversation.conversation_passed else "failed"
    missed = "".join(f"<li>{escape(each)}</li>" for each in conversation.missed)
    name = escape(conversation.name)
    return (
        f'<article class="conversation {state}" id="c{number}" data-assistant="{escape(conversation.assistant)}"'
        f' data-domain="{escape(conversation.domain)}">'
        f"<header><h2>{name}</h2>{badge(conversation.conversation_passed)}"
        f"{f'<p>{escape(conversation.description)}</p>' if conversation.description else ''}"
        f'<p class="about"><span>{escape(conversation.assistant)}</span> '
        f"{f'<span>{escape(conversation.domain)}</span> ' if conversation.domain else ''}"
        f"<span>score {conversation.average_score:.1f}</span> <span>{_context(conversation)}</span></p>"
        f"{_strip(number, conversation.turns)}</header>"
        f"{f'<ul class=missed>{missed}</ul>' if missed else ''}"
        f'<div class="turns" tabindex="0" role="group" aria-label="Turns of {name}">{turns}</div></article>'
    )


def badge(passed: bool) -> str:
    """The result as a word with its mark."""
    word = "passed" if passed else "failed"
    return f'<span class="badge {word}">{_icon(passed)}{word}</span>'


def _icon(passed: bool) -> str:
    return f'<svg class="icon" aria-hidden="true"><use href="#{"yes" if passed else "no"}"/></svg>'


def _context(conversation: ReportConversation) -> str:
    context = [turn.is_resolved for turn in conversation.turns if turn.is_resolved is not None]
    if not context:
        return "no turn needs context"
    return f"context {sum(context)} of {len(context)} {shown_interval(sum(context), len(context))}"


def _strip(number: int, turns: Iterable[ReportTurn]) -> str:
    marks = "".join(
        f'<a class="mark {_state(turn)}" href="#c{number}t{turn.turn_number}" '
        f'aria-label="turn {turn.turn_number} {_state(turn)}">{turn.turn_number}{_icon(turn.passed)}</a>'
        for turn in turns
    )
    return f'<nav class="strip" aria-label="Turns">{marks}</nav>'


def _state(turn: ReportTurn) -> str:
    if turn.judge_error:
        return "unjudged"
    return "passed" if turn.passed else "known" if turn.known_fault else "failed"


def _turn(number: int, turn: ReportTurn, flip: Flip | None) -> str:
    marks = [_badge(turn)]
    if turn.requires_context:
        marks.append('<span class="badge plain">needs context</span>')
    if flip is not None:
        marks.append(f'<span class="badge plain">{"gained" if turn.passed else "lost"} since the old run</span>')
    data = "".join(
        f" data-{name}" for name, on in (("context", turn.requires_context), ("flipped", flip is not None)) if on
    )
    lang = f' lang="{turn.language}"' if turn.language else ""
    return (
        f'<section class="turn {_state(turn)}" id="c{number}t{turn.turn_number}"{data}>'
        f"<h3>Turn {turn.turn_number}<small>{turn.composite_score:.0f}</small></h3><p class=marks>{''.join(marks)}</p>"
        f"<dl>{_row('Asked', escape(turn.user_query), lang)}{_row('Resolved', _resolved(turn), lang)}"
        f"{_row('Answer', _answer(turn), lang)}"
        f"{_row('Sources', _sources(turn.sources))}</dl>"
        f"{_scores(turn)}{_why(turn)}{_figures(turn)}</section>"
    )


def _badge(turn: ReportTurn) -> str:
    plain = "not judged" if turn.judge_error else "known fault" if turn.is_known_fault else ""
    return f'<span class="badge plain">{plain}</span>' if plain else badge(turn.passed)


def _row(label: str, html: str, attributes: str = "") -> str:
    return f"<dt>{label}</dt><dd{attributes}>{html}</dd>"


def _answer(turn: ReportTurn) -> str:
    return f"<div class=answer tabindex=0>{escape(turn.response)}</div>" if turn.response else "none"


def _resolved(turn: ReportTurn) -> str:
    if not turn.reformulated_query:
        return "not resolved"
    same = turn.reformulated_query == turn.user_query
    shown = '<span class="quiet">as asked</span>' if same else escape(turn.reformulated_query)
    if turn.expected_question and turn.expected_question != turn.reformulated_query:
        shown += f'<div class="quiet">expected: {escape(turn.expected_question)}</div>'
    return shown


def _sources(names: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(name)}</li>" for name in names)
    return f"<ol>{items}</ol>" if items else '<span class="quiet">none</span>'


def _scores(turn: ReportTurn) -> str:
    if turn.factual_accuracy is None:
        reason = f" ({escape(turn.judge_error)})" if turn.judge_error else ""
        return f'<p class="quiet">Not judged{reason}: the score is the share of passed checks.</p>'
    rows = "".join(_score(turn, name) for name in LABELS)
    votes = f'<p class="quiet">mean of {turn.votes} votes</p>' if turn.votes > 1 else ""
    return f'<table class="scores"><tbody>{rows}</tbody></table>{votes}'


def _score(turn: ReportTurn, name: str) -> str:
    value: float | None = getattr(turn, name)
    head = f"<tr><th scope=row>{LABELS[name]}</th>"
    if value is None:
        return f'{head}<td></td><td class="quiet">not needed</td></tr>'
    least = 0 if name == "context_resolution" else 1
    share = (value - least) / (MOST[name] - least)
    spread = f" <small>spread {turn.spread[name]:.2g}</small>" if turn.spread.get(name) else ""
    style = "" if share >= 0.5 else "low"
    return f"{head}<td>{bar(share, style)}</td><td>{value:.3g} of {MOST[name]}{spread}</td></tr>"


def _why(turn: ReportTurn) -> str:
    """Failed checks first, then the reasons of the judge; passed checks on demand."""
    failed = "".join(_check(each) for each in turn.checks if not each.passed)
    reasons = "".join(
        f"<li><b>{LABELS.get(name, escape(name))}</b>: {escape(reason)}</li>" for name, reason in turn.why.items()
    )
    passed = [each for each in turn.checks if each.passed]
    listed = "".join(_check(each) for each in passed)
    count = f"{len(passed)} passed check{'s' if len(passed) > 1 else ''}"
    more = f"<details><summary>{count}</summary><ul class=checks>{listed}</ul></details>" if passed else ""
    more += f'<p class="quiet">not checked: {escape(", ".join(turn.unchecked))}</p>' if turn.unchecked else ""
    known = f"<p class=quiet>known fault: {escape(turn.known_fault)}</p>" if turn.known_fault else ""
    shown = (
        known
        + (f"<ul class=checks>{failed}</ul>" if failed else "")
        + (f"<ul class=reasons>{reasons}</ul>" if reasons else "")
    )
    return f"<h4>Why</h4>{shown}{more}" if shown or more else ""


def _check(check: ReportCheck) -> str:
    got = "" if check.passed else f"<div>got {escape(check.got)}</div>"
    return (
        f"<li>{_icon(check.passed)}<div><b>{escape(check.name)}</b> expected {escape(check.expected)}{got}</div></li>"
    )


def _figures(turn: ReportTurn) -> str:
    tokens = f", {turn.input_tokens} + {turn.output_tokens} tokens" if turn.input_tokens or turn.output_tokens else ""
    return f'<p class="quiet figures">{turn.took_ms:.0f} ms{tokens}</p>'
