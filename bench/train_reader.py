"""Learn the reader of answers: `python -m bench train-reader --data DIR`, or `make bench-reader DATA=folder`.

Writes `reader.onnx` and `reader.npz` of `src/askwell/models`. First on SQuAD (`DIR/squad/train-v1.1.json`) and twice
60 % of the test set of SQuAD-it (`DIR/squad/SQuAD_it-test.json`), then on our own documents with a third of the former.
About an hour on two cores. The rows tell texts that answer from the nearest that do not, on what was held out.
"""

import random
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from askwell.models.e5 import E5Model, load_e5
from askwell.models.embed_e5 import E5Embedder
from askwell.models.read_e5 import GRAPH, TUNED
from askwell.settings import load_settings
from bench.options import Options
from bench.ranked import area
from bench.reader_examples import Example, Item, example, own, squad, stream
from bench.reader_graph import graph
from bench.reader_network import Network
from bench.report import Report, Row

STEPS, OWN_STEPS = 1_900, 600
BATCH = 32
RATE, OWN_RATE = 1e-3, 4e-4
"""Highest rates of learning of the two parts."""
ITALIAN_SHARE = 0.6
"""Share of the questions of SQuAD-it that is learnt from; it counts twice."""


def run(options: Options) -> Report:
    """The reader, written, and how well it tells what was held out; `--limit N` makes N steps, of its own N / 3."""
    folder = load_settings().settings.models_folder / E5Embedder.name
    model, embedder, draw = load_e5(folder), E5Embedder(folder), random.Random(1)
    english = squad(options.data / "squad" / "train-v1.1.json", model)
    italian = squad(options.data / "squad" / "SQuAD_it-test.json", model)
    cut = int(len(italian) * ITALIAN_SHARE)
    learnt = [*english, *italian[:cut], *italian[:cut]]
    steps, own_steps = (options.limit, options.limit // 3) if options.limit else (STEPS, OWN_STEPS)
    network = Network(model)
    general = stream(learnt, model, draw, BATCH)
    network.learn(general, steps, RATE)
    ours = stream(own(model, embedder, held=False), model, draw, BATCH)
    network.learn(_mixed(ours, general), own_steps, OWN_RATE)
    GRAPH.write_bytes(graph(model.weights.shape))
    np.savez(TUNED, allow_pickle=False, **network.tuned())
    rows = [
        _row("SQuAD-it", italian[cut:], model, network.score),
        _row("own", own(model, embedder, held=True), model, network.score),
    ]
    return Report("train-reader", ("area", "sentence"), tuple(rows))


def _mixed(ours: Iterator[list[Example]], general: Iterator[list[Example]]) -> Iterator[list[Example]]:
    """Two batches of ours for one of the others."""
    while True:
        yield next(general)
        yield next(ours)
        yield next(ours)


def _row(name: str, items: Sequence[Item], model: E5Model, score: Callable[[list[Example]], list[list[float]]]) -> Row:
    """The area under the curve of the best sentence's odds, and how often the best sentence is one that answers."""
    draw = random.Random(5)
    shown = [(item, each) for item in items for each in (True, False) if item.answering or not each]
    examples = [made for item, each in shown if (made := example(item, model, draw, answered=each, varied=False))]
    odds = [own for at in range(0, len(examples), BATCH) for own in score(examples[at : at + BATCH])]
    right = np.array([any(each.answers) for each in examples], dtype=np.float64)
    hits = [each.answers[int(np.argmax(own))] for each, own in zip(examples, odds, strict=True) if any(each.answers)]
    best = np.array([max(each) for each in odds])
    return {"system": "reader", "set": name, "n": len(examples), "area": area(best, right), "sentence": np.mean(hits)}
