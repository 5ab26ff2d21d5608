"""What a follow-up names takes the place of what has its role in the last question. The conversations are made up."""

import pytest
from bench.cast import turns_of

from askwell.languages import lexicon
from askwell.models.e5 import FILE
from askwell.models.read_turns import E5ConversationReader
from askwell.text.fixed import fixed_words
from askwell.text.grammar import tag
from askwell.types import Language, Recalled, Resolution
from askwell.understanding.resolver import LearntResolver
from tests.models.test_embed_e5 import PULLED

pytestmark = pytest.mark.skipif(not (PULLED / FILE).is_file(), reason="make setup installs the weights")


async def resolved(language: Language, earlier: str, question: str, answer: str = "Yes.") -> Resolution:
    resolver = LearntResolver(E5ConversationReader(PULLED))
    return await resolver.resolve(question, Recalled(turns_of([(earlier, answer)])), language)


@pytest.mark.parametrize(
    ("language", "earlier", "question", "expected"),
    [
        ("en", "How do I reset the dishwasher?", "no, I mean the dryer", "How do I reset the dryer?"),
        ("en", "How do I wash a wool blanket?", "no only the cover", "How do I wash the cover?"),
        (
            "en",
            "Can I delete all photos from the camera?",
            "not all of them, just the blurry ones",
            "Can I delete the blurry photos from the camera?",
        ),
        (
            "nl",
            "Wat kost de zwemcursus voor volwassenen?",
            "nee, gewoon voor kinderen",
            "Wat kost de zwemcursus voor kinderen?",
        ),
        (
            "nl",
            "Hoe lang duurt het opladen van de fiets?",
            "nee ik bedoelde de scooter",
            "Hoe lang duurt het opladen van de scooter?",
        ),
        ("it", "Come resetto la lavastoviglie?", "no, intendo l'asciugatrice", "Come resetto l'asciugatrice?"),
        ("it", "Come vendo un violino?", "no, solo una custodia", "Come vendo una custodia?"),
        ("it", "Serve un casco per una moto?", "semplicemente per una bici", "Serve un casco per una bici?"),
        ("en", "Which needle do I need for denim?", "just for cotton", "Which needle do I need for cotton?"),
        (
            "nl",
            "Welke naald heb ik nodig voor spijkerstof?",
            "slechts voor katoen",
            "Welke naald heb ik nodig voor katoen?",
        ),
        ("en", "How do I change the pitch of the drum?", "and for the bell?", "How do I change the pitch of the bell?"),
        ("nl", "Hoe wijzig ik de toon van de trommel?", "en voor de bel?", "Hoe wijzig ik de toon van de bel?"),
        ("it", "Come cambio il tono del tamburo?", "e per la campana?", "Come cambio il tono della campana?"),
        (
            "it",
            "Quanto costa il corso di nuoto per adulti?",
            "no, solo per bambini",
            "Quanto costa il corso di nuoto per bambini?",
        ),
        (
            "it",
            "Come esporto tutto il rapporto?",
            "non tutto il rapporto, solo il riassunto",
            "Come esporto il riassunto?",
        ),
        (
            "it",
            "Quanto costa un biglietto giornaliero per lo zoo?",
            "intendevo un biglietto famiglia, non giornaliero",
            "Quanto costa un biglietto famiglia per lo zoo?",
        ),
        ("en", "Where is the pool?", "and the sauna as well?", "Where is the sauna?"),
        ("en", "Does the lamp need a bulb?", "does it dim by itself?", "Does the lamp dim by itself?"),
        ("nl", "Mag mijn hond mee op de veerboot?", "en mijn kat ook?", "Mag mijn kat mee op de veerboot?"),
        ("en", "How do I add a chart in Excel?", "and for a shape in excel?", "How do I add a shape in Excel?"),
        (
            "en",
            "What do I pay for a bed in the dormitory?",
            "and for a room in the annexe?",
            "What do I pay for a room in the annexe?",
        ),
        (
            "en",
            "Can I get a discount for students in July?",
            "and for seniors in july?",
            "Can I get a discount for seniors in July?",
        ),
        (
            "nl",
            "Hoe voeg ik een grafiek toe in Excel?",
            "en voor een vorm in excel?",
            "Hoe voeg ik een vorm toe in Excel?",
        ),
        (
            "nl",
            "Hoe vraag ik een lening aan bij de bank?",
            "en een hypotheek bij de bank?",
            "Hoe vraag ik een hypotheek aan bij de bank?",
        ),
        (
            "nl",
            "Wat zijn de regels voor honden op het strand?",
            "en voor paarden op het strand?",
            "Wat zijn de regels voor paarden op het strand?",
        ),
        (
            "it",
            "Come inserisco un grafico in Excel?",
            "e per una forma in excel?",
            "Come inserisco una forma in Excel?",
        ),
        (
            "it",
            "Quanto pago per un letto nel dormitorio?",
            "e per una camera nella dependance?",
            "Quanto pago per una camera nella dependance?",
        ),
        (
            "it",
            "C'è uno sconto per studenti a luglio?",
            "e per anziani a luglio?",
            "C'è uno sconto per anziani a luglio?",
        ),
        ("en", "What is the weight of the Miele?", "and the dyson", "What is the weight of the dyson?"),
        ("en", "How old is the mayor of Gouda?", "and delft?", "How old is the mayor of delft?"),
        ("nl", "Hoe snel is de lader van de Gazelle?", "en de batavus?", "Hoe snel is de lader van de batavus?"),
        (
            "nl",
            "Wat is het telefoonnummer van het Rialto?",
            "en tuschinski?",
            "Wat is het telefoonnummer van tuschinski?",
        ),
        ("it", "Quanto dura la garanzia della Philips?", "e la braun?", "Quanto dura la garanzia della braun?"),
        (
            "it",
            "Qual è il numero di telefono del Rialto?",
            "e il goldoni?",
            "Qual è il numero di telefono del goldoni?",
        ),
        (
            "en",
            "Which is better for sensitive skin?",
            "lotion or gel?",
            "Which is better for sensitive skin, lotion or gel?",
        ),
        ("en", "Should I paint the fence in spring?", "or autumn?", "Should I paint the fence in autumn?"),
        (
            "nl",
            "Moet ik de schutting in de lente verven?",
            "of in de herfst?",
            "Moet ik de schutting in de herfst verven?",
        ),
        (
            "nl",
            "Wat is gezonder als ontbijt?",
            "yoghurt of havermout?",
            "Wat is gezonder als ontbijt, yoghurt of havermout?",
        ),
        ("it", "Cosa dura di più all'aperto?", "quercia o pino?", "Cosa dura di più all'aperto, quercia o pino?"),
        ("it", "Posso pagare con la carta?", "o in contanti?", "Posso pagare in contanti?"),
        (
            "en",
            "When is the paper collected in 3511 AB?",
            "what about 3524 GH?",
            "When is the paper collected in 3524 GH?",
        ),
        (
            "en",
            "How long does the trip with line 12 take?",
            "and with 14?",
            "How long does the trip with line 14 take?",
        ),
        ("nl", "Hoeveel kost de pas voor 2024?", "hoe zit het met 2025?", "Hoeveel kost de pas voor 2025?"),
        ("nl", "Bezorgen jullie in 9711 XZ?", "en voor 9724 BC?", "Bezorgen jullie in 9724 BC?"),
        ("nl", "Is er een bushalte in Leiden?", "hoe zit dat met 2312 KT?", "Is er een bushalte in 2312 KT?"),
        ("it", "Quanto dura il viaggio con la linea 12?", "e con la 14?", "Quanto dura il viaggio con la linea 14?"),
    ],
)
async def test_it_takes_the_place_of_its_role(language: Language, earlier: str, question: str, expected: str) -> None:
    assert (await resolved(language, earlier, question)).question == expected


