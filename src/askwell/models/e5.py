"""multilingual-e5-small with 4-bit weights, on numpy: what the embedder and the reader of answers share."""

import functools
import re
import threading
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from askwell.errors import BrokenWeights
from askwell.models.embed import normalise, sentence_rows
from askwell.models.quantised_weights import Floats, QuantisedWeights, open_packed, unpack
from askwell.ports import Spans, Vectors

NAME = "e5-small"
FILE = "model.bin"

MAX_PIECES = 256
"""Word pieces read per text. The model supports 512, but more than 256 cost more time than they improve results."""


@dataclass(frozen=True, slots=True)
class E5Layer:
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
class E5Pieces:
    """A text as the model reads it."""

    ids: list[int]
    offsets: npt.NDArray[np.intp]
    """Where each piece begins and ends in the normalised text with its prefix."""
    spans: Spans
    """The spans of its sentences there."""


@dataclass(frozen=True, slots=True)
class E5Model:
    """The model with its weights unpacked, except those of its vocabulary."""

    weights: QuantisedWeights
    words: npt.NDArray[np.void] = field(repr=False)
    """Embeddings of the pieces, kept packed, since a text needs only a few hundred of them."""
    places: Floats
    norm: tuple[Floats, Floats]
    layers: tuple[E5Layer, ...]
    tokenizer: Any

    def ids(self, text: str) -> list[int]:
        """Ids of the pieces of a text as it is, without a prefix and the marks of beginning and end."""
        found: list[int] = self.tokenizer.encode(self.written(text)).ids
        return found

    def written(self, text: str) -> str:
        """A text normalised as the vocabulary expects; offsets of pieces are of this text."""
        return _normalised_text(text, self.weights.vocabulary.written)

    def placed(self, ids: Sequence[int]) -> Floats:
        """What the first layer's norm reads: the embedding of each piece plus that of its place."""
        return np.asarray(unpack(self.words[list(ids)]) + self.places[: len(ids)], dtype=np.float32)

    def cut(self, texts: Sequence[str], prefix: str, spans: Sequence[Spans]) -> list[E5Pieces]:
        """Pieces of prefix and text, with start and end, at most `MAX_PIECES` per text."""
        known = self.weights.vocabulary
        most = min(MAX_PIECES, self.weights.shape.positions) - 2
        encodings = self.tokenizer.encode_batch([_normalised_text(prefix + text, known.written) for text in texts])
        return [
            E5Pieces(
                [known.start, *encoding.ids[:most], known.end],
                np.array([(0, 0), *encoding.offsets[:most], (0, 0)], dtype=np.intp),
                _normalised_spans(prefix, text, own, known.written),
            )
            for encoding, text, own in zip(encodings, texts, spans, strict=True)
        ]

    def run(self, texts: Sequence[E5Pieces]) -> tuple[Vectors, list[Vectors]]:
        """Mean of the last layer over the pieces of each text, and over those of each of its sentences, normalised.

        The pieces of all texts are concatenated, without padding. Only attention is computed text by text; its scores
        then fit into the processor's cache.
        """
        ends = np.cumsum([len(each.ids) for each in texts])
        rows = [slice(end - len(each.ids), end) for end, each in zip(ends.tolist(), texts, strict=True)]
        ids = np.concatenate([np.asarray(each.ids) for each in texts])
        places = np.concatenate([np.arange(len(each.ids)) for each in texts])
        epsilon = self.weights.shape.epsilon
        state = norm(unpack(self.words[ids]) + self.places[places], self.norm, epsilon)
        for layer in self.layers:
            state = run_layer(state, layer, rows, self.weights.shape.heads, epsilon)
        sentences = [
            normalise(sentence_rows(state[own], each.offsets, each.spans))
            for own, each in zip(rows, texts, strict=True)
        ]
        return normalise(np.stack([state[own].mean(axis=0) for own in rows])), sentences


def run_layer(state: Floats, layer: E5Layer, rows: Sequence[slice], heads: int, epsilon: float) -> Floats:
    """What a layer makes of the pieces of some texts, which are in these rows."""
    mixed = state @ layer.heads + layer.heads_bias
    seen: Floats = np.concatenate([_attend(mixed[own], heads) for own in rows])
    state = norm(state + seen @ layer.joined + layer.joined_bias, layer.first_norm, epsilon)
    result = _gelu(state @ layer.inner + layer.inner_bias)
    return norm(state + result @ layer.outer + layer.outer_bias, layer.second_norm, epsilon)


def _attend(mixed: Floats, heads: int) -> Floats:
    """Self-attention within one text; `mixed` holds queries, keys and values."""
    queries, keys, values = mixed.reshape(len(mixed), 3, heads, -1).transpose(1, 2, 0, 3)
    scores = (queries * np.float32(keys.shape[-1] ** -0.5)) @ keys.swapaxes(-1, -2)
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    seen = (scores @ values) / scores.sum(axis=-1, keepdims=True)
    joined: Floats = seen.swapaxes(0, 1).reshape(len(mixed), -1)
    return joined


def norm(state: Floats, by: tuple[Floats, Floats], epsilon: float) -> Floats:
    """Layer normalisation, by weights and a bias."""
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


def load_e5(folder: Path) -> E5Model:
    """The model in a folder, loaded once per process. Raises BrokenWeights if the file cannot be loaded."""
    with _loading:
        return _load_once(folder)


@functools.cache
def _load_once(folder: Path) -> E5Model:
    try:
        model = _unpacked(open_packed(folder / FILE))
    except (OSError, ValueError) as error:
        raise BrokenWeights(
            f"The model in {str(folder)!r} cannot be loaded: {error}", hint=f"Run `askwell models pull {NAME}`."
        ) from error
    # BLAS threads wait by spinning: with other work on the machine they take three times as long as one thread.
    threadpool_limits(1, user_api="blas")
    return model


def _unpacked(weights: QuantisedWeights) -> E5Model:
    from tokenizers import Tokenizer, models, pre_tokenizers

    shape = weights.shape
    known = weights.vocabulary
    tokenizer = Tokenizer(models.Unigram(list(known.pieces), known.unknown, byte_fallback=False))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    places = weights.plain("emb.pos").reshape(shape.positions, shape.width)
    return E5Model(
        # The tokenizer has the 250,000 pieces; as tuples they would take 36 MB more.
        replace(weights, vocabulary=replace(known, pieces=())),
        weights.blocks("emb.word", shape.width),
        places + weights.plain("emb.type")[: shape.width],
        (weights.plain("emb.ln.w"), weights.plain("emb.ln.b")),
        tuple(_layer(weights, f"l{number}") for number in range(shape.layers)),
        tokenizer,
    )


def _layer(weights: QuantisedWeights, name: str) -> E5Layer:
    width, inner = weights.shape.width, weights.shape.inner

    def turned(part: str, inputs: int) -> Floats:
        return np.ascontiguousarray(weights.matrix(f"{name}.{part}.w", inputs).T)

    def bias(part: str) -> Floats:
        return weights.plain(f"{name}.{part}.b")

    return E5Layer(
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
