"""What speaks for a unit of a talk, weighed: the order of the units, and how sure it is that one matters."""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib.resources import files
from typing import Literal

import numpy as np
import numpy.typing as npt

from askwell.history_search.query import Sought
from askwell.history_search.units import Floats, Units
from askwell.text.times import Named

K1, B = 0.9, 0.4
"""Of BM25, as for short texts (Lin et al., Anserini)."""

NEIGHBOURS = (1, -1, 2, -2)
"""Places from which a unit borrows, 1 for the one behind it: what is asked in one turn is told in the next."""

_WORDS, _MEANING = 0.6, 1.0
_LENT = 0.35
_DAY_S = 86_400
_FADES_DAYS, _AHEAD_DAYS = 7.0, 2.0
_AFTER_MONTH = 0.4

Kind = Literal["turns", "utterances"]
"""What a unit is: a question with its answer, or what one of two people says."""

Features = dict[str, Floats]
"""What speaks for each unit, by name; comparable between the units of one talk."""


@dataclass(frozen=True)
class Evidence:
    """All that is known of a question in a talk, before it is weighed."""

    units: Units
    wanted: Sought
    lexical: Floats
    """How well the words of each unit fit, in standard deviations."""
    dense: Floats | None
    """How well its meaning fits, in standard deviations; None where meanings were not compared."""
    coverage: Floats
    """Share of the question's words, by how much each tells, that a unit holds; 0 to 1."""
    likeness: Floats
    """Cosine of the meanings, -1 to 1; 0 where there is none."""
    foreign: bool = False
    """Whether the question names what the talk never does, and speaks of nobody in it."""

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
    """Learnt weights by the name of the embedder, `none` without one, and kind of unit: `order` and `sure`.

    Made by `python -m bench train-memory`.
    """
    loaded: Mapping[str, Mapping[str, Mapping[str, float]]] = json.loads(
        files("askwell.history_search").joinpath("recollecting.json").read_text(encoding="utf-8")
    )
    return loaded


def may_matter(units: Units, wanted: Sought, upto: int) -> bool:
    """Whether any unit before a row can have a chance at all, told before anything is embedded or compared."""
    if not upto or _is_foreign(units, wanted):
        return False
    if units.have_meaning:
        return True
    # What holds no word of the question borrows from what is said right before or behind it.
    return any(first is not None and first <= upto for first in map(units.first, wanted.terms))


def order(
    units: Units, wanted: Sought, embedder: str = "none", kind: Kind = "turns"
) -> tuple[npt.NDArray[np.int64], Floats]:
    """Rows best first, and for each unit, by row, the chance that it matters, 0 to 1."""
    total, chance = weighed(units, wanted, embedder, kind)
    return np.argsort(-total, kind="stable"), chance


def weighed(units: Units, wanted: Sought, embedder: str, kind: Kind = "turns") -> tuple[Floats, Floats]:
    """What speaks for each unit, by row, and the chance that it matters, 0 to 1."""
    found = evidence(units, wanted)
    learnt = _learnt(embedder if found.meant else "none", kind)
    total = np.zeros(units.count, dtype=np.float32)
    for name, weight in learnt["order"].items():
        values = found.feature(name)
        if values is not None:
            total += weight * values
    return total, chances(found, total, learnt["sure"])


def chances(found: Evidence, total: Floats, learnt: Mapping[str, float]) -> Floats:
    """How likely each unit is to matter, by what it holds of the question and not by its rank alone."""
    if found.foreign:
        return np.zeros(len(total), dtype=np.float32)
    parts = sure_features(found, total)
    raised = np.zeros(len(total), dtype=np.float32)
    for name, weight in learnt.items():
        if weight and name != "bias":
            raised += weight * parts[name]
    chance = np.asarray(1 / (1 + np.exp(-(raised + learnt["bias"]))), dtype=np.float32)
    # By words alone, what shares none with the question stands out only by what it is.
    return chance if found.meant else np.where(parts["around"] > 0, chance, np.float32(0))


def sure_features(found: Evidence, total: Floats) -> Features:
    """What says whether a unit matters at all: words held, by it and around it, likeness, standing among the others."""
    around = found.coverage.copy()
    np.maximum(around[:-1], found.coverage[1:], out=around[:-1])
    np.maximum(around[1:], found.coverage[:-1], out=around[1:])
    return {
        "coverage": found.coverage,
        "around": around,
        "likeness": found.likeness,
        "standing": np.minimum(_standardised(total), 6.0),
    }


