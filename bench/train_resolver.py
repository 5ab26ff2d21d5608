"""Learn to resolve follow-ups: `python -m bench train-resolver --data DIR`.

Prints leave-one-set-out figures: each set is scored by models that never saw it, or another set of its origin. Rows of
the system `folds` are of models that saw other conversations of the same set. Before that it learns from all sets and
writes the trees to `src/askwell/understanding/` and the reader of conversations (`turns.onnx`, `turns.npz`) to
`src/askwell/models/`. Sets: `cast/*.jsonl.gz`, whose licences allow it (MIT, CC BY-SA), the `train` part of our own
dialogues, and conversations with askwell, which are held again over the bundled documents and the manuals in `DIR`
(`bench/asked.py`). The same data and seed give the same trees, and on the same machine the same reader. About two
hours.

Turns before a question are read as models resolved them that did not see the conversation, since that is how they will
be read; in the rows `left out`, as the grammar resolved them. In these rows, the readings that wordings learn from are
of readers that saw the set that is left out, though not the conversation.

`TERM_*` are of all words that a question is searched with, `shown_P` of the words that shown wordings add, `balanced`
is the balanced accuracy of whether a question is incomplete.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from askwell.types import ConversationReading, Resolution
from askwell.understanding import models
from askwell.understanding.features import QUESTION, WORD
from askwell.understanding.resolver import decide
from askwell.understanding.texts import content_words
from askwell.understanding.wording_features import WORDING
from bench.bootstrap import measured
from bench.options import Options
from bench.report import Report, Row
from bench.resolver_examples import OURS, Example, gather
from bench.resolver_learning import FOLDS, Learnt, learn, parts_of
from bench.scores import Counts
from bench.turns_examples import lessons
from bench.turns_readings import Parts, Readers, texts_as_read, write

Readings = Sequence[ConversationReading]

PUBLIC = "public"
"""The pool of the sets that are not our own."""
ALONE, READ = "trees", "with reader"
"""Systems: without and with the reader of conversations."""
METRICS = ("TERM_P", "TERM_R", "TERM_F1", "shown", "shown_P", "balanced")


def run(options: Options) -> Report:
    """Rows by set and of their pools; writes the models. `--limit N` learns from N examples of each gathering."""
    texts = texts_as_read()
    by_grammar = gather(options, {})[: options.limit]
    taught = lessons(by_grammar, texts)
    readers = Readers(taught, texts, parts_of(by_grammar))
    readings = readers.read(taught, parts_of(by_grammar))
    resolved = resolve_by(by_grammar, parts_of(by_grammar), readings, readings)[READ]
    known = {one.asked: made for one, made in zip(by_grammar, resolved, strict=True)}
    examples = gather(options, known)[: options.limit]
    parts, taught_again = parts_of(examples), lessons(examples, texts)
    readings = readers.read(taught_again, parts)
    _write_all(learn(examples, readings))
    write(taught_again, texts)
    families = sorted({each.family for each in examples})
    by_family = np.array([families.index(each.family) for each in examples])
    unread = Readers(taught_again, texts, by_family).read(taught, by_family)
    unseen = resolve_by(examples, by_family, readings, unread, by_grammar)
    folded = resolve_by(examples, parts, readings, readings)
    sets = [*sorted({each.set for each in examples}), PUBLIC, "all"]
    rows = [
        row(each, examples, made, f"{system}, {name}")
        for name, found in (("left out", unseen), (f"{FOLDS} folds", folded))
        for system, made in found.items()
        for each in sets
    ]
    rows += [row(name, examples, [each.draft for each in examples], "grammar alone") for name in (PUBLIC, "all")]
    return Report("train-resolver", METRICS, tuple(rows), (f"Left out together: {', '.join(families)}.",))


def resolve_by(
    examples: Sequence[Example],
    parts: Parts,
    readings: Readings,
    unseen: Readings,
    asked: Sequence[Example] | None = None,
) -> dict[str, list[Resolution]]:
    """Each example resolved by models that saw none of its part, without and with a reader; as `asked`, if given.

    Models learn from `readings`, each by a reader that did not see its conversation, and are given `unseen`, each by
    one that saw none of its part. `asked` are the same turns with other resolutions of the turns before them.
    """
    found: dict[str, dict[int, Resolution]] = {ALONE: {}, READ: {}}
    for part in sorted(set(parts.tolist())):
        seen = np.flatnonzero(parts != part).tolist()
        learnt = learn([examples[at] for at in seen], [readings[at] for at in seen])
        for at in np.flatnonzero(parts == part).tolist():
            one = (asked or examples)[at]
            for system, reading in ((ALONE, None), (READ, unseen[at])):
                found[system][at] = one.draft if one.is_clear else decide(one.compared, learnt.judge(one, reading))
    return {system: [made[at] for at in range(len(examples))] for system, made in found.items()}


def row(name: str, examples: Sequence[Example], resolved: Sequence[Resolution], system: str) -> Row:
    """The figures of a set, or of a pool: `all` or `PUBLIC`."""
    pairs = [
        (one, made) for one, made in zip(examples, resolved, strict=True) if name in {"all", one.set, _origin(one)}
    ]
    counts = np.array([_count(*pair) for pair in pairs])
    return {
        "system": system,
        "set": name,
        "n": len(pairs),
        **measured(counts, [one.conversation for one, _ in pairs], _measure),
    }


def _origin(one: Example) -> str:
    return "" if one.family in OURS else PUBLIC


def _count(one: Example, made: Resolution) -> Counts:
    """Turn 1, and then counts.

    Words that are right, searched with and wanted; shown wordings, their right and all their added words; the cell of
    the confusion matrix of incomplete questions.
    """
    is_shown = made.question != one.compared.question
    words = content_words(made.question, one.compared.language) if is_shown else frozenset()
    named = {term.text for term in made.terms}
    worded = np.array([word.low in words for word in one.compared.described.words])
    searched = worded | np.array([word.text in named for word in one.compared.described.words])
    gold, found = one.is_incomplete, made.is_dependent
    return np.array(
        [
            1,
            one.wanted[searched].sum(),
            searched.sum(),
            one.wanted.sum() + one.missing,
            is_shown,
            one.wanted[worded].sum(),
            worded.sum(),
            gold and found,
            gold and not found,
            found and not gold,
            not (gold or found),
        ],
        dtype=np.float64,
    )


def _measure(sums: Counts) -> dict[str, float]:
    turns, hits, found, wanted, shown, shown_hits, shown_words, hit, miss, alarm, calm = (float(one) for one in sums)
    precision, recall = hits / max(found, 1.0), hits / max(wanted, 1.0)
    return {
        "TERM_P": precision,
        "TERM_R": recall,
        "TERM_F1": 2 * precision * recall / max(precision + recall, 1e-9),
        "shown": shown / max(turns, 1.0),
        "shown_P": shown_hits / max(shown_words, 1.0),
        "balanced": (hit / max(hit + miss, 1.0) + calm / max(calm + alarm, 1.0)) / 2,
    }


def _write_all(learnt: Learnt) -> None:
    columns = len(QUESTION)
    _write(learnt.words, models.WORDS_FILE, len(WORD) + columns)
    _write(learnt.dependence, models.DEPENDENCE_FILE, columns + 4)
    _write(learnt.wordings, models.WORDINGS_FILE, len(WORDING))


def _write(model: Any, file: Path, columns: int) -> None:
    """Write a model as ONNX."""
    from onnxmltools import convert_lightgbm
    from onnxmltools.convert.common.data_types import FloatTensorType

    rows = [("rows", FloatTensorType([None, columns]))]
    classifies = {"zipmap": False} if model.params["objective"] == "binary" else {}
    made = convert_lightgbm(model, initial_types=rows, target_opset=15, name=file.stem, **classifies)
    file.write_bytes(made.SerializeToString())
