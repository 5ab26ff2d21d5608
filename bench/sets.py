"""Rows of one set after another, and of their pool."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median

import numpy as np

from bench.anchors import outputs
from bench.bootstrap import Measure, differences, intervals
from bench.cast import Sample, load
from bench.modelled import model_cells, model_notes
from bench.options import Options
from bench.report import Row
from bench.resolvers import LLM, Resolved, compared, play
from bench.scores import Counts
from bench.spread import spread

Count = Callable[[Sample, str, bool, str], Counts]
"""Counts of a turn from the sample, the question it was resolved to, whether it was taken for a follow-up, and what is
searched for."""

Sides = Mapping[str, Sequence[Resolved]]
"""The same turns in the same order as each resolver sees them; the one that is measured comes first."""

CAST19 = "cast19"


def follow_ups(options: Options) -> list[Sample]:
    """Turns after the first; `--set`, `--limit` and `--sample` applied."""
    names = () if options.set in {"", "all"} else (options.set,)
    taken: dict[str, list[Sample]] = {}
    for sample in load(options.data, names):
        if sample.exchanges:
            taken.setdefault(sample.set, []).append(sample)
    return [sample for samples in taken.values() for sample in spread(samples[: options.limit], options.sample)]


def played(options: Options, samples: Sequence[Sample]) -> Sides:
    """The samples as the resolver reads them, and beside a model as the rules do."""
    return {by: play(samples, by) for by in compared(options.resolver)}


def by_set(options: Options, sides: Sides) -> Iterator[tuple[str, Sides]]:
    """Each set with its turns, and `all`; only `all` where that is asked for."""
    names = sorted({each.sample.set for turns in sides.values() for each in turns})
    if options.set != "all":
        for name in names:
            yield name, of_set(sides, name)
    if options.set == "all" or (not options.set and len(names) > 1):
        yield "all", sides


def of_set(sides: Sides, name: str) -> Sides:
    """The turns of one set; all of them for `all`."""
    return {by: [each for each in turns if name in {"all", each.sample.set}] for by, turns in sides.items()}


def our_rows(options: Options, name: str, sides: Sides, count: Count, measure: Measure) -> list[Row]:
    """Our figures on a set with their intervals; beside a model those of the rules, with what it adds to them."""
    mine = _counts(sides[options.resolver], count)
    rows: list[Row] = []
    for by, turns in sides.items():
        counts = _counts(turns, count)
        conversations = [each.sample.conversation for each in turns]
        row: dict[str, object] = {
            "system": "askwell",
            "resolver": by,
            "set": name,
            "n": len(turns),
            **{key: round(value, 4) for key, value in measure(counts.sum(axis=0)).items()},
            "cpu_ms": round(median(each.cpu_ms for each in turns), 3),
            **model_cells(by, [each.took_s for each in turns]),
            "interval": intervals(counts, conversations, measure),
        }
        if by != options.resolver:
            row["difference"] = differences(mine, counts, conversations, measure)
        rows.append(row)
    return rows


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
                count(each.sample, text, changed(each.sample.utterance, text), text)
                for each in resolved
                for text in [texts[each.sample.id]]
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


def metrics_of(options: Options, metrics: Sequence[str]) -> tuple[str, ...]:
    """The columns of a table: the measures, the processor time, and the seconds a turn where there is a model."""
    return (*metrics, "cpu_ms", *(("s_turn",) if options.resolver == LLM else ()))


def notes(options: Options, *measured: Sides) -> tuple[str, ...]:
    """What was done with a model's wordings, where there is one."""
    if options.resolver != LLM:
        return ()
    return model_notes([each.resolution for sides in measured for each in sides[LLM]])


def _counts(resolved: Sequence[Resolved], count: Count) -> Counts:
    leans = ("follow_up", "clarification")
    return np.array(
        [
            count(each.sample, each.resolution.question, each.resolution.kind in leans, each.resolution.searched)
            for each in resolved
        ]
    )
