"""Wordings of known questions in three languages: what may differ, and what makes another question."""

import pytest

from askwell.assistant import GoldenPair
from askwell.types import Language
from tests.rules.known import judge, reason_of, verdict

DAYS = "Hoeveel dagen vakantie krijgt een nieuwe medewerker in het eerste jaar?"
CARD = "Come si ottiene un duplicato della tessera smarrita in biblioteca?"


@pytest.mark.parametrize(
    ("language", "known", "asked", "reason"),
    [
        (
            "nl",
            "Hoe meld ik schade aan een auto van de zaak?",
            "Hoe kan ik schade aan een auto van de zaak melden?",
            "",
        ),
        ("nl", DAYS, DAYS.replace("dagen vakantie", "vakantiedagen"), ""),
        ("nl", DAYS, DAYS.replace("dagen vakantie", "zorgdagen"), "golden.asks"),
        ("it", CARD, CARD.replace("si ottiene", "posso ottenere"), ""),
        ("it", CARD, CARD.replace("si ottiene", "posso vendere"), "golden.word"),
    ],
)
async def test_other_forms_and_compounds_of_known_words_are_known(
    language: Language, known: str, asked: str, reason: str
) -> None:
    pair = GoldenPair(questions=(known,), answer="Zie de gids. Vedi la guida.", document="guide.md")
    found = await verdict(judge(pair, language=language), asked, language)
    assert reason_of(found) == reason
    assert (found.passage is None) is bool(reason)


FEE = GoldenPair(
    questions=("Quando scade la tessera?", "Entro quando va rinnovata la tessera?"),
    answer="Il 31 marzo. Si rinnova allo sportello, una sola volta, per motivi di studio.",
    document="tessera.md",
)
DEADLINE = GoldenPair(
    questions=("When does the form have to be sent?", "How many days are there to send the form?"),
    answer="Within 30 days after moving, by post to the town hall, where you also get advice for several reasons.",
    document="form.md",
)
SPLIT = GoldenPair(
    questions=("How do I split a long list?", "How can a long list be split?"),
    answer="Select the first line of the second part and choose Split.",
)
STREET = GoldenPair(
    questions=("Wie betaalt de reparatie van de stoep?", "Wie moet de reparatie van de stoep betalen?"),
    answer="De gemeente betaalt die, na een melding bij het loket.",
    document="stoep.md",
)


@pytest.mark.parametrize(
    ("pair", "language", "question"),
    [
        (FEE, "it", "Qual è la scadenza della tessera?"),
        (FEE, "it", "Buongiorno, la tessera quando finisce?"),
        (DEADLINE, "en", "What is the deadline to submit the form?"),
        (DEADLINE, "en", "Hello, how many days do I have to hand in the form?"),
        (SPLIT, "en", "Can I split a long list?"),
        (SPLIT, "en", "Is it possible to split a long list?"),
        (STREET, "nl", "Wie is verplicht de reparatie van de stoep te betalen?"),
        (STREET, "nl", "Goedemorgen, wie betaalt de reparatie van de stoep?"),
    ],
)
async def test_words_that_ask_for_the_same_find_the_answer(pair: GoldenPair, language: Language, question: str) -> None:
    found = await verdict(judge(pair, language=language), question, language)
    assert found.passage is not None, found


@pytest.mark.parametrize(
    ("pair", "language", "question"),
    [
        (FEE, "it", "Dove scade la tessera?"),
        (FEE, "it", "Come si rinnova la tessera?"),
        (FEE, "it", "A cosa serve la tessera?"),
        (FEE, "it", "Quante volte si rinnova la tessera?"),
        (FEE, "it", "Per quali motivi si rinnova la tessera?"),
        (FEE, "it", "La tessera va rinnovata?"),
        (DEADLINE, "en", "Where does the form have to be sent?"),
        (DEADLINE, "en", "How does the form have to be sent?"),
        (DEADLINE, "en", "Who has to send the form?"),
        (DEADLINE, "en", "Does the form have to be sent?"),
        (SPLIT, "en", "Why do I split a long list?"),
        (STREET, "nl", "Wanneer moet de reparatie van de stoep betaald worden?"),
        (STREET, "nl", "Waar betaal ik de reparatie van de stoep?"),
        (STREET, "nl", "Hoe betaalt de gemeente de reparatie van de stoep?"),
    ],
)
async def test_another_question_word_asks_for_something_else(
    pair: GoldenPair, language: Language, question: str
) -> None:
    found = await verdict(judge(pair, language=language), question, language)
    assert (found.passage, reason_of(found)) == (None, "golden.asks")


