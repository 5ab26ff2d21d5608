"""What a question asks for, and the times it names, in each language."""

import re

import pytest

from askwell.text.lookback import speaks_of_us, subject_of_look_back
from askwell.text.times import Named, asks_when, named_times, times_told
from askwell.text.wanted import asks, holds_name, holds_number, names_in, wants_name, wants_number
from askwell.text.whole import whole_words
from askwell.types import Language


@pytest.mark.parametrize(
    ("text", "language", "named"),
    [
        ("What happened on 16 November, 2023?", "en", Named(11, 16, 2023)),
        ("Wat zei ik op 3 mei?", "nl", Named(5, 3)),
        ("Dove sono andato il 4 luglio?", "it", Named(7, 4)),
        ("Where did she go in May 2023?", "en", Named(5, 0, 2023)),
    ],
)
def test_days_and_months_are_read(text: str, language: Language, named: Named) -> None:
    assert named_times(text, language) == (named,)


def test_a_verb_is_no_month() -> None:
    assert named_times("May I come in?", "en") == ()


def test_times_that_a_text_tells_are_counted_up_to_two() -> None:
    assert times_told("Yesterday and last week, and in June.", "en") == 2
    assert times_told("Gisteren was het warm.", "nl") == 1
    assert times_told("Il cane dorme.", "it") == 0


def test_what_a_question_wants_is_read_from_its_words() -> None:
    assert asks_when("Wanneer gaan we?", "nl")
    assert wants_number("Quanto costa?", "it")
    assert wants_name("Who owns it?", "en")
    assert not wants_name("How tall is it?", "en")
    assert holds_number("Dat is vijf euro.", "nl")
    assert holds_name("We saw Bruno there.")
    assert not holds_name("We saw a dog. It slept.")


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("We saw Bruno.", True),
        ("I saw what I saw, and I left.", False),
        ("It slept. The dog too.", False),
        ("1. Dogs sleep", True),
        ("L'Aquila è bella.", True),
        ("Then I'm off.", True),
        ("ask Émile", True),
        ("Dogs\n\nThey sleep. \nAll day.", False),
    ],
)
def test_a_capital_inside_of_a_sentence_is_a_name(text: str, *, holds: bool) -> None:
    assert holds_name(text) is holds
    assert bool(names_in(text)) is holds


@pytest.mark.parametrize("text", ["In week_end or week-end, 2nd week's end.", "città e perché — 12½ settimane…"])
def test_whole_words_are_those_of_a_pattern(text: str) -> None:
    assert whole_words(text) == re.findall(r"\w+", text)


def test_signs_for_numbers_count_as_digits() -> None:
    assert holds_number("route ❷", "en")
    assert not holds_number("fourteenth", "en")


def test_a_statement_does_not_ask() -> None:
    assert asks("Vertel me meer", "nl")
    assert not asks("Mijn zus is allergisch voor noten.", "nl")


def test_the_subject_of_a_look_back_is_what_is_left_without_the_words_of_talking() -> None:
    assert subject_of_look_back("Wat hadden we eerder besproken?", "nl") == ""
    assert subject_of_look_back("What have we discussed so far?", "en") == ""
    assert subject_of_look_back("Di cosa abbiamo parlato?", "it") == ""
    assert subject_of_look_back("Wat hadden we over het paspoort besproken?", "nl") == "paspoort"


def test_a_question_about_whoever_asks_is_told_from_others() -> None:
    assert speaks_of_us("Waar kan mijn zus niet tegen?", "nl")
    assert speaks_of_us("Che budget abbiamo?", "it")
    assert not speaks_of_us("Who painted the Mona Lisa?", "en")
