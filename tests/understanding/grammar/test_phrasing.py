"""How phrases are put into a question."""

import pytest

from askwell.types import Language
from askwell.understanding.grammar.phrasing import tidy
from tests.understanding.grammar.test_resolve import ask


@pytest.mark.parametrize(
    ("language", "put_together", "shown"),
    [
        ("nl", "wie bestuurt Een Veerpont", "Wie bestuurt een Veerpont?"),
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


@pytest.mark.parametrize(
    ("language", "said", "question", "wanted"),
    [
        (
            "nl",
            "Wat is een logboek?",
            "Wat moet ik er precies in zetten?",
            "Wat moet ik precies in een logboek zetten?",
        ),
        ("nl", "Wat is een logboek?", "Wie heeft er toegang toe?", "Wie heeft toegang tot een logboek?"),
        ("nl", "Wat is een logboek?", "Waar vind ik er informatie over?", "Waar vind ik informatie over een logboek?"),
        ("it", "Che cos'è il visto?", "Cosa ci serve?", "Cosa serve per il visto?"),
        ("it", "Che cos'è il visto?", "Quanto ci metto?", "Quanto ci metto per il visto?"),
        ("it", "Che cos'è il visto?", "Ci posso rinunciare?", "Posso rinunciare al visto?"),
    ],
)
def test_a_thing_comes_with_the_preposition_of_its_pronoun(
    language: Language, said: str, question: str, wanted: str
) -> None:
    assert ask(question, said, language=language).question == wanted


@pytest.mark.parametrize(
    ("language", "said", "question"),
    [
        ("it", "Che cos'è il visto?", "Il modulo giallo lo devo firmare?"),
        ("it", "Che cos'è il visto?", "La tessera gialla quando la ritiro?"),
        ("en", "What is a visa?", "Yellow boats, where do I rent them?"),
    ],
)
def test_a_pronoun_that_takes_up_its_own_question_means_nothing_else(
    language: Language, said: str, question: str
) -> None:
    assert ask(question, said, language=language).question == question
