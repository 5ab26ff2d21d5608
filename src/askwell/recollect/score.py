"""What speaks for a unit of a talk, weighed: the order of the units, and how sure it is that one matters."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

import numpy as np
import numpy.typing as npt

from askwell.recollect.sought import Sought
from askwell.recollect.units import Floats, Units

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


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of a question in a talk, before it is weighed."""

    features: Features
    coverage: Floats
    """Share of the question's words, by how much each tells, that a unit holds; 0 to 1."""
    likeness: Floats
    """Cosine of the meanings, -1 to 1; 0 where there is none."""
    meant: bool
    """Whether meanings were compared."""
    foreign: bool = False
    """Whether the question names what the talk never does, and speaks of nobody in it."""


@cache
def weights() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """Learnt weights by the name of the embedder, `none` without one, and kind of unit: `order` and `sure`.

    Made by `python -m bench train-memory`.
    """
    loaded: Mapping[str, Mapping[str, Mapping[str, float]]] = json.loads(
        files("askwell.recollect").joinpath("recollecting.json").read_text(encoding="utf-8")
    )
    return loaded


def order(
    units: Units, wanted: Sought, embedder: str = "none", kind: Kind = "turns"
) -> tuple[npt.NDArray[np.int64], Floats]:
    """Rows best first, and for each unit, by row, the chance that it matters, 0 to 1."""
    found = evidence(units, wanted)
    learnt = _learnt(embedder if found.meant else "none", kind)
    total = np.zeros(units.count, dtype=np.float32)
    for name, weight in learnt["order"].items():
        total += weight * found.features[name]
    return np.argsort(-total, kind="stable"), chances(found, total, learnt["sure"])


def chances(found: Evidence, total: Floats, learnt: Mapping[str, float]) -> Floats:
    """How likely each unit is to matter, by what it holds of the question and not by its rank alone."""
    parts = sure_features(found, total)
    raised = sum((weight * parts[name] for name, weight in learnt.items() if name != "bias"), np.zeros_like(total))
    chance = np.asarray(1 / (1 + np.exp(-(raised + learnt["bias"]))), dtype=np.float32)
    if found.foreign:
        return np.zeros_like(chance)
    # By words alone, what shares none with the question stands out only by what it is.
    return chance if found.meant else np.where(parts["around"] > 0, chance, 0).astype(np.float32)


def sure_features(found: Evidence, total: Floats) -> Features:
    """What says whether a unit matters at all: words held, by it and around it, likeness, standing among the others."""
    around = np.maximum.reduce([found.coverage, *(_lent(found.coverage, offset) for offset in (1, -1))])
    return {
        "coverage": found.coverage,
        "around": around,
        "likeness": found.likeness,
        "standing": np.minimum(_standardised(total), 6.0),
    }


def evidence(units: Units, wanted: Sought) -> Evidence:
    """The features of every unit."""
    sittings = units.sittings
    words, coverage = _by_words(units, wanted)
    likeness, here = units.likeness(wanted.vector) if wanted.vector is not None else _nothing(units)
    lexical, dense = _standardised(words), _standardised(likeness, here)
    base = _WORDS * lexical + _MEANING * dense
    lent = base + _LENT * (_lent(base, 1, sittings) + _lent(base, -1, sittings))
    features: Features = {"lexical": lexical, "dense": dense, "sitting": _of_sittings(lent, sittings)}
    for offset in NEIGHBOURS:
        features[f"lexical{offset:+d}"] = _lent(lexical, offset, sittings)
        features[f"dense{offset:+d}"] = _lent(dense, offset, sittings)
    named = wanted.speakers
    features["speaker"] = np.array([name in named for name in units.speakers] if named else 0 * likeness, np.float32)
    features["day"], features["month"] = _by_time(units, wanted)
    features["when"] = units.times * wanted.when
    features["asks"] = units.asks
    features["number"] = units.numbers * wanted.number
    features["name"] = units.names * wanted.name
    features["early"] = units.early
    return Evidence(features, coverage, likeness, bool(here.any()), _is_foreign(units, wanted))


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
    lengths = units.lengths
    usual = float(lengths.mean()) if units.count else 0.0
    saturation = K1 * (1 - B + B * lengths / (usual or 1.0))
    asked = 0.0
    for term, times in wanted.terms.items():
        rows, counts = units.postings(term)
        rarity = float(np.log1p((units.count - len(rows) + 0.5) / (len(rows) + 0.5)))
        asked += rarity
        score[rows] += times * rarity * counts * (K1 + 1) / (counts + saturation[rows])
        held[rows] += rarity
    return score, held / asked if asked else held


def _by_time(units: Units, wanted: Sought) -> tuple[Floats, Floats]:
    """Nearness to a day that the question names, and whether a unit was said in a month it names.

    People tell of a day on it or a few days later, and of a month until the next one.
    """
    day, month = np.zeros(units.count, dtype=np.float32), np.zeros(units.count, dtype=np.float32)
    if not wanted.named or not units.count:
        return day, month
    at = units.at.astype("datetime64[s]")
    months = at.astype("datetime64[M]").astype(np.int64)
    for named in wanted.named:
        years = [named.year] if named.year else sorted({int(each) // 12 + 1970 for each in months})
        for year in years:
            first = (year - 1970) * 12 + named.month - 1
            if not named.day:
                later = _AFTER_MONTH * (months == first + 1)
                month = np.maximum(month, np.where(months == first, 1.0, later)).astype(np.float32)
                continue
            meant = np.datetime64(first, "M").astype("datetime64[s]").astype(np.int64) + (named.day - 1) * _DAY_S
            days = np.floor((at.astype(np.int64) - meant) / _DAY_S)
            near = np.exp(-np.abs(days) / np.where(days >= 0, _FADES_DAYS, _AHEAD_DAYS))
            day = np.maximum(day, near).astype(np.float32)
    return day, month


def _of_sittings(values: Floats, sittings: npt.NDArray[np.int64]) -> Floats:
    """For each unit the best of its sitting."""
    if not len(values):
        return values
    starts = np.flatnonzero(np.concatenate([[True], np.diff(sittings) > 0]))
    return _standardised(np.maximum.reduceat(values, starts)[sittings])


def _lent(values: Floats, offset: int, sittings: npt.NDArray[np.int64] | None = None) -> Floats:
    """For each unit the value of the one `offset` places behind it in the same sitting; 0 where there is none."""
    lent = np.zeros_like(values)
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
    spread = float(chosen.std()) if len(chosen) else 0.0
    if spread < 1e-6:
        return np.zeros_like(values)
    found = (values - chosen.mean()) / np.float32(spread)
    return np.asarray(found if here is None else np.where(here, found, 0), dtype=np.float32)
