"""What is left of several things once one was spoken of, in three languages. The conversations are made up."""

import pytest
from bench.cast import turns_of

from askwell.types import Language, Recalled
from askwell.understanding.grammar.resolve import resolve
from askwell.understanding.resolver import LearntResolver

BOATS = (
    "Which boats do you rent? -> We rent:\n- Heron\n- Tern\n- Gull",
    "How long is the Tern?",
)
BOTEN = (
    "Welke boten verhuren jullie? -> We hebben:\n- Reiger\n- Stern\n- Meeuw",
    "Hoe lang is de Stern?",
)
BARCHE = (
    "Quali barche noleggiate? -> Abbiamo:\n- Airone\n- Sterna\n- Gabbiano",
    "Quanto pesa la Sterna?",
)
HUTS = ("Which huts are there? -> The huts are Alm, Bern, Cura and Dorn.", "When does Bern open? -> In May.")
PAY = "Can I pay by card, cash or voucher? -> Card and cash are taken."


def said(exchanges: tuple[str, ...]) -> Recalled:
    """A conversation whose questions are complete as typed."""
    return Recalled(
        turns_of([(question, answer) for question, _, answer in (each.partition(" -> ") for each in exchanges)])
    )


@pytest.mark.parametrize(
    ("language", "exchanges", "question", "expected"),
    [
        ("en", BOATS, "and the other two?", "How long are Heron and Gull?"),
        ("en", BOATS, "how many people fit in the other two?", "How many people fit in Heron and Gull?"),
        ("en", HUTS, "what about the other three", "When do Alm, Cura and Dorn open?"),
        ("en", (PAY, "Is there a fee for the card?"), "and for the other two?", "Is there a fee for cash and voucher?"),
        (
            "en",
            ("What does the sauna, the pool and the gym cost? -> The pool costs 4 euro.",),
            "and the other two?",
            "What do the sauna and the gym cost?",
        ),
        ("nl", BOTEN, "en de andere twee?", "Hoe lang zijn Reiger en Meeuw?"),
        ("nl", BOTEN, "hoeveel mensen passen er in de andere twee?", "Hoeveel mensen passen er in Reiger en Meeuw?"),
        (
            "nl",
            ("Welke hutten zijn er? -> De hutten zijn Alm, Bern, Cura en Dorn.", "Wanneer gaat Bern open?"),
            "wanneer gaan de andere drie open?",
            "Wanneer gaan Alm, Cura en Dorn open?",
        ),
        (
            "nl",
            ("Wat kost de sauna, het zwembad en de sportzaal? -> Het zwembad kost 4 euro.",),
            "en voor de andere twee?",
            "Wat kosten de sauna en de sportzaal?",
        ),
        ("it", BARCHE, "e le altre due?", "Quanto pesano Airone e Gabbiano?"),
        (
            "nl",
            ("Welke boten verhuren jullie? -> We hebben:\n- Reiger\n- Stern\n- Meeuw", "Hoeveel weegt Stern?"),
            "en de andere twee?",
            "Hoeveel wegen Reiger en Meeuw?",
        ),
        (
            "en",
            ("Which boats do you rent? -> We rent:\n- Heron\n- Tern\n- Gull", "Who built Tern?"),
            "and the other two?",
            "Who built Heron and Gull?",
        ),
        ("it", BARCHE, "quante persone portano le altre due?", "Quante persone portano Airone e Gabbiano?"),
        (
            "it",
            ("Quali rifugi ci sono? -> I rifugi sono Alm, Bern, Cura e Dorn.", "Quando apre Bern?"),
            "quando aprono gli altri tre?",
            "Quando aprono Alm, Cura e Dorn?",
        ),
        (
            "it",
            ("Quanto costano la sauna, la piscina e la palestra? -> La piscina costa 4 euro.",),
            "e le altre due?",
            "Quanto costano la sauna e la palestra?",
        ),
    ],
)
def test_what_is_left_of_a_list_gets_its_names(
    language: Language, exchanges: tuple[str, ...], question: str, expected: str
) -> None:
    found = resolve(question, said(exchanges), language)
    assert (found.question, found.reason_code) == (expected, "resolve.ordinal")


@pytest.mark.parametrize(
    ("language", "exchanges", "question", "expected"),
    [
        (
            "en",
            ("Which ferries sail? -> The Mira and the Luna sail.", "When does the Mira sail?"),
            "not that one, the other",
            "When does Luna sail?",
        ),
        (
            "en",
            ("What does the sauna or the gym cost? -> The sauna costs 4 euro.",),
            "no, not that, the other one",
            "What does the gym cost?",
        ),
        (
            "nl",
            ("Verkopen jullie de eiken tafel of de grenen tafel? -> De eiken tafel kost 300.",),
            "niet die, de andere",
            "Verkopen jullie de grenen tafel?",
        ),
        (
            "nl",
            ("Wat kost de dagkaart of de weekkaart? -> De dagkaart kost 4.",),
            "nee niet die, die andere",
            "Wat kost de weekkaart?",
        ),
        (
            "it",
            ("Quanto costa il giornaliero o il settimanale? -> Il giornaliero costa 4.",),
            "non quello, l'altro",
            "Quanto costa il settimanale?",
        ),
        (
            "it",
            (
                "Che differenza c'è tra il bidone verde e il bidone blu? -> Il verde è per la carta.",
                "Cosa va nel bidone verde?",
            ),
            "no, non quello, l'altro",
            "Cosa va nel bidone blu?",
        ),
    ],
)
def test_the_other_of_two_takes_the_place_of_the_one_spoken_of(
    language: Language, exchanges: tuple[str, ...], question: str, expected: str
) -> None:
    assert resolve(question, said(exchanges), language).question == expected


@pytest.mark.parametrize(
    ("language", "exchanges", "question"),
    [
        ("en", ("When does Bern open? -> In May.",), "and the other two?"),
        ("en", ("Is there a shed? -> Yes.",), "not that one, the other"),
        ("en", HUTS, "the other two hikers want a room, is there one in winter?"),
        ("en", BOATS, "what happens to the other two deposits when i return one boat?"),
        ("nl", ("Wanneer gaat Bern open? -> In mei.",), "en de andere twee?"),
        ("nl", ("Is er een schuur? -> Ja.",), "niet die, de andere"),
        ("nl", BOTEN, "mogen de andere twee kinderen gratis mee op de boot?"),
        ("it", ("Quando apre Bern? -> A maggio.",), "e gli altri due?"),
        ("it", ("C'è un capanno? -> Sì.",), "non quello, l'altro"),
        (
            "it",
            ("Quali barche noleggiate? -> Abbiamo:\n- Airone\n- Sterna\n- Gabbiano", "Sterna regge il vento? -> Sì."),
            "e le altre due?",
        ),
        ("it", BARCHE, "gli altri due bambini viaggiano gratis sulla barca?"),
    ],
)
async def test_without_a_list_that_fits_nothing_is_reworded(
    language: Language, exchanges: tuple[str, ...], question: str
) -> None:
    assert (await LearntResolver().resolve(question, said(exchanges), language)).question == question
