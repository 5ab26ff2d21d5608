"""What Dutch puts in other places than English: verbs at the end, `hij` for things, `dat` for all that was asked."""

import pytest

from askwell.text.asked import asked
from askwell.text.grammar import tag
from askwell.text.leaning import points_back
from askwell.text.mentions import find_mentions
from askwell.types import Kind
from askwell.understanding.grammar.cues import read
from tests.understanding.grammar.test_resolve import ask


def dutch(question: str, *said: str) -> tuple[Kind, str]:
    found = ask(question, *said, language="nl")
    return found.kind, found.question


GPAI = "Sinds wanneer geldt de plicht tot AI-geletterdheid? -> De plicht tot AI-geletterdheid geldt sinds februari."
ANNEX = "Welke gebieden noemt bijlage III? -> Bijlage III noemt acht gebieden."
OFFICER = (
    "Welke taken heeft een functionaris gegevensbescherming? -> Artikel 39 AVG noemt de taken van de functionaris "
    "gegevensbescherming."
)
BASES = "Welke zes grondslagen kent artikel 6 AVG? -> De zes grondslagen zijn toestemming, wet en vier andere."
BANNED = "Welke AI-praktijken zijn verboden? -> Verboden zijn sociale scoring en misleiding."


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Sinds wanneer gelden de plichten voor GPAI-modellen?", GPAI),
        ("Hoe hoog is de boete op een verboden AI-praktijk?", "Welke risicoklassen kent de AI-verordening?"),
        ("Welke plichten heeft een gebruiksverantwoordelijke bij hoog risico?", ANNEX),
        ("Welke plichten heeft een aanbieder bij hoog risico?", ANNEX),
        ("Mag de leverancier een model trainen op gesprekken?", "Is de gemeente verantwoordelijk? -> Ja."),
        ("Mag de leverancier trainen op gesprekken?", "Wanneer is een verwerkersovereenkomst nodig? -> Altijd."),
        ("Geldt het recht op overdraagbaarheid voor gemeenten?", "Wat is het recht van inzage? -> Een recht."),
        ("Moet een chatbot zeggen dat hij geen mens is?", "Wat is een chatbot? -> Een programma."),
        ("Mag een chatbot die zegt dat hij een mens is blijven?", "Wat is een chatbot? -> Een programma."),
    ],
)
def test_a_question_that_says_whose_and_who_is_kept(question: str, said: str) -> None:
    kind, understood = dutch(question, said)
    assert kind in {"standalone", "topic_switch"}
    assert understood == question


def test_a_term_said_before_in_just_these_words_is_no_pointer() -> None:
    said = "Wat is een grondslag? -> Een grondslag is bijvoorbeeld het gerechtvaardigd belang."
    question = "Kan een gemeente zich op het gerechtvaardigd belang beroepen?"
    assert dutch(question, said)[1] == question


@pytest.mark.parametrize(
    ("question", "said", "understood"),
    [
        ("Mag hij worden ontslagen?", OFFICER, "Mag een functionaris gegevensbescherming worden ontslagen?"),
        (
            "Waarom is dat verschoven?",
            "Vanaf wanneer gelden de eisen voor hoog risico? -> De eisen gelden vanaf december.",
            "Waarom zijn de eisen voor hoog risico verschoven?",
        ),
        (
            "Sinds wanneer is dat verplicht?",
            "Moet een chatbot zeggen dat hij geen mens is? -> Ja.",
            "Sinds wanneer moet een chatbot zeggen dat hij geen mens is?",
        ),
        ("Is die verplicht voor een gewone chatbot?", "Wat is een FRIA? -> Een beoordeling.",
         "Is een FRIA verplicht voor een gewone chatbot?"),
        ("Welke past bij de overheid?", BASES, "Welke grondslag past bij de overheid?"),
        ("Sinds wanneer?", BANNED, "Sinds wanneer zijn AI-praktijken verboden?"),
        (
            "Sinds wanneer?",
            "Aan welke norm moeten overheidswebsites voldoen? -> Aan EN 301 549.",
            "Sinds wanneer moeten overheidswebsites voldoen aan de norm?",
        ),
        (
            "Wat zijn de kenmerken daarvan?",
            "Op welk taalniveau schrijven overheden? -> Overheden schrijven op taalniveau B1.",
            "Wat zijn de kenmerken van taalniveau B1?",
        ),
        (
            "In welke vorm krijgt iemand die gegevens?",
            "Geldt het recht op overdraagbaarheid voor gemeenten? -> Nee, artikel 20 AVG geldt daar niet.",
            "In welke vorm krijgt iemand de gegevens van het recht op overdraagbaarheid?",
        ),
        (
            "Welke uitzonderingen zijn er?",
            "Wanneer moet een organisatie gegevens wissen? -> Zodra ze niet meer nodig zijn.",
            "Welke uitzonderingen zijn er bij het wissen van gegevens?",
        ),
        (
            "Vertel meer over het derde.",
            "Welke vier niveaus heeft DigiD? -> 1. Basis: wachtwoord. 2. Midden: code. 3. Substantieel: app. 4. Hoog.",
            "Vertel meer over Substantieel van DigiD.",
        ),
        ("En bij gevoelige gegevens?", "Welke grondslag past bij de overheid? -> De publieke taak.",
         "Welke grondslag past bij gevoelige gegevens?"),
        (
            "En artikel 50?",
            "Sinds wanneer gelden de plichten voor GPAI-modellen? -> Sinds augustus.",
            "Sinds wanneer geldt artikel 50?",
        ),
        (
            "Wat is het gevolg daarvan?",
            "Wat is het recht van bezwaar? -> Artikel 21 AVG geeft het recht van bezwaar.",
            "Wat is het gevolg van het recht van bezwaar?",
        ),
    ],
)  # fmt: skip
def test_what_leans_is_completed_by_what_was_asked(question: str, said: str, understood: str) -> None:
    assert dutch(question, said) == ("follow_up", understood)


