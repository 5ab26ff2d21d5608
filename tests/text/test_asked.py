import pytest

from askwell.text.acronyms import acronyms
from askwell.text.asked import asked, compared
from askwell.text.leaning import leans
from askwell.text.match import in_lines, near, near_in, stem_of, stems
from askwell.text.numbers import numbers


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("What is LoRA?", "en", "definition"),
        ("How does Head Start work?", "en", "definition"),
        ("How many stars are there?", "en", "number"),
        ("How long is it valid?", "en", "duration"),
        ("When do the limits change?", "en", "time"),
        ("Who wrote the paper?", "en", "person"),
        ("Why does it help?", "en", "reason"),
        ("How do I apply?", "en", "steps"),
        ("Which documents do I need?", "en", "list"),
        ("May a provider refuse a child?", "en", "yes_no"),
        ("What is the difference between A and B?", "en", "comparison"),
        ("Wat is huurtoeslag?", "nl", "definition"),
        ("Hoeveel huurtoeslag krijg ik?", "nl", "number"),
        ("Hoe vraag ik zorgtoeslag aan?", "nl", "steps"),
        ("Wat is het verschil tussen zorgtoeslag en huurtoeslag?", "nl", "comparison"),
        ("Che cos'è l'IMU?", "it", "definition"),
        ("Quanto si paga?", "it", "number"),
        ("E l'aliquota quant'è?", "it", "number"),
        ("Qual è il tasso?", "it", "number"),
        ("Come posso pagare?", "it", "steps"),
        ("Perché serve?", "it", "reason"),
        ("Entro quando devo pagare?", "it", "duration"),
    ],
)
def test_the_form_of_a_question_tells_what_it_asks_for(question: str, language: str, expected: str) -> None:
    assert asked(question, language).for_ == expected


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("What is the difference between DPR and ColBERT?", ("DPR", "ColBERT")),
        ("How does QLoRA differ from LoRA?", ("How does QLoRA", "LoRA")),
        ("Compare BERT with RoBERTa", ("BERT", "RoBERTa")),
    ],
)
def test_a_comparison_names_both_sides(question: str, sides: tuple[str, str]) -> None:
    found = asked(question, "en").sides
    assert found[1] == sides[1]
    assert sides[0].split()[-1] in found[0]


def test_numbers_are_compared_in_one_way_of_writing() -> None:
    assert [value for value, _, _ in numbers("5,430 or 5.430,50 and four, 3.5 %", "en")] == [
        "5430",
        "5430.50",
        "4",
        "3.5",
    ]
    assert [value for value, _, _ in numbers("vier van de 12", "nl")] == ["4", "12"]


def test_digits_in_names_are_no_numbers() -> None:
    assert numbers("GPT-3 and word2vec and v2", "en") == []


def test_irregular_forms_and_compounds_meet() -> None:
    assert stem_of("wrote", "en") == stem_of("written", "en")
    assert near("toeslag", stems("de kinderopvangtoeslag", "nl"))
    assert not near("care", stems("career", "en"))


def test_a_hyphenated_word_of_two_parts_has_both_as_one_word() -> None:
    assert stems("the Wi-Fi of the state-of-the-art GPT-3", "en") >= {"wi-fi", "wi", "fi", "wifi", "gpt-3"}
    assert not stems("state-of-the-art GPT-3", "en") & {"stateoftheart", "stateof-the-art", "gpt3"}


def test_short_forms_are_learned_from_the_text() -> None:
    text = "Child Care Services (CCS) helps. DPR (Dense Passage Retrieval) too. Others (see below) do not."
    assert acronyms(text) == {"CCS": "Child Care Services", "DPR": "Dense Passage Retrieval"}


@pytest.mark.parametrize(
    ("sentence", "language", "expected"),
    [
        ("It also pays.", "en", True),
        ("However, some do not.", "en", True),
        ("Italy pays.", "en", False),
        ("There are three groups.", "en", False),
        ("Dit geldt ook.", "nl", True),
        ("Het college beslist.", "nl", False),
        ("Inoltre spetta un bonus.", "it", True),
    ],
)
def test_a_sentence_that_points_back_leans(sentence: str, language: str, expected: bool) -> None:
    assert leans(sentence, language) is expected


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What is the difference between LoRA and QLoRA?", "en"),
        ("Why is the sky blue?", "en"),
        ("Verschilt huurtoeslag van zorgtoeslag?", "nl"),
        ("Confronta il bonus e la detrazione", "it"),
        ("What differs?", "xx"),
    ],
)
def test_the_sides_of_a_comparison_may_be_had_alone(question: str, language: str) -> None:
    assert compared(question, language) == asked(question, language).sides


def test_a_full_form_ends_at_the_bracket_before_it() -> None:
    text = "Child Care (CC) and Foo Bar (FB), then one two three four five six Dense Passage Retrieval (DPR)"
    assert acronyms(text) == {"CC": "Child Care", "FB": "Foo Bar", "DPR": "Dense Passage Retrieval"}
    assert acronyms("Child Care (see below) and BERT (Bidirectional Encoder Representations Transformers)") == {
        "BERT": "Bidirectional Encoder Representations Transformers"
    }
    assert acronyms("Nothing in brackets") == {}


@pytest.mark.parametrize("wanted", ["rent", "huurt", "toeslag", "huurtoesla", "transport"])
def test_near_is_the_same_among_stems_in_lines(wanted: str) -> None:
    held = frozenset({"huurtoeslag", "rent", "transporter"})
    assert near(wanted, held) == near_in(wanted, in_lines(held))
    assert not near_in(wanted, in_lines(frozenset()))
