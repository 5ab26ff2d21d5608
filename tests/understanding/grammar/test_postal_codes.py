"""A postal code takes the place of a town, in three languages. The conversations are made up."""

import pytest

from askwell.types import Language
from tests.understanding.grammar.test_resolve import ask


@pytest.mark.parametrize(
    ("language", "asked", "question", "expected"),
    [
        ("en", "do you repair boilers in Boise?", "what about 83702?", "Do you repair boilers in 83702?"),
        ("en", "is there a clinic in boise?", "what about 83702?", "Is there a clinic in 83702?"),
        ("nl", "repareren jullie ketels in Deventer?", "en in 7411 AB?", "Repareren jullie ketels in 7411 AB?"),
        ("nl", "repareren jullie ketels in deventer?", "en 7411ab?", "Repareren jullie ketels in 7411ab?"),
        ("nl", "hoe laat wordt glas in Deventer gehaald", "en 7411 ab", "Hoe laat wordt glas in 7411 ab gehaald?"),
        ("it", "riparate caldaie a Parma?", "e al 43121?", "Riparate caldaie a 43121?"),
        ("it", "riparate caldaie a parma?", "e il 43121?", "Riparate caldaie a 43121?"),
        (
            "nl",
            "Wat kost een vergunning in Deventer?",
            "hoe zit het met 7411 AB?",
            "Wat kost een vergunning in 7411 AB?",
        ),
        ("nl", "waar is de markt in deventer", "en hoe zit het met 7411ab", "Waar is de markt in 7411ab?"),
        ("it", "riparate caldaie a Parma?", "e per il 43121?", "Riparate caldaie a 43121?"),
        ("it", "c'è un medico vicino a Parma?", "e per 43121?", "C'è un medico vicino a 43121?"),
    ],
)
def test_a_postal_code_takes_the_place_of_a_town(language: Language, asked: str, question: str, expected: str) -> None:
    assert ask(question, asked, language=language).question == expected


@pytest.mark.parametrize(
    ("language", "asked", "question"),
    [
        ("en", "do you repair boilers in Boise?", "and in 2019?"),
        ("nl", "repareren jullie ketels in Deventer?", "en in 2019?"),
        ("it", "riparate caldaie a Parma?", "e nel 2019?"),
    ],
)
def test_a_year_takes_no_place_of_a_town(language: Language, asked: str, question: str) -> None:
    found = ask(question, asked, language=language).question
    assert found == question or asked.rsplit(maxsplit=1)[-1].rstrip("?") in found
