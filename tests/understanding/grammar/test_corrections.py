"""A correction says what was meant, and its last question is asked with that."""

import pytest
from bench.cast import turns_of

from askwell.types import Language, Recalled
from askwell.understanding.grammar.corrections import correction
from askwell.understanding.grammar.resolve import resolve
from tests.understanding.grammar.test_resolve import ask


def test_what_has_nothing_to_do_with_it_gives_its_whole_phrase_away() -> None:
    found = ask("the ferry has nothing to do with it, i asked about the bus", "How often does the night ferry leave?")
    assert found.question == "How often does the bus leave?"


def test_an_article_takes_the_place_of_a_possessive() -> None:
    found = ask("no i mean a boat, not a hut", "Which papers are needed to insure their hut?")
    assert found.question == "Which papers are needed to insure a boat?"


@pytest.mark.parametrize(
    ("language", "text", "meant", "rejected"),
    [
        ("en", "no sorry, i meant the 2019 report", "the 2019 report", ""),
        ("en", "the harbour i mean", "the harbour", ""),
        ("en", "not the ferry, the bus", "the bus", "the ferry"),
        ("en", "oh wait its a K9 not K8", "a K9", "K8"),
        ("nl", "oeps foutje, ik bedoelde de haven", "de haven", ""),
        ("nl", "een fiets bedoel ik, geen auto", "een fiets", "auto"),
        ("nl", "niet de bus maar de veerboot", "de veerboot", "de bus"),
        ("it", "no scusa intendevo il porto", "il porto", ""),
        ("it", "nn il lunedì, il giovedì", "il giovedì", "il lunedì"),
        ("it", "il traghetto no, l'autobus", "l'autobus", "il traghetto"),
        ("it", "il traghetto non c'entra niente, parlavo dell'autobus", "l'autobus", "il traghetto"),
        ("en", "the ferry has nothing to do with it, i asked about the bus", "the bus", "the ferry"),
        ("nl", "nee de veerboot doet er niet toe, ik vroeg naar de bus", "de bus", "de veerboot"),
    ],
)
def test_what_was_meant_is_separated_from_what_is_rejected(
    language: Language, text: str, meant: str, rejected: str
) -> None:
    found = correction(text, language)
    assert found is not None
    assert (found.meant, found.rejected) == (meant, rejected)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "ok thanks, that helps"),
        ("en", "What is a berth, not a mooring?"),
        ("en", "no never"),
        ("nl", "dat snap ik niet, kan het korter"),
        ("it", "Se un socio non paga, perde il posto?"),
        ("it", "non ho pagato la quota, quando scade"),
    ],
)
def test_thanks_statements_and_questions_correct_nothing(language: Language, text: str) -> None:
    assert correction(text, language) is None


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        ("en", "Who audited the 2022 accounts of Marlow? -> Lorne did.", "no sorry i meant the 2021 accounts",
         "Who audited the 2021 accounts of Marlow?"),
        ("en", "Does the bus to Ely take dogs? -> Yes.", "not the bus, the train", "Does the train to Ely take dogs?"),
        ("nl", "Wat kost de bus naar Ede? -> € 4.", "niet de bus maar de trein", "Wat kost de trein naar Ede?"),
        ("it", "Quanto costa il treno per Lecce? -> 20 €.", "il treno no, l'autobus",
         "Quanto costa l'autobus per Lecce?"),
        ("en", "Does the pool have lockers? -> Yes, for 1 euro.", "i mean with a padlock",
         "Does the pool have lockers with a padlock?"),
    ],
)  # fmt: skip
def test_what_was_meant_takes_the_place_of_what_is_rejected_or_follows_the_question(
    language: Language, exchange: str, question: str, expected: str
) -> None:
    assert ask(question, exchange, language=language).question == expected


def test_the_other_of_two_is_the_one_that_was_not_spoken_of() -> None:
    exchange = "Which tours are there? -> Two tours: the harbour tour and the castle tour."
    found = ask("no, the other: does it take dogs?", exchange, "Does the harbour tour cost anything? -> £4.")
    assert found.question == "Does the castle tour take dogs?"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no more than 5?"),
        ("en", "no later than june"),
        ("nl", "niet later dan juni"),
        ("nl", "Niet meer dan 5?"),
    ],
)
def test_a_bound_that_begins_with_no_rejects_nothing(language: Language, text: str) -> None:
    assert correction(text, language) is None


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        ("en", "When does the early train to Ely leave? -> At 8.", "no, the late one",
         "When does the late train to Ely leave?"),
        ("it", "Quando parte il treno lento per Lecce? -> Alle 8.", "no, quello rapido",
         "Quando parte il treno rapido per Lecce?"),
        ("nl", "Wat kost de dagkaart voor Ede? -> € 4.", "nee, de weekkaart", "Wat kost de weekkaart voor Ede?"),
    ],
)  # fmt: skip
def test_what_was_meant_takes_the_noun_of_what_it_corrects(
    language: Language, exchange: str, question: str, expected: str
) -> None:
    assert ask(question, exchange, language=language).question == expected


def test_what_was_meant_takes_the_place_of_what_the_last_turn_put_in() -> None:
    exchanges = [("How do I pack the tent?", "By hand."), ("and in the rain?", "In a bag.")]
    turns = turns_of(exchanges, ["How do I pack the tent?", "How do I pack the tent in the rain?"])
    made = resolve("no, in strong wind", Recalled(turns), "en")
    assert made.question == "How do I pack the tent in strong wind?"


@pytest.mark.parametrize(
    ("asked", "correction", "expected"),
    [
        (
            "Wat kostte de dakgoot in de offerte van 2021?",
            "nee, die van 2019",
            "Wat kostte de dakgoot in de offerte van 2019?",
        ),
        (
            "Hoeveel nesten waren er in de telling van 2020?",
            "sorry, die uit 2018",
            "Hoeveel nesten waren er in de telling van 2018?",
        ),
        ("Wie won de regatta van 2022?", "nee ik bedoel die van 2023", "Wie won de regatta van 2023?"),
        ("Wie is de penningmeester?", "nee, die van 2019", "Wie is de penningmeester van 2019?"),
        ("Waar staat de begroting van 2023?", "nee, dat van 2024", "Waar staat de begroting van 2024?"),
    ],
)
def test_a_dutch_year_takes_the_place_of_another(asked: str, correction: str, expected: str) -> None:
    assert ask(correction, asked, language="nl").question == expected
