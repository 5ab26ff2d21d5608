"""Follow-up detection: is a turn recognised as leaning on those before it?

Positive means that the human rewrite says something else than the utterance. `switches` adds as many turns again: first
turns of other conversations, put behind the same histories, which must be recognised as leaning on nothing.
"""

import random
from dataclasses import replace

from bench.anchors import FOLLOWUP
from bench.cast import Sample, load
from bench.options import Options
from bench.report import Report, Row
from bench.resolvers import play
from bench.scores import Counts, count_detection, detection, differs
from bench.sets import CAST19, anchor_rows, by_set, follow_ups, our_row

_SEED = 19


def run(options: Options) -> Report:
    """Rows of every set, of their pool, and of both with topic switches injected."""
    resolved = follow_ups(options)
    changed = [
        each
        for each in resolved
        if each.resolution.kind in _ALONE and each.resolution.question != each.sample.utterance
    ]
    rows: list[Row] = []
    for name, turns in by_set(options, resolved):
        rows.append(our_row(options, name, turns, _count, detection))
        if name == CAST19:
            rows += anchor_rows(options, turns, _count, detection, FOLLOWUP, differs)
        switches = play(_switches([each.sample for each in turns], options), options.resolver)
        rows.append(our_row(options, f"{name}+switches", [*turns, *switches], _count, detection))
        changed += [
            each
            for each in switches
            if each.resolution.kind in _ALONE and each.resolution.question != each.sample.utterance
        ]
    metrics = ("balanced_accuracy", "specificity", "mcc", "precision", "recall", "cpu_ms")
    return Report("followup", metrics, tuple(rows), (f"judged standalone, yet changed: {len(changed)}",))


_ALONE = ("standalone", "topic_switch", "meta")


def _count(sample: Sample, question: str, leans: bool) -> Counts:
    del question
    return count_detection(differs(sample.utterance, sample.rewrite), leans)


def _switches(samples: list[Sample], options: Options) -> list[Sample]:
    """The same histories with the first turn of another conversation behind them."""
    openings = [sample for sample in load(options.data) if not sample.exchanges]
    if not openings:
        return []
    draw = random.Random(_SEED)
    found: list[Sample] = []
    for sample in samples:
        others = [opening for opening in draw.choices(openings, k=8) if opening.conversation != sample.conversation]
        if others:
            found.append(replace(sample, utterance=others[0].utterance, rewrite=others[0].utterance))
    return found
