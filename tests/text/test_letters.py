"""The compact letter model, compared with the library whose model it is."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from askwell.text.letters import LetterModel, load_letter_model

TEXTS = (
    "",
    "a",
    "1 234 567",
    "What does the warranty of this bicycle cover?",
    "WAT DEKT DE GARANTIE VAN DEZE FIETS PRECIES?",
    "Che cosa copre la garanzia di questa bicicletta, e perche\u0301?",
    "Was deckt die Garantie für dieses Fahrrad eigentlich genau ab?",
    "Стоимость проезда составляет сто рублей.",
    "它多少钱",
    "half \ud800 a pair \U0001f468",
    "The law. De wet. La legge è. " * 200,
)


@cache
def _all() -> LetterModel:
    return load_letter_model()


@pytest.mark.parametrize("languages", [("en", "nl", "it"), ("en", "nl"), ("de", "ru", "zh", "sr")])
def test_it_agrees_with_the_library(languages: tuple[str, ...]) -> None:
    library = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    library.set_languages(languages)
    ours = _all().restricted(languages)
    for text in TEXTS:
        language, probability = library.classify(text)
        found, share = ours.classify(text)
        assert found == language, text
        assert share == pytest.approx(probability, abs=1e-4), text


def test_three_languages_take_few_megabytes() -> None:
    """The automaton of the library takes 42 MB."""
    model = _all().restricted(("en", "nl", "it"))
    arrays: list[np.ndarray[Any, Any]] = [*model.runs, *model.features, model.scores, model.priors]
    assert all(each.base is None for each in arrays), "a part of a larger array keeps all of it"
    assert sum(each.nbytes for each in arrays) < 4_000_000
