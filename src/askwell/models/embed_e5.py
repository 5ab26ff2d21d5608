"""Embedder for about a hundred languages: multilingual-e5-small on this machine, with numpy."""

import asyncio
import functools
import re
import threading
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from askwell.errors import BrokenWeights
from askwell.models.embed import batches, normalise, sentence_rows, usable_cores
from askwell.models.quantised_weights import Floats, QuantisedWeights, open_packed, unpack
from askwell.ports import Spans, Vectors

MAX_PIECES = 256
"""Word pieces read per text. The model supports 512, but more than 256 cost more time than they improve results."""

PREFIXES = {"query": "query: ", "passage": "passage: "}
"""Prefixes for questions and passages that the model was trained with."""

FILE = "model.bin"

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

    name = "e5-small"
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
        model, common = await asyncio.to_thread(_load, self._folder)
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


@dataclass(frozen=True, slots=True)
class _Layer:
    """Weights of one layer. Matrices have one row per input; `heads` holds queries, keys and values, concatenated."""

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
class _Pieces:
    """A text as the model reads it."""

    ids: list[int]
    offsets: npt.NDArray[np.intp]
    """Where each piece begins and ends in the normalised text with its prefix."""
    spans: Spans
    """The spans of its sentences there."""


@dataclass(frozen=True, slots=True)
class _Model:
    weights: QuantisedWeights
    words: npt.NDArray[np.void] = field(repr=False)
    """Embeddings of the pieces, kept packed, since a text needs only a few hundred of them."""
    places: Floats
    norm: tuple[Floats, Floats]
    layers: tuple[_Layer, ...]
    tokenizer: Any

    def cut(self, texts: Sequence[str], prefix: str, spans: Sequence[Spans]) -> list[_Pieces]:
        """Pieces of prefix and text, with start and end, at most `MAX_PIECES` per text."""
        known = self.weights.vocabulary
        most = min(MAX_PIECES, self.weights.shape.positions) - 2
        encodings = self.tokenizer.encode_batch([_normalised_text(prefix + text, known.written) for text in texts])
        return [
            _Pieces(
                [known.start, *encoding.ids[:most], known.end],
                np.array([(0, 0), *encoding.offsets[:most], (0, 0)], dtype=np.intp),
                _normalised_spans(prefix, text, own, known.written),
            )
            for encoding, text, own in zip(encodings, texts, spans, strict=True)
        ]

    def run(self, texts: Sequence[_Pieces]) -> tuple[Vectors, list[Vectors]]:
        """Mean of the last layer over the pieces of each text, and over those of each of its sentences, normalised.

        The pieces of all texts are concatenated, without padding. Only attention is computed text by text; its scores
        then fit into the processor's cache.
        """
        ends = np.cumsum([len(each.ids) for each in texts])
        rows = [slice(end - len(each.ids), end) for end, each in zip(ends.tolist(), texts, strict=True)]
        ids = np.concatenate([np.asarray(each.ids) for each in texts])
        places = np.concatenate([np.arange(len(each.ids)) for each in texts])
        epsilon = self.weights.shape.epsilon
        state = _norm(unpack(self.words[ids]) + self.places[places], self.norm, epsilon)
        for layer in self.layers:
            mixed = state @ layer.heads + layer.heads_bias
            seen: Floats = np.concatenate([self._attend(mixed[own]) for own in rows])
            state = _norm(state + seen @ layer.joined + layer.joined_bias, layer.first_norm, epsilon)
            result = _gelu(state @ layer.inner + layer.inner_bias)
            state = _norm(state + result @ layer.outer + layer.outer_bias, layer.second_norm, epsilon)
        sentences = [
            normalise(sentence_rows(state[own], each.offsets, each.spans))
            for own, each in zip(rows, texts, strict=True)
        ]
        return normalise(np.stack([state[own].mean(axis=0) for own in rows])), sentences

    def _attend(self, mixed: Floats) -> Floats:
        """Self-attention within one text; `mixed` holds queries, keys and values."""
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


def _gelu(state: Floats) -> Floats:
    """GELU in its tanh approximation; the error is at most .0005 (Hendrycks and Gimpel, 2016)."""
    result = state * state
    result *= np.float32(0.7978846 * 0.044715)
    result += np.float32(0.7978846)
    result *= state
    np.tanh(result, out=result)
    result += np.float32(1)
    result *= state
    result *= np.float32(0.5)
    return result


def _normalised_text(text: str, as_these: Mapping[int, str]) -> str:
    """The text, normalised as the vocabulary expects; a lone surrogate becomes a question mark."""
    encodable = text.encode("utf-8", "replace").decode("utf-8")
    return re.sub(" {2,}", " ", unicodedata.normalize("NFKC", encodable).translate(as_these))


def _normalised_spans(prefix: str, text: str, spans: Spans, as_these: Mapping[int, str]) -> Spans:
    """The spans of a text in its normalised form after the prefix."""
    ends = sorted({place for span in spans for place in span})
    places = {place: len(_normalised_text(prefix + text[:place], as_these)) for place in ends}
    return [(places[start], places[end]) for start, end in spans]


_loading = threading.Lock()


def _load(folder: Path) -> tuple[_Model, Mapping[str, Floats]]:
    """The model, and the vector that is subtracted for each kind of text."""
    with _loading:
        return _load_once(folder)


@functools.cache
def _load_once(folder: Path) -> tuple[_Model, Mapping[str, Floats]]:
    try:
        model = _unpacked(open_packed(folder / FILE))
    except (OSError, ValueError) as error:
        raise BrokenWeights(
            f"The embedder in {str(folder)!r} cannot be loaded: {error}",
            hint=f"Run `askwell models pull {E5Embedder.name}`.",
        ) from error
    # BLAS threads wait by spinning: with other work on the machine they take three times as long as one thread.
    threadpool_limits(1, user_api="blas")
    means = {kind: _mean(model, prefix) for kind, prefix in PREFIXES.items()}
    return model, {kind: np.float32(COMMON_SHARE) * mean for kind, mean in means.items()}


def _mean(model: _Model, prefix: str) -> Floats:
    vectors, _ = model.run(model.cut(ORDINARY, prefix, [()] * len(ORDINARY)))
    return np.asarray(vectors.mean(axis=0), dtype=np.float32)


def _unpacked(weights: QuantisedWeights) -> _Model:
    from tokenizers import Tokenizer, models, pre_tokenizers

    shape = weights.shape
    known = weights.vocabulary
    tokenizer = Tokenizer(models.Unigram(list(known.pieces), known.unknown, byte_fallback=False))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    places = weights.plain("emb.pos").reshape(shape.positions, shape.width)
    return _Model(
        # The tokenizer has the 250,000 pieces; as tuples they would take 36 MB more.
        replace(weights, vocabulary=replace(known, pieces=())),
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
