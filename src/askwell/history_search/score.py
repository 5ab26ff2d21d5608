"""Scores the units of a conversation for a question, and estimates the probability that each is relevant."""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from askwell.history_search.query import Sought
from askwell.history_search.units import Floats, Units
from askwell.text.times import Named

K1, B = 0.9, 0.4
"""Parameters of BM25 for short texts (Lin et al., Anserini)."""

_LEXICAL_WEIGHT, _DENSE_WEIGHT = 0.6, 1.0
_NEIGHBOUR_WEIGHT = 0.35
_DAY_S = 86_400
_DECAY_AFTER_DAYS, _DECAY_BEFORE_DAYS = 7.0, 2.0
_NEXT_MONTH_VALUE = 0.4
_MIN_DEVIATION = 1e-6

Features = dict[str, Floats]
"""Feature name to one value per unit; comparable between units of one conversation."""


@dataclass(frozen=True)
class Evidence:
    """The match of a question with each unit, before weighting."""

    units: Units
    wanted: Sought
    lexical: Floats
    """log(1 + BM25 / standard deviation of BM25) of each unit; 0 for a unit without words of the question."""
    dense: Floats | None
    """Cosine of each unit in standard deviations from the mean; None if no vectors were compared."""
    coverage: Floats
    """Share of the question's words in a unit, weighted by inverse document frequency; 0 to 1."""
    likeness: Floats
    """Cosine of question and unit, -1 to 1; 0 for a unit without a vector."""

    @property
    def meant(self) -> bool:
        """Whether vectors were compared."""
        return self.dense is not None

    @cached_property
    def features(self) -> Features:
        """All features, with zeros for absent ones."""
        found = {name: self.feature(name) for name in _FEATURES}
        nothing = np.zeros(self.units.count, dtype=np.float32)
        return {name: nothing if values is None else values for name, values in found.items()}

    def feature(self, name: str) -> Floats | None:
        """The values of a feature; None if they are 0 for all units, which is common."""
        return _FEATURES[name](self)


@cache
def weights() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """Trained weights by name of the embedder (`none` without one), with the parts `order` and `sure`.

    Written by `python -m bench train-memory`; see `recollecting.md` for the training data.
    """
    loaded: Mapping[str, Mapping[str, Mapping[str, float]]] = json.loads(
        files("askwell.history_search").joinpath("recollecting.json").read_text(encoding="utf-8")
    )
    return loaded


def may_matter(units: Units, wanted: Sought, upto: int) -> bool:
    """Whether any unit before row `upto` can be relevant. Needs no vector of the question."""
    if not upto:
        return False
    if units.have_meaning:
        return True
    # A unit without words of the question can get a score from its neighbours.
    return bool((units.postings.find(tuple(wanted.terms)).rows <= upto).any())


def order(units: Units, wanted: Sought, embedder: str = "none") -> tuple[npt.NDArray[np.int64], Floats]:
    """Rows, best first, and for each unit, by row, the probability that it is relevant, 0 to 1."""
    total, probability = weighed(units, wanted, embedder)
    return np.argsort(-total, kind="stable"), probability


def weighed(units: Units, wanted: Sought, embedder: str) -> tuple[Floats, Floats]:
    """Score of each unit, by row, and the probability that it is relevant, 0 to 1."""
    found = evidence(units, wanted)
    learnt = _learnt(embedder if found.meant else "none")
    total = np.zeros(units.count, dtype=np.float32)
    for name, weight in learnt["order"].items():
        values = found.feature(name)
        if values is not None:
            total += weight * values
    return total, chances(found, total, learnt["sure"])


def chances(found: Evidence, total: Floats, learnt: Mapping[str, float]) -> Floats:
    """Probability that each unit is relevant, by a logistic model of its match with the question and its rank."""
    parts = sure_features(found, total)
    logit = np.zeros(len(total), dtype=np.float32)
    for name, weight in learnt.items():
        if weight and name != "bias":
            logit += weight * parts[name]
    probability = np.asarray(1 / (1 + np.exp(-(logit + learnt["bias"]))), dtype=np.float32)
    # Without vectors, a unit that shares no words with the question, nor its neighbours, is not relevant.
    return probability if found.meant else np.where(parts["around"] > 0, probability, np.float32(0))


