"""Replies to our own question, and returns to an earlier subject, in three languages."""

import pytest

from askwell.types import Language
from tests.understanding.grammar.test_resolve import ask


@pytest.mark.parametrize(
    ("language", "exchange", "reply", "expected"),
    [
        ("en", "How much is a pass? -> It depends. Which zone: inner or outer?", "inner i think",
         "How much is a pass for inner?"),
        ("en", "What are the visiting hours on the ward? -> Do you mean Oak Ward or Elm Ward?", "the second",
         "What are the visiting hours on the Elm Ward?"),
        ("en", "How much is the bus to Ely? -> Do you have a railcard?", "no",
         "How much is the bus to Ely without railcard?"),
        ("en", "Where is my parcel? -> Shall I look up where you can collect it?", "yes please",
         "Where you can collect it?"),
        ("nl", "Hoe hoog is de toeslag? -> Om welke gemeente gaat het?", "in Ede denk ik",
         "Hoe hoog is de toeslag in Ede?"),
        ("it", "Quante ore dura il tirocinio? -> Di quale corso si tratta?", "economia penso",
         "Quante ore dura il tirocinio per economia?"),
    ],
)  # fmt: skip
def test_a_reply_completes_the_question_that_we_asked_about(
    language: Language, exchange: str, reply: str, expected: str
) -> None:
    found = ask(reply, exchange, language=language)
    assert (found.question, found.kind) == (expected, "clarification")


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        ("en", "How deep is the quarry lake? -> 40 m.", "ok back to the quarry lake, does it freeze?",
         "Does the quarry lake freeze?"),
        ("nl", "Hoe diep is de plas? -> 40 m.", "nog even terug naar de plas: mag je daar vissen?",
         "Mag je daar vissen voor de plas?"),
        ("it", "Quanto è profondo il lago? -> 40 m.", "ok tornando al lago, si può pescare?",
         "Si può pescare per il lago?"),
    ],
)  # fmt: skip
def test_a_return_to_an_earlier_subject_asks_about_that(
    language: Language, exchange: str, question: str, expected: str
) -> None:
    between = {
        "en": "Where is the mill? -> In Ely.",
        "nl": "Waar is de molen? -> In Ede.",
        "it": "Dov'è il molo? -> Qui.",
    }
    assert ask(question, exchange, between[language], language=language).question == expected


@pytest.mark.parametrize(
    ("language", "exchange", "reply", "expected"),
    [
        ("en", "How do I send the form? -> You can send it as TXT or RTF. Which one?", "the second",
         "How do I send the form for RTF?"),
        ("it", "Come invio il modulo? -> Puoi usare il formato TXT o il formato RTF. Quale?", "il secondo",
         "Come invio il modulo per formato RTF?"),
    ],
)  # fmt: skip
def test_a_reply_chooses_from_what_stands_before_our_question(
    language: Language, exchange: str, reply: str, expected: str
) -> None:
    assert ask(reply, exchange, language=language).question == expected
