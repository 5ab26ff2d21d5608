import pytest

from askwell.text.computed import are_computed
from askwell.types import Language

SAID = "The lesson costs 30 euros, the long one 45."


@pytest.mark.parametrize(
    "statement",
    [
        "It costs 15 more.",
        "Both are 75 euros.",
        "Four of them cost 120.",
        "Half of it is 22.50, for 2.",
    ],
)
def test_one_step_of_arithmetic_is_followed(statement: str) -> None:
    assert are_computed(statement, SAID, [], "en")


@pytest.mark.parametrize("statement", ["It costs 17 more.", "It costs 30.", "It is free.", "Of 8, 15 and 19."])
def test_what_does_not_follow_or_is_not_new_is_not_computed(statement: str) -> None:
    assert not are_computed(statement, SAID, [], "en")


def test_two_steps_are_followed_if_the_statement_shows_them() -> None:
    said = "And 2 short lessons for 30 each, and a long one for 45?"
    assert are_computed("That is 105: 2 times 30, and 45.", said, [], "en")
    assert not are_computed("That is 105.", said, [], "en")


def test_times_of_a_day_are_followed() -> None:
    assert are_computed("Half an hour before, at 9.45.", "I am there at 10.15.", [], "en")
    assert not are_computed("Half an hour before, at 9.47.", "I am there at 10.15.", [], "en")


def test_a_number_of_the_talk_must_take_part() -> None:
    assert not are_computed("It is 35.", "How much is it?", ["It is 30, and 5 for the key."], "en")
    assert are_computed("It is 600 for 20.", "And for 20?", ["One costs 30."], "en")


def test_percentages_are_followed() -> None:
    assert are_computed("That is 4,600 euros.", "And for 20,000?", ["The rate is 23 percent."], "en")


@pytest.mark.parametrize(
    ("statement", "said", "language"),
    [
        ("It is ready in September.", "It was sown in March. It takes six to eight months.", "en"),
        ("The last day is July 3.", "It came on June 3, and there are 30 days.", "en"),
        ("Il 5 ottobre.", "Dal 5 aprile per sei mesi.", "it"),
        ("Dat is 4 mei.", "Vanaf 20 april, 14 dagen.", "nl"),
    ],
)
def test_dates_at_a_known_distance_are_followed(statement: str, said: str, language: Language) -> None:
    assert are_computed(statement, said, [], language)


@pytest.mark.parametrize("statement", ["It is ready in October.", "It is ready on July 9."])
def test_other_dates_are_not_computed(statement: str) -> None:
    assert not are_computed(statement, "It was sown on June 3. It takes 30 days.", [], "en")


def test_decimals_are_exact() -> None:
    assert not are_computed("It is $4.99.", "What does it cost for 30?", ["It takes 6 days."], "en")