@pytest.mark.parametrize(
    ("language", "earlier", "question", "terms"),
    [
        ("en", "Which pitches have electricity?", "second one", "pitches electricity"),
        ("en", "How do I clean the filter?", "what about the second one", "clean filter"),
        ("nl", "In welke maten is de tent er?", "tweede", "maten tent"),
        ("it", "Quali sono gli orari di apertura?", "e il secondo", "orari apertura"),
    ],
)
async def test_it_is_searched_with_the_last_subject_if_no_role_is_clear(
    language: Language, earlier: str, question: str, terms: str
) -> None:
    made = await resolved(language, earlier, question, "Ask at the desk.")
    assert made.question == question
    assert {*terms.split()} <= {term.text for term in made.terms}


@pytest.mark.parametrize(
    ("language", "earlier", "answer", "question", "item"),
    [
        (
            "en",
            "Which rooms do you have?",
            "We have a single room, a double room and a suite.",
            "second one",
            "Double room?",
        ),
        ("it", "Che camere avete?", "Abbiamo una singola, una doppia e una suite.", "la seconda", "Doppia?"),
    ],
)
async def test_an_ordinal_counts_what_was_listed(
    language: Language, earlier: str, answer: str, question: str, item: str
) -> None:
    assert (await resolved(language, earlier, question, answer)).question == item


@pytest.mark.parametrize(
    ("language", "text", "fixed"),
    [
        ("en", "does it stop by itself at night", "by itself"),
        ("en", "is it open at all hours", ""),
        ("en", "lamps as well as bulbs", ""),
        ("nl", "gaat hij vanzelf uit", "vanzelf"),
        ("it", "si ferma da sola di notte", "da sola"),
    ],
)
def test_fixed_phrases_name_nothing(language: Language, text: str, fixed: str) -> None:
    tokens = tag(text, language)
    assert " ".join(tokens[at].low for at in sorted(fixed_words(tokens, lexicon(language)))) == fixed


@pytest.mark.parametrize(
    ("language", "earlier", "answer", "question", "expected"),
    [
        (
            "en",
            "a sledge or a kayak, which is better for a beginner?",
            "A kayak has:\n- a seat\n- a rope",
            "how much does the first one weigh?",
            "How much does a sledge weigh?",
        ),
        (
            "nl",
            "wat is beter, de slee of de kajak?",
            "De kajak heeft:\n- een zitje\n- een touw",
            "wat kost de eerste?",
            "Wat kost de slee?",
        ),
        (
            "it",
            "cosa è meglio, la slitta o il kayak?",
            "Il kayak ha:\n- un sedile\n- una corda",
            "quanto costa il secondo?",
            "Quanto costa il kayak?",
        ),
    ],
)
async def test_what_a_question_weighs_up_is_counted_before_what_the_answer_lists(
    language: Language, earlier: str, answer: str, question: str, expected: str
) -> None:
    assert (await resolved(language, earlier, question, answer)).question == expected
