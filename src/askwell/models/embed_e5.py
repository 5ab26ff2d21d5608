"""Embedder for about a hundred languages: multilingual-e5-small on this machine, with numpy."""

import asyncio
import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from askwell.models.e5 import NAME, load_e5
from askwell.models.embed import batches, normalise, usable_cores
from askwell.models.quantised_weights import Floats
from askwell.ports import Spans, Vectors

PREFIXES = {"query": "query: ", "passage": "passage: "}
"""Prefixes for questions and passages that the model was trained with."""

COMMON_SHARE = 0.8
"""Share of the mean vector of `ORDINARY` that is subtracted from each vector.

The model gives unrelated texts a cosine of about .8 and a question and its answer .88, so thresholds made for another
model do not work. After the subtraction the cosines are in the range of MiniLM's. With 1.0 two of three languages lose
recall; with 0 passages are ranked about as well as with this value.
"""

ORDINARY = (
    "The train to the coast leaves every morning at nine.",
    "How do I reset my password?",
    "De bakker op de hoek verkoopt vers brood.",
    "Hoeveel kost een kaartje voor het museum?",
    "Il medico riceve i pazienti solo su appuntamento.",
    "Come posso iscrivermi al corso di nuoto?",
    "Investors sold their shares after the bank raised interest rates.",
    "Plants turn sunlight into sugar.",
    "De gemeente heeft een nieuwe fietsbrug gebouwd.",
    "Wie heeft de wedstrijd gewonnen?",
    "La storia della città comincia nel dodicesimo secolo.",
    "Perché il cielo è blu?",
    "Press the button twice to install the update.",
    "Who wrote the novel?",
    "De film duurt twee uur en is geschikt voor kinderen.",
    "Il contratto deve essere firmato da entrambe le parti.",
)
"""Sentences on different subjects in several languages; their mean vector is what all texts have in common."""


class E5Embedder:
    """multilingual-e5-small with 4-bit weights. Loaded on first use, in a thread, once per process.

    Wang et al., Multilingual E5 Text Embeddings, 2024.
    """

    name = NAME
    dimension = 384

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        """One normalised row per text, also for a text without word pieces.

        Raises BrokenWeights if the file cannot be loaded.
        """
        return (await self._embed(texts, [()] * len(texts), kind))[0]

    async def embed_sentences(self, texts: Sequence[str], spans: Sequence[Spans]) -> tuple[Vectors, list[Vectors]]:
        """The rows that `embed` gives for passages, and for each text those of its spans. Raises BrokenWeights."""
        return await self._embed(texts, spans, "passage")

    async def _embed(
        self, texts: Sequence[str], spans: Sequence[Spans], kind: Literal["query", "passage"]
    ) -> tuple[Vectors, list[Vectors]]:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        sentences = [np.zeros((0, self.dimension), dtype=np.float32)] * len(texts)
        if not texts:
            return rows, sentences
        model = await asyncio.to_thread(load_e5, self._folder)
        common = await asyncio.to_thread(_common, self._folder)
        pieces = await asyncio.to_thread(model.cut, texts, PREFIXES[kind], spans)
        waiting = list(batches([len(each.ids) for each in pieces]))
        for at in range(0, len(waiting), cores := usable_cores()):
            # One batch per core: a long list can be cancelled, and a query can run in between.
            at_once = waiting[at : at + cores]
            runs = [asyncio.to_thread(model.run, [pieces[index] for index in batch]) for batch in at_once]
            for batch, (vectors, found) in zip(at_once, await asyncio.gather(*runs), strict=True):
                rows[batch] = vectors
                for index, own in zip(batch, found, strict=True):
                    # A sentence without pieces has a row of zeros and keeps it.
                    sentences[index] = normalise(own - common[kind] * own.any(axis=1, keepdims=True))
        return normalise(rows - common[kind]), sentences


@functools.cache
def _common(folder: Path) -> Mapping[str, Floats]:
    """The vector that is subtracted for each kind of text."""
    model = load_e5(folder)
    cuts = {kind: model.cut(ORDINARY, prefix, [()] * len(ORDINARY)) for kind, prefix in PREFIXES.items()}
    means = {kind: model.run(cut)[0].mean(axis=0) for kind, cut in cuts.items()}
    return {kind: np.float32(COMMON_SHARE) * np.asarray(mean, dtype=np.float32) for kind, mean in means.items()}
