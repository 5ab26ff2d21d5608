"""Rows of one set after another, and of their pool."""

from collections.abc import Callable, Iterator, Sequence
from statistics import median

import numpy as np

from bench.anchors import outputs
from bench.bootstrap import Measure, differences, intervals
from bench.cast import Sample, load
from bench.options import Options
from bench.report import Row
from bench.resolvers import Resolved, play
from bench.scores import Counts

Count = Callable[[Sample, str, bool], Counts]
"""Counts of a turn from the sample, the question it was resolved to, and whether it was taken for a follow-up."""

CAST19 = "cast19"


def follow_ups(options: Options) -> list[Resolved]:
    """Every turn after the first, resolved; `--set` and `--limit` applied."""
    names = () if options.set in {"", "all"} else (options.set,)
    taken: dict[str, list[Sample]] = {}
    for sample in load(options.data, names):
        if sample.exchanges:
            taken.setdefault(sample.set, []).append(sample)
    limited = [sample for samples in taken.values() for sample in samples[: options.limit]]
    return play(limited, options.resolver)


def by_set(options: Options, resolved: Sequence[Resolved]) -> Iterator[tuple[str, list[Resolved]]]:
    """Each set with its turns, and `all`; only `all` where that is asked for."""
    names = sorted({each.sample.set for each in resolved})
    if options.set != "all":
        for name in names:
            yield name, [each for each in resolved if each.sample.set == name]
    if options.set == "all" or (not options.set and len(names) > 1):
        yield "all", list(resolved)


def our_row(options: Options, name: str, resolved: Sequence[Resolved], count: Count, measure: Measure) -> Row:
    """Our figures on a set, with their intervals."""
    counts = _counts(resolved, count)
    conversations = [each.sample.conversation for each in resolved]
    return {
        "system": "askwell",
        "resolver": options.resolver,
        "set": name,
        "n": len(resolved),
        **{key: round(value, 4) for key, value in measure(counts.sum(axis=0)).items()},
        "cpu_ms": round(median(each.cpu_ms for each in resolved), 3),
        "interval": intervals(counts, conversations, measure),
    }


def anchor_rows(  # noqa: PLR0917
    options: Options,
    resolved: Sequence[Resolved],
    count: Count,
    measure: Measure,
    published: dict[str, dict[str, float]],
    changed: Callable[[str, str], bool],
) -> list[Row]:
    """Published figures on CAsT-19, and those that our measures give to the public outputs of such systems."""
    rows: list[Row] = [{"system": system, "set": CAST19, "n": 429, **figures} for system, figures in published.items()]
    ours = _counts(resolved, count)
    conversations = [each.sample.conversation for each in resolved]
    raw = {each.sample.id: each.sample.utterance for each in resolved}
    for system, texts in {"raw utterance": raw, **outputs(options.data)}.items():
        theirs = np.array(
            [
                count(each.sample, texts[each.sample.id], changed(each.sample.utterance, texts[each.sample.id]))
                for each in resolved
            ]
        )
        figures = measure(theirs.sum(axis=0))
        rows.append(
            {
                "system": system,
                "set": CAST19,
                "n": len(resolved),
                **{key: round(value, 4) for key, value in figures.items()},
                "difference": differences(ours, theirs, conversations, measure),
            }
        )
    return rows


def _counts(resolved: Sequence[Resolved], count: Count) -> Counts:
    leans = ("follow_up", "clarification")
    return np.array([count(each.sample, each.resolution.question, each.resolution.kind in leans) for each in resolved])