def sure_features(found: Evidence, total: Floats) -> Features:
    """Features for the probability: word coverage of a unit and its neighbours, cosine, and standardised score.

    `foreign` and `strange` depend only on the question. `foreign`: it refers neither to the user nor to a name in the
    conversation. `strange`: it is `foreign` and contains a name.
    """
    around = found.coverage.copy()
    np.maximum(around[:-1], found.coverage[1:], out=around[:-1])
    np.maximum(around[1:], found.coverage[:-1], out=around[1:])
    ones = np.ones_like(found.coverage)
    covered = [found.units.postings.hold(name) for name in found.wanted.names]
    foreign = not found.wanted.of_us and not any(covered)
    return {
        "coverage": found.coverage,
        "around": around,
        "likeness": found.likeness,
        "standing": np.minimum(_standardised(total), 6.0),
        "foreign": foreign * ones,
        "strange": (foreign and not all(covered)) * ones,
    }


def evidence(units: Units, wanted: Sought) -> Evidence:
    """The match of a question with each unit."""
    words, coverage = _lexical(units, wanted)
    likeness, here = units.likeness(wanted.vector) if wanted.vector is not None else _no_likeness(units)
    dense = _standardised(likeness, here) if here.any() else None
    return Evidence(units, wanted, _damped(words), dense, coverage, likeness)


def _learnt(embedder: str) -> Mapping[str, Mapping[str, float]]:
    """The weights of an embedder. An unknown one gets MiniLM's `order`, and `sure` by words only."""
    known = weights()
    if embedder in known:
        return known[embedder]
    return {"order": known["minilm"]["order"], "sure": known["none"]["sure"]}


def _no_likeness(units: Units) -> tuple[Floats, npt.NDArray[np.bool_]]:
    return np.zeros(units.count, dtype=np.float32), np.zeros(units.count, dtype=np.bool_)


def _lexical(units: Units, wanted: Sought) -> tuple[Floats, Floats]:
    """BM25, and the weighted share of the question's words in each unit."""
    score = np.zeros(units.count, dtype=np.float32)
    covered = np.zeros(units.count, dtype=np.float32)
    found = units.postings.find(tuple(wanted.terms))
    if not len(found.rows):
        return score, covered
    rarities = [_rarity(size, units.count) for size in found.sizes]
    rarity = np.array(rarities, dtype=np.float32)
    weights = np.array(
        [count * each for count, each in zip(wanted.terms.values(), rarities, strict=True)], dtype=np.float32
    )
    saturation = K1 * (1 - B + B * units.lengths[found.rows] / (units.usual_length or 1.0))
    by_term = weights.repeat(found.sizes) * found.counts * (K1 + 1) / (found.counts + saturation)
    np.add.at(score, found.rows, by_term)
    np.add.at(covered, found.rows, rarity.repeat(found.sizes))
    return score, covered / sum(rarities)


def _rarity(frequency: int, count: int) -> float:
    return math.log1p((count - frequency + 0.5) / (frequency + 0.5))


def _days(found: Evidence) -> Floats | None:
    """Nearness to a day that the question names: people talk about a day on that day or a few days later."""
    named = [each for each in found.wanted.named if each.day]
    if not named or not found.units.count:
        return None
    day = np.zeros(found.units.count, dtype=np.float32)
    at = found.units.at.astype(np.int64)
    for each in named:
        for first in _possible_months(each, found.units):
            start_s = np.datetime64(first, "M").astype("datetime64[s]").astype(np.int64) + (each.day - 1) * _DAY_S
            days = np.floor((at - start_s) / _DAY_S)
            near = np.exp(-np.abs(days) / np.where(days >= 0, _DECAY_AFTER_DAYS, _DECAY_BEFORE_DAYS))
            day = np.maximum(day, near).astype(np.float32)
    return day


def _months(found: Evidence) -> Floats | None:
    """1 for units from a month that the question names, less for the next month, when people still talk about it."""
    named = [each for each in found.wanted.named if not each.day]
    if not named or not found.units.count:
        return None
    month = np.zeros(found.units.count, dtype=np.float32)
    months = _months_of(found.units)
    for each in named:
        for first in _possible_months(each, found.units):
            later = _NEXT_MONTH_VALUE * (months == first + 1)
            month = np.maximum(month, np.where(months == first, 1.0, later)).astype(np.float32)
    return month


