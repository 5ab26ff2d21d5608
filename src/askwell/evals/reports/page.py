"""A report as one HTML page that needs nothing else: no network, style and script by their hashes."""

import base64
import hashlib
from collections.abc import Iterable
from html import escape
from pathlib import Path

from askwell.evals.reports.compare import Comparison, Flip, judge_lines, test_lines, verdict
from askwell.evals.reports.page_turns import ICONS, badge, conversation_html
from askwell.evals.reports.plots import plots
from askwell.evals.reports.report import Interval, Report
from askwell.evals.reports.svg import interval
from askwell.evals.reports.terminal import UNJUDGED


def as_html(report: Report, compared: Comparison | None = None) -> str:
    """The page. All texts are escaped; the content security policy allows this style and this script, nothing else."""
    style, script = _file("page.css"), _file("page.js")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; base-uri 'none'; "
        "form-action 'none'"
    )
    state = "passed" if report.summary.passed else "failed"
    flips = (*compared.lost, *compared.gained) if compared else ()
    rows = (conversation_html(at, each, flips) for at, each in enumerate(report.conversations, 1))
    lines = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="color-scheme" content="light dark">\n<title>Evaluation: {state}</title>',
        f"<style>{style}</style>\n</head>\n<body>\n{ICONS}",
        f"<header class=top><h1>Evaluation</h1>{badge(report.summary.passed)}",
        f"<p class=quiet>{_about(report)}</p></header>",
        f"<section class=tiles aria-label=Totals>{_tiles(report)}</section>",
        _difference(compared) if compared else "",
        f"<section class=plots aria-label=Plots>{plots(report, compared.before if compared else None)}</section>",
        f"{_filters(report, compared)}\n<main>",
        *rows,
        f"</main>\n<script>{script}</script>\n</body>\n</html>\n",
    )
    return "\n".join(lines)


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _about(report: Report) -> str:
    judge = f"judge: {escape(report.judge)}" if report.judge else UNJUDGED
    prompt = f", prompt {escape(report.judge_prompt)}" if report.judge_prompt else ""
    known = report.summary.turns_known_faults
    faults = f", known faults that do not count: {known}" if known else ""
    return f"askwell {escape(report.askwell)}, {judge}{prompt}{faults}"


def _tiles(report: Report) -> str:
    totals = report.summary
    resolved = (totals.context_resolution_rate or 0.0) * totals.turns_with_context
    score = "n/a" if totals.average_score is None else f"{totals.average_score:.1f}"
    return "".join(
        (
            _rate(
                "Conversations passed", totals.conversations_passed, totals.conversations, totals.conversations_interval
            ),
            _rate("Turns passed", totals.turns_passed, totals.turns, totals.turns_interval),
            _rate("Context resolved", resolved, totals.turns_with_context, totals.context_interval),
            f"<div class=tile><h2>Average score</h2><p class=big>{score}</p>"
            f"<p class=quiet>{totals.turns_excellent} of {totals.turns} turns are excellent (85 or more)</p></div>",
        )
    )


def _rate(title: str, hits: float, count: int, ends: Interval | None) -> str:
    if ends is None:
        return f"<div class=tile><h2>{title}</h2><p class=big>n/a</p><p class=quiet>there are none</p></div>"
    share, (low, high) = hits / count, ends
    return (
        f"<div class=tile><h2>{title}</h2><p class=big>{share:.0%}<small>{hits:.4g} of {count}</small></p>"
        f"{interval(low, high, share)}<p class=quiet>95 % interval {low:.0%} to {high:.0%}</p></div>"
    )


def _difference(compared: Comparison) -> str:
    lists = "".join(
        f"<div><h3>{len(flips)} {name}</h3>{_flips(flips)}</div>"
        for name, flips in (("lost", compared.lost), ("gained", compared.gained))
        if flips
    )
    only = "".join(
        f"<p class=quiet>turns only in the {which} run: {len(names)}</p>"
        for which, names in (("old", compared.only_before), ("new", compared.only_after))
        if names
    )
    sentence = verdict(compared)
    tests = "".join(f"<p class=quiet>{escape(line)}</p>" for line in (*judge_lines(compared), *test_lines(compared)))
    return (
        f"<section class=difference><h2>Difference from the old run</h2><p>Turns compared: {compared.turns}; "
        f"{escape(sentence)}.</p>{tests}<div class=flips>{lists}</div>{only}</section>\n"
    )


def _flips(flips: tuple[Flip, ...]) -> str:
    items = "".join(
        f'<li><a href="#c{flip.at}t{flip.after.turn_number}">'
        f"{escape(flip.conversation)}, turn {flip.after.turn_number}</a> "
        f"<span class=quiet>{flip.before.composite_score:.0f} to {flip.after.composite_score:.0f}</span></li>"
        for flip in flips
    )
    return f"<ul>{items}</ul>"


def _filters(report: Report, compared: Comparison | None) -> str:
    assistants = dict.fromkeys(each.assistant for each in report.conversations)
    domains = sorted({each.domain for each in report.conversations} - {""})
    by_domain = f"<label>Domain {_select('domain', domains)}</label>" if domains else ""
    flipped = "<label><input type=checkbox name=flipped> Flipped</label>" if compared else ""
    return (
        "<form class=filters aria-label=Filters><label><input type=checkbox name=failed> Failed</label>"
        f"<label><input type=checkbox name=context> Needs context</label>{flipped}"
        f"<label>Assistant {_select('assistant', assistants)}</label>{by_domain}"
        f"<output aria-live=polite>{len(report.conversations)} conversations</output></form>"
    )


def _select(name: str, values: Iterable[str]) -> str:
    options = "".join(f'<option value="{escape(value)}">{escape(value)}</option>' for value in values)
    return f'<select name={name}><option value="">all</option>{options}</select>'