UNUSED = GoldenPair(
    questions=("Possono essere pagati i buoni non usati?", "I buoni non usati si possono pagare?"),
    answer="No, i buoni non usati sono persi.",
)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("I buoni non utilizzati si possono pagare?", ""),
        ("I buoni usati si possono pagare?", "golden.negation"),
        ("I buoni non usati non si possono pagare?", "golden.negation"),
        ("I buoni si possono pagare?", "golden.missing"),
    ],
)
async def test_the_same_words_must_be_negated(question: str, reason: str) -> None:
    found = await verdict(judge(UNUSED, language="it"), question, "it")
    assert (found.passage is None, reason_of(found)) == (bool(reason), reason)


LEAVE = GoldenPair(
    questions=("Quando posso prendere il congedo?", "Da quando posso avere il congedo?"),
    answer="Dal terzo mese di lavoro.",
    title="Congedo e aspettativa",
)
DESK = GoldenPair(
    questions=("Perché lo sportello chiude alle 12?", "Perché alle 12 lo sportello è chiuso?"),
    answer="Per la pulizia dei locali.",
)
PASS = GoldenPair(
    questions=("May visitors park in the yard?", "Can visitors park in the yard?"), answer="Yes, at the back."
)
WASTE = GoldenPair(
    questions=(
        "Wie leegt de container, de bewoner of de conciërge?",
        "Moet de bewoner of de conciërge de container legen?",
    ),
    answer="De conciërge leegt die op maandag.",
)


@pytest.mark.parametrize(
    ("pair", "language", "question", "reason"),
    [
        (LEAVE, "it", "Da quando posso prendere il congedo?", ""),
        (UNUSED, "it", "I buoni non usati, posso farmeli pagare?", ""),
        (LEAVE, "it", "Quando devo prendere il congedo?", "golden.modality"),
        (LEAVE, "it", "Fino a quando posso prendere il congedo?", "golden.direction"),
        (LEAVE, "it", "Entro quando devo prendere il congedo?", "golden.direction"),
        (LEAVE, "it", "Da quando a quando posso prendere il congedo?", ""),
        (DESK, "it", "Perche lo sportello chiude alle 12?", ""),
        (DESK, "it", "perche' lo sportello e' chiuso alle 12?", ""),
        (PASS, "en", "Can visitors park in the yard?", ""),
        (PASS, "en", "Must visitors park in the yard?", "golden.modality"),
        (PASS, "en", "Do visitors have to park in the yard?", "golden.modality"),
        (WASTE, "nl", "Moet de bewoner de container legen?", ""),
        (WASTE, "nl", "Mag de bewoner de container legen?", "golden.modality"),
        (WASTE, "nl", "Wie leegt de container?", "golden.missing"),
    ],
)
async def test_duty_and_direction_must_agree_and_accents_need_not(
    pair: GoldenPair, language: Language, question: str, reason: str
) -> None:
    found = await verdict(judge(pair, language=language), question, language)
    assert (found.passage is None, reason_of(found)) == (bool(reason), reason)


CARDS = GoldenPair(
    questions=(
        "Quanti libri si possono prendere con la tessera junior dei lettori?",
        "Con la tessera junior dei lettori quanti libri posso prendere?",
    ),
    answer="Al massimo quattro.",
    title="La tessera junior dei lettori piccoli, gli orari",
)
FILMS = GoldenPair(questions=("Con la tessera quanti film posso vedere?",), answer="Due a settimana.")


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Con la tessera junior dei lettori piccoli quanti libri si possono prendere?", ""),
        ("Quanti libri si possono prendere con la junior dei lettori?", ""),
        ("Quanti libri si possono prendere con la tessera junior?", "golden.missing"),
        ("Con la tessera junior dei lettori in che orari si possono prendere libri?", "golden.asks"),
        ("Quanti libri si possono prendere con la tessera junior dei lettori negli orari?", "golden.word"),
    ],
)
async def test_words_of_the_subject_may_be_added_and_common_ones_left_out(question: str, reason: str) -> None:
    found = await verdict(judge(CARDS, FILMS, language="it"), question, "it")
    assert (found.passage is None, reason_of(found)) == (bool(reason), reason)


REPORT = GoldenPair(
    questions=("Quando scade il modello 45 nel 2024?", "Qual è la scadenza del modello 45 del 2024?"),
    answer="Il 30 giugno 2024.",
    time_bound=True,
)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Quando scade il modello 45/2024?", ""),
        ("Quando scade il modello 45?", "golden.time"),
        ("Quando scade il modello 45 2023?", "golden.number"),
    ],
)
async def test_a_number_that_is_the_year_of_a_wording_names_its_time(question: str, reason: str) -> None:
    found = await verdict(judge(REPORT, language="it"), question, "it")
    assert (found.passage is None, reason_of(found)) == (bool(reason), reason)