def _possible_months(named: Named, units: Units) -> Iterator[int]:
    """Months since 1970 that a time may mean: in the year it names, or in each year with a unit."""
    years = [named.year] if named.year else np.unique(_months_of(units) // 12 + 1970).tolist()
    return ((year - 1970) * 12 + named.month - 1 for year in years)


def _months_of(units: Units) -> npt.NDArray[np.int64]:
    return units.at.astype("datetime64[s]").astype("datetime64[M]").astype(np.int64)


def _sitting_best(found: Evidence) -> Floats | None:
    """For each unit, the best score in its sitting, standardised; None if there is only one sitting."""
    sittings = found.units.sittings
    if sittings is None:
        return None
    base = _LEXICAL_WEIGHT * found.lexical
    if found.dense is not None:
        base += _DENSE_WEIGHT * found.dense
    smoothed = base + _NEIGHBOUR_WEIGHT * (_shifted(base, 1, sittings) + _shifted(base, -1, sittings))
    starts = np.flatnonzero(np.concatenate([[True], sittings[1:] > sittings[:-1]]))
    return _standardised(np.maximum.reduceat(smoothed, starts)[sittings])


def _preceding(values: Floats | None, sittings: npt.NDArray[np.uint32] | None) -> Floats | None:
    """Values of the two preceding units, the second one halved, because a question is followed by its answer."""
    return None if values is None else _shifted(values, -1, sittings) + np.float32(0.5) * _shifted(values, -2, sittings)


def _dates(found: Evidence) -> Floats | None:
    """Nearness to a day that the question names, or else to a month."""
    days, months = _days(found), _months(found)
    return months if days is None else days


def _shifted(values: Floats, offset: int, sittings: npt.NDArray[np.uint32] | None = None) -> Floats:
    """For each unit, the value of the unit `offset` rows after it in the same sitting; 0 if there is none."""
    shifted = np.zeros(len(values), dtype=np.float32)
    step = abs(offset)
    if step >= len(values):
        return shifted
    before, after = slice(None, -step), slice(step, None)
    target, origin = (before, after) if offset > 0 else (after, before)
    shifted[target] = values[origin]
    if sittings is not None:
        shifted[target][sittings[before] != sittings[after]] = 0
    return shifted


def _damped(words: Floats) -> Floats:
    """log(1 + BM25 / standard deviation), so that one rare word does not outweigh all other features."""
    spread = float(words.std())
    return np.log1p(words / np.float32(spread)) if spread > _MIN_DEVIATION else np.zeros_like(words)


def _standardised(values: Floats, here: npt.NDArray[np.bool_] | None = None) -> Floats:
    """Standard deviations from the mean of the values in `here`; 0 for other values, and if all values are equal."""
    chosen = values if here is None else values[here]
    if not len(chosen):
        return np.zeros_like(values)
    # Computed like `mean` and `std`, but without their overhead, which dominates for short arrays.
    mean = np.add.reduce(chosen) / np.float32(len(chosen))
    off = chosen - mean
    spread = math.sqrt(np.add.reduce(off * off) / np.float32(len(chosen)))
    if spread < _MIN_DEVIATION:
        return np.zeros_like(values)
    if here is None:
        return np.asarray(off / np.float32(spread), dtype=np.float32)
    return np.asarray(np.where(here, (values - mean) / np.float32(spread), 0), dtype=np.float32)


_FEATURES: Mapping[str, Callable[[Evidence], Floats | None]] = {
    "lexical": lambda found: found.lexical,
    "dense": lambda found: found.dense,
    "lexical_before": lambda found: _preceding(found.lexical, found.units.sittings),
    "dense_before": lambda found: _preceding(found.dense, found.units.sittings),
    "sitting": _sitting_best,
    "speaker": lambda found: found.units.spoken_by(found.wanted.speaker) if found.wanted.speaker else None,
    "date": _dates,
    "when": lambda found: found.units.times if found.wanted.when else None,
    "number": lambda found: found.units.numbers if found.wanted.number else None,
    "name": lambda found: found.units.names if found.wanted.name else None,
}
"""Feature name to a function that computes it for all units."""
