"""Owners, kinds and items put in the place of what points to them, in each language."""

import pytest

from askwell.types import Language
from tests.understanding.grammar.test_resolve import ask

PHONES = {
    "en": "Which phones do you sell? -> 1. Fairphone 5. 2. Pixel 8.",
    "nl": "Welke telefoons verkoopt u? -> 1. Fairphone 5. 2. Pixel 8.",
    "it": "Quali telefoni vendete? -> 1. Fairphone 5. 2. Pixel 8.",
}


@pytest.mark.parametrize(
    ("language", "said", "question", "wanted"),
    [
        ("en", "What is Middlemarch?", "Who is its author?", "Who is Middlemarch's author?"),
        ("en", "What are heat pumps?", "What is their price?", "What is heat pumps' price?"),
        ("nl", "Wat is Max Havelaar?", "Wie is zijn auteur?", "Wie is de auteur van Max Havelaar?"),
        ("nl", "Wat zijn warmtepompen?", "Wat is hun prijs?", "Wat is de prijs van warmtepompen?"),
        ("it", "Che cos'è il Decameron?", "Chi è il suo autore?", "Chi è l'autore del Decameron?"),
        ("it", "Che cosa sono le batterie?", "Qual è il loro prezzo?", "Qual è il prezzo delle batterie?"),
    ],
)
def test_a_possessive_becomes_the_genitive_of_its_owner(language: str, said: str, question: str, wanted: str) -> None:
    assert ask(question, said, language=language).question == wanted


@pytest.mark.parametrize(
    ("language", "said", "question", "wanted"),
    [
        ("en", "What is asthma?", "What are the symptoms?", "What are the symptoms of asthma?"),
        ("nl", "Wat is astma?", "Wat zijn de symptomen?", "Wat zijn de symptomen van astma?"),
        ("it", "Che cos'è l'asma?", "Quali sono i sintomi?", "Quali sono i sintomi dell'asma?"),
    ],
)
def test_an_attribute_without_its_owner_gets_it_behind(language: str, said: str, question: str, wanted: str) -> None:
    assert ask(question, said, language=language).question == wanted


@pytest.mark.parametrize(
    ("language", "question", "wanted"),
    [
        ("en", "Tell me about the second one.", "Tell me about Pixel 8."),
        ("en", "What is the second one's price?", "What is Pixel 8's price?"),
        ("en", "What does the first one cost?", "What does Fairphone 5 cost?"),
        ("nl", "Vertel meer over de tweede.", "Vertel meer over Pixel 8."),
        ("nl", "Wat kost de eerste?", "Wat kost Fairphone 5?"),
        ("it", "Dimmi di più sul secondo.", "Dimmi di più sul Pixel 8."),
        ("it", "Quanto costa il primo?", "Quanto costa Fairphone 5?"),
    ],
)
def test_an_ordinal_becomes_the_item_it_counts(language: str, question: str, wanted: str) -> None:
    assert ask(question, PHONES[language], language=language).question == wanted


@pytest.mark.parametrize(
    ("said", "question", "wanted"),
    [
        ("Which folding bikes are there?", "And the lightest one?", "And the lightest folding bike?"),
        ("Which folding bikes are there?", "Which ones are light?", "Which folding bikes are light?"),
        ("Which cheap hotels are there?", "And the best one?", "And the best hotel?"),
        (
            "Which mountain huts are there in Tyrol?",
            "Are there any near Imst?",
            "Are there any mountain huts near Imst?",
        ),
    ],
)
def test_one_of_a_kind_takes_the_noun_alone_and_not_its_rank(said: str, question: str, wanted: str) -> None:
    assert ask(question, said).question == wanted


def test_a_pair_that_was_never_named_is_left_as_typed() -> None:
    assert "than" not in ask("Are both free?", "What is the Louvre?").question


def test_what_a_speaker_owns_stays_the_speakers() -> None:
    assert ask("can I sell it", "How do I insure my car?").question == "Can I sell my car?"


def test_two_people_of_a_name_are_not_told_apart() -> None:
    said = ("Who was Clara Schumann?", "Who was Robert Schumann?")
    assert ask("Where did Schumann die?", *said).question != "Where did Clara Schumann die?"


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        ("en", "Is there a ferry in Ely? -> Yes.", "what about 60613?", "Is there a ferry in 60613?"),
        ("nl", "Is er een veer in Ede? -> Ja.", "en 9711?", "Is er een veer in 9711?"),
        ("it", "C'è un traghetto a Lecce? -> Sì.", "e 84010?", "C'è un traghetto a 84010?"),
    ],
)  # fmt: skip
def test_a_postal_code_takes_the_place_of_a_place(
    language: Language, exchange: str, question: str, expected: str
) -> None:
    assert ask(question, exchange, language=language).question == expected


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        ("en", "How heavy is the Brack Z3? -> 2 kg.", "and the hain?", "How heavy is the hain?"),
        ("nl", "Hoe zwaar is de Brack Z3? -> 2 kg.", "en de hain?", "Hoe zwaar is de hain?"),
        ("it", "Quanto costa il Brack Z3? -> 2 euro.", "e il doran?", "Quanto costa il doran?"),
    ],
)  # fmt: skip
def test_a_name_without_a_capital_takes_the_place_of_the_only_name(
    language: Language, exchange: str, question: str, expected: str
) -> None:
    assert ask(question, exchange, language=language).question == expected


def test_a_bound_takes_no_place_in_the_question_before() -> None:
    assert "in the no" not in ask("no more than 5?", "How many goats may graze in the park? -> Five.").question
