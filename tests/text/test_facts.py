"""Dates, amounts and references of a question have one form, whatever their spelling."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.text.facts import find_facts, says_more, spellings
from askwell.text.words import words
from askwell.types import Fact, Language

TODAY = date(2025, 2, 12)
"""A Wednesday."""

CASES = sorted((Path(__file__).parent / "facts").glob("*.txt"))


def cases() -> Iterator[tuple[Language, str, str]]:
    """Language, question and canonical values of every case."""
    for path in CASES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                question, _, values = line.partition("=>")
                yield path.name.partition(".")[0], question.strip(), values.strip()


def only(question: str, language: Language = "en", today: date = TODAY) -> Fact:
    [fact] = find_facts(question, language, today)
    return fact


def test_there_are_at_least_sixty_cases_per_language_a_third_of_them_held_out() -> None:
    counts = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in CASES}
    for code in ("en", "nl", "it"):
        open_cases, held_out = counts[f"{code}.txt"], counts[f"{code}.held_out.txt"]
        assert open_cases + held_out >= 60
        assert 3 * held_out >= open_cases


@pytest.mark.parametrize(("language", "question", "values"), list(cases()))
def test_values_have_their_canonical_form(language: Language, question: str, values: str) -> None:
    found = find_facts(question, language, TODAY)
    assert "; ".join(" | ".join(fact.readings) for fact in found) == values
    assert all(question[fact.start : fact.end] == fact.text for fact in found)


@pytest.mark.parametrize(
    ("question", "today", "canonical"),
    [
        ("What was due last month?", date(2025, 1, 31), "2024-12"),
        ("What was due last month?", date(2024, 3, 31), "2024-02"),
        ("What is due next quarter?", date(2025, 11, 30), "2026-01/2026-03"),
        ("What is due by the end of the month?", date(2024, 2, 1), "2024-02-29"),
        ("What came in over the last 3 months?", date(2025, 5, 31), "2025-02-28/2025-05-31"),
        ("Who was here last Monday?", date(2025, 2, 10), "2025-02-03"),
    ],
)
def test_a_relative_time_is_computed_from_the_day_of_the_question(question: str, today: date, canonical: str) -> None:
    fact = only(question, today=today)
    assert fact.canonical == canonical
    assert fact.is_relative


def test_an_ambiguous_date_keeps_both_readings() -> None:
    assert only("Is it due on 3/4/2025?").readings == ("2025-03-04", "2025-04-03")
    assert only("È dovuto il 3/4/2025?", "it").readings == ("2025-04-03",)
    assert only("Is it more than €1.500?").readings == ("EUR 1500.00", "EUR 1.50")


@pytest.mark.parametrize(
    "question",
    [
        "What does word2vec do?",
        "Call 020 1234567 or ask in room 12?",
        "How do I upgrade from 3.4.2 to 3.5?",
        "What is 192.168.0.1?",
        "Is 31/02/2025 a date?",
        "Who was the second president?",
        "Is NL92ABNA0417164300 valid?",
    ],
)
def test_other_numbers_are_no_values(question: str) -> None:
    assert find_facts(question, "en", TODAY) == ()


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("What was due last month?", True),
        ("Is it due on 3/4/2025?", True),
        ("Is it due on 13/04/2025?", True),
        ("Are two thousand euros enough?", True),
        ("Is €1,500 enough?", True),
        ("What was revenue in Q3 2024?", True),
        ("Is it due on 31 January 2025?", False),
        ("Is it due on 2025-01-31?", False),
        ("Is it due on 31 January?", False),
        ("Is 1500 EUR enough?", False),
        ("Does the 22% rate apply?", False),
        ("What changed in 2024?", False),
        ("What does article 99 of the AI Act say?", False),
    ],
)
def test_only_what_the_text_does_not_say_is_told(question: str, is_told: bool) -> None:
    assert says_more(only(question)) is is_told


@pytest.mark.parametrize(
    ("question", "documents"),
    [
        ("Is it due on 31 January 2025?", ("31/01/2025", "31-1-2025", "2025-01-31", "31 gennaio 2025")),
        ("Is €1,500 enough?", ("1.500 euro", "1,500", "1500 EUR")),
        ("Is $2.5 million enough?", ("2,500,000 dollars", "2.5 million", "2,5 milioni")),
        ("What was revenue in Q3 2024?", ("third quarter 2024", "terzo trimestre 2024", "derde kwartaal 2024")),
        ("What was due last month?", ("January 2025", "januari 2025", "01/2025")),
        ("Is ninety days the limit?", ("90 days", "90 giorni")),
        ("What does Art. 13(2) GDPR say?", ("article 13 paragraph 2 GDPR", "artikel 13 lid 2 GDPR")),
    ],
)
def test_spellings_are_those_that_documents_have(question: str, documents: tuple[str, ...]) -> None:
    def parts(text: str) -> frozenset[str]:
        return frozenset(part for word in words(text) for part in word.replace("-", ".").split("."))

    # The index also has the parts of a word with marks.
    known = [parts(spelling) for spelling in spellings(only(question))]
    for document in documents:
        assert any(spelling <= parts(document) for spelling in known), document


@given(st.text(max_size=200), st.sampled_from(["en", "nl", "it", "de"]), st.dates())
def test_any_text_has_values_at_their_places(text: str, language: Language, today: date) -> None:
    end = 0
    for fact in find_facts(text, language, today):
        assert text[fact.start : fact.end] == fact.text
        assert fact.start >= end
        assert spellings(fact) is not None
        end = fact.end


@given(
    st.lists(
        st.sampled_from(
            "3 31 2025 / . - , : € $ % euro of the Q1 million per cent art. GDPR last month year January end to and "
            "from between day days ago next Friday May 12.5 1,500 twenty one hundred".split(" ")
        ),
        max_size=14,
    ),
    st.sampled_from([" ", ""]),
)
def test_any_mixture_of_words_for_values_is_read(parts: list[str], between: str) -> None:
    text = between.join(parts)
    for fact in find_facts(text, "en", TODAY):
        assert text[fact.start : fact.end] == fact.text
