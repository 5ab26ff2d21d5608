"""Learn the weights of follow-up detection and of salience: `python -m bench train-followup --data DIR`.

Learnt on `qrecc_a`, `ikat23*` and our own dialogues; CAsT-19 is measured on and never seen. The first round learns from
histories as people resolved them, the next ones from those the resolver makes itself with the weights just learnt, so
that it learns to live with its own mistakes. The weights in place are never read: the same data gives the same bytes.
Writes `src/askwell/understanding/grammar/weights.json`.
"""

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askwell.languages import lexicon
from askwell.text.words import content_stems, stem
from askwell.types import Language, Recalled
from askwell.understanding.grammar import salience
from askwell.understanding.grammar.context import Candidate, survey
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.evidence import weigh
from askwell.understanding.grammar.resolve import RulesResolver
from askwell.understanding.grammar.substitute import first_cue
from askwell.understanding.grammar.weights import FILE, Weights, learnt_weights
from bench.cast import Sample, load, turns_of
from bench.dialogues import own
from bench.options import Options
from bench.report import Report
from bench.resolvers import play_with
from bench.scores import differs, terms
from bench.sets import CAST19

Vector = NDArray[np.float64]

_ROUNDS = 3
_SEED = 7
_OWN_LEANS, _OWN_STANDS, _OTHER_STANDS, _MADE_UP = 4.0, 6.0, 3.0, 0.3
"""Weights of examples: public sets hold few complete questions, and made-up ones are longer than typed ones."""


_CLEAR = 0.6
"""A choice is learnt from where one referent alone is most of what a person added."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A sample behind its history as that was understood."""

    sample: Sample
    recalled: Recalled


@dataclass(frozen=True, slots=True)
class Example:
    """A question against its background, whether it leans on it, and how much it counts."""

    values: dict[str, float]
    leans: bool
    counts: float


@dataclass(frozen=True, slots=True)
class Choice:
    """The referents a question could mean, and how well each fits what a person wrote."""

    values: list[dict[str, float]]
    quality: Vector
    counts: float


def run(options: Options) -> Report:
    """Rounds of playing and learning; writes the weights and lists them."""
    samples = _samples(options)
    learnt = learn(samples)
    FILE.write_text(as_text(learnt), encoding="utf-8")
    learnt_weights.cache_clear()
    seen = sum(len(group) for group in samples.values())
    rows = [
        {"system": name, "set": table, "n": seen, "weight": value}
        for table, weights in learnt.items()
        for name, value in sorted(weights.items(), key=lambda pair: -pair[1])
    ]
    return Report("train-followup", ("weight",), tuple(rows))


def learn(samples: Mapping[Language, Sequence[Sample]], *, rounds: int = _ROUNDS) -> Weights:
    """The weights that samples by language teach: both tables, feature to weight. Depends on nothing else."""
    learnt = _round([each for group in samples.values() for each in taught(group)])
    for _ in range(1, rounds):
        by = RulesResolver(learnt)
        played = [e for language, group in samples.items() for e in play_with(by, group, language=language)]
        learnt = _round([Posed(each.sample, each.recalled) for each in played])
    return learnt


def as_text(weights: Weights) -> str:
    """The weights as they stand in their file."""
    return json.dumps(weights, indent=1) + "\n"


def taught(samples: Sequence[Sample]) -> list[Posed]:
    """Samples behind histories that people resolved; an earlier turn nobody resolved stays as typed."""
    rewrites = {(sample.conversation, sample.number): sample.rewrite for sample in samples}
    found: list[Posed] = []
    for sample in samples:
        asked = [question for question, _ in sample.exchanges]
        first = sample.number - len(asked)
        standalone = [rewrites.get((sample.conversation, first + at), said) for at, said in enumerate(asked)]
        found.append(Posed(sample, Recalled(turns_of(sample.exchanges, standalone))))
    return found


def _round(resolved: Sequence[Posed]) -> Weights:
    return {"lean": _learn_lean(_examples(resolved)), "salience": _learn_salience(_choices(resolved))}


def _samples(options: Options) -> dict[Language, list[Sample]]:
    public = [sample for sample in load(options.data) if sample.set != CAST19]
    return {"en": [*public, *own("en")], "nl": own("nl"), "it": own("it")}


def _language(sample: Sample) -> Language:
    return sample.set[-2:] if sample.set.startswith("own_") else "en"


