"""Embedders with the real weights, and with an endpoint over real HTTP."""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.errors import BadConfig, ModelFailed
from askwell.models.embed import BATCH_PIECES, BATCH_TEXTS, EndpointEmbedder, MiniLmEmbedder, batches
from tests.fake_endpoint import DIMENSION, FakeEndpoint, fake_endpoint

HOME = Path(os.environ.get("ASKWELL_HOME") or Path(__file__).parents[2] / ".askwell")


@pytest.fixture(scope="module")
def minilm() -> MiniLmEmbedder:
    return MiniLmEmbedder(HOME / "models" / "minilm")


@pytest.fixture(scope="module")
def endpoint() -> Iterator[FakeEndpoint]:
    with fake_endpoint() as running:
        yield running


async def test_sentences_that_mean_the_same_are_nearer_than_others(minilm: MiniLmEmbedder) -> None:
    same = ["How do I apply for financial aid?", "Where can I request money for help?"]
    asked, meant, other = await minilm.embed([*same, "The cat sleeps on a mat."], kind="query")
    assert asked @ meant > asked @ other + 0.3


async def test_rows_are_normalised_float32_in_the_order_given(minilm: MiniLmEmbedder) -> None:
    texts = ["a long text about " + "many things " * 40, "short", "of middling length, this one"]
    rows = await minilm.embed(texts, kind="passage")
    assert rows.shape == (3, minilm.dimension)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-5)
    for text, row in zip(texts, rows, strict=True):
        alone = await minilm.embed([text], kind="passage")
        assert alone[0] @ row > 0.999


async def test_a_text_beyond_the_models_length_is_cut(minilm: MiniLmEmbedder) -> None:
    start = "word " * 300
    rows = await minilm.embed([start, start + "quite different end"], kind="passage")
    np.testing.assert_allclose(rows[0], rows[1], atol=1e-6)


async def test_an_empty_text_has_a_row_too(minilm: MiniLmEmbedder) -> None:
    rows = await minilm.embed(["", "  ", "\x00\ud83d\ude00"], kind="query")
    assert np.isfinite(rows).all()
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-5)


async def test_no_texts_give_no_rows(minilm: MiniLmEmbedder) -> None:
    assert (await minilm.embed([], kind="passage")).shape == (0, 384)


async def test_missing_weights_say_how_to_pull_them(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as raised:
        await MiniLmEmbedder(tmp_path).embed(["x"], kind="query")
    assert raised.value.code == "broken_weights"
    assert "models pull minilm" in raised.value.hint


async def test_broken_weights_are_a_settings_error(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"no model")
    (tmp_path / "tokenizer.json").write_bytes((HOME / "models/minilm/tokenizer.json").read_bytes())
    with pytest.raises(BadConfig) as raised:
        await MiniLmEmbedder(tmp_path).embed(["x"], kind="query")
    assert raised.value.code == "broken_weights"


@given(st.lists(st.integers(1, 256), max_size=200))
def test_batches_hold_every_text_once_within_the_caps(lengths: list[int]) -> None:
    made = list(batches(lengths))
    assert sorted(index for batch in made for index in batch) == list(range(len(lengths)))
    for batch in made:
        assert len(batch) <= BATCH_TEXTS
        assert len(batch) == 1 or len(batch) * max(lengths[index] for index in batch) <= BATCH_PIECES


async def test_an_endpoint_gives_normalised_rows_and_its_dimension(endpoint: FakeEndpoint) -> None:
    embedder = EndpointEmbedder(endpoint.url, "ok", key="sk-secret")
    rows = await embedder.embed(["red fox", "red foxes run", "blue sea"], kind="passage")
    assert embedder.dimension == DIMENSION
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-5)
    assert rows[0] @ rows[1] > rows[0] @ rows[2]
    assert endpoint.requests[-1]["authorization"] == "Bearer sk-secret"


async def test_an_endpoint_gets_text_in_batches(endpoint: FakeEndpoint) -> None:
    before = len(endpoint.requests)
    rows = await EndpointEmbedder(endpoint.url, "ok").embed([f"text {n}" for n in range(70)], kind="passage")
    sent = [request["input"] for request in endpoint.requests[before:]]
    assert rows.shape == (70, DIMENSION)
    assert [len(texts) for texts in sent] == [32, 32, 6]
    assert sent[0][0] == "text 0"


async def test_an_endpoint_of_another_dimension_is_refused(endpoint: FakeEndpoint) -> None:
    with pytest.raises(ModelFailed) as raised:
        await EndpointEmbedder(endpoint.url, "ok", dimension=7).embed(["x"], kind="query")
    assert raised.value.code == "upstream_malformed"


async def test_a_missing_endpoint_is_unreachable() -> None:
    embedder = EndpointEmbedder("http://127.0.0.1:9/v1", "ok", key="sk-secret")
    with pytest.raises(ModelFailed) as raised:
        await embedder.embed(["x"], kind="query")
    assert raised.value.code == "upstream_unreachable"
    assert "sk-secret" not in repr(embedder)


async def test_a_sentence_is_read_within_its_passage(minilm: MiniLmEmbedder) -> None:
    passage = "The Sunday ferry sails to the island. It must be booked a day ahead."
    middle = passage.index(" It")
    spans = [[(0, middle), (middle + 1, len(passage))]]
    whole, [[_, booked]] = await minilm.embed_sentences([passage], spans)
    asked, alone = await minilm.embed(["Do I have to book the Sunday ferry?", passage[middle + 1 :]], kind="query")
    assert booked @ asked > alone @ asked + 0.1
    np.testing.assert_allclose(whole, await minilm.embed([passage], kind="passage"), atol=1e-6)


async def test_a_sentence_beyond_the_models_length_has_a_row_of_zeros(minilm: MiniLmEmbedder) -> None:
    text = "word " * 300 + "end"
    _, [rows] = await minilm.embed_sentences([text], [[(0, 4), (1500, 1503)]])
    assert np.linalg.norm(rows, axis=1) == pytest.approx((1, 0))