def evidence(units: Units, wanted: Sought) -> Evidence:
    """What the units hold of a question."""
    words, coverage = _by_words(units, wanted)
    likeness, here = units.likeness(wanted.vector) if wanted.vector is not None else _nothing(units)
    dense = _standardised(likeness, here) if here.any() else None
    return Evidence(units, wanted, _standardised(words), dense, coverage, likeness, _is_foreign(units, wanted))


def _is_foreign(units: Units, wanted: Sought) -> bool:
    """Whether a question is of the world: it has a name the talk never says, or asks for what is hardly said in it."""
    if any(not units.hold(name) for name in wanted.names):
        return True
    return bool(wanted.of_world) and 2 * sum(map(units.hold, wanted.of_world)) < len(wanted.of_world)


def _learnt(embedder: str, kind: Kind) -> Mapping[str, Mapping[str, float]]:
    """Those of the embedder; one that was not measured is taken to order like MiniLM, and to be sure by words alone."""
    known = weights()
    if f"{embedder} {kind}" in known:
        return known[f"{embedder} {kind}"]
    return {"order": known[f"minilm {kind}"]["order"], "sure": known[f"none {kind}"]["sure"]}


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
    told = np.array([wanted.terms[term] * rarities[term] for term in terms], dtype=np.float32)
    saturation = K1 * (1 - B + B * units.lengths[found.rows] / (units.usual_length or 1.0))
    by_term = told.repeat(found.sizes) * found.counts * (K1 + 1) / (found.counts + saturation)
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


def _borrowed(found: Evidence, offset: int, *, dense: bool) -> Floats | None:
    values = found.dense if dense else found.lexical
    return None if values is None else _lent(values, offset, found.units.sittings)


def _spoken(found: Evidence) -> Floats | None:
    """Whether it is said by one whom the question names."""
    named = found.wanted.speakers
    return np.array([name in named for name in found.units.speakers], np.float32) if named else None


def _lent(values: Floats, offset: int, sittings: npt.NDArray[np.int64] | None = None) -> Floats:
    """For each unit the value of the one `offset` places behind it in the same sitting; 0 where there is none."""
    lent = np.zeros(len(values), dtype=np.float32)
    step = abs(offset)
    if step >= len(values):
        return lent
    before, behind = slice(None, -step), slice(step, None)
    taker, giver = (before, behind) if offset > 0 else (behind, before)
    lent[taker] = values[giver]
    if sittings is not None:
        lent[taker][sittings[before] != sittings[behind]] = 0
    return lent


def _standardised(values: Floats, here: npt.NDArray[np.bool_] | None = None) -> Floats:
    """In standard deviations from the mean of those that are here; 0 for the others, and where all are alike."""
    chosen = values if here is None else values[here]
    if not len(chosen):
        return np.zeros_like(values)
    # As `mean` and `std` reckon it, without what these two look at first: a talk is short.
    mean = np.add.reduce(chosen) / np.float32(len(chosen))
    off = chosen - mean
    spread = math.sqrt(np.add.reduce(off * off) / np.float32(len(chosen)))
    if spread < 1e-6:
        return np.zeros_like(values)
    if here is None:
        return np.asarray(off / np.float32(spread), dtype=np.float32)
    return np.asarray(np.where(here, (values - mean) / np.float32(spread), 0), dtype=np.float32)


_FEATURES: Mapping[str, Callable[[Evidence], Floats | None]] = {
    "lexical": lambda found: found.lexical,
    "dense": lambda found: found.dense,
    "sitting": _of_sittings,
    **{
        name: partial(_borrowed, offset=offset, dense=dense)
        for offset in NEIGHBOURS
        for name, dense in ((f"lexical{offset:+d}", False), (f"dense{offset:+d}", True))
    },
    "speaker": _spoken,
    "day": _days,
    "month": _months,
    "when": lambda found: found.units.times if found.wanted.when else None,
    "asks": lambda found: found.units.asks,
    "number": lambda found: found.units.numbers if found.wanted.number else None,
    "name": lambda found: found.units.names if found.wanted.name else None,
    "early": lambda found: found.units.early,
}
"""What speaks for a unit, each for all units at once."""
