"""Vectors of the real weights, computed once for each text and kept in the data folder for the next run."""

import hashlib
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from askwell.models import e5, embed, embed_e5, quantised_weights
from askwell.models.embed import MiniLmEmbedder
from askwell.models.embed_e5 import E5Embedder
from askwell.ports import Spans, Vectors
from tests.conftest import WEIGHTS

FOLDER = WEIGHTS.parent / "vectors"


@contextmanager
def embedded_once() -> Iterator[None]:
    """Within the block, the local embedders compute the vector of a text once, whichever engine asks for it.

    For tests that play the same conversations over several stores. All engines must use the weights in `WEIGHTS`.
    Vectors of an earlier run are used if weights, code and libraries are the same.
    """
    known = {embedder: _read(_file(embedder.name)) for embedder in (MiniLmEmbedder, E5Embedder)}
    counts = {embedder: len(vectors) for embedder, vectors in known.items()}
    with pytest.MonkeyPatch.context() as patch:
        for embedder, vectors in known.items():
            patch.setattr(embedder, "embed", _once(embedder.embed, vectors))
            patch.setattr(embedder, "embed_sentences", _sentences_once(embedder.embed_sentences, vectors))
        yield
    for embedder, vectors in known.items():
        if len(vectors) > counts[embedder]:
            _write(_file(embedder.name), vectors)


def _once(compute: Any, known: dict[str, Vectors]) -> Any:
    async def embed(self: Any, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        keys = [_key(kind, text) for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        rows = await compute(self, list(missing.values()), kind=kind)
        known.update({key: row[None].copy() for key, row in zip(missing, rows, strict=True)})
        return np.array([known[key][0] for key in keys], dtype=np.float32).reshape(-1, self.dimension)

    return embed


def _sentences_once(compute: Any, known: dict[str, Vectors]) -> Any:
    """The same for passages with sentences: one array each, the passage's own row first."""

    async def embed(self: Any, texts: Sequence[str], spans: Sequence[Spans]) -> tuple[Vectors, list[Vectors]]:
        keys = [_key(f"sentences {own}", text) for text, own in zip(texts, spans, strict=True)]
        missing = [row for row, key in enumerate(keys) if key not in known]
        rows, found = await compute(self, [texts[row] for row in missing], [spans[row] for row in missing])
        for row, vector, sentences in zip(missing, rows, found, strict=True):
            known[keys[row]] = np.concatenate([vector[None], sentences])
        whole = np.array([known[key][0] for key in keys], dtype=np.float32).reshape(-1, self.dimension)
        return whole, [known[key][1:] for key in keys]

    return embed


def _key(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind}\0{text}".encode(errors="surrogatepass")).hexdigest()


def _file(name: str) -> Path:
    """The file for an embedder, named by everything that its vectors depend on."""
    parts = [version(library) for library in ("numpy", "onnxruntime", "tokenizers")]
    modules = (e5, embed, embed_e5, quantised_weights)
    parts += [Path(str(module.__file__)).read_text(encoding="utf-8") for module in modules]
    parts += [
        f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in sorted((WEIGHTS / name).iterdir())
    ]
    return FOLDER / f"{name}-{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}.npz"


def _read(path: Path) -> dict[str, Vectors]:
    """Key to rows; empty if there is no file that can be read."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            parts = np.split(stored["vectors"], np.cumsum(stored["rows"])[:-1])
            return dict(zip(stored["keys"].tolist(), parts, strict=True))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return {}


def _write(path: Path, vectors: Mapping[str, Vectors]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.stem}.{os.getpid()}.npz")
    rows = np.array([len(each) for each in vectors.values()])
    np.savez(partial, keys=np.array(list(vectors)), rows=rows, vectors=np.concatenate(list(vectors.values())))
    partial.replace(path)
