"""What speaks for a unit of a talk, weighed: the order of the units, and how sure it is that one matters."""

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
"""Of BM25, as for short texts (Lin et al., Anserini)."""

_WORDS, _MEANING = 0.6, 1.0
_LENT = 0.35
_DAY_S = 86_400
_FADES_DAYS, _AHEAD_DAYS = 7.0, 2.0
_AFTER_MONTH = 0.4
_LEAST_SPREAD = 1e-6

Features = dict[str, Floats]
"""What speaks for each unit, by name; comparable between the units of one talk."""


@dataclass(frozen=True)
class Evidence:
    """All that is known of a question in a talk, before it is weighed."""

    units: Units
    wanted: Sought
    lexical: Floats
    """How well the words of each unit fit: log(1 + BM25 / its standard deviation), 0 for a unit that holds none."""
    dense: Floats | None
    """How well its meaning fits, in standard deviations; None where meanings were not compared."""
    coverage: Floats
    """Share of the question's words, by how much each tells, that a unit holds; 0 to 1."""
    likeness: Floats
    """Cosine of the meanings, -1 to 1; 0 where there is none."""

    @property
    def meant(self) -> bool:
        """Whether meanings were compared."""
        return self.dense is not None

    @cached_property
    def features(self) -> Features:
        """All of them."""
        found = {name: self.feature(name) for name in _FEATURES}
        nothing = np.zeros(self.units.count, dtype=np.float32)
        return {name: nothing if values is None else values for name, values in found.items()}

    def feature(self, name: str) -> Floats | None:
        """What one feature says of each unit; None where it is 0 for all, as for most questions most of them are."""
        return _FEATURES[name](self)


@cache
def weights() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """Learnt weights by the name of the embedder, `none` without one: `order` and `sure`.

    Made by `python -m bench train-memory`; `recollecting.md` says from what.
    """
    loaded: Mapping[str, Mapping[str, Mapping[str, float]]] = json.loads(
        files("askwell.history_search").joinpath("recollecting.json").read_text(encoding="utf-8")
    )
    return loaded


def may_matter(units: Units, wanted: Sought, upto: int) -> bool:
    """Whether any unit before a row can have a chance at all, decided before anything is embedded or compared."""
    if not upto:
        return False
    if units.have_meaning:
        return True
    # A unit that holds no word of the question borrows from the units next to it.
    return any(first is not None and first <= upto for first in map(units.first, wanted.terms))


def order(units: Units, wanted: Sought, embedder: str = "none") -> tuple[npt.NDArray[np.int64], Floats]:
    """Rows best first, and for each unit, by row, the chance that it matters, 0 to 1."""
    total, chance = weighed(units, wanted, embedder)
    return np.argsort(-total, kind="stable"), chance


def weighed(units: Units, wanted: Sought, embedder: str) -> tuple[Floats, Floats]:
    """What speaks for each unit, by row, and the chance that it matters, 0 to 1."""
    found = evidence(units, wanted)
    learnt = _learnt(embedder if found.meant else "none")
    total = np.zeros(units.count, dtype=np.float32)
    for name, weight in learnt["order"].items():
        values = found.feature(name)
        if values is not None:
            total += weight * values
    return total, chances(found, total, learnt["sure"])


def chances(found: Evidence, total: Floats, learnt: Mapping[str, float]) -> Floats:
    """How likely each unit is to matter, by what it holds of the question and not by its rank alone."""
    parts = sure_features(found, total)
    raised = np.zeros(len(total), dtype=np.float32)
    for name, weight in learnt.items():
        if weight and name != "bias":
            raised += weight * parts[name]
    chance = np.asarray(1 / (1 + np.exp(-(raised + learnt["bias"]))), dtype=np.float32)
    # By words alone, what shares none with the question stands out only by what it is.
    return chance if found.meant else np.where(parts["around"] > 0, chance, np.float32(0))


