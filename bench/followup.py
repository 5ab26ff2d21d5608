"""Follow-up detection: is a turn recognised as leaning on those before it?

Positive means that the human rewrite says something else than the utterance. `switches` adds as many turns again: first
turns of other conversations, put behind the same histories, which must be recognised as leaning on nothing.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from bench.anchors import FOLLOWUP
from bench.cast import Sample, load
from bench.options import Options
from bench.report import Report, Row
from bench.resolvers import Resolved
from bench.scores import Counts, count_detection, detection, differs
from bench.sets import CAST19, anchor_rows, by_set, follow_ups, metrics_of, notes, of_set, our_rows, played

METRICS = ("balanced_accuracy", "specificity", "mcc", "precision", "recall")

_SEED = 19
_ALONE = ("standalone", "topic_switch", "meta")


def run(options: Options) -> Report:
    """Rows of every set, of their pool, and of both with topic switches injected."""
    samples = follow_ups(options)
    plain = played(options, samples)
    switched = played(options, _switches(samples, options))
    rows: list[Row] = []
    for name, turns in by_set(options, plain):
        rows += our_rows(options, name, turns, _count, detection)
        if name == CAST19:
            rows += anchor_rows(options, turns[options.resolver], _count, detection, FOLLOWUP, differs)
        switches = of_set(switched, name)
        both = {by: [*group, *switches[by]] for by, group in turns.items()}
        rows += our_rows(options, f"{name}+switches", both, _count, detection)
    changed = _changed([*plain[options.resolver], *switched[options.resolver]])
    said = (f"judged standalone, yet changed: {changed}", *notes(options, plain, switched))
    return Report("followup", metrics_of(options, METRICS), tuple(rows), said)


def _changed(resolved: Sequence[Resolved]) -> int:
    return sum(
        each.resolution.kind in _ALONE and each.resolution.question != each.sample.utterance for each in resolved
    )


def _count(sample: Sample, question: str, leans: bool, searched: str) -> Counts:
    del question, searched
    return count_detection(differs(sample.utterance, sample.rewrite), leans)


def _switches(samples: Sequence[Sample], options: Options) -> list[Sample]:
    """The same histories with the first turn of another conversation behind them; every set draws for itself."""
    openings = [sample for sample in load(options.data) if not sample.exchanges]
    if not openings:
        return []
    draws = {sample.set: random.Random(_SEED) for sample in samples}
    found: list[Sample] = []
    for sample in samples:
        drawn = draws[sample.set].choices(openings, k=8)
        others = [opening for opening in drawn if opening.conversation != sample.conversation]
        if others:
            found.append(replace(sample, utterance=others[0].utterance, rewrite=others[0].utterance))
    return found
