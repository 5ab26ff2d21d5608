"""Which rewrites of a model are proved wrong, and which are not."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from askwell.llm.veto import veto
from askwell.types import CitedPassage, Item, Language, Memory, Recalled, Source, Turn
from tests.prompting import turn

TALKS: Mapping[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("Which bikes do you rent in Utrecht?", "We rent the Gazelle for 12 euros and the Sparta for 15 euros a day."),
        ("Is a helmet included?", "A helmet is included until 31 October."),
    ),
    "nl": (
        ("Welke fietsen verhuren jullie in Utrecht?", "We verhuren de Gazelle voor 12 euro en de Sparta voor 15 euro."),
        ("Is een helm inbegrepen?", "Een helm is inbegrepen tot 31 oktober."),
    ),
    "it": (
        ("Quali biciclette noleggiate a Utrecht?", "Noleggiamo la Gazelle a 12 euro e la Sparta a 15 euro al giorno."),
        ("Il casco è incluso?", "Il casco è incluso fino al 31 ottobre."),
    ),
}


def talk(language: Language) -> tuple[Turn, ...]:
    return tuple(
        replace(turn(number, *exchange), language=language) for number, exchange in enumerate(TALKS[language], 1)
    )


def judged(language: Language, question: str, rewrite: str) -> str:
    return veto(question, rewrite, Recalled(turns=talk(language)), language, about="bike rental")


WRONG: tuple[tuple[str, Language, str, str], ...] = (
    ("empty", "en", "and the other?", " ?! "),
    ("too_long", "en", "and the other?", "What does the Sparta cost " + "and cost " * 40 + "a day?"),
    # An answer in place of a question.
    ("answer", "en", "and the other?", "The Sparta costs 15 euros."),
    ("answer", "en", "what does the sparta cost", "15 euros a day"),
    ("answer", "en", "Tell me more about the Sparta.", "The Sparta is a light bike."),
    ("answer", "en", "How long is it valid?", "When October ends, it is no longer included."),
    ("answer", "en", "Is it safe?", "Is it safe?\nYes, it is."),
    ("answer", "en", "The Sparta.", "15 euros"),
    ("answer", "en", "I need it for a week.", "Weekly prices start after six days."),
    ("answer", "en", "The Sparta.", "The Sparta has gears, lights, mudguards and a carrier."),
    ("answer", "en", "what does a week cost", "Which bike do you mean?"),
    ("answer", "nl", "Wat kost een week?", "Welke fiets bedoelt u?"),
    ("answer", "it", "Quanto costa una settimana?", "Quale bicicletta ti interessa?"),
    ("answer", "nl", "en de andere?", "De Sparta kost 15 euro."),
    ("answer", "nl", "Hoe lang geldt dat?", "Tot 31 oktober."),
    ("answer", "it", "e l'altra?", "La Sparta costa 15 euro."),
    ("answer", "it", "Fino a quando vale?", "È incluso fino al 31 ottobre."),
    # Another language.
    ("language", "en", "and the other?", "Hoeveel kost de Sparta per dag?"),
    ("language", "en", "and the other?", "Wie viel kostet das andere Rad pro Tag?"),
    ("language", "en", "and the other?", "斯巴达自行车多少钱?"),
    ("language", "nl", "en de andere?", "How much does the Sparta cost for a day?"),
    ("language", "it", "e l'altra?", "How much does the Sparta cost for a day?"),
    # Numbers.
    ("number_dropped", "en", "and for 3 days?", "What does the Gazelle cost for some days?"),
    ("number_dropped", "en", "and for three days?", "What does the Gazelle cost for some days?"),
    ("number_dropped", "en", "no, the 2019 one", "What did the Gazelle cost?"),
    ("number_dropped", "en", "What about the Gazelle 8?", "What does the Gazelle cost?"),
    ("number_dropped", "nl", "en voor drie dagen?", "Wat kost de Gazelle voor een paar dagen?"),
    ("number_dropped", "it", "e per tre giorni?", "Quanto costa la Gazelle per qualche giorno?"),
    ("number_invented", "en", "and the other?", "Does the Sparta cost 18 euros a day?"),
    ("number_invented", "en", "and the other?", "What does the Sparta S7 cost a day?"),
    ("number_invented", "nl", "en de andere?", "Kost de Sparta 18 euro per dag?"),
    ("number_invented", "it", "e l'altra?", "La Sparta costa 18 euro al giorno?"),
    # Negations.
    ("negation_dropped", "en", "Which of them are not included?", "Which of the bikes are included?"),
    ("negation_dropped", "en", "What if it doesn't fit?", "What if the helmet fits?"),
    ("negation_dropped", "en", "what if it doesnt fit", "what if the helmet fits"),
    ("negation_dropped", "en", "And without a helmet?", "What does the Sparta cost with a helmet?"),
    ("negation_dropped", "nl", "Welke zijn niet inbegrepen?", "Welke fietsen zijn inbegrepen?"),
    ("negation_dropped", "nl", "Wat als er geen helm is?", "Wat als er een helm is?"),
    ("negation_dropped", "it", "Quali non sono incluse?", "Quali biciclette sono incluse?"),
    ("negation_dropped", "it", "E senza casco?", "Quanto costa la Sparta con il casco?"),
    # Names.
    ("entity_invented", "en", "and the other?", "What does the Batavus cost a day?"),
    ("entity_invented", "en", "Is it safe?", "Is the helmet of Pinewood Cycling safe?"),
    ("entity_invented", "nl", "en de andere?", "Wat kost de Batavus per dag?"),
    ("entity_invented", "it", "e l'altra?", "Quanto costa la Batavus al giorno?"),
)


@pytest.mark.parametrize(("why", "language", "question", "rewrite"), WRONG)
def test_what_is_proved_wrong_is_vetoed(why: str, language: Language, question: str, rewrite: str) -> None:
    assert judged(language, question, rewrite) == why


RIGHT: tuple[tuple[Language, str, str], ...] = (
    ("en", "and the other?", "What does the Sparta cost a day?"),
    ("en", "Is it free?", "Is it free?"),
    ("en", "helmet?", "what about the helmet"),
    ("en", "The Sparta.", "What does the Sparta cost?"),
    ("en", "Tell me more about it.", "Tell me more about the Sparta."),
    ("en", "and for a week?", "How much do you ask for the Sparta for a week?"),
    ("en", "I want it for a week.", "I want the Sparta for a week."),
    ("en", "If I take both, which should I pay first?", "If I take both bikes, which should I pay first"),
    # Numbers as words or digits; those that count or point are replaced by names.
    ("en", "and for three days?", "What does the Gazelle cost for 3 days?"),
    ("en", "How do the two differ?", "How do the Gazelle and the Sparta differ?"),
    ("en", "Compare those 2 bikes", "Compare the Gazelle and the Sparta"),
    ("en", "What about the 2nd one?", "What does the Sparta cost?"),
    ("en", "Are the first two included?", "Are the Gazelle and the Sparta included?"),
    ("nl", "Wat is het verschil tussen die twee?", "Wat is het verschil tussen de Gazelle en de Sparta?"),
    ("it", "Che differenza c'è tra le due?", "Che differenza c'è tra la Gazelle e la Sparta?"),
    # Dissent, tags and negated yes-no questions; negative prefixes.
    ("en", "no, the Sparta", "What does the Sparta cost?"),
    ("en", "It is included, isn't it?", "Is the helmet included?"),
    ("en", "Is it included or not?", "Is the helmet included?"),
    ("en", "Isn't it included?", "Is the helmet included?"),
    ("en", "But won't it rain?", "Will it rain in Utrecht?"),
    ("en", "Which ones are not included?", "Which bikes are unincluded?"),
    ("nl", "nee, de Sparta", "Wat kost de Sparta?"),
    ("nl", "Is die inbegrepen of niet?", "Is de helm inbegrepen?"),
    ("it", "no, la Sparta", "Quanto costa la Sparta?"),
    ("it", "È incluso, non è vero?", "Il casco è incluso?"),
    # Names: completed, inflected, with another spelling, months, what begins a sentence, titles.
    ("en", "and the other?", "What does the Koga Sparta cost?"),
    ("en", "how safe is it?", "How safe are Spartas in Utrech?"),
    ("en", "until when exactly?", "Until what day in October is a helmet included?"),
    ("en", "and the other?", "Regarding the Sparta, what does it cost?"),
    ("en", "and the others?", "What do the Gazelle, the Sparta and the Batavus cost in Utrecht?"),
    ("en", "and the other?", "What Does The Sparta Cost For Renters Exactly?"),
    # The language of the conversation or of the question.
    ("nl", "is it included?", "Is the helmet included in the rental?"),
)


@pytest.mark.parametrize(("language", "question", "rewrite"), RIGHT)
def test_what_cannot_be_proved_wrong_is_taken(language: Language, question: str, rewrite: str) -> None:
    assert judged(language, question, rewrite) == ""


PASSAGE = CitedPassage("c", "The Batavus costs 18 euros.", (), None, 0, 0, 1.0)


@pytest.mark.parametrize(
    "recalled",
    [
        Recalled(turns=(replace(talk("en")[0], sources=(Source(1, "d", "prices.md", "Prices", "", (PASSAGE,)),)),)),
        Recalled(turns=talk("en"), older=(turn(1, "What does the Batavus cost?", "18 euros."),)),
        Recalled(turns=talk("en"), memory=Memory(summary="The Batavus costs 18 euros.")),
        Recalled(turns=talk("en"), memory=Memory(items=(Item("", "t", 1, "The Batavus costs 18 euros"),))),
        Recalled(turns=talk("en"), first_question="Is the Batavus 18 euros?"),
        Recalled(turns=(replace(talk("en")[0], things=("Batavus 18",)),)),
    ],
)
def test_numbers_and_names_may_come_from_sources_older_turns_and_memory(recalled: Recalled) -> None:
    assert veto("and the other?", "Does the Batavus cost 18 euros?", recalled, "en") == ""


def test_a_name_may_come_from_what_the_assistant_is_about() -> None:
    recalled = Recalled(turns=talk("en"))
    question, rewrite = "where are you?", "Where is Pinewood Cycling?"
    assert veto(question, rewrite, recalled, "en") == "entity_invented"
    assert veto(question, rewrite, recalled, "en", about="bikes of Pinewood Cycling") == ""


def test_the_language_of_an_earlier_turn_may_be_used() -> None:
    turns = (*talk("nl"), *talk("en"))
    assert veto("en de andere?", "How much does the Sparta cost for a day?", Recalled(turns=turns), "nl") == ""


def test_a_language_without_a_lexicon_is_judged_by_marks_numbers_and_scripts() -> None:
    recalled = Recalled(turns=(turn(1, "Was kostet das Gazelle-Rad?", "Es kostet 12 Euro am Tag."),))
    assert veto("und das andere?", "Was kostet das Batavus-Rad pro Woche?", recalled, "de") == ""
    assert veto("und das andere?", "Das andere kostet 12 Euro.", recalled, "de") == "answer"
    assert veto("und für 3 Tage?", "Was kostet das Rad?", recalled, "de") == "number_dropped"
    assert veto("和另一个？", "另一辆自行车多少钱？", Recalled(turns=(turn(1, "自行车多少钱？", "12"),)), "zh") == ""
