"""Names in a question."""

from hypothesis import given
from hypothesis import strategies as st

from askwell.tools.names import QUESTION_CHARS, Key, Names, find, key, says

KNOWN: dict[Key, int] = {
    key(name): index
    for index, name in enumerate(
        ("Houston", "Houston County", "Dallas", "Center", "Deaf Smith County", "Smith County", "78701", "O'Donnell")
    )
}


def test_the_longest_name_wins() -> None:
    assert find("She lives in Houston County.", KNOWN) == [key("Houston County")]
    assert find("Deaf Smith County", KNOWN) == [key("Deaf Smith County")]


def test_names_come_in_the_order_of_the_question_and_once() -> None:
    assert find("Houston, Dallas or Houston?", KNOWN) == [key("Houston"), key("Dallas")]


def test_only_whole_words_are_names() -> None:
    assert find("Houstonians of Dallastown, 787012", KNOWN) == []


def test_a_possessive_and_any_spelling_of_the_apostrophe_are_read() -> None:
    assert find("What is Houston's board?", KNOWN) == [key("Houston")]
    assert find("And O’Donnell?", KNOWN) == [key("O'Donnell")]


def test_the_first_five_digits_of_a_long_zip_code_are_a_name() -> None:
    assert find("78701-1234", KNOWN) == [key("78701")]


def test_without_a_capital_a_word_is_a_name_only_where_none_has_one() -> None:
    assert find("a center in Dallas", KNOWN) == [key("Dallas")]
    assert find("which board serves dallas", KNOWN) == [key("Dallas")]


def test_an_ordinary_phrase_is_no_name_in_its_own_spelling() -> None:
    assert find("a center in dallas", KNOWN, ["center"]) == [key("Dallas")]
    assert find("I live in Center", KNOWN, ["center"]) == [key("Center")]


def test_says_finds_whole_phrases_in_any_spelling() -> None:
    assert says("Which is NEAR me?", ["near me"])
    assert not says("Which is near Memphis?", ["near me"])


@given(st.text(max_size=300))
def test_no_text_is_too_strange(question: str) -> None:
    assert all(name in KNOWN for name in find(question, KNOWN, ["center"]))


def test_a_very_long_question_is_looked_at_in_part() -> None:
    assert find("x " * QUESTION_CHARS + "Houston", KNOWN) == []


def test_of_a_name_that_comes_twice_the_first_meaning_counts() -> None:
    names = Names([(key("Hill"), 3), (key("Hill"), 4), ((), 5), (key("Hill District"), 6), (("x",) * 31, 7)])
    assert [names.number(key(name)) for name in ("Hill", "hill district", "Lake")] == [3, 6, None]
    assert () not in names
    assert names.longest == 2
    assert find("Hill or Hill District?", names) == [key("Hill"), key("Hill District")]