def sure_features(found: Evidence, total: Floats) -> Features:
    """What says whether a unit matters at all: words that it and its neighbours hold, likeness, place among the others.

    The last two look at the question: whether it speaks of nobody in the conversation, and whether it then has a name
    that was never said in it.
    """
    around = found.coverage.copy()
    np.maximum(around[:-1], found.coverage[1:], out=around[:-1])
    np.maximum(around[1:], found.coverage[:-1], out=around[1:])
    ones = np.ones_like(found.coverage)
    held = [found.units.hold(name) for name in found.wanted.names]
    foreign = not found.wanted.of_us and not any(held)
    return {
        "coverage": found.coverage,
        "around": around,
        "likeness": found.likeness,
        "standing": np.minimum(_standardised(total), 6.0),
        "foreign": foreign * ones,
        "strange": (foreign and not all(held)) * ones,
    }


def evidence(units: Units, wanted: Sought) -> Evidence:
    """What the units hold of a question."""
    words, coverage = _by_words(units, wanted)
    likeness, here = units.likeness(wanted.vector) if wanted.vector is not None else _nothing(units)
    dense = _standardised(likeness, here) if here.any() else None
    return Evidence(units, wanted, _damped(words), dense, coverage, likeness)


def _learnt(embedder: str) -> Mapping[str, Mapping[str, float]]:
    """The weights of an embedder; one that was not measured gets MiniLM's order, and is sure by words alone."""
    known = weights()
    if embedder in known:
        return known[embedder]
    return {"order": known["minilm"]["order"], "sure": known["none"]["sure"]}


def _nothing(units: Units) -> tuple[Floats, npt.NDArray[np.bool_]]:
    return np.zeros(units.count, dtype=np.float32), np.zeros(units.count, dtype=np.bool_)


def _by_words(units: Units, wanted: Sought) -> tuple[Floats, Floats]:
    """BM25, and the share of the question's words that a unit holds."""
    score = np.zeros(units.count, dtype=np.float32)
    held = np.zeros(units.count, dtype=np.float32)
    terms = [term for term in wanted.terms if units.hold(term)]
    if not terms:
        return score, held
    found = units.postings(terms)
    sizes = dict(zip(terms, found.sizes, strict=True))
    rarities = {term: _rarity(sizes.get(term, 0), units.count) for term in wanted.terms}
    rarity = np.array([rarities[term] for term in terms], dtype=np.float32)
    weights = np.array([wanted.terms[term] * rarities[term] for term in terms], dtype=np.float32)
    saturation = K1 * (1 - B + B * units.lengths[found.rows] / (units.usual_length or 1.0))
    by_term = weights.repeat(found.sizes) * found.counts * (K1 + 1) / (found.counts + saturation)
    np.add.at(score, found.rows, by_term)
    np.add.at(held, found.rows, rarity.repeat(found.sizes))
    return score, held / sum(rarities.values())


def _rarity(held: int, count: int) -> float:
    return math.log1p((count - held + 0.5) / (held + 0.5))


def _days(found: Evidence) -> Floats | None:
    """Nearness to a day that the question names: people tell of it on it or a few days later."""
    named = [each for each in found.wanted.named if each.day]
    if not named or not found.units.count:
        return None
    day = np.zeros(found.units.count, dtype=np.float32)
    at = found.units.at.astype(np.int64)
    for each in named:
        for first in _firsts(each, found.units):
            meant = np.datetime64(first, "M").astype("datetime64[s]").astype(np.int64) + (each.day - 1) * _DAY_S
            days = np.floor((at - meant) / _DAY_S)
            near = np.exp(-np.abs(days) / np.where(days >= 0, _FADES_DAYS, _AHEAD_DAYS))
            day = np.maximum(day, near).astype(np.float32)
    return day


def _months(found: Evidence) -> Floats | None:
    """Whether a unit was said in a month that the question names: people tell of it until the next one."""
    named = [each for each in found.wanted.named if not each.day]
    if not named or not found.units.count:
        return None
    month = np.zeros(found.units.count, dtype=np.float32)
    months = _months_of(found.units)
    for each in named:
        for first in _firsts(each, found.units):
            later = _AFTER_MONTH * (months == first + 1)
            month = np.maximum(month, np.where(months == first, 1.0, later)).astype(np.float32)
    return month


