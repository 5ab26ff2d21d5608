import pytest

from askwell.text.computed import are_computed

SAID = "The lesson costs 30 euros, the long one 45."


@pytest.mark.parametrize(
    "statement", ["It costs 15 more.", "Both are 75 euros.", "Four of them cost 120.", "Half of it is 22.50, for 2."]
)
def test_one_step_of_arithmetic_is_followed(statement: str) -> None:
    assert are_computed(statement, SAID, [], "en")


@pytest.mark.parametrize("statement", ["It costs 17 more.", "It costs 30.", "It is free.", "Of 8, 15 and 19."])
def test_what_does_not_follow_or_is_not_new_is_not_computed(statement: str) -> None:
    assert not are_computed(statement, SAID, [], "en")


def test_a_number_of_the_talk_must_take_part() -> None:
    assert not are_computed("It is 35.", "How much is it?", ["It is 30, and 5 for the key."], "en")
    assert are_computed("It is 600 for 20.", "And for 20?", ["One costs 30."], "en")


def test_percentages_are_followed() -> None:
    assert are_computed("That is 4,600 euros.", "And for 20,000?", ["The rate is 23 percent."], "en")
