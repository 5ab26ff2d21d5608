import time
from collections.abc import Mapping

import pytest

from askwell.text.support import SUPPORTED, cover, measure, negates, places, statements
from askwell.types import Lack, Language, Passage
from tests.passages import passage

LIMITS = passage(
    "The income limit for a family of 4 is $7,311 a month. Boards may set lower limits. Texas has 28 boards. "
    "Each board keeps a waiting list. Head Start is free for families with low incomes. Gifts are not income. "
    "Applications open on 3 March and close in June. The Ministry of Work pays the boards.",
    title="Income limits",
)
APPEALS = passage("An appeal must be filed within 14 calendar days after the decision.", document="appeals")
DUTCH = passage(
    "De kinderopvangtoeslag wordt aan de ouders betaald. Een bezwaar moet binnen 6 weken na het besluit worden "
    "ingediend. De gemeente Utrecht betaalt de toeslag niet.",
    language="nl",
)
ITALIAN = passage(
    "Il rifugio apre il 12 giugno e chiude a settembre. La prenotazione costa 8 euro a persona. I cani non sono "
    "ammessi nelle camere. Il gestore è il Club Alpino.",
    language="it",
)
HELD: Mapping[Language, Passage] = {"en": LIMITS, "nl": DUTCH, "it": ITALIAN}


def lacks(statement: str, language: Language = "en", *, asked: str = "") -> Lack:
    return measure(statement, language, [HELD[language]], asked=asked).lacks


def test_a_quoted_sentence_is_supported() -> None:
    score, clash, missing = measure("The income limit for a family of 4 is $7,311 a month.", "en", [LIMITS])
    assert score > 0.9
    assert (clash < 0.1, missing) == (True, "")


def test_a_sentence_on_something_else_is_not_supported() -> None:
    score, _, missing = measure("Penguins breed on the frozen ice of the south.", "en", [LIMITS])
    assert (score < 0.4, missing) == (True, "words")


def test_without_passages_nothing_is_supported() -> None:
    assert measure("Texas has 28 boards.", "en", []) == (0.0, 0.0, "words")


@pytest.mark.parametrize(
    ("language", "right", "wrong", "kind"),
    [
        ("en", "A family of 4 may earn $7,311 a month.", "A family of 4 may earn $8,481 a month.", "number"),
        ("en", "Texas has 28 boards.", "Nevada and also Velmora have 28 boards.", "name"),
        ("en", "Applications open on 3 March.", "Applications open on 3 April.", "date"),
        ("en", "Gifts are not income.", "Gifts are income.", "negation"),
        ("en", "Each board keeps a waiting list.", "Each board does not keep a waiting list.", "negation"),
        ("nl", "Een bezwaar moet binnen 6 weken.", "Een bezwaar moet binnen 8 weken.", "number"),
        ("nl", "De gemeente Utrecht betaalt de toeslag niet.", "De gemeente Utrecht betaalt de toeslag.", "negation"),
        ("nl", "De gemeente Utrecht betaalt de toeslag niet.", "De gemeente Velmora betaalt de toeslag niet.", "name"),
        ("it", "La prenotazione costa 8 euro a persona.", "La prenotazione costa 9 euro a persona.", "number"),
        ("it", "Il rifugio apre il 12 giugno.", "Il rifugio apre il 12 luglio.", "date"),
        ("it", "I cani non sono ammessi nelle camere.", "I cani sono ammessi nelle camere.", "negation"),
    ],
)  # fmt: skip
def test_what_a_changed_sentence_lacks_is_named(language: Language, right: str, wrong: str, kind: Lack) -> None:
    assert lacks(right, language) == ""
    assert lacks(wrong, language) == kind


def test_what_was_asked_about_is_no_claim() -> None:
    said = "For Velmora, a family of 4 may earn $7,311 a month."
    assert lacks(said) == "name"
    assert lacks(said, asked="And what may a family of 4 earn in Velmora?") == ""


def test_a_number_at_another_place_is_less_like_the_passage() -> None:
    right, moved = (measure(text, "en", [LIMITS]) for text in ("Texas has 28 boards.", "Texas has 4 boards."))
    assert moved.clash > right.clash + 0.1


def test_a_number_written_as_a_word_counts() -> None:
    assert measure("The limit for a family of four is $7,311 a month.", "en", [LIMITS]).score > 0.8


def test_passages_support_a_statement_together() -> None:
    said = "Texas has 28 boards, and an appeal must be filed within 14 calendar days."
    alone, together = measure(said, "en", [LIMITS]), measure(said, "en", [LIMITS, APPEALS])
    assert (alone.lacks, together.lacks) == ("number", "")


def test_words_scattered_over_a_passage_support_less_than_words_that_stand_together() -> None:
    far = passage("The income limit is set by the state. Rain fell. Snow fell. Wind blew. A family of 4 needs proof.")
    said = "The income limit for a family of 4."
    assert measure(said, "en", [far]).score < measure(said, "en", [LIMITS]).score


def test_the_title_of_a_passage_is_part_of_it() -> None:
    named, unnamed = passage("It is free.", title="Head Start Houston"), passage("It is free.")
    assert measure("Head Start Houston is free.", "en", [named]).lacks == ""
    assert measure("Head Start Houston is free.", "en", [unnamed]).lacks == "name"


