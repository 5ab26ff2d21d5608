"""The multilingual embedder, with the real weights if installed, and with tiny weights in the same format."""

import os
from pathlib import Path

import numpy as np
import pytest

from askwell.errors import BadConfig
from askwell.models.e5 import FILE, load_e5
from askwell.models.embed_e5 import E5Embedder
from tests.models.quantised_kit import write_packed

HOME = Path(os.environ.get("ASKWELL_HOME") or Path(__file__).parents[2] / ".askwell")
PULLED = HOME / "models" / E5Embedder.name


class TinyEmbedder(E5Embedder):
    """The same code on a model of one layer."""

    dimension = 32


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> E5Embedder:
    folder = tmp_path_factory.mktemp("tiny")
    write_packed(folder / FILE)
    return TinyEmbedder(folder)


@pytest.fixture(scope="module")
def embedder(tiny: E5Embedder) -> E5Embedder:
    """The real embedder if its weights are installed, else the tiny one."""
    return E5Embedder(PULLED) if (PULLED / FILE).is_file() else tiny


async def test_rows_are_normalised_float32_in_the_order_given(embedder: E5Embedder) -> None:
    texts = ["ferry noon " * 5, "ferry", "traghetto fi noon"]
    rows = await embedder.embed(texts, kind="passage")
    assert rows.shape == (3, embedder.dimension)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-5)
    for text, row in zip(texts, rows, strict=True):
        alone = await embedder.embed([text], kind="passage")
        np.testing.assert_allclose(alone[0], row, atol=1e-4)


async def test_a_question_and_a_passage_of_the_same_words_differ(embedder: E5Embedder) -> None:
    asked = await embedder.embed(["ferry noon"], kind="query")
    passages = await embedder.embed(["ferry noon"], kind="passage")
    assert asked[0] @ passages[0] < 0.999


async def test_ligatures_line_ends_and_double_spaces_make_no_difference(embedder: E5Embedder) -> None:
    plain, other = await embedder.embed(["ferry fi noon", "ferry  \ufb01\n noon"], kind="passage")
    np.testing.assert_allclose(plain, other, atol=1e-4)


async def test_a_text_beyond_the_models_length_is_cut(embedder: E5Embedder) -> None:
    start = "ferry " * 300
    rows = await embedder.embed([start, start + "noon traghetto"], kind="passage")
    np.testing.assert_allclose(rows[0], rows[1], atol=1e-5)


async def test_an_empty_text_has_a_row_too(embedder: E5Embedder) -> None:
    rows = await embedder.embed(["", "  ", "\x00\ud83d \ud83d\ude00"], kind="query")
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-5)


async def test_no_texts_give_no_rows(embedder: E5Embedder) -> None:
    assert (await embedder.embed([], kind="passage")).shape == (0, embedder.dimension)


async def test_every_question_is_nearest_to_its_answer_in_another_language(tiny: E5Embedder) -> None:
    real = (PULLED / FILE).is_file()
    # The tiny weights know no language; with them only texts of the same words are nearest.
    questions = ["When does the ferry leave?", "How much does a ticket cost?"] if real else ["ferry noon", "traghetto"]
    answers = {
        "it": ["Il traghetto parte a mezzogiorno.", "Un biglietto costa quattro euro."] if real else questions,
        "nl": ["De veerboot vertrekt om twaalf uur.", "Een kaartje kost vier euro."] if real else questions,
    }
    embedder = E5Embedder(PULLED) if real else tiny
    asked = await embedder.embed(questions, kind="query")
    for texts in answers.values():
        passages = await embedder.embed(texts, kind="passage")
        assert (asked @ passages.T).argmax(axis=1).tolist() == [0, 1]


async def test_broken_weights_say_how_to_pull_them(tmp_path: Path) -> None:
    for content in (None, b"", b"no model at all" * 9):
        if content is not None:
            (tmp_path / FILE).write_bytes(content)
        with pytest.raises(BadConfig) as raised:
            await E5Embedder(tmp_path).embed(["x"], kind="query")
        assert raised.value.code == "broken_weights"
        assert "models pull e5-small" in raised.value.hint


def test_the_pieces_are_in_the_tokenizer_alone(tiny: E5Embedder) -> None:
    model = load_e5(tiny._folder)
    assert model.tokenizer.get_vocab_size() > 0
    assert model.weights.vocabulary.pieces == ()


async def test_sentences_of_a_passage_have_rows_whatever_its_normal_form(embedder: E5Embedder) -> None:
    spaced, plain = "ferry  noon \ufb01ne  traghetto", "ferry noon fine traghetto"
    cut, at = spaced.index("\ufb01"), plain.index("fine")
    whole, [rows] = await embedder.embed_sentences([spaced], [[(0, cut), (cut, len(spaced))]])
    _, [same] = await embedder.embed_sentences([plain], [[(0, at), (at, len(plain))]])
    np.testing.assert_allclose(rows, same, atol=1e-5)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-5)
    np.testing.assert_allclose(whole, await embedder.embed([spaced], kind="passage"), atol=1e-5)
    _, [beyond] = await embedder.embed_sentences(["ferry " * 300], [[(0, 5), (1790, 1795)]])
    assert np.linalg.norm(beyond, axis=1) == pytest.approx((1, 0))
