"""Embeddings in about a hundred languages: multilingual-e5-small on this machine, by numpy."""

import asyncio
import functools
import re
import threading
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from askwell.errors import BadConfig
from askwell.models.embed import batches, normalise, usable_cores
from askwell.models.quantised_weights import Floats, QuantisedWeights, open_packed, unpack
from askwell.ports import Vectors

MOST_PIECES = 256
"""Word pieces of a text that are read; the model knows 512, and what stands behind 256 costs more than it brings."""

PREFIXES = {"query": "query: ", "passage": "passage: "}
"""What the model was trained to read before a question and before a passage."""

FILE = "model.bin"

COMMON_SHARE = 0.8
"""How much of what all texts have in common is taken out of a vector.

As the model gives them, vectors of texts that have nothing to do with each other have a cosine of about .8 and those of
a question and its answer .88, so no threshold made for another model holds. Without the mean of `ORDINARY` they are
where MiniLM's are; without all of it (1.0) two languages in three lose recall, without any of it (0) the order of
passages is about as good as with this.
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
"""Sentences about different things in several languages."""


class E5Embedder:
    """multilingual-e5-small, weights of four bits. Loads on first use, in a thread, once for the process.

    Wang et al., Multilingual E5 Text Embeddings, 2024.
    """

    name = "e5-small"
    dimension = 384

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        """One normalised row a text; a text without a word piece still has a row.

        Raises BadConfig (`broken_weights`) when the file cannot be loaded.
        """
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        if not texts:
            return rows
        model, common = await asyncio.to_thread(_load, self._folder)
        pieces = await asyncio.to_thread(model.cut, texts, PREFIXES[kind])
        waiting = list(batches([len(each) for each in pieces]))
        for at in range(0, len(waiting), cores := usable_cores()):
            # A batch a core: a long list can be cancelled, and a query slips in between.
            at_once = waiting[at : at + cores]
            runs = [asyncio.to_thread(model.run, [pieces[index] for index in batch]) for batch in at_once]
            for batch, vectors in zip(at_once, await asyncio.gather(*runs), strict=True):
                rows[batch] = vectors
        return normalise(rows - common[kind])


@dataclass(frozen=True, slots=True)
class _Layer:
    """Weights of one layer, each matrix with one row an input; `heads` gives queries, keys and values side by side."""

    heads: Floats
    heads_bias: Floats
    joined: Floats
    joined_bias: Floats
    first_norm: tuple[Floats, Floats]
    inner: Floats
    inner_bias: Floats
    outer: Floats
    outer_bias: Floats
    second_norm: tuple[Floats, Floats]


@dataclass(frozen=True, slots=True)
class _Model:
    weights: QuantisedWeights
    words: npt.NDArray[np.void] = field(repr=False)
    """Embeddings of the pieces, left packed: a text needs a few hundred of them."""
    places: Floats
    norm: tuple[Floats, Floats]
    layers: tuple[_Layer, ...]
    tokenizer: Any

    def cut(self, texts: Sequence[str], prefix: str) -> list[list[int]]:
        """Ids of the pieces of prefix and text, start and end included, at most `MOST_PIECES`."""
        known = self.weights.vocabulary
        most = min(MOST_PIECES, self.weights.shape.positions) - 2
        encodings = self.tokenizer.encode_batch([_written(prefix + text, known.written) for text in texts])
        return [[known.start, *encoding.ids[:most], known.end] for encoding in encodings]

    def run(self, pieces: Sequence[Sequence[int]]) -> Vectors:
        """Mean of the last layer over the pieces of each text, normalised.

        The pieces of all texts stand one behind the other, without padding; only attention goes text by text, whose
        scores then fit the processor's cache.
        """
        ends = np.cumsum([len(each) for each in pieces])
        texts = [slice(end - len(each), end) for end, each in zip(ends.tolist(), pieces, strict=True)]
        ids = np.concatenate([np.asarray(each) for each in pieces])
        places = np.concatenate([np.arange(len(each)) for each in pieces])
        epsilon = self.weights.shape.epsilon
        state = _norm(unpack(self.words[ids]) + self.places[places], self.norm, epsilon)
        for layer in self.layers:
            mixed = state @ layer.heads + layer.heads_bias
            seen: Floats = np.concatenate([self._attend(mixed[text]) for text in texts])
            state = _norm(state + seen @ layer.joined + layer.joined_bias, layer.first_norm, epsilon)
            bent = _bend(state @ layer.inner + layer.inner_bias)
            state = _norm(state + bent @ layer.outer + layer.outer_bias, layer.second_norm, epsilon)
        return normalise(np.stack([state[text].mean(axis=0) for text in texts]))

    def _attend(self, mixed: Floats) -> Floats:
        """Every piece's mixture of the values of its text's pieces; `mixed` is queries, keys and values."""
        queries, keys, values = mixed.reshape(len(mixed), 3, self.weights.shape.heads, -1).transpose(1, 2, 0, 3)
        scores = (queries * np.float32(keys.shape[-1] ** -0.5)) @ keys.swapaxes(-1, -2)
        scores -= scores.max(axis=-1, keepdims=True)
        np.exp(scores, out=scores)
        seen = (scores @ values) / scores.sum(axis=-1, keepdims=True)
        joined: Floats = seen.swapaxes(0, 1).reshape(len(mixed), -1)
        return joined


def _norm(state: Floats, by: tuple[Floats, Floats], epsilon: float) -> Floats:
    centred = state - state.mean(axis=-1, keepdims=True)
    spread = np.sqrt(np.einsum("...i,...i->...", centred, centred) / state.shape[-1] + epsilon)
    scaled: Floats = centred / spread[..., None].astype(np.float32) * by[0] + by[1]
    return scaled


def _bend(state: Floats) -> Floats:
    """GELU in its tanh form, which is off by .0005 at most (Hendrycks and Gimpel, 2016)."""
    bent = state * state
    bent *= np.float32(0.7978846 * 0.044715)
    bent += np.float32(0.7978846)
    bent *= state
    np.tanh(bent, out=bent)
    bent += np.float32(1)
    bent *= state
    bent *= np.float32(0.5)
    return bent


def _written(text: str, as_these: Mapping[int, str]) -> str:
    """A text as the tokenizer's vocabulary spells it; half of a surrogate pair becomes a question mark."""
    sayable = text.encode("utf-8", "replace").decode("utf-8")
    return re.sub(" {2,}", " ", unicodedata.normalize("NFKC", sayable).translate(as_these))


