"""Embedders: MiniLM on this machine, and OpenAI-compatible endpoints."""

import asyncio
import functools
import json
import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from askwell.errors import BrokenWeights, ModelFailed
from askwell.models.failures import translate
from askwell.ports import Spans, Vectors
from askwell.text.secrets import hide_secrets

if TYPE_CHECKING:
    from tokenizers import Encoding

MAX_PIECES = 256
"""Word pieces per text that MiniLM was trained on; longer texts are truncated."""
BATCH_TEXTS = 32
BATCH_PIECES = 512
"""Word pieces per batch, with padding. A larger batch is slower than its texts one by one (measured)."""
MAX_THREADS = 4
"""More threads are not faster with a model of this size."""


class MiniLmEmbedder:
    """all-MiniLM-L6-v2 with onnxruntime. Loaded on first use, in a thread, once per process."""

    name = "minilm"
    dimension = 384

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        self._folder = folder
        self._threads = threads or min(MAX_THREADS, usable_cores())

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:  # noqa: ARG002
        """One normalised row per text; a text without word pieces gets the row of the empty sentence.

        Queries and passages are embedded alike. Raises BrokenWeights if the files cannot be loaded.
        """
        return (await self.embed_sentences(texts, [()] * len(texts)))[0]

    async def embed_sentences(self, texts: Sequence[str], spans: Sequence[Spans]) -> tuple[Vectors, list[Vectors]]:
        """The rows that `embed` gives, and for each text those of its spans. Raises BrokenWeights."""
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        sentences = [np.zeros((0, self.dimension), dtype=np.float32)] * len(texts)
        if not texts:
            return rows, sentences
        loaded = await asyncio.to_thread(_load, self._folder, self._threads)
        encodings = await asyncio.to_thread(loaded.encode, texts)
        for batch in batches([len(encoding.ids) for encoding in encodings]):
            # One thread call per batch: a long list can be cancelled, and a query can run between two batches.
            some = [encodings[index] for index in batch]
            rows[batch], found = await asyncio.to_thread(loaded.run, some, [spans[index] for index in batch])
            for index, vectors in zip(batch, found, strict=True):
                sentences[index] = vectors
        return rows, sentences


class EndpointEmbedder:
    """Embeddings from an OpenAI-compatible endpoint. Without a given `dimension` it is 0 until the first call."""

    def __init__(
        self, base_url: str, model: str, *, key: str = "", dimension: int = 0, timeout_s: float = 60.0
    ) -> None:
        self.name = model
        self.dimension = dimension
        self._base_url = base_url
        self._key = key
        self._timeout_s = timeout_s
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()

    def __repr__(self) -> str:
        return f"EndpointEmbedder({hide_secrets(self._base_url)!r}, {self.name!r})"

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:  # noqa: ARG002
        """One normalised row per text.

        Raises ModelFailed with the codes of a chat model; `upstream_malformed` if the number or size of rows is wrong.
        """
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        client = await self._client()
        with translate(self.name, self._key):
            async with asyncio.timeout(self._timeout_s):
                # Some endpoints refuse an empty string.
                rows = await client.aembed_documents([text or " " for text in texts])
            vectors = normalise(np.asarray(rows, dtype=np.float32))
        self.dimension = self.dimension or vectors.shape[-1]
        if vectors.shape != (len(texts), self.dimension):
            raise ModelFailed(
                f"{self.name} returned vectors of shape {vectors.shape}, expected {(len(texts), self.dimension)}",
                code="upstream_malformed",
                hint="The index was built with another model. Add the documents again.",
            )
        return vectors

    async def _client(self) -> Any:
        """The client of the running event loop; connections cannot be shared between loops."""
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = await asyncio.to_thread(self._make_client)
        return self._clients[loop]

    def _make_client(self) -> Any:
        from langchain_openai import OpenAIEmbeddings
        from openai import DefaultAsyncHttpxClient
        from pydantic import SecretStr

        return OpenAIEmbeddings(
            openai_api_base=self._base_url,
            model=self.name,
            openai_api_key=SecretStr(self._key or "none"),
            chunk_size=BATCH_TEXTS,
            max_retries=2,
            request_timeout=self._timeout_s,
            # Otherwise it downloads a vocabulary to count tokens, and sends numbers instead of text.
            check_embedding_ctx_length=False,
            http_async_client=DefaultAsyncHttpxClient(timeout=self._timeout_s),
            model_kwargs={"encoding_format": "float"},
        )


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Batches of indexes into `lengths`, shortest first, within `BATCH_TEXTS` and `BATCH_PIECES`."""
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == BATCH_TEXTS or (len(batch) + 1) * lengths[index] > BATCH_PIECES):
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def normalise(vectors: npt.NDArray[np.float32]) -> Vectors:
    """The rows scaled to length 1; a row of zeros is unchanged."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0, 1, lengths), dtype=np.float32)


