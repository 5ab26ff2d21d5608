"""Each language's folder is whole, and its cases come out."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, get_args

import pytest

from askwell.languages import LANGUAGES, cases, folder, grammar, lexicon, operations, patterns, wording
from askwell.rules.corrections import read_correction
from askwell.text.asked import asked
from askwell.text.detect import detect_language
from askwell.text.leaning import leans
from askwell.text.lookback import look_back, speaks_of_us
from askwell.text.match import stem_of
from askwell.text.numbers import numbers
from askwell.text.operations import asked_operation
from askwell.text.sentences import sentences
from askwell.text.talk import talk_act
from askwell.text.times import named_times
from askwell.types import OperationKind
from askwell.understanding.grammar.resolve import resolve
from tests.understanding.grammar.test_resolve import recalled

PARTS: tuple[Callable[[str], Any], ...] = (lexicon, grammar, patterns, operations, wording, cases)
MAY_BE_EMPTY = {
    "Lexicon": {
        "calls_for", "drops_subject", "elided", "generic_article", "parts", "roles", "verb_cut", "verb_endings",
    },
    "Notations": {"money", "percent"},
    "Patterns": {"points_back"},
    "Questions": {"of_world_ends"},
    "Rewriting": {"contractions", "named_the", "the"},
    "Signs": {"since"},
    "Times": {"day_of"},
}  # fmt: skip
"""Fields that a language may have nothing for; of a grammar each may be empty, for they are one language's each."""


def empty_fields(value: Any) -> set[str]:
    """Names of the fields without a value, as `Signs.since`, of a value and of those within it."""
    name = type(value).__name__
    found: set[str] = set()
    for field in fields(value):
        held = getattr(value, field.name)
        if is_dataclass(held):
            found |= empty_fields(held)
        elif not held and field.name not in MAY_BE_EMPTY.get(name, set()):
            found.add(f"{name}.{field.name}")
    return found


@pytest.fixture(params=LANGUAGES)
def code(request: pytest.FixtureRequest) -> str:
    """A language."""
    return str(request.param)


@pytest.mark.parametrize("part", [part for part in PARTS if part is not grammar], ids=lambda part: part.__name__)
def test_each_field_of_a_language_is_filled(part: Callable[[str], Any], code: str) -> None:
    assert empty_fields(part(code)) == set()


def test_each_set_of_the_grammar_is_filled_by_some_language() -> None:
    for field in fields(grammar("en")):
        assert any(getattr(grammar(code), field.name) for code in LANGUAGES), field.name


def test_a_folder_has_the_words_of_the_page_and_of_the_terminal(code: str) -> None:
    assert {"page.json", "cli.toml"} <= {file.name for file in folder(code).iterdir()}


def test_every_folder_is_named() -> None:
    assert {file.name for file in folder("en").parent.iterdir() if (file / "lexicon.py").is_file()} == set(LANGUAGES)


def test_a_language_without_a_folder_is_read_as_the_first() -> None:
    for part in PARTS:
        assert part("xx") == part(LANGUAGES[0])


def test_texts_are_told_by_language(code: str) -> None:
    for text in cases(code).texts:
        assert detect_language(text, allowed=LANGUAGES, default="xx") == code


def test_abbreviations_do_not_end_a_sentence(code: str) -> None:
    for text in cases(code).sentences:
        assert sentences(text) == [(0, len(text))]


def test_questions_show_what_they_ask_for(code: str) -> None:
    assert [(text, asked(text, code).for_) for text, _ in cases(code).asked] == list(cases(code).asked)
    told = {form for form, _ in patterns(code).questions.forms} - {"other"}
    assert {wanted for _, wanted in cases(code).asked} == told


def test_talk_is_told_by_what_it_does(code: str) -> None:
    assert [(text, talk_act(text, code)) for text, _ in cases(code).talk] == list(cases(code).talk)


def test_questions_about_the_conversation_show_what_they_want(code: str) -> None:
    assert [(text, look_back(text, code)) for text, _ in cases(code).history] == list(cases(code).history)


def test_requests_about_the_last_answer_are_read(code: str) -> None:
    assert [(text, asked_operation(text, code)) for text, _ in cases(code).operations] == list(cases(code).operations)
    assert [text for text in cases(code).no_operations if asked_operation(text, code)] == []
    assert {kind for _, kind in cases(code).operations} == set(get_args(OperationKind))


def test_requests_in_another_language_are_read() -> None:
    for code in LANGUAGES:
        for text, kind in cases(code).operations:
            assert {asked_operation(text, other) for other in LANGUAGES} == {kind}, text


def test_questions_of_the_cases_are_no_requests(code: str) -> None:
    known = cases(code)
    questions = [*(text for text, _ in known.asked), *known.about_us, *(text for _, text in known.complete)]
    questions += [question for _, question, _ in known.follow_ups]
    assert [text for text in questions if asked_operation(text, code)] == []


def test_questions_about_oneself_are_told(code: str) -> None:
    assert all(speaks_of_us(text, code) for text in cases(code).about_us)
    assert not any(speaks_of_us(text, code) for _, text in cases(code).complete)


def test_numbers_are_read(code: str) -> None:
    for text, values in cases(code).numbers:
        assert tuple(value for value, _, _ in numbers(text, code)) == values


def test_times_are_read(code: str) -> None:
    for text, month, day in cases(code).times:
        assert [(each.month, each.day) for each in named_times(text, code)] == [(month, day)]


def test_irregular_forms_have_one_stem(code: str) -> None:
    for one, other in cases(code).same:
        assert stem_of(one, code) == stem_of(other, code)


def test_sentences_that_point_back_are_told(code: str) -> None:
    assert all(leans(text, code) for text in cases(code).leaning)
    assert not any(leans(text, code) for text in cases(code).texts)


def test_corrections_state_what_holds(code: str) -> None:
    for text, states in cases(code).corrections:
        found = read_correction(text, code)
        assert found is not None
        assert found.said == states


def test_follow_ups_are_made_whole(code: str) -> None:
    for before, question, whole in cases(code).follow_ups:
        assert resolve(question, recalled(before, language=code), code).question == whole


def test_complete_questions_stay_as_typed(code: str) -> None:
    for before, question in cases(code).complete:
        assert resolve(question, recalled(before, language=code), code).question == question
