"""Readers of conversations, each learnt without a part of the examples, and the one that is written."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from askwell.models.e5 import load_e5
from askwell.models.embed_e5 import E5Embedder
from askwell.models.read_turns import GRAPH, LAYERS, LEARNT, E5ConversationReader
from askwell.settings import load_settings
from askwell.types import ConversationReading
from bench.reader_graph import lower_graph
from bench.turns_examples import Lesson, Texts
from bench.turns_network import Network

Parts = npt.NDArray[np.int64]


class Readers:
    """For each part a reader that saw none of it."""

    def __init__(self, taught: Sequence[Lesson], texts: Texts, parts: Parts) -> None:
        self._texts = texts
        self._networks = {
            part: learnt([taught[at] for at in np.flatnonzero(parts != part).tolist()], texts)
            for part in _distinct(parts)
        }

    def read(self, taught: Sequence[Lesson], parts: Parts) -> list[ConversationReading]:
        """Each lesson as the reader that saw none of its part reads it."""
        found: dict[int, ConversationReading] = {}
        for part, network in self._networks.items():
            unseen = np.flatnonzero(parts == part).tolist()
            read = network.read([taught[at] for at in unseen], self._texts)
            found |= {
                at: ConversationReading(tuple(odds.tolist()), incomplete)
                for at, (odds, incomplete) in zip(unseen, read, strict=True)
            }
        return [found[at] for at in range(len(taught))]


def texts_as_read() -> Texts:
    """Texts as the lower layers read them; writes the graph of these layers."""
    folder = load_settings().settings.models_folder / E5Embedder.name
    GRAPH.write_bytes(lower_graph(load_e5(folder).weights.shape, LAYERS))
    return Texts(E5ConversationReader(folder).read_text)


def learnt(taught: Sequence[Lesson], texts: Texts) -> Network:
    """A reader learnt from these lessons."""
    network = Network()
    network.learn(taught, texts)
    return network


def write(taught: Sequence[Lesson], texts: Texts) -> None:
    """Learn from all lessons, and write what was learnt."""
    np.savez(LEARNT, allow_pickle=False, **learnt(taught, texts).learnt())


def _distinct(parts: Parts) -> list[int]:
    return sorted(set(parts.tolist()))
