"""How phrases are put into a question."""

import pytest

from askwell.types import Language
from askwell.understanding.grammar.phrasing import tidy


@pytest.mark.parametrize(
    ("language", "put_together", "shown"),
    [
        ("nl", "hoe vaak vaart Een Veerpont", "Hoe vaak vaart een Veerpont?"),
        ("nl", "wat kost De pont van De Haan", "Wat kost de pont van De Haan?"),
        ("it", "quanto costa Il traghetto per Una persona", "Quanto costa il traghetto per una persona?"),
        ("en", "who reads The plan of The Hague for An island", "Who reads the plan of The Hague for an island?"),
        ("en", "does vitamin A help", "Does vitamin A help?"),
    ],
)
def test_an_article_that_began_a_sentence_is_small_within_another(
    language: Language, put_together: str, shown: str
) -> None:
    assert tidy(put_together, "and it?", language) == shown
