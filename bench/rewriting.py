"""Rewriting: does the resolved question say what a person would have written?

EM and ROUGE are of the question as it is shown; TERM is of all that is searched for, its search terms included.
"""

from bench.anchors import REWRITING
from bench.cast import Sample
from bench.options import Options
from bench.report import Report, Row
from bench.scores import Counts, Rewritten, count_rewriting, differs, rewriting
from bench.sets import CAST19, anchor_rows, by_set, follow_ups, metrics_of, notes, our_rows, played

METRICS = ("EM", "R1_R", "R1_P", "R1_F", "TERM_P", "TERM_R", "TERM_F1")


def run(options: Options) -> Report:
    """Rows of every set and of their pool, over turns after the first."""
    resolved = played(options, follow_ups(options))
    rows: list[Row] = []
    for name, turns in by_set(options, resolved):
        rows += our_rows(options, name, turns, _count, rewriting)
        if name == CAST19:
            rows += anchor_rows(options, turns[options.resolver], _count, rewriting, REWRITING, differs)
    return Report("rewriting", metrics_of(options, METRICS), tuple(rows), notes(options, resolved))


def _count(sample: Sample, question: str, leans: bool, searched: str) -> Counts:
    del leans
    return count_rewriting(Rewritten(sample.utterance, sample.rewrite, question, sample.history, searched))
