"""Learn the labels of names: `python -m bench train-names`; needs the group `train`.

Writes `names.npz` and the lists of names of `src/askwell/privacy/`. The same libraries give the same bytes. A tenth of
the names is in no list and no text that is learnt from; the figures are about texts with those.
"""

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import SGDClassifier

from askwell.privacy import words as reading
from askwell.privacy.names import LABELS
from bench.names_examples import UNKNOWN, Example, Lists, Maker, lists, plain_texts
from bench.options import Options
from bench.report import Report

FOLDER = Path(reading.__file__).parent
TEXTS = 90_000
HELD_OUT = 0.1
PLAIN_TIMES = 3
"""How often each sentence of the documents is read."""
LISTED = 0.6
"""Share of the names that are in the lists while learning: the others teach what a name looks like."""
SCALE_STEPS = 127
PLACE = LABELS.index("PLACE")


def run(options: Options) -> Report:
    """Weights and lists, written; recall and precision of words with names that were not learnt."""
    known = lists()
    learnt, unseen = _split(known)
    listed = _listed(learnt, share=LISTED, seed=3)
    places = _listed(known, share=1.0, seed=0)[2]
    plain = list(plain_texts(_documents(), places)) * PLAIN_TIMES
    train = _read([*Maker(learnt, seed=1).examples(options.limit or TEXTS), *plain], listed)
    model = _fit(*train)
    full = _listed(learnt, share=1.0, seed=0)
    rows = _measure(model, _read(Maker(unseen, seed=2).examples(4_000), full))
    weights = model.coef_.T.astype(np.float32)
    scale = float(np.abs(weights).max()) / SCALE_STEPS
    with (FOLDER / "names.npz").open("wb") as file:
        np.savez_compressed(
            file,
            weights=np.round(weights / scale).astype(np.int8),
            scale=np.float32(scale),
            constant=model.intercept_.astype(np.float32),
        )
    for name, content in zip(("given", "surnames", "places"), full, strict=True):
        (FOLDER / f"{name}.txt").write_text("\n".join(sorted(content)), encoding="utf-8")
    return Report("train-names", ("precision", "recall"), tuple(rows))


def _documents() -> list[Path]:
    """Documents of this project without people; those of `childcare` and half of `policy` are left to measure."""
    root = FOLDER.parents[2]
    folders = [root / "assistants" / name / "knowledge" for name in ("shop", "manual", "policy")]
    files = [file for folder in folders for kind in ("*.md", "*.html") for file in sorted(folder.glob(kind))]
    return [file for at, file in enumerate(files) if file.parts[-3] != "policy" or at % 2] + sorted(
        (root / "docs").glob("*.md")
    )


def _split(known: Lists) -> tuple[Lists, Lists]:
    """The names to learn from, and others."""
    drawn = random.Random(7)

    def parts(named: Sequence[str]) -> tuple[list[str], list[str]]:
        held = {name for name in named if drawn.random() < HELD_OUT}
        return [name for name in named if name not in held] or list(named), sorted(held) or list(named)

    given = {locale: parts(each) for locale, each in known.given.items()}
    surnames = {locale: parts(each) for locale, each in known.surnames.items()}
    places = parts(known.places)
    large = set(known.known)
    return tuple(  # type: ignore[return-value]
        Lists(
            {locale: each[at] for locale, each in given.items()},
            {locale: each[at] for locale, each in surnames.items()},
            places[at],
            known.countries,
            [each for each in places[at] if each in large] or places[at],
        )
        for at in (0, 1)
    )


def _listed(known: Lists, share: float, seed: int) -> tuple[frozenset[str], ...]:
    drawn = random.Random(seed)
    places = {word.lower() for name in [*known.places, *known.countries] for word in name.split() if len(word) > 3}
    every = (known.all_of(known.given), known.all_of(known.surnames), places)
    return tuple(frozenset(each for each in sorted(names) if drawn.random() < share) for names in every)


def _read(examples: Iterable[Example], listed: Sequence[frozenset[str]]) -> tuple[csr_matrix, np.ndarray]:
    """Signs and labels of the words that may be names."""
    columns: list[int] = []
    ends, wanted = [0], []
    for example in examples:
        words = reading.split(example.text)
        facts = [reading.read_facts(word.text, listed) for word in words]
        last = before = LABELS[0][:2]
        for at, word in enumerate(words):
            label = example.labels[word.start]
            if label == UNKNOWN:
                label = PLACE
            elif reading.may_be_named(word.text):
                signs = {reading.bucket(each) for each in reading.word_signs(word.text, listed)}
                signs |= {reading.bucket(each) for each in reading.context_signs(facts, at, last, before)}
                columns.extend(signs)
                ends.append(len(columns))
                wanted.append(label)
            else:
                label = 0
            last, before = LABELS[label][:2], last
    data = np.ones(len(columns), dtype=np.float32)
    return csr_matrix((data, columns, ends), shape=(len(wanted), reading.BUCKETS)), np.array(wanted)


def _fit(signs: csr_matrix, labels: np.ndarray) -> SGDClassifier:
    model = SGDClassifier(loss="log_loss", alpha=2e-6, max_iter=8, tol=None, random_state=0, average=True)
    return model.fit(signs, labels)


def _measure(model: SGDClassifier, data: tuple[csr_matrix, np.ndarray]) -> list[dict[str, object]]:
    given, wanted = model.predict(data[0]), data[1]
    rows: list[dict[str, object]] = []
    for at, name in enumerate(LABELS):
        right = int(((given == at) & (wanted == at)).sum())
        precision, recall = right / max(1, (given == at).sum()), right / max(1, (wanted == at).sum())
        figures = {"precision": round(precision, 3), "recall": round(recall, 3)}
        rows.append({"system": "askwell", "set": name, "n": int((wanted == at).sum())} | figures)
    return rows