def _examples(resolved: Sequence[Posed]) -> list[Example]:
    draw = random.Random(_SEED)
    openings: dict[Language, list[str]] = {}
    for each in resolved:
        if not each.sample.exchanges:
            openings.setdefault(_language(each.sample), []).append(each.sample.utterance)
    found: list[Example] = []
    for each in resolved:
        sample, language = each.sample, _language(each.sample)
        if not sample.exchanges:
            continue
        context = survey(each.recalled.turns, language)
        leans, ours = differs(sample.utterance, sample.rewrite), sample.set.startswith("own_")
        counts = (_OWN_LEANS if ours else 1.0) if leans else (_OWN_STANDS if ours else _OTHER_STANDS)
        found.append(Example(weigh(read(sample.utterance, language), context), leans, counts))
        alone = [draw.choice(openings[language]), *([sample.rewrite] if leans else [])]
        found += [Example(weigh(read(text, language), context), False, _MADE_UP) for text in alone]
    return found


def _learn_lean(examples: Sequence[Example]) -> dict[str, float]:
    """Logistic regression; both classes count the same in total."""
    names = sorted({name for example in examples for name in example.values})
    inputs = np.array([[1.0, *(example.values.get(name, 0.0) for name in names)] for example in examples])
    wanted = np.array([float(example.leans) for example in examples])
    counts = np.array([example.counts for example in examples])
    counts = np.where(wanted > 0, counts * counts[wanted < 1].sum() / counts[wanted > 0].sum(), counts)

    def gradient(weights: Vector) -> Vector:
        chance = 1 / (1 + np.exp(-inputs @ weights))
        decay = 3.0 * weights
        decay[0] = 0.0
        slope: Vector = (inputs.T @ (counts * (chance - wanted)) + decay) / counts.sum()
        return slope

    weights = _descend(gradient, len(names) + 1)
    return {"bias": round(float(weights[0]), 3)} | _named(names, weights[1:])


def _choices(resolved: Sequence[Posed]) -> list[Choice]:
    found: list[Choice] = []
    for each in resolved:
        sample, language = each.sample, _language(each.sample)
        if not sample.exchanges or not differs(sample.utterance, sample.rewrite):
            continue
        context = survey(each.recalled.turns, language)
        question = read(sample.utterance, language)
        cue = first_cue(question)
        gold = _added(sample, question, language)
        candidates = salience.eligible(question, context, cue)
        quality = np.array([_overlap(candidate, question, gold) for candidate in candidates])
        if len(candidates) and quality.max() >= _CLEAR:
            values = [{**candidate.traits, **salience.fit(candidate, cue, question)} for candidate in candidates]
            found.append(Choice(values, quality, 5.0 if sample.set.startswith("own_") else 0.7))
    return found


def _added(sample: Sample, question: Reading, language: Language) -> set[str]:
    if language != "en":
        return set(content_stems(sample.rewrite, language)) - question.stems
    said = terms(sample.history) - terms(sample.utterance)
    return {stem(term, language) for term in terms(sample.rewrite) & said} - lexicon(language).stop_words


def _overlap(candidate: Candidate, question: Reading, gold: set[str]) -> float:
    """F1 of a referent's new stems against those a person added."""
    new = candidate.stems - question.stems
    hits = len(new & gold)
    return 2 * hits / (len(new) + len(gold)) if hits else 0.0


def _learn_salience(choices: Sequence[Choice]) -> dict[str, float]:
    """Conditional logit: the referents that fit best against all others of their question."""
    names = sorted({name for choice in choices for values in choice.values for name in values})
    table = np.array([[values.get(name, 0.0) for name in names] for choice in choices for values in choice.values])
    sizes = [len(choice.values) for choice in choices]
    starts = np.cumsum([0, *sizes[:-1]])
    wanted = np.concatenate([(choice.quality >= choice.quality.max() - 1e-9) for choice in choices]).astype(np.float64)
    shares = wanted / np.repeat(np.add.reduceat(wanted, starts), sizes)
    counts = np.repeat([choice.counts for choice in choices], sizes) / sum(choice.counts for choice in choices)

    def gradient(weights: Vector) -> Vector:
        level = table @ weights
        chance = np.exp(level - np.repeat(np.maximum.reduceat(level, starts), sizes))
        chance /= np.repeat(np.add.reduceat(chance, starts), sizes)
        slope: Vector = 0.002 * weights + table.T @ (counts * (chance - shares))
        return slope

    return _named(names, _descend(gradient, len(names)))


def _descend(gradient: Callable[[Vector], Vector], size: int, *, steps: int = 400, rate: float = 0.05) -> Vector:
    """The minimum of a smooth convex loss by Adam (Kingma and Ba, 2015)."""
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    for step in range(1, steps + 1):
        slope = gradient(weights)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights = weights - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def _named(names: Iterable[str], weights: Vector) -> dict[str, float]:
    return {name: round(float(value), 3) for name, value in zip(names, weights, strict=True)}
