"""A message that only excludes something asks the last question without it. The conversations are made up."""

import pytest

from askwell.types import Language
from tests.understanding.grammar.test_resolve import ask


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        ("en", "How do I draw a map? -> Use Cartoleo.", "not cartoleo", "How do I draw a map?"),
        ("en", "Who drew maps? -> Cartoleo.", "without cartoleo please", "Who drew maps without cartoleo?"),
        ("en", "How do I draw a map in Cartoleo? -> With the pen.", "not in cartoleo", "How do I draw a map?"),
        ("nl", "Hoe teken ik kaarten? -> Met Cartoleo.", "zonder cartoleo", "Hoe teken ik kaarten zonder cartoleo?"),
        ("nl", "Hoe teken ik een kaart? -> Met Cartoleo.", "niet met cartoleo", "Hoe teken ik een kaart?"),
        ("it", "Come disegno una mappa? -> Con Cartoleo.", "senza cartoleo", "Come disegno una mappa senza cartoleo?"),
        ("it", "Come disegno una mappa? -> Con Cartoleo.", "non con cartoleo", "Come disegno una mappa?"),
    ],
)  # fmt: skip
def test_what_is_not_meant_is_not_in_the_wording(
    language: Language, exchange: str, question: str, expected: str
) -> None:
    found = ask(question, exchange, language=language)
    assert (found.question, found.terms) == (expected, ())


@pytest.mark.parametrize("question", ["not on sundays?", "not that one", "without a guide?", "not everybody knows"])
def test_what_nobody_spoke_of_is_not_excluded(question: str) -> None:
    assert "excludes" not in ask(question, "When is the cave open? -> From March.").features


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        ("en", "How do I draw it with Cartoleo or Mapita? -> Both can.", "not mapita, the other",
         "How do I draw it with Cartoleo?"),
        ("nl", "Neem ik de veerboot of de trein? -> De trein is duurder.", "niet de trein, de andere",
         "Neem ik de veerboot?"),
        ("it", "Posso usare Cartoleo o Mapita? -> Tutti e due vanno bene.", "non mapita, l'altro",
         "Posso usare Cartoleo?"),
    ],
)  # fmt: skip
def test_the_other_is_the_one_that_was_not_rejected(
    language: Language, exchange: str, question: str, expected: str
) -> None:
    assert ask(question, exchange, language=language).question == expected