def test_where_something_is_written_is_not_what_was_spoken_of() -> None:
    said = "Waar kan iemand een klacht indienen? -> Bij de toezichthouder. Dat staat in artikel 85."
    assert dutch("Hoe lang duurt dat?", said)[1] == "Hoe lang duurt een klacht?"


def test_a_plain_noun_with_an_article_leans_though_nobody_said_it() -> None:
    said = "Welke statussen kent de toegankelijkheidsverklaring? -> De status is een letter."
    kind, understood = dutch("Hoe oud mag het onderzoek zijn?", said)
    assert kind == "follow_up"
    assert "toegankelijkheidsverklaring" in understood


def test_a_correction_is_what_is_spoken_of_then() -> None:
    told = ("Wat is het recht van bezwaar? -> Een recht.", "Wat is het verschil met een bezwaarschrift? -> Het doel.")
    kind, understood = dutch("Wat is het gevolg daarvan?", *told, "Nee, ik bedoelde het recht op beperking. -> Goed.")
    assert (kind, understood) == ("follow_up", "Wat is het gevolg van het recht op beperking?")


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("Waarom is dat verschoven?", "verschoven", "verb"),
        ("Wat is dat besluit?", "besluit", "noun"),
        ("Is dat nodig?", "nodig", "adverb"),
        ("Welke AI-praktijken zijn verboden?", "zijn", "aux"),
        ("Mag de leverancier een model finetunen op gesprekken?", "finetunen", "verb"),
        ("Wat is beleid?", "beleid", "noun"),
        ("Overheden schrijven zo veel mogelijk op B1.", "schrijven", "verb"),
        ("Hoe lang duurt dat?", "duurt", "verb"),
        ("In welke vorm krijgt iemand die gegevens?", "die", "demonstrative"),
        ("Wat krijgt iemand die gegevens verwerkt?", "die", "conj"),
        ("Het staat in artikel 16 AVG.", "Het", "pronoun"),
        ("Het besluit van het college.", "Het", "definite"),
    ],
)
def test_the_place_in_the_clause_says_what_a_word_is(text: str, word: str, expected: str) -> None:
    assert next(token.tag for token in tag(text, "nl") if token.text == word) == expected


def test_een_ends_its_phrase_before_a_plural() -> None:
    said = [mention.text for mention in find_mentions("Wanneer moet een organisatie gegevens wissen?", "nl")]
    assert said == ["een organisatie", "gegevens"]


def test_a_pronoun_bound_in_its_sentence_points_to_nothing_outside() -> None:
    [cue] = read("Mag een chatbot die zegt dat hij een mens is blijven?", "nl").cues
    assert cue.inner


@pytest.mark.parametrize(
    ("question", "for_"),
    [
        ("Wanneer is een DPIA verplicht?", "other"),
        ("Wanneer mogen gegevens naar de Verenigde Staten?", "other"),
        ("Wanneer is de BIO2 vastgesteld?", "time"),
        ("Wat is de oorzaak van hallucinaties?", "reason"),
        ("Wat moet er in een verwerkersovereenkomst staan?", "list"),
    ],
)
def test_under_what_condition_is_not_on_which_day(question: str, for_: str) -> None:
    assert asked(question, "nl").for_ == for_


def test_these_within_a_sentence_point_back() -> None:
    assert points_back("In BIO2 vervallen deze niveaus.", "nl")
    assert not points_back("De eerste BIO kende drie niveaus.", "nl")