def _firsts(named: Named, units: Units) -> Iterator[int]:
    """Months since 1970 that a time may mean: of the year it names, or of each in which something was said."""
    years = [named.year] if named.year else np.unique(_months_of(units) // 12 + 1970).tolist()
    return ((year - 1970) * 12 + named.month - 1 for year in years)


def _months_of(units: Units) -> npt.NDArray[np.int64]:
    return units.at.astype("datetime64[s]").astype("datetime64[M]").astype(np.int64)


def _of_sittings(found: Evidence) -> Floats | None:
    """For each unit the best of its sitting; where all are of one, none is ahead."""
    sittings = found.units.sittings
    if sittings is None:
        return None
    base = _WORDS * found.lexical
    if found.dense is not None:
        base += _MEANING * found.dense
    lent = base + _LENT * (_lent(base, 1, sittings) + _lent(base, -1, sittings))
    starts = np.flatnonzero(np.concatenate([[True], sittings[1:] > sittings[:-1]]))
    return _standardised(np.maximum.reduceat(lent, starts)[sittings])


def _before(values: Floats | None, sittings: npt.NDArray[np.int64] | None) -> Floats | None:
    """What the two units before each one hold, the farther one by half: a question leads to what answers it."""
    return None if values is None else _lent(values, -1, sittings) + np.float32(0.5) * _lent(values, -2, sittings)


def _dates(found: Evidence) -> Floats | None:
    """Nearness to a day or month that the question names."""
    days, months = _days(found), _months(found)
    return months if days is None else days


def _lent(values: Floats, offset: int, sittings: npt.NDArray[np.int64] | None = None) -> Floats:
    """For each unit the value of the one `offset` places after it in the same sitting; 0 where there is none."""
    lent = np.zeros(len(values), dtype=np.float32)
    step = abs(offset)
    if step >= len(values):
        return lent
    before, after = slice(None, -step), slice(step, None)
    taker, giver = (before, after) if offset > 0 else (after, before)
    lent[taker] = values[giver]
    if sittings is not None:
        lent[taker][sittings[before] != sittings[after]] = 0
    return lent


def _damped(words: Floats) -> Floats:
    """BM25 in standard deviations, its logarithm: one rare word shared must not outweigh everything else."""
    spread = float(words.std())
    return np.log1p(words / np.float32(spread)) if spread > _LEAST_SPREAD else np.zeros_like(words)


def _standardised(values: Floats, here: npt.NDArray[np.bool_] | None = None) -> Floats:
    """In standard deviations from the mean of those that are here; 0 for the others, and where all are alike."""
    chosen = values if here is None else values[here]
    if not len(chosen):
        return np.zeros_like(values)
    # As `mean` and `std` reckon it, without what these two look at first: a talk is short.
    mean = np.add.reduce(chosen) / np.float32(len(chosen))
    off = chosen - mean
    spread = math.sqrt(np.add.reduce(off * off) / np.float32(len(chosen)))
    if spread < _LEAST_SPREAD:
        return np.zeros_like(values)
    if here is None:
        return np.asarray(off / np.float32(spread), dtype=np.float32)
    return np.asarray(np.where(here, (values - mean) / np.float32(spread), 0), dtype=np.float32)


_FEATURES: Mapping[str, Callable[[Evidence], Floats | None]] = {
    "lexical": lambda found: found.lexical,
    "dense": lambda found: found.dense,
    "lexical_before": lambda found: _before(found.lexical, found.units.sittings),
    "dense_before": lambda found: _before(found.dense, found.units.sittings),
    "sitting": _of_sittings,
    "speaker": lambda found: found.units.spoken_by(found.wanted.speaker) if found.wanted.speaker else None,
    "date": _dates,
    "when": lambda found: found.units.times if found.wanted.when else None,
    "number": lambda found: found.units.numbers if found.wanted.number else None,
    "name": lambda found: found.units.names if found.wanted.name else None,
}
"""What speaks for a unit, each for all units at once."""