def sentence_rows(state: Vectors, offsets: npt.NDArray[np.intp], spans: Spans) -> Vectors:
    """For each span the mean of the pieces in it, not normalised; zeros for a span without pieces.

    `state` has one row per piece, `offsets` the beginning and end of each in the text.
    """
    rows = np.zeros((len(spans), state.shape[1]), dtype=np.float32)
    for row, (start, end) in enumerate(spans):
        inside = (offsets[:, 0] < end) & (offsets[:, 1] > start)
        if inside.any():
            rows[row] = state[inside].mean(axis=0)
    return rows


def usable_cores() -> int:
    """Number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class _Loaded:
    session: Any
    tokenizer: Any

    def encode(self, texts: Sequence[str]) -> "list[Encoding]":
        """Word pieces of the texts. A lone surrogate, which UTF-8 cannot encode, becomes a question mark."""
        encodable = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        return list(self.tokenizer.encode_batch(encodable))

    def run(self, encodings: "Sequence[Encoding]", spans: Sequence[Spans]) -> tuple[Vectors, list[Vectors]]:
        """Mean of the last layer over all pieces but padding, and over those of each span, normalised."""
        shape = (len(encodings), max(1, *(len(encoding.ids) for encoding in encodings)))
        ids, mask = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for row, encoding in enumerate(encodings):
            ids[row, : len(encoding.ids)] = encoding.ids
            mask[row, : len(encoding.ids)] = 1
        fed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        (layer,) = self.session.run(["last_hidden_state"], fed)
        weights = mask[..., None].astype(np.float32)
        rows = normalise((layer * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1))
        sentences = [
            normalise(sentence_rows(state[: len(encoding.ids)], np.array(encoding.offsets, dtype=np.intp), own))
            for state, encoding, own in zip(layer, encodings, spans, strict=True)
        ]
        return rows, sentences


_loading = threading.Lock()


def _load(folder: Path, threads: int) -> _Loaded:
    with _loading:
        return _load_once(folder, threads)


@functools.cache
def _load_once(folder: Path, threads: int) -> _Loaded:
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Spinning threads take a second core for every question without making it faster.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        # Parsed here first, since the tokenizer raises a bare Exception.
        model = (folder / "model.onnx").read_bytes()
        tokens = (folder / "tokenizer.json").read_text(encoding="utf-8")
        json.loads(tokens)
        tokenizer = Tokenizer.from_str(tokens)
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except _loading_errors() as error:
        raise BrokenWeights(
            f"The embedder in {str(folder)!r} cannot be loaded: {error}",
            hint="Run `askwell models pull minilm`.",
        ) from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_PIECES)
    return _Loaded(session, tokenizer)


def _loading_errors() -> tuple[type[Exception], ...]:
    """Errors raised when broken weights are loaded; those of onnxruntime have no common base."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    names = ("InvalidProtobuf", "InvalidGraph", "InvalidArgument", "Fail", "NoSuchFile")
    return (OSError, ValueError, RuntimeError, *(getattr(state, name) for name in names))