def test_an_abbreviation_of_known_words_is_known() -> None:
    assert lacks("The ministry of work (MOW) pays the boards.") == ""


def test_a_supported_statement_is_above_the_threshold() -> None:
    for text in ("Texas has 28 boards.", "Texas has 29 boards.", "Snow fell on Velmora."):
        score, clash, missing = measure(text, "en", [LIMITS])
        assert (score * (1 - clash) >= SUPPORTED) == (not missing)


def test_statements_carry_their_place_and_the_sources_they_cite() -> None:
    answer = "Appeals take 14 calendar days. [2] Texas has 28 boards. [1, 2]"
    first, second = statements(answer)
    assert (answer[first.start : first.end], first.cited) == ("Appeals take 14 calendar days. [2]", (2,))
    assert (second.cited, second.text) == ((1, 2), "Texas has 28 boards.")


def test_introductions_questions_and_signs_claim_nothing() -> None:
    found = list(statements("You need this:\n- Texas has 28 boards. [1]\n\n2.\n\nDo you want more?"))
    assert [each.text for each in found] == ["Texas has 28 boards."]


def test_the_numbers_of_a_list_are_no_claims() -> None:
    texts = [
        each.text for each in statements("9. Texas has boards. [1]\n\nThere are: 1. Gifts are income. 2. Boards pay.")
    ]
    assert texts[0] == "Texas has boards."
    assert all("1." not in text and not text.endswith("2.") for text in texts)


def test_headings_column_names_and_code_claim_nothing() -> None:
    answer = (
        "## Boards\n\nRun this:\n```sh\nlist boards\n```\nTexas has `28` boards. [1]\n\n"
        "| State | Boards |\n|:--|--:|\n| Texas | 28 |\n\n## Texas has 28 boards [1]\n\n| a | b |\nno rule"
    )
    found = list(statements(answer))
    assert [each.text for each in found] == [
        "Texas has 28 boards.",
        "| Texas | 28 |",
        "## Texas has 28 boards",
        "| a | b |",
        "no rule",
    ]
    assert answer[found[0].start : found[0].end] == "Texas has `28` boards. [1]"


def test_links_and_emphasis_are_no_words() -> None:
    (found,) = statements("See **the** [boards](https://boards.example/28) of `Texas`.")
    assert found.text == "See the boards of Texas."


def test_how_much_a_passage_covers() -> None:
    assert cover("Texas has boards", "en", LIMITS) == 1.0
    assert cover("Texas has penguins", "en", LIMITS) < 0.7
    assert cover("An appeal within 14 days", "en", APPEALS) > cover("An appeal within 14 days", "en", LIMITS)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The documents do not say it.", "en"),
        ("They don't tell.", "en"),
        ("Dat staat er niet in.", "nl"),
        ("I documenti non lo dicono.", "it"),
    ],
)
def test_negations(text: str, language: Language) -> None:
    assert negates(text, language)
    assert not negates("No, 5 boards.", "en")


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("fee " * 3_000, "fee not " * 3_000),
        ("5 fees " * 2_000, "5 fees. " * 2_000),
        ("A Fee " * 3_000, "no Fee " * 3_000),
    ],
)
def test_a_long_statement_of_repeated_words_is_measured_in_bounded_time(said: str, held: str) -> None:
    """It took minutes when each place of a word was compared with each."""
    began = time.process_time()
    measure(said, "en", [passage(held)] * 6)
    places(said, "en", {1: [passage(held)] * 6})
    assert time.process_time() - began < 3


def test_the_count_of_a_list_claims_nothing() -> None:
    said = "The ferry calls at these ports:\n- Arda [1]\n- Bor [1]\n(2 of 12)"
    assert [each.text for each in statements(said)] == ["Arda", "Bor"]


RATIOS = passage(
    "| Room | Children per carer | Largest group |\n| --- | --- | --- |\n| 2 years | 11 | 22 |\n| 3 years | 15 | 30 |\n"
    "| 4 years | 18 | 35 |\n| 5 years | 22 | 35 |",
    title="Rooms",
)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("4 years – Children per carer: 18; Largest group: 35.", ""),
        ("2 years – Children per carer: 11; Largest group: 22.", ""),
        ("In the room for 4 years there may be 18 children per carer.", ""),
        ("The largest group is 30 for 3 years.", ""),
        ("4 years – Children per carer: 22; Largest group: 35.", "number"),
        ("5 years – Children per carer: 18; Largest group: 35.", "number"),
        ("4 years – Children per carer: 35; Largest group: 18.", "number"),
        ("In the room for 4 years there may be 15 children per carer.", "number"),
        ("The largest group is 22 for 3 years.", "number"),
    ],
)
def test_a_value_of_a_table_counts_in_its_row_and_column(statement: str, kind: Lack) -> None:
    assert measure(statement, "en", [RATIOS]).lacks == kind


def test_a_table_without_words_at_its_head_is_read() -> None:
    bare = passage("| | |\n| --- | --- |\n| 2 years | 11 |\n| 3 years | 15 |", title="Rooms")
    assert measure("For 3 years it is 15.", "en", [bare]).lacks == ""
    assert measure("For 3 years it is 11.", "en", [bare]).lacks == "number"
