from askwell.text.support import Statements, support
from tests.passages import passage

LIMITS = passage(
    "The income limit for a family of 4 is $7,311 a month. Boards may set lower limits. Texas has 28 boards. "
    "Each board keeps a waiting list. Head Start is free for families with low incomes.",
    title="Income limits",
)
APPEALS = passage("An appeal must be filed within 14 calendar days after the decision.", document="appeals")


def scores(answer: str) -> list[float]:
    return [one.score for one in support(answer, {1: [LIMITS], 2: [APPEALS]}, "en")]


def test_a_quoted_sentence_is_fully_supported() -> None:
    assert scores("The income limit for a family of 4 is $7,311 a month. [1]") == [1.0]


def test_a_sentence_on_something_else_is_not_supported() -> None:
    assert scores("Penguins breed on the Antarctic ice. [1]")[0] < 0.2


def test_a_wrong_number_caps_the_score() -> None:
    right, wrong = scores("A family of 4 may earn $7,311 a month. [1] A family of 4 may earn $8,481 a month. [1]")
    assert wrong <= 0.4
    assert right > 0.8


def test_the_number_of_a_list_line_is_no_claim() -> None:
    assert scores("9. Texas has 28 boards. [1]") == [1.0]


def test_a_number_written_as_a_word_counts() -> None:
    assert scores("The limit for a family of four is $7,311 a month. [1]")[0] > 0.9


def test_only_the_cited_passages_count() -> None:
    cited, miscited = scores("An appeal must be filed within 14 days. [2] An appeal must be filed within 14 days. [1]")
    assert miscited < 0.5
    assert cited > 0.9


def test_words_scattered_over_a_passage_support_less_than_words_that_stand_together() -> None:
    far = passage(
        "The income limit is set by the state. Rain fell. Snow fell. Wind blew. A family of 4 needs proof.",
        document="far",
    )
    found = support(
        "The income limit for a family of 4. [1] The income limit for a family of 4. [2]", {1: [far], 2: [LIMITS]}, "en"
    )
    assert found[0].score < found[1].score


def test_sentences_carry_their_place_and_the_sources_they_cite() -> None:
    answer = "Appeals take 14 calendar days. [2] Texas has 28 boards. [1, 2]"
    first, second = support(answer, {1: [LIMITS], 2: [APPEALS]}, "en")
    assert (answer[first.start : first.end], first.numbers) == ("Appeals take 14 calendar days. [2]", (2,))
    assert second.numbers == (1, 2)


def test_a_sentence_without_a_mark_is_measured_against_everything() -> None:
    (found,) = support("Texas has 28 boards.", {1: [LIMITS], 2: [APPEALS]}, "en")
    assert (found.score, found.numbers) == (1.0, ())


def test_lines_that_only_introduce_are_left_out() -> None:
    found = support("You need this:\n- Texas has 28 boards. [1]\n\nDo you want more?", {1: [LIMITS]}, "en")
    assert len(found) == 1


def test_a_citation_of_an_unknown_source_supports_nothing() -> None:
    assert support("Texas has 28 boards. [7]", {1: [LIMITS]}, "en")[0].score == 0.0


def test_compounds_and_inflections_support_in_dutch() -> None:
    dutch = passage("De kinderopvangtoeslag wordt aan de ouders betaald.", language="nl")
    (found,) = support("Ouders krijgen de toeslag betaald. [1]", {1: [dutch]}, "nl")
    assert found.score > 0.6


def test_an_answer_read_once_is_measured_against_any_of_its_sources() -> None:
    answer = "Appeals take 14 calendar days. [2] Texas has 28 boards. [1, 2] Head Start is free."
    read, sources = Statements(answer, "en"), {1: [LIMITS], 2: [APPEALS]}
    for held in (sources, {1: [LIMITS]}, {2: [APPEALS]}, {1: [APPEALS], 2: [LIMITS]}, sources):
        assert read.support(held) == support(answer, held, "en")


def test_a_word_and_a_compound_of_it_count_each_in_its_own_window() -> None:
    apart = passage(
        "De toeslag is hoog. Regen viel. Sneeuw viel. Wind woei. Kinderopvangtoeslag helpt ouders.", language="nl"
    )
    near, same = support("Toeslag helpt ouders. [1] Toeslag is hoog. [1]", {1: [apart]}, "nl")
    assert 0.7 < near.score < 1.0
    assert same.score == 1.0
