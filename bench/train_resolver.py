"""Learn what a follow-up leaves out: `python -m bench train-resolver --data DIR`.

Prints leave-one-set-out figures: each set is scored by a model that never saw it, or another set of its origin. Then
learns from all sets and writes the model to `src/askwell/understanding/`. Sets: `cast/*.jsonl.gz`, whose licences allow
it (MIT, CC BY-SA), and the `train` part of our own dialogues. The same data and seed give the same trees.

`TERM_*` are of all words that a question is searched with, `shown_P` of the words that shown wordings add.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from askwell.types import Language, Resolution
from askwell.understanding import models
from askwell.understanding.features import QUESTION, WORD, Described, describe
from askwell.understanding.history import QUESTION_CHARS, read_history
from askwell.understanding.models import Chances
from askwell.understanding.resolver import decide, in_draft
from askwell.understanding.texts import read
from bench.bootstrap import intervals
from bench.cast import load
from bench.options import Options
from bench.report import Report, Row
from bench.resolvers import Resolved, play
from bench.scores import terms, tokens
from bench.typed import follow_ups

SEED = 1
TREES = 300
_SETTINGS = {
    "objective": "binary", "num_leaves": 31, "learning_rate": 0.05, "min_data_in_leaf": 50, "extra_trees": True,
    "feature_fraction": 0.7, "bagging_fraction": 0.8, "bagging_freq": 1, "seed": SEED, "deterministic": True,
    "force_row_wise": True, "num_threads": 1, "verbose": -1,
}  # fmt: skip
_LANGUAGES: tuple[Language, ...] = ("en", "nl", "it")
METRICS = ("TERM_P", "TERM_R", "TERM_F1", "shown", "shown_P")

Labels = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """A question with its features, and what is right."""

    family: str
    """Sets of one origin, which are left out together."""
    set: str
    conversation: str
    question: str
    draft: Resolution
    described: Described
    wanted: Labels
    """1 for each candidate that the human rewrite has."""
    missing: int
    """Words that the human rewrite takes from the conversation and that are no candidates."""


def run(options: Options) -> Report:
    """Rows by set and of their pool; writes the model."""
    examples = gather(options)
    families = sorted({each.family for each in examples})
    scored: list[tuple[Example, Chances]] = []
    for left_out in families:
        model = fit([each for each in examples if each.family != left_out])
        unseen = [each for each in examples if each.family == left_out]
        scored += [(each, np.asarray(model.predict(each.described.features), dtype=np.float32)) for each in unseen]
    sets = [*sorted({each.set for each in examples}), "all"]
    rows = [_row(name, [each for each in scored if name in {"all", each[0].set}]) for name in sets]
    rows.append(_row("all", scored, system="grammar alone"))
    _write(fit(examples))
    return Report("train-resolver", METRICS, tuple(rows), (f"Left out together: {', '.join(families)}.",))


def gather(options: Options) -> list[Example]:
    """Examples of all sets, the earlier questions resolved by the grammar alone."""
    public = [sample for sample in load(options.data) if sample.exchanges]
    found = [example(each, "en") for each in play(public, "grammar")]
    for language in _LANGUAGES:
        own = play(follow_ups(language, "train"), "grammar", language=language)
        found += [example(each, language) for each in own]
    return [each for each in found if len(each.wanted)]


def example(resolved: Resolved, language: Language) -> Example:
    """The example that a resolved sample makes."""
    sample = resolved.sample
    question = read(sample.utterance[:QUESTION_CHARS], language)
    history = read_history(resolved.recalled.turns, language)
    draft = resolved.resolution
    described = describe(question, history, draft, read(draft.question, language), language)
    gold = _parts(sample.rewrite)
    wanted = np.array([_parts(word.low) <= gold for word in described.words], dtype=np.float64)
    said = terms(sample.history) - terms(sample.utterance)
    found = [_parts(word.low) for word, is_wanted in zip(described.words, wanted, strict=True) if is_wanted]
    return Example(
        family=re.split(r"[_\d]", sample.set)[0],
        set=sample.set,
        conversation=sample.conversation,
        question=sample.utterance,
        draft=draft,
        described=described,
        wanted=wanted,
        missing=len((terms(sample.rewrite) & said) - frozenset().union(*found)) if language == "en" else 0,
    )


def fit(examples: Sequence[Example]) -> Any:
    """The model of words, a LightGBM booster; each set counts by the root of its size."""
    import lightgbm

    sizes = Counter(each.set for each in examples)
    weights = np.concatenate([np.full(len(each.wanted), sizes[each.set] ** -0.5) for each in examples])
    rows = np.vstack([each.described.features for each in examples])
    labels = np.concatenate([each.wanted for each in examples])
    return lightgbm.train(_SETTINGS, lightgbm.Dataset(rows, labels, weight=weights / weights.mean()), TREES)


def _row(name: str, scored: Sequence[tuple[Example, Chances]], system: str = "learnt") -> Row:
    counts = np.array([_count(*each, is_judged=system == "learnt") for each in scored])
    conversations = [each.conversation for each, _ in scored]
    figures = _measure(counts.sum(axis=0))
    return {
        "system": system,
        "set": name,
        "n": len(scored),
        **{key: round(value, 4) for key, value in figures.items()},
        "interval": intervals(counts, conversations, _measure),
    }


def _count(one: Example, chances: Chances, *, is_judged: bool) -> Labels:
    """Turn 1; words that are right, searched with and wanted; shown wordings; their right and all added words."""
    decided = decide(one.question, one.draft, one.described, chances) if is_judged else one.draft
    is_shown = decided.question != one.question
    drafted = in_draft(one.described) & is_shown
    named = {term.text for term in decided.terms}
    searched = drafted | np.array([word.text in named for word in one.described.words])
    return np.array(
        [
            1,
            one.wanted[searched].sum(),
            searched.sum(),
            one.wanted.sum() + one.missing,
            is_shown,
            one.wanted[drafted].sum(),
            drafted.sum(),
        ],
        dtype=np.float64,
    )


def _measure(sums: Labels) -> dict[str, float]:
    turns, hits, found, wanted, shown, shown_hits, shown_words = (float(value) for value in sums)
    precision, recall = hits / max(found, 1.0), hits / max(wanted, 1.0)
    return {
        "TERM_P": precision,
        "TERM_R": recall,
        "TERM_F1": 2 * precision * recall / max(precision + recall, 1e-9),
        "shown": shown / max(turns, 1.0),
        "shown_P": shown_hits / max(shown_words, 1.0),
    }


def _parts(text: str) -> set[str]:
    """Words of a text as the measure of rewriting cuts them, with the letters of all languages."""
    return set(tokens(text) if text.isascii() else re.findall(r"\w+", text.lower()))


def _write(model: Any) -> None:
    """Write the model as ONNX."""
    from onnxmltools import convert_lightgbm
    from onnxmltools.convert.common.data_types import FloatTensorType

    rows = [("rows", FloatTensorType([None, len(WORD) + len(QUESTION)]))]
    made = convert_lightgbm(model, initial_types=rows, zipmap=False, target_opset=15, name="words")
    models.WORDS_FILE.write_bytes(made.SerializeToString())