_loading = threading.Lock()


def _load(folder: Path) -> tuple[_Model, Mapping[str, Floats]]:
    """The model, and what is taken out of the vectors of each kind of text."""
    with _loading:
        return _load_once(folder)


@functools.cache
def _load_once(folder: Path) -> tuple[_Model, Mapping[str, Floats]]:
    try:
        model = _unpacked(open_packed(folder / FILE))
    except (OSError, ValueError) as error:
        raise BadConfig(
            f"The embedder in {str(folder)!r} cannot be loaded: {error}",
            code="broken_weights",
            hint=f"Run `askwell models pull {E5Embedder.name}`.",
        ) from error
    # Its own threads wait for each other by spinning, and beside any other work three times as long as one takes alone.
    threadpool_limits(1, user_api="blas")
    means = {kind: model.run(model.cut(ORDINARY, prefix)).mean(axis=0) for kind, prefix in PREFIXES.items()}
    return model, {kind: np.float32(COMMON_SHARE) * mean for kind, mean in means.items()}


def _unpacked(weights: QuantisedWeights) -> _Model:
    from tokenizers import Tokenizer, models, pre_tokenizers

    shape = weights.shape
    known = weights.vocabulary
    tokenizer = Tokenizer(models.Unigram(list(known.pieces), known.unknown, byte_fallback=False))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    places = weights.plain("emb.pos").reshape(shape.positions, shape.width)
    return _Model(
        weights,
        weights.blocks("emb.word", shape.width),
        places + weights.plain("emb.type")[: shape.width],
        (weights.plain("emb.ln.w"), weights.plain("emb.ln.b")),
        tuple(_layer(weights, f"l{number}") for number in range(shape.layers)),
        tokenizer,
    )


def _layer(weights: QuantisedWeights, name: str) -> _Layer:
    width, inner = weights.shape.width, weights.shape.inner

    def turned(part: str, inputs: int) -> Floats:
        return np.ascontiguousarray(weights.matrix(f"{name}.{part}.w", inputs).T)

    def bias(part: str) -> Floats:
        return weights.plain(f"{name}.{part}.b")

    return _Layer(
        np.ascontiguousarray(np.concatenate([turned(part, width) for part in "qkv"], axis=1)),
        np.concatenate([bias(part) for part in "qkv"]),
        turned("ao", width),
        bias("ao"),
        (weights.plain(f"{name}.aln.w"), bias("aln")),
        turned("fi", width),
        bias("fi"),
        turned("fo", inner),
        bias("fo"),
        (weights.plain(f"{name}.oln.w"), bias("oln")),
    )
