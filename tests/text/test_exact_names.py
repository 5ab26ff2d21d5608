"""Which tokens of a question are exact names, and which texts have one."""

import time

import pytest

from askwell.text.exact_names import exact_names, holds_name


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What does --amend do?", ("--amend",)),
        ("what is `stash drop` for", ("stash drop",)),
        ("Does $filter take a list?", ("$filter",)),
        ("PRAGMA journal_mode?", ("journal_mode",)),
        ("Wat doet ctrl + shift + k", ("ctrl+shift+k",)),
        ("the display says E07, what now?", ("E07",)),
        ("code f13", ("f13",)),
        ("what does flush() return (and drain())?", ("flush()", "drain()")),
        ('what does "late return" mean', ("late return",)),
        ("I can't find the 'Save as' button", ("Save as",)),
        ("Cos'è l'E07?", ("E07",)),
        ("The filter of the WX-200 and GPT-3.5", ("WX-200", "GPT-3.5")),
        ("Where is crate.toml?", ("crate.toml",)),
        ("0x80070005 in getUser", ("0x80070005", "getUser")),
        ("F7 or Alt+F7?", ("F7", "Alt+F7")),
    ],
)
def test_signs_digits_capitals_and_quotation_marks_make_a_name(question: str, names: tuple[str, ...]) -> None:
    assert exact_names(question) == names


@pytest.mark.parametrize(
    "question",
    [
        "What is the fee for 30min parking at $5, from 9am on 24/7?",
        "thanks.what about it",
        "it's the driver's license that wasn't there",
        "pre-2020 forms in a 2-bedroom house for an under-5 child",
        "'s ochtends open voor foto's en auto's?",
        "Dov'è l'ufficio dell'ente?",
        "What about [[PERSON_1]]?",
        "e.g. this U.S. e-mail at 5 p.m. - really",
        "is JavaScript or an iPhone needed for CCS? v2 perhaps",
        "salary + bonus is a + b",
        'It says "please wait until someone calls you back" all day',
    ],
)
def test_words_amounts_short_forms_and_sentences_are_no_names(question: str) -> None:
    assert exact_names(question) == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("use –amend now", "--amend"),
        ("PRESS CTRL-K.", "Ctrl+K"),
        ("Ctrl + K: insert a link", "ctrl+k"),
        ("code E 07", "E07"),
        ("(W2)", "W-2"),
        ("{ $sort: 1 }", "$sort"),
        ("list.trim(x)", "trim()"),
        ("the Late  return fee", "late return"),
    ],
)
def test_a_name_is_held_in_any_case_and_typesetting(text: str, name: str) -> None:
    assert holds_name(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("--exclude-larger SIZE", "--exclude"),
        ("Alt+F7 and Alt + F7", "F7"),
        ("E071 or AE07", "E07"),
        ("$sortByCount", "$sort"),
        ("sort", "$sort"),
        ("trim the hedge", "trim()"),
        ("cache_ttl_max", "cache_ttl"),
    ],
)
def test_a_part_of_another_name_is_not_the_name(text: str, name: str) -> None:
    assert not holds_name(text, name)


def test_long_texts_take_little_time() -> None:
    start = time.perf_counter()
    for text in ("_a" * 2_000, "a." * 2_000, "a+" * 2_000, "'a " * 1_300, "`" * 4_000, "A-1" * 1_300):
        exact_names(text)
        holds_name(text * 5, "a_b")
    assert time.perf_counter() - start < 1
