"""Known questions: other wordings find their answer, and questions that differ in one thing never do."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from askwell.assistant import Assistant, GoldenPair, GoldenSection, load_golden
from askwell.errors import BadConfig
from askwell.models.embed_e5 import E5Embedder
from askwell.ports import Embedder
from askwell.rules.golden import RulesGoldenJudge
from askwell.text.facts import find_facts
from askwell.types import GoldenVerdict, Language, Reason
from tests.conftest import WEIGHTS

TODAY = date(2025, 2, 12)
KINDS = ("number", "negation", "entity", "tense", "person")
FOLDER = Path(__file__).parent / "known_questions"


def read(language: Language) -> list[dict[str, Any]]:
    """The known questions of a language with their variants."""
    found: list[dict[str, Any]] = yaml.safe_load((FOLDER / f"{language}.yaml").read_text(encoding="utf-8"))
    return found


def judge(*pairs: GoldenPair, language: Language = "en", embedder: Embedder | None = None) -> RulesGoldenJudge:
    section = GoldenSection(file="golden.yaml")
    return RulesGoldenJudge(Assistant(name="a", title="A", languages=(language,), golden=section), pairs, embedder)


async def verdict(judge: RulesGoldenJudge, question: str, language: Language = "en") -> GoldenVerdict:
    return await judge.match(question, language, find_facts(question, language, TODAY), TODAY)


def reason_of(found: GoldenVerdict) -> str:
    return found.reason.code if isinstance(found.reason, Reason) else found.reason


async def played(embedder: Embedder | None) -> tuple[Counter[str], list[str]]:
    """How many wordings find their answer, and the near misses that get one."""
    counts: Counter[str] = Counter()
    false: list[str] = []
    for language in ("en", "nl", "it"):
        rows = read(language)
        pairs = [GoldenPair(**{key: row[key] for key in ("questions", "answer", "document")}) for row in rows]
        known = judge(*pairs, language=language, embedder=embedder)
        for row in rows:
            for question in row["same"]:
                found = await verdict(known, question, language)
                counts["same"] += 1
                counts["found"] += found.passage is not None and found.passage.chunk.text == row["answer"]
            for kind in KINDS:
                for question in row["other"][kind]:
                    counts["other"] += 1
                    if (await verdict(known, question, language)).passage is not None:
                        false.append(question)
    return counts, false


async def test_s3_06_no_near_miss_gets_an_answer_and_most_wordings_do_by_words_alone() -> None:
    counts, false = await played(None)
    assert false == []
    assert (counts["other"], counts["same"]) == (200, 80)
    assert counts["found"] >= 72


async def test_nine_in_ten_wordings_find_their_answer_by_meaning() -> None:
    counts, false = await played(E5Embedder(WEIGHTS / E5Embedder.name))
    assert false == []
    assert counts["found"] >= 76


RENT = GoldenPair(
    questions=("What is the rent of the hall in Weston in 2025?", "How much is the hall in Weston in 2025?"),
    answer="The hall costs 90 euros a day.",
    document="hall.md",
    title="The hall",
    url="https://example.org/hall",
)


async def test_an_answer_is_a_passage_of_its_document() -> None:
    found = await verdict(judge(RENT), "How much is the rent of the hall in Weston in 2025?")
    assert found.passage is not None
    assert (found.passage.document_name, found.passage.title, found.passage.url) == (
        "hall.md",
        "The hall",
        "https://example.org/hall",
    )
    assert found.passage.chunk.text == RENT.answer
    assert found.score >= 0.8


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What is the rent of the hall in Weston in 2024?", "golden.number"),
        ("What is the rent of the hall in Weston?", "golden.number"),
        ("What is the rent of the hall in Eastham in 2025?", "golden.name"),
        ("What is not the rent of the hall in Weston in 2025?", "golden.negation"),
        ("What was the rent of the hall in Weston in 2025?", "golden.tense"),
        ("What is her rent of the hall in Weston in 2025?", "golden.person"),
        ("What is my rent of the hall in Weston in 2025?", "golden.person"),
        ("Why is the rent of the hall in Weston in 2025 90?", "golden.number"),
        ("Why is that the rent of the hall in Weston in 2025?", "golden.asks"),
        ("What is the rent of the hall and the kitchen in Weston in 2025?", "golden.word"),
        ("What is the rent in Weston in 2025?", "golden.missing"),
        ("What is currently the rent of the hall in Weston in 2025?", "golden.moment"),
        ("What is the rent of the hall in Weston this year?", "golden.moment"),
        ("Who painted the ceiling?", "golden.far"),
    ],
)
async def test_what_speaks_against_a_pair_is_named(question: str, reason: str) -> None:
    found = await verdict(judge(RENT), question)
    assert found.passage is None
    assert reason_of(found) == reason


@pytest.mark.parametrize(
    ("changes", "question", "reason"),
    [
        ({"valid_until": date(2025, 2, 12)}, RENT.questions[0], ""),
        ({"valid_until": date(2025, 2, 11)}, RENT.questions[0], "golden.expired"),
        ({"time_bound": True}, RENT.questions[0], ""),
        (
            {"time_bound": True, "questions": ("What is the rent of the hall?",)},
            "What is the rent of the hall?",
            "time",
        ),
    ],
)
async def test_an_answer_holds_for_its_time(changes: dict[str, Any], question: str, reason: str) -> None:
    found = await verdict(judge(RENT.model_copy(update=changes)), question)
    assert reason_of(found).removeprefix("golden.") == reason.removeprefix("golden.")
    assert (found.passage is None) is bool(reason)


async def test_a_question_is_known_in_each_of_its_wordings() -> None:
    asked_today = GoldenPair(questions=("What is open today?", "What's open right now?"), answer="The bakery.")
    known = judge(RENT, asked_today)
    for question in (*RENT.questions, *asked_today.questions):
        assert (await verdict(known, question)).passage is not None
    assert reason_of(await verdict(known, "What is open tomorrow?")) == "golden.number"


async def test_a_question_in_words_of_the_answer_is_not_near_enough() -> None:
    dogs = GoldenPair(questions=("May dogs enter the hall?",), answer="Dogs may enter the hall and the garden.")
    found = await verdict(judge(dogs), "Is there a garden?")
    assert (found.passage, found.known, reason_of(found)) == (None, dogs.questions[0], "golden.far")
    assert found.score < 0.8


async def test_without_pairs_nothing_is_known() -> None:
    assert await verdict(judge(), "What is the rent?") == GoldenVerdict(None)


async def test_a_pair_in_another_language_is_not_compared() -> None:
    found = await verdict(judge(RENT), RENT.questions[0], "it")
    assert found.passage is None


def broken() -> Iterator[tuple[str, str]]:
    """Texts of files, and what the error names."""
    yield "- questions: []\n  answer: x\n", "0.questions"
    yield "- question: [a]\n  answer: x\n", "0.question"
    yield "questions: a\n", "golden.yaml"
    yield "- [", "not YAML"


@pytest.mark.parametrize(("text", "named"), list(broken()))
def test_a_broken_file_is_an_error_that_names_the_place(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "golden.yaml"
    file.write_text(text)
    with pytest.raises(BadConfig) as caught:
        load_golden(file)
    assert named in str(caught.value)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="cannot be read"):
        load_golden(tmp_path / "golden.yaml")


def test_json_is_read_too(tmp_path: Path) -> None:
    file = tmp_path / "golden.json"
    file.write_text('[{"questions": ["A?"], "answer": "B.", "document": "c.md", "time_bound": true}]')
    [pair] = load_golden(file)
    assert (pair.questions, pair.answer, pair.document, pair.time_bound) == (("A?",), "B.", "c.md", True)


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
