"""Learn the reader of conversations: `python -m bench train-turns --data DIR`, or `make bench-turns DATA=folder`.

Writes `turns.onnx` and `turns.npz` of `src/askwell/models`, learnt from all sets of `train-resolver`. Then prints how
well questions are resolved by trees and a reader that saw other conversations (`folds`), and by ones that never saw the
set, nor another one of its origin (`left out`); the system `trees` is without the reader. About an hour on two cores.
The same data and seed give the same weights on the same machine. For the metrics see `train-resolver`.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from askwell.models.e5 import load_e5
from askwell.models.embed_e5 import E5Embedder
from askwell.models.read_turns import GRAPH, LAYERS, LEARNT, E5ConversationReader
from askwell.settings import load_settings
from askwell.types import ConversationReading, Resolution
from askwell.understanding.resolver import decide
from bench.options import Options
from bench.reader_graph import lower_graph
from bench.report import Report, Row
from bench.resolver_examples import OURS, Example, gather
from bench.resolver_learning import FOLDS, learn, parts_of
from bench.train_resolver import METRICS, PUBLIC, row
from bench.turns_examples import Lesson, Texts, lessons
from bench.turns_network import Network

Parts = npt.NDArray[np.int64]


def run(options: Options) -> Report:
    """The reader, written, and rows of the sets by folds and left out; `--limit N` learns from N examples."""
    examples, taught, texts = read(options)
    write(taught, texts)
    families = sorted({each.family for each in examples})
    by_family = np.array([families.index(each.family) for each in examples])
    rows = [
        *compared(f"{FOLDS} folds", examples, taught, texts, parts_of(examples)),
        *compared("left out", examples, taught, texts, by_family),
    ]
    return Report("train-turns", METRICS, tuple(rows), (f"Left out together: {', '.join(families)}.",))


def read(options: Options) -> tuple[list[Example], list[Lesson], Texts]:
    """The examples, what the reader learns from each, and their texts as the lower layers read them."""
    folder = load_settings().settings.models_folder / E5Embedder.name
    GRAPH.write_bytes(lower_graph(load_e5(folder).weights.shape, LAYERS))
    texts = Texts(E5ConversationReader(folder).read_text)
    examples = gather(options, {})[: options.limit]
    return examples, lessons(examples, texts), texts


def write(taught: Sequence[Lesson], texts: Texts) -> None:
    """Learn from all of them, and write what was learnt."""
    np.savez(LEARNT, allow_pickle=False, **_taught(taught, texts).learnt())


def compared(name: str, examples: Sequence[Example], taught: Sequence[Lesson], texts: Texts, parts: Parts) -> list[Row]:
    """Rows of each set in it: resolved without and with a reader by models that saw none of its part."""
    alone: dict[int, Resolution] = {}
    together: dict[int, Resolution] = {}
    for part in sorted(set(parts.tolist())):
        seen, unseen = [np.flatnonzero((parts != part) == each).tolist() for each in (True, False)]
        trees = learn([examples[at] for at in seen])
        network = _taught([taught[at] for at in seen], texts)
        for at, (odds, incomplete) in zip(unseen, network.read([taught[at] for at in unseen], texts), strict=True):
            one, reading = examples[at], ConversationReading(tuple(odds.tolist()), incomplete)
            alone[at] = one.draft if one.is_clear else decide(one.compared, trees.judge(one))
            together[at] = one.draft if one.is_clear else decide(one.compared, trees.judge(one, reading))
    made = {f"trees, {name}": alone, f"with reader, {name}": together}
    sets = [*sorted({each.set for each in examples}), "all"]
    sets += [PUBLIC] if any(each.family not in OURS for each in examples) else []
    return [
        row(each, examples, [found[at] for at in range(len(examples))], system)
        for system, found in made.items()
        for each in sets
    ]


def _taught(taught: Sequence[Lesson], texts: Texts) -> Network:
    network = Network()
    network.learn(taught, texts)
    return network
