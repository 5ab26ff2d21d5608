"""A reference is never replaced by a clause. The phrases and conversations are made up."""

import pytest
from bench.cast import turns_of

from askwell.types import Language, Recalled
from askwell.understanding.grammar.clauses import fills_sentence, is_clause
from askwell.understanding.grammar.resolve import resolve


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        ("en", "horses eat hay"),
        ("en", "the kettle shows E7"),
        ("en", "my nephew turns 9"),
        ("en", "the firm which was sold"),
        ("nl", "paarden eten hooi"),
        ("nl", "de bal mag stuiteren"),
        ("it", "il cavallo mangia fieno"),
        ("it", "la palla può rotolare"),
        ("it", "mia cugina preferisce"),
    ],
)
def test_a_phrase_with_a_finite_verb_is_a_clause(language: Language, phrase: str) -> None:
    assert is_clause(phrase, language)


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        ("en", "customer support hotline"),
        ("en", "savings account"),
        ("en", "the age limits for junior members"),
        ("en", "a shed built of wood"),
        ("en", "students seeking rooms"),
        ("en", "It Takes Two"),
        ("nl", "het kopen van een boot"),
        ("nl", "slim gebruik van ruimte"),
        ("nl", "een duplicaat van mijn kaart"),
        ("it", "borsa di studio regionale"),
        ("it", "il biglietto per il traghetto"),
    ],
)
def test_a_name_with_its_complements_is_none(language: Language, phrase: str) -> None:
    assert not is_clause(phrase, language)


def test_a_whole_statement_has_a_verb_that_the_lexicon_may_lack() -> None:
    text = "Goats nibble hedges. Two kids. They like it."
    assert fills_sentence(0, len("Goats nibble hedges"), text)
    assert not fills_sentence(text.index("Two"), text.index("Two") + len("Two kids"), text)
    assert not fills_sentence(len("Goats "), len("Goats nibble hedges"), text)


@pytest.mark.parametrize(
    ("language", "exchange", "question", "clause"),
    [
        ("en", ("do horses eat hay?", "Horses eat hay."), "is that healthy?", "horses eat"),
        ("en", ("What do goats nibble?", "Goats nibble hedges."), "is this safe?", "nibble"),
        ("nl", ("Eten paarden hooi?", "Paarden eten hooi."), "Is dat gezond?", "paarden eten"),
        ("it", ("Il cavallo mangia fieno?", "Il cavallo mangia fieno."), "È sano quello?", "mangia"),
    ],
)
def test_a_clause_of_an_answer_never_takes_the_place_of_a_reference(
    language: Language, exchange: tuple[str, str], question: str, clause: str
) -> None:
    made = resolve(question, Recalled(turns_of((exchange,))), language)
    assert clause not in made.question.lower()


def test_a_pointing_word_before_its_predicate_is_the_subject() -> None:
    made = resolve("is that expensive?", Recalled(turns_of((("Is there a lido?", "Yes, one."),))), "en")
    assert made.question == "Is a lido expensive?"
